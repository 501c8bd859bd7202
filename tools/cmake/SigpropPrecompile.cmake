# sigprop_precompile(TARGET LEVEL [HEADER...]): the headers that nearly every file reads, parsed once a target.
# It halves what a small file costs and is for builds from nothing, as continuous integration makes: ccache
# does not see through it, and a file that forgets an #include compiles. The build that people make is without.

set(SIGPROP_PRECOMPILE OFF CACHE STRING
  "Precompile headers: OFF, TESTS (the library is compiled as everybody compiles it), ALL")
set_property(CACHE SIGPROP_PRECOMPILE PROPERTY STRINGS OFF TESTS ALL)
if(NOT SIGPROP_PRECOMPILE MATCHES "^(OFF|TESTS|ALL)$")
  message(FATAL_ERROR "SIGPROP_PRECOMPILE is OFF, TESTS or ALL, not '${SIGPROP_PRECOMPILE}'")
endif()

function(sigprop_precompile target level)
  if(SIGPROP_PRECOMPILE STREQUAL "ALL" OR SIGPROP_PRECOMPILE STREQUAL level)
    target_precompile_headers(${target} PRIVATE ${ARGN}
      <algorithm> <array> <bit> <charconv> <cmath> <cstddef> <cstdint> <cstdlib> <exception> <fstream>
      <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <set> <span> <sstream> <stdexcept> <string>
      <string_view> <utility> <vector>)
  endif()
endfunction()
