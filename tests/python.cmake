# The Python package, on the library of this build. Without that there is nothing to test. What needs torch
# is skipped inside, and runs in build/venv/torch (frameworks.cmake), where nothing may be skipped.

if(NOT TARGET sigprop_python)
  return()
endif()

# the Python that has the packages of the tests
find_program(SIGPROP_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SIGPROP_PYTHON python3 REQUIRED)

set(environment "PYTHONPATH=$<TARGET_FILE_DIR:sigprop_python>/.." "SIGPROP_TOOL=${PROJECT_BINARY_DIR}/sigprop" PYTHONDONTWRITEBYTECODE=1)
set(seconds 300)
if(sanitized)
  # The interpreter is not sanitized, so the runtime is loaded before it; what it never frees is no leak of ours.
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -print-file-name=libclang_rt.asan-x86_64.so
    OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE)
  list(APPEND environment "LD_PRELOAD=${runtime}" ASAN_OPTIONS=detect_leaks=0:malloc_context_size=3 SIGPROP_SANITIZED=1 SIGPROP_EXAMPLES=100)
  set(seconds 900)
endif()

file(GLOB files CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/python/*_test.py")
foreach(file IN LISTS files)
  cmake_path(GET file STEM name)
  if(SIGPROP_REST AND NOT name MATCHES "^given_")  # of strangers' bytes Python hands on arrays
    continue()
  endif()
  add_test(NAME python.${name}
    COMMAND "${SIGPROP_PYTHON}" -B -m pytest -q -p no:cacheprovider "${file}" WORKING_DIRECTORY "${PROJECT_BINARY_DIR}")
  set_tests_properties(python.${name} PROPERTIES LABELS python TIMEOUT ${seconds} ENVIRONMENT "${environment}"
    SKIP_RETURN_CODE 5)
  file(STRINGS "${file}" shares_its_work REGEX "^from share import" LIMIT_COUNT 1)
  if(shares_its_work)
    sigprop_whole(python.${name}
      COMMAND "${SIGPROP_PYTHON}" -B -m pytest -q -p no:cacheprovider "${file}" WORKING_DIRECTORY "${PROJECT_BINARY_DIR}")
    string(REGEX REPLACE "_test$" ".slow" twin "python.${name}")
    set_property(TEST ${twin} APPEND PROPERTY ENVIRONMENT ${environment})
  endif()
  if(NOT sanitized)
    sigprop_framework_test(python.${name}.torch.slow torch 1800 -m pytest -q -p no:cacheprovider -p no_skips "${file}")
    set_property(TEST python.${name}.torch.slow APPEND PROPERTY ENVIRONMENT "${environment}"
      "PYTHONPATH=$<TARGET_FILE_DIR:sigprop_python>/..:${CMAKE_CURRENT_SOURCE_DIR}/python")
  endif()
endforeach()

if(SIGPROP_REST)
  return()
endif()

# what a wheel and an sdist hold, and an installed wheel in odd environments
add_test(NAME release.wheel COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/release/wheel_test.py")
set_tests_properties(release.wheel PROPERTIES LABELS release TIMEOUT ${seconds}
  ENVIRONMENT "SIGPROP_TOOL=${PROJECT_BINARY_DIR}/sigprop;SIGPROP_PACKAGE=$<TARGET_FILE_DIR:sigprop_python>;PYTHONDONTWRITEBYTECODE=1")

# the same wheel by other installers than pip
sigprop_framework_test(release.installers.slow installers 600 -B "${CMAKE_CURRENT_SOURCE_DIR}/release/installers_test.py")
set_property(TEST release.installers.slow APPEND PROPERTY ENVIRONMENT "SIGPROP_TOOL=${PROJECT_BINARY_DIR}/sigprop"
  "SIGPROP_PACKAGE=$<TARGET_FILE_DIR:sigprop_python>" PYTHONDONTWRITEBYTECODE=1)

# scalars of JAX and TensorFlow where a number is expected
sigprop_framework_test(python.scalars.jax.slow jax 600 -B "${CMAKE_CURRENT_SOURCE_DIR}/python/scalars_jax.py")
set_property(TEST python.scalars.jax.slow APPEND PROPERTY ENVIRONMENT "PYTHONPATH=$<TARGET_FILE_DIR:sigprop_python>/.."
  PYTHONDONTWRITEBYTECODE=1)

# what README.md and the guide show is what Python answers
add_test(NAME python.pages COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/python/pages.py"
  "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/README.zh-CN.md" "${PROJECT_SOURCE_DIR}/docs/guides/python.md")
set_tests_properties(python.pages PROPERTIES LABELS python TIMEOUT ${seconds} ENVIRONMENT "${environment}")

# no right backward pass is called wrong, over functions, precisions and seeds
add_test(NAME python.backward_study.slow
  COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/python/backward_study.py" WORKING_DIRECTORY "${PROJECT_BINARY_DIR}")
set_tests_properties(python.backward_study.slow PROPERTIES LABELS slow TIMEOUT 1800 ENVIRONMENT "${environment};OMP_NUM_THREADS=1")

# 10,000 random expressions and calls each, and a million calls in flat memory
add_test(NAME python.robust.slow
  COMMAND "${SIGPROP_PYTHON}" -B -m pytest -q -p no:cacheprovider -k "random or memory" "${CMAKE_CURRENT_SOURCE_DIR}/python/robust_test.py"
  WORKING_DIRECTORY "${PROJECT_BINARY_DIR}")
set_tests_properties(python.robust.slow PROPERTIES LABELS slow TIMEOUT 3600
  ENVIRONMENT "${environment};SIGPROP_EXAMPLES=10000;SIGPROP_CALLS=1000000;SIGPROP_INTERRUPTS=200")

# 10,000 mutated files of each format, and every byte of stored arrays flipped
add_test(NAME python.hostile_files.slow
  COMMAND "${SIGPROP_PYTHON}" -B -m pytest -q -p no:cacheprovider -k "whatever or flipped"
    "${CMAKE_CURRENT_SOURCE_DIR}/python/hostile_files_test.py"
  WORKING_DIRECTORY "${PROJECT_BINARY_DIR}")
set_tests_properties(python.hostile_files.slow PROPERTIES LABELS slow TIMEOUT 14400
  ENVIRONMENT "${environment};SIGPROP_MUTATIONS=10000")

# every kind of array at every place that takes one, and 20,000 random headers of DLPack
add_test(NAME python.given_arrays.slow
  COMMAND "${SIGPROP_PYTHON}" -B -m pytest -q -p no:cacheprovider "${CMAKE_CURRENT_SOURCE_DIR}/python/given_arrays_test.py"
  WORKING_DIRECTORY "${PROJECT_BINARY_DIR}")
set_tests_properties(python.given_arrays.slow PROPERTIES LABELS slow TIMEOUT 3600
  ENVIRONMENT "${environment};SIGPROP_ALL_ARRAYS=1;SIGPROP_HEADERS=20000")
