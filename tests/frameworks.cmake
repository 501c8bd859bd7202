# What needs PyTorch, JAX or the newest numpy and pandas runs in build/venv/NAME, whose pins are in tools/requirements/NAME.txt.
# Where `tools/setup.sh --frameworks` has not made it, CTest counts these tests as skipped. They belong to the slow tier, and
# tools/frameworks.sh runs them alone.

if(NOT TARGET sigprop_tool)
  return()
endif()

# sigprop_framework_test(TEST VENV SECONDS ARGUMENT...): the arguments are those of the environment's Python.
function(sigprop_framework_test test venv seconds)
  add_test(NAME ${test} COMMAND bash "${PROJECT_SOURCE_DIR}/tools/requirements/run.sh" ${venv} ${ARGN}
    WORKING_DIRECTORY "${PROJECT_BINARY_DIR}")
  set_tests_properties(${test} PROPERTIES LABELS "slow;frameworks" TIMEOUT ${seconds} SKIP_RETURN_CODE 77
    ENVIRONMENT OMP_NUM_THREADS=1)
endfunction()

# the quantities torch.*, jax.*, keras.* and so on against what they are named after, and recipes' code run by it
foreach(room quantities/frameworks engine/recipe)
  foreach(framework torch jax)
    string(REPLACE "/" "." test "${room}.${framework}.slow")
    sigprop_framework_test(${test} ${framework} 1200 "${CMAKE_CURRENT_SOURCE_DIR}/${room}/${framework}_check.py"
      "$<TARGET_FILE:sigprop_tool>")
  endforeach()
endforeach()

# rows of src/norms against the classes, and their passes by autograd against their names
sigprop_framework_test(measure.gradient.norm_classes.torch.slow torch 1200
  "${CMAKE_CURRENT_SOURCE_DIR}/measure/gradient/norm_classes.py" "$<TARGET_FILE:sigprop_tool>")
sigprop_framework_test(measure.gradient.norm_classes.jax.slow jax 1200
  "${CMAKE_CURRENT_SOURCE_DIR}/measure/gradient/norm_classes_jax.py" "$<TARGET_FILE:sigprop_tool>")
foreach(library transformers timm diffusers)
  sigprop_framework_test(quantities.normalization.${library}.slow torch 600 "${PROJECT_SOURCE_DIR}/studies/norms/observe.py" ${library}
    --check "${PROJECT_SOURCE_DIR}/src/norms/${library}.json" --log "${CMAKE_CURRENT_BINARY_DIR}/norms.${library}.log")
endforeach()

# what docs/explanation/found.md says of the libraries
foreach(framework torch jax)
  sigprop_framework_test(found.${framework}.slow ${framework} 600 -B "${CMAKE_CURRENT_SOURCE_DIR}/found/found_test.py" ${framework})
endforeach()
sigprop_framework_test(quantities.frameworks.mlx.slow mlx 1200 "${CMAKE_CURRENT_SOURCE_DIR}/quantities/frameworks/mlx_check.py"
  "$<TARGET_FILE:sigprop_tool>")

# what torch.save writes, against .safetensors files of the same tensors
sigprop_framework_test(formats.torch_save.slow torch 600 "${CMAKE_CURRENT_SOURCE_DIR}/formats/torch_save_test.py"
  "$<TARGET_FILE:sigprop_tool>")

# recipes against models that transformers, diffusers and torchvision have just made
sigprop_framework_test(engine.recipe.library.slow torch 1200 "${CMAKE_CURRENT_SOURCE_DIR}/engine/recipe/library_check.py"
  "$<TARGET_FILE:sigprop_tool>")
