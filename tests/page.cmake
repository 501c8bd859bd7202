# The pages of `sigprop report` in a browser, in the slow tier. Debian's chromium brings 100 packages, so no script
# installs it: without it the test is skipped, not passed.

if(NOT TARGET sigprop_tool)
  return()
endif()

# The distribution's Python has the distribution's packages; another Python earlier in PATH may not.
find_program(SIGPROP_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SIGPROP_PYTHON python3 REQUIRED)

add_test(NAME page.browser.slow
  COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/page/page_test.py" "$<TARGET_FILE:sigprop_tool>")
set_tests_properties(page.browser.slow PROPERTIES LABELS slow TIMEOUT 1200 SKIP_RETURN_CODE 77)
