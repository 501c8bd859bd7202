# studies/faults/run.sh disturbs the tool while it writes files. Here: what it must notice it notices, and a few faults of each sort.
# Once is enough, in the build that is released: sanitizers have a library of their own that stands before all others.

if(NOT TARGET sigprop_tool OR NOT CMAKE_BUILD_TYPE STREQUAL "Release" OR NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  return()
endif()

find_program(SIGPROP_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SIGPROP_PYTHON python3 REQUIRED)

set(faults "${CMAKE_CURRENT_SOURCE_DIR}/studies/faults_test.py")
add_test(NAME trust.faults_controls COMMAND "${SIGPROP_PYTHON}" -B "${faults}" controls "${PROJECT_BINARY_DIR}/faults")
add_test(NAME trust.faults COMMAND "${SIGPROP_PYTHON}" -B "${faults}" "$<TARGET_FILE:sigprop_tool>" "${PROJECT_BINARY_DIR}/faults")
set_tests_properties(trust.faults_controls trust.faults PROPERTIES LABELS cli TIMEOUT 600 ENVIRONMENT "CC=${CMAKE_CXX_COMPILER}")
