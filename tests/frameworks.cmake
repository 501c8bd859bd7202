# The quantities torch.* against PyTorch itself, and recipes' code run by it, in the slow tier. Debian's python3-torch brings 150 packages,
# so no script installs it: without it the test is skipped, not passed.

if(NOT TARGET sigprop_tool)
  return()
endif()

# The distribution's Python has the distribution's packages; another Python earlier in PATH may not.
find_program(SIGPROP_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SIGPROP_PYTHON python3 REQUIRED)

foreach(room quantities/frameworks engine/recipe)
  string(REPLACE "/" "." test "${room}.torch.slow")
  add_test(NAME ${test}
    COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/${room}/torch_check.py" "$<TARGET_FILE:sigprop_tool>")
  set_tests_properties(${test} PROPERTIES LABELS slow TIMEOUT 600 SKIP_RETURN_CODE 77)
endforeach()
