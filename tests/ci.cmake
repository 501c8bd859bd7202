# What other people's continuous integration takes from us: action.yml, .pre-commit-hooks.yaml, tools/ci; and ours. They run
# the tool, whichever compiler made it, so one run is enough: in the build that is released.

if(NOT TARGET sigprop_tool OR NOT CMAKE_BUILD_TYPE STREQUAL "Release" OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  return()
endif()

# The distribution's Python has the distribution's packages; another Python earlier in PATH may not.
find_program(SIGPROP_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SIGPROP_PYTHON python3 REQUIRED)

set(ci "${CMAKE_CURRENT_SOURCE_DIR}/ci")
add_test(NAME ci.lint COMMAND "${SIGPROP_PYTHON}" -B "${ci}/lint.py")
add_test(NAME ci.controls COMMAND "${SIGPROP_PYTHON}" -B "${ci}/controls.py")  # what lint.py must refuse
add_test(NAME ci.schemas COMMAND "${SIGPROP_PYTHON}" -B "${ci}/schemas_test.py")
add_test(NAME ci.hooks COMMAND "${SIGPROP_PYTHON}" -B "${ci}/hooks_test.py")
add_test(NAME ci.version COMMAND "${SIGPROP_PYTHON}" -B "${ci}/version_test.py")
add_test(NAME ci.gates COMMAND "${SIGPROP_PYTHON}" -B "${ci}/gates_test.py" "$<TARGET_FILE:sigprop_tool>")
add_test(NAME ci.pre_commit COMMAND "${SIGPROP_PYTHON}" -B "${ci}/pre_commit_test.py" "$<TARGET_FILE:sigprop_tool>")
add_test(NAME ci.share COMMAND "${SIGPROP_PYTHON}" -B "${ci}/share_test.py")  # which tests are built under sanitizers
set_tests_properties(ci.lint ci.controls ci.hooks ci.schemas ci.version ci.share ci.gates ci.pre_commit PROPERTIES LABELS cli TIMEOUT 300)
set_tests_properties(ci.pre_commit ci.hooks ci.schemas ci.version PROPERTIES SKIP_RETURN_CODE 77)
