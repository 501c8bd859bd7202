# The library and the command line. Every *.cpp below the folder of a floor is part of the library;
# tests/house/layers_test.cpp checks that each floor, and each of its rooms, includes only what it may.

set(floors core formats methods models quantities judgement engine measure report)
# Sanitizers are worth most where strangers' bytes are read, and compiling everything with them takes half an hour.
set(SIGPROP_REST "" CACHE FILEPATH
  "A libsigprop.a of the same sources, from another build: then formats, judgement and what core reads texts with are compiled alone, the rest is taken from it")
set(levels light small)
if(SIGPROP_REST)
  set(core_readers core/base core/evidence core/expression core/formula core/notation)  # no arithmetic, random numbers, vector code
  set(floors ${core_readers} formats judgement)
  set(levels small)  # no room of these floors is light
endif()
# Rooms that choose and combine: Arb, or rooms not named here, do the computing. -O3 would double their
# compile time. Options of one level are a target, since precompiled headers hold for the options they were made with:
# g++ 12 takes those of functions from them, not from the command line, and newer ones refuse them.
set(light_rooms methods/bessel methods/derivatives methods/extrema methods/hermite methods/mean
  methods/quadrature methods/roots methods/softmax)
set(light_options $<$<CONFIG:Release>:-O1>)
# Rooms that make texts, tables and plans: -Os halves their code, and they are two thirds of it.
set(small_rooms core/evidence core/expression core/notation formats quantities judgement engine
  measure/attention measure/elementwise measure/gradient measure/model report)
# Clang's -Os inlines far more than GCC's: with -Oz two of these rooms were a quarter smaller in a wheel. zig takes one for the other,
# and passes on what is meant for clang alone.
set(small_options $<$<CONFIG:Release>:-Os>)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  list(APPEND small_options "$<$<CONFIG:Release>:SHELL:-Xclang -Oz>")
endif()
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=address")
  set(small_options -O0)  # halves the time to compile them, which is longer than what they compute in the tests
endif()
set(kernels "/measure/(model/(spectrum|branches|circuits)|gradient/pass)[.]cpp$")  # but these work on whole tensors

add_library(sigprop STATIC)
foreach(level IN LISTS levels)
  add_library(sigprop_${level} OBJECT)
  target_sources(sigprop PRIVATE $<TARGET_OBJECTS:sigprop_${level}>)
  target_compile_options(sigprop_${level} PRIVATE ${${level}_options})
endforeach()

