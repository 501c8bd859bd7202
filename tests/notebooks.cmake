# One CTest for each notebook: it runs headlessly, and its outputs must be those committed (notebooks/run.py).
# Notebooks read results/*.json and not our build, and one of them the package of the build that is released: one run
# is enough, in that build. Where no package is built, it is skipped.

if(NOT CMAKE_BUILD_TYPE STREQUAL "Release" OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  return()
endif()

# The distribution's Python has the distribution's packages; another Python earlier in PATH may not.
find_program(SIGPROP_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SIGPROP_PYTHON python3 REQUIRED)

file(GLOB notebooks CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/results/notebooks/*.ipynb")
foreach(notebook IN LISTS notebooks)
  cmake_path(GET notebook STEM name)
  add_test(NAME notebook.${name}
    COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/notebooks/run.py" "${notebook}")
  set(label slow)
  if(name MATCHES "^(03|07|08)_")  # seconds each; the others draw for minutes
    set(label notebook)
  endif()
  set_tests_properties(notebook.${name} PROPERTIES LABELS ${label} TIMEOUT 600
    SKIP_RETURN_CODE 77 ENVIRONMENT "SIGPROP_PYTHON_PATH=${PROJECT_BINARY_DIR}/python")
endforeach()

# as people get them: each picture once, small, and pages by nbconvert; then what the runner and this must refuse
add_test(NAME notebook.sizes COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/notebooks/sizes.py")
set_tests_properties(notebook.sizes PROPERTIES LABELS notebook TIMEOUT 600 SKIP_RETURN_CODE 77)
add_test(NAME notebook.controls COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/notebooks/controls.py")
set_tests_properties(notebook.controls PROPERTIES LABELS notebook TIMEOUT 600)
sigprop_whole(notebook.controls COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/notebooks/controls.py")
