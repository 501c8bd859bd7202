# The quantities torch.* against PyTorch itself, in the slow tier. Debian's python3-torch brings 150 packages,
# so no script installs it: without it the test is skipped, not passed.

if(NOT TARGET sigprop_tool)
  return()
endif()

# The distribution's Python has the distribution's packages; another Python earlier in PATH may not.
find_program(SIGPROP_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SIGPROP_PYTHON python3 REQUIRED)

add_test(NAME quantities.frameworks.torch.slow
  COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/quantities/frameworks/torch_check.py" "$<TARGET_FILE:sigprop_tool>")
set_tests_properties(quantities.frameworks.torch.slow PROPERTIES LABELS slow TIMEOUT 600 SKIP_RETURN_CODE 77)
