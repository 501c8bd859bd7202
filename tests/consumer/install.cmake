# Installs the library into an empty prefix and uses it from outside: configure, build, run, read the output; then
# the programs of examples/, whose output is held against expected/.
cmake_minimum_required(VERSION 3.25)
set(work "${build}/consumer")
file(REMOVE_RECURSE "${work}")
set(project "${CMAKE_CURRENT_LIST_DIR}")

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run("${CMAKE_COMMAND}" --install "${build}" --prefix "${work}/prefix")
# copied, so that nothing of the source tree is in reach
file(COPY "${project}/CMakeLists.txt" "${project}/main.cpp" DESTINATION "${work}/source")
function(build_against_prefix source binary)
  run("${CMAKE_COMMAND}" -S "${source}" -B "${binary}" -G "${generator}"
    "-DCMAKE_PREFIX_PATH=${work}/prefix" "-DCMAKE_CXX_COMPILER=${compiler}" "-DCMAKE_CXX_FLAGS=${flags}"
    "-DCMAKE_BUILD_TYPE=${type}")
  run("${CMAKE_COMMAND}" --build "${binary}")
endfunction()
build_against_prefix("${work}/source" "${work}/build")

execute_process(COMMAND "${work}/build/app" OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
message("${output}")
# digits from an independent double-precision sum, and from C13 of the published constants
foreach(expected "sigmoid gain 1.8462" "silu second moment 0.35577")
  string(FIND "${output}" "${expected}" found)
  if(found EQUAL -1)
    message(FATAL_ERROR "the consumer did not print: ${expected}")
  endif()
endforeach()

file(COPY "${examples}/" DESTINATION "${work}/examples")
build_against_prefix("${work}/examples" "${work}/examples-build")
# gate finds the mistake that its own example plants
set(exit_of_gate 1)
foreach(example IN ITEMS gain own_formula gate backward_pass simulation)
  set(wanted_exit 0)
  if(DEFINED exit_of_${example})
    set(wanted_exit ${exit_of_${example}})
  endif()
  execute_process(COMMAND "${work}/examples-build/${example}" OUTPUT_VARIABLE output RESULT_VARIABLE exit)
  file(READ "${project}/expected/${example}.txt" expected)
  if(NOT exit EQUAL wanted_exit OR NOT output STREQUAL expected)
    message(FATAL_ERROR "examples/${example} ended with ${exit} and printed:\n${output}expected ${wanted_exit} and:\n${expected}")
  endif()
endforeach()
