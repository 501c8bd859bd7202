# What other people's continuous integration takes from us: action.yml, .pre-commit-hooks.yaml, tools/ci; and ours. They run
# the tool, whichever compiler made it, so one run is enough: in the build that is released.

if(NOT TARGET sigprop_tool OR NOT CMAKE_BUILD_TYPE STREQUAL "Release" OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  return()
endif()

# The distribution's Python has the distribution's packages; another Python earlier in PATH may not.
find_program(SIGPROP_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SIGPROP_PYTHON python3 REQUIRED)

set(ci "${CMAKE_CURRENT_SOURCE_DIR}/ci")
# what is skipped, with a reason, without build/venv/tools or outside a checkout of git
foreach(name IN ITEMS hooks owner schemas version workflows)
  add_test(NAME ci.${name} COMMAND "${SIGPROP_PYTHON}" -B "${ci}/${name}_test.py")
  set_tests_properties(ci.${name} PROPERTIES LABELS cli TIMEOUT 300 SKIP_RETURN_CODE 77)
endforeach()
add_test(NAME ci.lint COMMAND "${SIGPROP_PYTHON}" -B "${ci}/lint.py")
add_test(NAME ci.controls COMMAND "${SIGPROP_PYTHON}" -B "${ci}/controls.py")  # what lint.py must refuse
add_test(NAME ci.gates COMMAND "${SIGPROP_PYTHON}" -B "${ci}/gates_test.py" "$<TARGET_FILE:sigprop_tool>")
add_test(NAME ci.pre_commit COMMAND "${SIGPROP_PYTHON}" -B "${ci}/pre_commit_test.py" "$<TARGET_FILE:sigprop_tool>")
add_test(NAME ci.share COMMAND "${SIGPROP_PYTHON}" -B "${ci}/share_test.py" "${PROJECT_BINARY_DIR}")  # what the fast tier does of long tests
add_test(NAME ci.sbom COMMAND "${SIGPROP_PYTHON}" -B "${ci}/sbom_test.py")  # what a release is made of
add_test(NAME ci.stages COMMAND "${SIGPROP_PYTHON}" -B "${ci}/stages_test.py")  # what makes tools/test.sh --all fail
add_test(NAME ci.environments COMMAND "${SIGPROP_PYTHON}" -B "${ci}/environments_test.py")  # tools/requirements
set_tests_properties(ci.lint ci.controls ci.share ci.sbom ci.stages ci.environments ci.gates ci.pre_commit PROPERTIES LABELS cli TIMEOUT 300)
set_tests_properties(ci.pre_commit PROPERTIES SKIP_RETURN_CODE 77)
