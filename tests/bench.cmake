# sigprop_bench without a job says so and exits 5. Registered by tools/bench.
cmake_minimum_required(VERSION 3.25)

foreach(arguments IN ITEMS --benchmark_list_tests=true --benchmark_filter=there_is_no_such_job)
  execute_process(COMMAND "${bench}" ${arguments} OUTPUT_VARIABLE output ERROR_QUIET RESULT_VARIABLE code)
  if(NOT code EQUAL 5 OR NOT output MATCHES "none ran" OR output MATCHES "every goal")
    message(FATAL_ERROR "sigprop_bench ${arguments} exited ${code} and printed:\n${output}")
  endif()
endforeach()
