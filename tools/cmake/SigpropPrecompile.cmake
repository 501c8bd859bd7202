# sigprop_precompile(TARGET LEVEL [REUSE_FROM OTHER] [HEADER...]): parses headers that nearly every file reads once for
# each target, or once for OTHER and all that reuse its, whose compile options must be the same. Otherwise parsing them
# takes half the time of a build from nothing. With ALL a file may forget an #include unnoticed, so tools/alone.sh uses
# OWN_INCLUDES. Choose OFF for ccache, which sees through precompiled headers only when told to.

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
  cmake_parse_arguments(PARSE_ARGV 2 precompile "" REUSE_FROM "")
  set(headers ${precompile_UNPARSED_ARGUMENTS})
  if(SIGPROP_PRECOMPILE STREQUAL "OWN_INCLUDES")
    if(level STREQUAL "LIBRARY")
      set(headers)
    endif()
    list(FILTER headers EXCLUDE REGEX "^<sigprop/")  # a public header that changes is compiled where it is included
  endif()
  if(precompile_REUSE_FROM AND NOT precompile_REUSE_FROM STREQUAL target)
    target_precompile_headers(${target} REUSE_FROM ${precompile_REUSE_FROM})
  else()
    target_precompile_headers(${target} PRIVATE ${headers}
      <algorithm> <array> <atomic> <bit> <charconv> <chrono> <cmath> <cstddef> <cstdint> <cstdlib> <exception> <fstream>
      <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <set> <span> <sstream> <stdexcept> <string>
      <string_view> <utility> <variant> <vector>)
  endif()
  # g++ 12 forgets that precompiled headers are system headers, and warns about std::string; users would see
  # the remaining warnings in their builds too.
  target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>")
endfunction()
