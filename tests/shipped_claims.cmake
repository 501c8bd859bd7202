# One CTest per shipped experiment: `sigprop verify ID` must end in the expected verdict. The ids are read from
# src/claims/*.json. Experiments train networks and belong to the slow tier; all other claims are judged in one
# process, where they share what they compute: claims.shipped_test, and all of them in cli.refuted.slow and tools/verify.sh.

file(GLOB claim_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/claims/*.json")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${claim_files})

foreach(file IN LISTS claim_files)
  file(READ "${file}" text)
  string(JSON count ERROR_VARIABLE error LENGTH "${text}" claims)
  if(error)
    message(WARNING "${file}: ${error}")
  endif()
  if(error OR count EQUAL 0)
    continue()
  endif()
  foreach(number RANGE 1 ${count})
    math(EXPR index "${number} - 1")
    string(JSON id GET "${text}" claims ${index} id)
    string(JSON kind ERROR_VARIABLE absent GET "${text}" claims ${index} kind)
    if(kind STREQUAL "experiment")
      add_test(NAME claim.shipped.${id} COMMAND sigprop_tool verify ${id})
      set_tests_properties(claim.shipped.${id} PROPERTIES LABELS slow TIMEOUT 1200)
    endif()
  endforeach()
endforeach()

# docs/explanation/training_claims.md and results/experiments.json must hold the experiments that are shipped
find_program(SIGPROP_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SIGPROP_PYTHON python3 REQUIRED)
add_test(NAME claims.experiments_page COMMAND "${SIGPROP_PYTHON}" -B "${PROJECT_SOURCE_DIR}/tools/docs/experiments.py" --check)
set_tests_properties(claims.experiments_page PROPERTIES LABELS claim)
