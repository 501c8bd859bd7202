# The formulas of the quantities against Temml and KaTeX themselves, in the slow tier. No script installs them:
# without Node and the two packages (NODE_PATH) the test is skipped, not passed. What Temml says of each formula
# is also kept in a file, which a fast test reads.

if(NOT TARGET sigprop_tool)
  return()
endif()

find_program(SIGPROP_NODE node)
add_test(NAME quantities.formulas.temml.slow
  COMMAND sh -c "command -v '${SIGPROP_NODE}' > /dev/null || exit 77; exec '${SIGPROP_NODE}' \"$@\"" sh
    "${CMAKE_CURRENT_SOURCE_DIR}/quantities/formulas_by_temml.cjs" --check "$<TARGET_FILE:sigprop_tool>")
set_tests_properties(quantities.formulas.temml.slow PROPERTIES LABELS slow TIMEOUT 300 SKIP_RETURN_CODE 77)
# The references of tests of quantities, computed anew by mpmath; skipped without it.
add_test(NAME quantities.pasted_constants.slow
  COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/vectors/pasted_constants.py" --check "$<TARGET_FILE:sigprop_tool>")
set_tests_properties(quantities.pasted_constants.slow PROPERTIES LABELS slow TIMEOUT 3600 SKIP_RETURN_CODE 77)
foreach(script unit_scaling kernel_shaping samplers mixture)
  add_test(NAME quantities.${script}.slow
    COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/vectors/${script}.py" --check "$<TARGET_FILE:sigprop_tool>")
  set_tests_properties(quantities.${script}.slow PROPERTIES LABELS slow TIMEOUT 3600 SKIP_RETURN_CODE 77)
endforeach()
