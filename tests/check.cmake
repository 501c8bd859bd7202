# The checker of certificates (tools/check): its arithmetic, what the tool writes, and what it must refuse.

if(NOT TARGET sigprop_tool)
  return()
endif()

find_program(SIGPROP_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SIGPROP_PYTHON python3 REQUIRED)

set(check "${CMAKE_CURRENT_SOURCE_DIR}/check")
# The first three run nothing of the build, and the others the checker most of the time: once is enough. What writes
# certificates is tested by tests/engine/certificate, under sanitizers too.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  add_test(NAME check.arithmetic COMMAND "${SIGPROP_PYTHON}" -B "${check}/arithmetic_test.py")
  add_test(NAME check.weakened COMMAND "${SIGPROP_PYTHON}" -B "${check}/weakened_test.py")  # each clause of the theorems is needed
  add_test(NAME check.hostile COMMAND "${SIGPROP_PYTHON}" -B "${check}/hostile_test.py")  # files from strangers
  add_test(NAME check.package COMMAND "${SIGPROP_PYTHON}" -B "${check}/package_test.py")  # the checker as a wheel
  add_test(NAME check.part COMMAND "${SIGPROP_PYTHON}" -B "${check}/part_test.py" "$<TARGET_FILE:sigprop_tool>")
  add_test(NAME check.certificates COMMAND "${SIGPROP_PYTHON}" -B "${check}/certificates_test.py" "$<TARGET_FILE:sigprop_tool>")
  set_tests_properties(check.arithmetic check.weakened check.hostile check.package check.part check.certificates PROPERTIES LABELS cli TIMEOUT 600)
  sigprop_whole(check.hostile COMMAND "${SIGPROP_PYTHON}" -B "${check}/hostile_test.py")
  sigprop_whole(check.certificates COMMAND "${SIGPROP_PYTHON}" -B "${check}/certificates_test.py" "$<TARGET_FILE:sigprop_tool>")
endif()

# 10,000 changed certificates
add_test(NAME check.mutations.slow
  COMMAND "${SIGPROP_PYTHON}" -B "${check}/certificates_test.py" "$<TARGET_FILE:sigprop_tool>" Mutated)
set_tests_properties(check.mutations.slow PROPERTIES LABELS slow TIMEOUT 3600 ENVIRONMENT SIGPROP_MUTATIONS=10000)

add_test(NAME check.every_activation.slow
  COMMAND "${SIGPROP_PYTHON}" -B "${check}/every_activation.py" "$<TARGET_FILE:sigprop_tool>")
add_test(NAME check.claims.slow COMMAND bash "${PROJECT_SOURCE_DIR}/studies/certificates/run.sh" "${PROJECT_BINARY_DIR}/certificates")
set_tests_properties(check.every_activation.slow check.claims.slow PROPERTIES LABELS slow TIMEOUT 1800)
set_tests_properties(check.claims.slow PROPERTIES ENVIRONMENT "SIGPROP_TOOL=$<TARGET_FILE:sigprop_tool>")
