# What tools/release/build.sh has compiled for other Linuxes; skipped where it has compiled nothing.

if(NOT TARGET sigprop_tool OR NOT CMAKE_BUILD_TYPE STREQUAL "Release" OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  return()
endif()

find_program(SIGPROP_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SIGPROP_PYTHON python3 REQUIRED)
add_test(NAME release.parts.slow COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/release/parts_test.py" "$<TARGET_FILE:sigprop_tool>")
set_tests_properties(release.parts.slow PROPERTIES LABELS slow TIMEOUT 3600 SKIP_RETURN_CODE 77)
