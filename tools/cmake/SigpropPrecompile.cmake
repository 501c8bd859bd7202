# sigprop_precompile(TARGET LEVEL [HEADER...]): the headers that nearly every file reads, parsed once a target.
# Without them half the time of a build from nothing goes into parsing the same headers. A file that forgets an
# #include compiles with ALL, and so the build under sanitizers is OWN_INCLUDES. For ccache,
# which sees through precompiled headers only when told to, choose OFF.

set(precompile_default OFF)
if(PROJECT_IS_TOP_LEVEL)
  set(precompile_default ALL)
endif()
set(SIGPROP_PRECOMPILE ${precompile_default} CACHE STRING
  "Precompile headers: OFF, OWN_INCLUDES (of the library standard ones only: it must include its own), ALL")
set_property(CACHE SIGPROP_PRECOMPILE PROPERTY STRINGS OFF OWN_INCLUDES ALL)
if(NOT SIGPROP_PRECOMPILE MATCHES "^(OFF|OWN_INCLUDES|ALL)$")
  message(FATAL_ERROR "SIGPROP_PRECOMPILE is OFF, OWN_INCLUDES or ALL, not '${SIGPROP_PRECOMPILE}'")
endif()

function(sigprop_precompile target level)
  if(SIGPROP_PRECOMPILE STREQUAL "OFF")
    return()
  endif()
  set(headers ${ARGN})
  if(SIGPROP_PRECOMPILE STREQUAL "OWN_INCLUDES" AND level STREQUAL "LIBRARY")
    set(headers)
  endif()
  target_precompile_headers(${target} PRIVATE ${headers}
    <algorithm> <array> <bit> <charconv> <cmath> <cstddef> <cstdint> <cstdlib> <exception> <fstream>
    <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <set> <span> <sstream> <stdexcept> <string>
    <string_view> <utility> <vector>)
  # g++ 12 forgets that what is precompiled comes from system headers, and finds fault with std::string: what it
  # says there without, it says in everybody's build.
  target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>")
endfunction()
