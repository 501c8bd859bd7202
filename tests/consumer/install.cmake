# Installs the library into an empty prefix and uses it from outside: configure, build, run, read the output.
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
run("${CMAKE_COMMAND}" -S "${work}/source" -B "${work}/build" -G "${generator}"
  "-DCMAKE_PREFIX_PATH=${work}/prefix" "-DCMAKE_CXX_COMPILER=${compiler}" "-DCMAKE_CXX_FLAGS=${flags}"
  "-DCMAKE_BUILD_TYPE=${type}")
run("${CMAKE_COMMAND}" --build "${work}/build")

execute_process(COMMAND "${work}/build/app" OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
message("${output}")
# digits from an independent double-precision sum, and from C13 of the published constants
foreach(expected "sigmoid gain 1.8462" "silu second moment 0.35577")
  string(FIND "${output}" "${expected}" found)
  if(found EQUAL -1)
    message(FATAL_ERROR "the consumer did not print: ${expected}")
  endif()
endforeach()
