# Audits of whole models (tests/measure/model): the makers of checkpoints, planted mistakes and right inits. The makers are
# tested with everything else; audits of fifty mistakes and a thousand right models are in the slow tier, as are whole
# Transformers against PyTorch's (tests/models/torch).

if(NOT TARGET sigprop_tool)
  return()
endif()

# The distribution's Python has the distribution's packages; another Python earlier in PATH may not.
find_program(SIGPROP_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SIGPROP_PYTHON python3 REQUIRED)

set(models "${CMAKE_CURRENT_SOURCE_DIR}/measure/model")
add_test(NAME measure.model.makers
  COMMAND "${SIGPROP_PYTHON}" -B -m pytest -q -p no:cacheprovider "${models}/makers_test.py" WORKING_DIRECTORY "${PROJECT_BINARY_DIR}")
set_tests_properties(measure.model.makers PROPERTIES LABELS measure TIMEOUT 300
  ENVIRONMENT "SIGPROP_TOOL=$<TARGET_FILE:sigprop_tool>;OMP_NUM_THREADS=1")

# what can be found at all, by a reference that knows the truth; what the tool finds and names; its gate; PyTorch's models
add_test(NAME measure.model.reference.slow
  COMMAND "${SIGPROP_PYTHON}" -B "${models}/audit_test.py" "$<TARGET_FILE:sigprop_tool>" --auditor reference)
add_test(NAME measure.model.audit.slow COMMAND "${SIGPROP_PYTHON}" -B "${models}/audit_test.py" "$<TARGET_FILE:sigprop_tool>")
add_test(NAME measure.model.gate.slow
  COMMAND "${SIGPROP_PYTHON}" -B "${models}/audit_test.py" "$<TARGET_FILE:sigprop_tool>" --gate)
add_test(NAME measure.model.large.slow
  COMMAND "${SIGPROP_PYTHON}" -B "${models}/audit_test.py" "$<TARGET_FILE:sigprop_tool>" --size large --seeds 0)
set_tests_properties(measure.model.reference.slow measure.model.audit.slow measure.model.gate.slow measure.model.large.slow
  PROPERTIES LABELS slow TIMEOUT 3600 ENVIRONMENT OMP_NUM_THREADS=1)
sigprop_framework_test(measure.model.torch.slow torch 3600 "${models}/torch_test.py" "$<TARGET_FILE:sigprop_tool>")
# models of Keras and Flax, right ones and such with a mistake
sigprop_framework_test(measure.model.frameworks.slow jax 3600 "${models}/frameworks_test.py" "$<TARGET_FILE:sigprop_tool>")
sigprop_framework_test(measure.model.makers.torch.slow torch 600 -m pytest -q -p no:cacheprovider -p no_skips "${models}/makers_test.py")
set_property(TEST measure.model.makers.torch.slow APPEND PROPERTY ENVIRONMENT "SIGPROP_TOOL=$<TARGET_FILE:sigprop_tool>"
  "PYTHONPATH=${CMAKE_CURRENT_SOURCE_DIR}/python")

# Whole Transformers and their training (tests/models/torch): an independent implementation in PyTorch, and mistakes
# planted in it.
set(independent "${CMAKE_CURRENT_SOURCE_DIR}/models/torch/compare.py")
sigprop_framework_test(models.torch.slow torch 3600 "${independent}" "$<TARGET_FILE:sigprop_tool>")
sigprop_framework_test(models.torch.faults.slow torch 3600 "${independent}" "$<TARGET_FILE:sigprop_tool>" --faults)
# The short one: every statistic of small networks agrees, and does not where sigprop is told a neighbouring design.
sigprop_framework_test(models.torch.controls.slow torch 1200 "${independent}" "$<TARGET_FILE:sigprop_tool>" --controls)
# Fresh models of transformers' own classes, and sigprop told a neighbouring design.
set(today "${CMAKE_CURRENT_SOURCE_DIR}/../studies/families/today.py")
sigprop_framework_test(models.families.slow torch 3600 "${today}" "$<TARGET_FILE:sigprop_tool>")
sigprop_framework_test(models.families.faults.slow torch 3600 "${today}" "$<TARGET_FILE:sigprop_tool>" --faults)