foreach(floor IN LISTS floors)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${floor}/*.cpp")
  # keep either a back end or its substitute that reports it as left out
  if(SIGPROP_WITH_GSL)
    list(FILTER sources EXCLUDE REGEX "/without_gsl_[^/]*[.]cpp$")
  else()
    list(FILTER sources EXCLUDE REGEX "/gsl_[^/]*[.]cpp$")
  endif()
  if(SIGPROP_WITH_MPI)
    list(FILTER sources EXCLUDE REGEX "/without_mpi[.]cpp$")
  else()
    list(FILTER sources EXCLUDE REGEX "/mpi(_library)?[.]cpp$")
  endif()
  foreach(level IN LISTS levels)
    foreach(room IN LISTS ${level}_rooms)
      set(inside ${sources})
      list(FILTER inside INCLUDE REGEX "/src/${room}/")
      list(FILTER inside EXCLUDE REGEX "${kernels}")
      target_sources(sigprop_${level} PRIVATE ${inside})
      list(REMOVE_ITEM sources ${inside})
    endforeach()
  endforeach()
  target_sources(sigprop PRIVATE ${sources})
endforeach()
# Programs of tests define its functions themselves, so that nothing else may be in its object.
set_source_files_properties("${PROJECT_SOURCE_DIR}/src/core/ball/error_term.cpp" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
# clang needs minutes to compile UBSan's checks of long straight vector code; these get AddressSanitizer only.
set_source_files_properties(
  "${PROJECT_SOURCE_DIR}/src/core/simd/operations.cpp" "${PROJECT_SOURCE_DIR}/src/core/simd/operations_f32.cpp"
  "${PROJECT_SOURCE_DIR}/src/models/attention/softmax.cpp"
  "${PROJECT_SOURCE_DIR}/src/methods/sampling/inversion.cpp"
  PROPERTIES COMPILE_OPTIONS -fno-sanitize=undefined SKIP_PRECOMPILE_HEADERS ON)
# Boost 1.74 derives from std::unary_function and the like, which C++17 took away: libc++ has it for who asks.
include(CheckCXXSymbolExists)
check_cxx_symbol_exists(_LIBCPP_VERSION "version" SIGPROP_ON_LIBCXX)
if(SIGPROP_ON_LIBCXX)
  set_source_files_properties("${PROJECT_SOURCE_DIR}/src/methods/sampling/boost_sobol.cpp" "${PROJECT_SOURCE_DIR}/src/methods/ode/boost_ode_estimates.cpp"
    PROPERTIES COMPILE_DEFINITIONS _LIBCPP_ENABLE_CXX17_REMOVED_UNARY_BINARY_FUNCTION)
endif()
if(SIGPROP_WITH_MPI)  # its headers are seen by its adapter alone
  list(TRANSFORM MPI_CXX_INCLUDE_DIRS PREPEND "-isystem" OUTPUT_VARIABLE mpi_options)
  set_source_files_properties("${PROJECT_SOURCE_DIR}/src/methods/sampling/mpi.cpp"
    "${PROJECT_SOURCE_DIR}/src/methods/sampling/mpi_library.cpp" PROPERTIES
    SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS "${mpi_options}"
    COMPILE_DEFINITIONS "${MPI_CXX_COMPILE_DEFINITIONS};${SIGPROP_MPI_DEFINITIONS}")
endif()
if(NOT SIGPROP_REST)
  target_sources(sigprop_small PRIVATE ${catalogue_written})
  set_source_files_properties(${catalogue_written} PROPERTIES GENERATED ON)
  foreach(level IN LISTS levels)
    add_dependencies(sigprop_${level} sigprop_catalogue_written)
  endforeach()
endif()
sigprop_embed(sigprop claims src/claims PACKED)
sigprop_embed(sigprop constants src/constants)
sigprop_embed(sigprop series src/series PACKED)
sigprop_embed(sigprop recipes src/recipes)
sigprop_embed(sigprop architectures src/architectures PACKED)
sigprop_embed(sigprop found src/found)
sigprop_embed(sigprop numbers src/numbers PACKED)
sigprop_embed(sigprop norms src/norms)
sigprop_embed(sigprop schemas results/schema PACKED)
sigprop_embed(sigprop page src/report/page PACKED *.css *.js uplot/*.css uplot/*.js uplot/LICENSE)

set(version_header "${PROJECT_BINARY_DIR}/include/sigprop/version.hpp")
configure_file("${PROJECT_SOURCE_DIR}/tools/cmake/version.hpp.in" "${version_header}" @ONLY)
file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/sigprop/*.hpp")
list(REMOVE_ITEM headers "${PROJECT_SOURCE_DIR}/include/sigprop/sigprop.hpp")  # SigpropFunctions.cmake has it
target_sources(sigprop PUBLIC FILE_SET HEADERS
  BASE_DIRS "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include"
  FILES ${headers} "${version_header}")

set_target_properties(sigprop PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
foreach(level IN LISTS levels)
  target_include_directories(sigprop_${level} PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")
endforeach()
target_compile_features(sigprop PUBLIC cxx_std_20)
set(targets ${levels})
list(TRANSFORM targets PREPEND sigprop_)
foreach(target IN ITEMS sigprop ${targets})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_BINARY_DIR}/generated")
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_compile_definitions(${target} PRIVATE SIGPROP_WITH_GSL=$<BOOL:${SIGPROP_WITH_GSL}>)
  # Position-independent and hidden, so that the library can be part of a shared one, such as an extension of Python.
  set_target_properties(${target} PROPERTIES
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_libraries(${target} PRIVATE
    Threads::Threads FlintArb::FlintArb Nettle::nettle ZLIB::ZLIB fmt::fmt hwy::hwy re2::re2
    $<$<BOOL:${SIGPROP_WITH_GSL}>:GSL::gsl>
    # needed only to compile: a consumer does not link them
    $<BUILD_INTERFACE:sigprop_flags> $<BUILD_INTERFACE:Boost::headers>
    $<BUILD_INTERFACE:Eigen3::Eigen>
    $<BUILD_INTERFACE:Random123::Random123> $<BUILD_INTERFACE:taocpp::pegtl> $<BUILD_INTERFACE:TomlPlusPlus::headers>
    $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
  sigprop_precompile(${target} LIBRARY <fmt/format.h> <engine/binding/binder.hpp> <core/formula/evaluator.hpp> <quantities/quantity.hpp>)
  sigprop_unity(${target})
endforeach()
target_link_libraries(sigprop PRIVATE ${CMAKE_DL_LIBS} $<$<BOOL:${SIGPROP_LINKS_MPI}>:$<LINK_ONLY:MPI::MPI_CXX>>)
if(SIGPROP_REST)
  # all that is compiled here comes first, so that nothing of it is taken from the other build
  add_library(sigprop_and_rest INTERFACE)
  target_link_libraries(sigprop_and_rest INTERFACE "$<LINK_LIBRARY:WHOLE_ARCHIVE,sigprop>" "${SIGPROP_REST}")
  cmake_path(GET SIGPROP_REST PARENT_PATH rest)
  target_include_directories(sigprop_and_rest INTERFACE "${rest}/include")  # the functions
  add_library(sigprop::sigprop ALIAS sigprop_and_rest)
elseif(for_people)
  include(SigpropFunctions)
else()
  add_library(sigprop::sigprop ALIAS sigprop)
endif()

# The command line, for its own program and for the Python package.
file(GLOB command_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/sigprop/*.cpp")
list(FILTER command_sources EXCLUDE REGEX "/main[.]cpp$")
if(NOT SIGPROP_REST AND (for_people OR SIGPROP_BUILD_PYTHON))
  add_library(sigprop_command OBJECT ${command_sources})
  target_include_directories(sigprop_command PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_compile_options(sigprop_command PRIVATE ${small_options})
  set_target_properties(sigprop_command PROPERTIES
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_libraries(sigprop_command PRIVATE sigprop sigprop_flags CLI11::CLI11 fmt::fmt)
  set_source_files_properties("${PROJECT_SOURCE_DIR}/tools/sigprop/command_line.cpp" PROPERTIES COMPILE_DEFINITIONS
    "SIGPROP_WITH_GSL=$<BOOL:${SIGPROP_WITH_GSL}>;SIGPROP_WITH_MPI=$<BOOL:${SIGPROP_WITH_MPI}>")  # for --version
  sigprop_precompile(sigprop_command LIBRARY <fmt/format.h> <sigprop/engine/verification/verify.hpp> <sigprop/report/report.hpp>)
  sigprop_unity(sigprop_command)
endif()
if(TARGET sigprop_command AND for_people)
  add_executable(sigprop_tool "${PROJECT_SOURCE_DIR}/tools/sigprop/main.cpp")
  set_target_properties(sigprop_tool PROPERTIES
    OUTPUT_NAME sigprop RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  target_link_libraries(sigprop_tool PRIVATE sigprop_command sigprop sigprop_flags fmt::fmt)
  # A library that is loaded costs time whether it is used or not: target_choice.cpp replaces what we need of Highway's.
  target_link_options(sigprop_tool PRIVATE LINKER:--as-needed)
endif()
