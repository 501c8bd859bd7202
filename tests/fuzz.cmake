# Fuzzing of whatever reads texts and files of strangers (tests/fuzz/targets.hpp). The committed corpus is replayed in
# every build, so that a finding never comes back; with SIGPROP_BUILD_FUZZ, which needs clang++, libFuzzer looks for new
# ones (studies/fuzz/run.sh).

# Each file of tests/fuzz/targets is a target of its name.
file(GLOB fuzz_targets CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/targets/*.cpp")
set(fuzz_declarations "")
set(fuzz_rows "")
foreach(file IN LISTS fuzz_targets)
  cmake_path(GET file STEM target)
  string(APPEND fuzz_declarations "void run_${target}(std::string_view bytes);\n")
  string(APPEND fuzz_rows "        Target{\"${target}\", run_${target}},\n")
endforeach()
configure_file(fuzz/targets.cpp.in fuzz_targets.cpp @ONLY)
list(APPEND fuzz_targets "${CMAKE_CURRENT_BINARY_DIR}/fuzz_targets.cpp")
add_executable(sigprop_fuzz_tests fuzz/replay_test.cpp ${fuzz_targets})
target_link_libraries(sigprop_fuzz_tests PRIVATE sigprop_test_main)
target_compile_options(sigprop_fuzz_tests PRIVATE -O0)
sigprop_precompile(sigprop_fuzz_tests TESTS REUSE_FROM ${first_unoptimised} ${test_headers})
add_test(NAME fuzz.replay_test COMMAND sigprop_fuzz_tests)
set_tests_properties(fuzz.replay_test PROPERTIES LABELS unit TIMEOUT 300)

find_program(SIGPROP_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SIGPROP_PYTHON python3 REQUIRED)
if(NOT SIGPROP_REST)
  add_test(NAME fuzz.script COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/studies/fuzz_test.py")  # what studies/fuzz/run.sh reports
  set_tests_properties(fuzz.script PROPERTIES LABELS unit TIMEOUT 300)
endif()

if(NOT SIGPROP_BUILD_FUZZ)
  return()
endif()
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "SIGPROP_BUILD_FUZZ needs clang++, whose libFuzzer it uses: cmake --preset fuzz")
endif()

# The rooms that read are compiled once more, with the counters of coverage that guide libFuzzer. These would slow down
# everything else, and a tenth of the library is compiled in minutes. What the readers call (the quantities that an
# expression of a series is bound to) comes from the library, without counters.
set(SIGPROP_FUZZ_LIBRARY "" CACHE FILEPATH
  "A libsigprop.a of the same sources, from another build, to link instead of compiling the library here")
set(fuzz_flags -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
set(fuzz_sources)
foreach(pattern IN ITEMS core/base/* core/expression/* core/formula/formula* core/formula/lowering formats/* judgement/*
    report/report_* engine/recipe/recipe_reader engine/series/* engine/binding/* measure/model/spec_reader measure/model/project)
  file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${pattern}.cpp")
  list(APPEND fuzz_sources ${files})
endforeach()
add_executable(sigprop_fuzz fuzz/entry.cpp fuzz/broken.cpp ${fuzz_targets} ${fuzz_sources})
set_target_properties(sigprop_fuzz PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
target_include_directories(sigprop_fuzz PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}")
target_compile_features(sigprop_fuzz PRIVATE cxx_std_20)
target_compile_options(sigprop_fuzz PRIVATE -O2 -g1 ${fuzz_flags})
# Ranking names that were meant, and showing a text in an error, take more comparisons than the readers do, and every one of them
# would be traced: two fifths of the time of the series, for branches that say nothing about what is read. Both sanitizers stay.
foreach(file IN ITEMS suggest shown_text)
  set_source_files_properties("${PROJECT_SOURCE_DIR}/src/core/base/${file}.cpp" PROPERTIES
    COMPILE_OPTIONS -fno-sanitize=fuzzer-no-link SKIP_PRECOMPILE_HEADERS ON)
endforeach()
# The JSON library compares characters, a tenth of the time of whatever is JSON: its branches are counted, but not what it compares.
set_source_files_properties("${PROJECT_SOURCE_DIR}/src/formats/json.cpp" PROPERTIES COMPILE_OPTIONS -fno-sanitize-coverage=trace-cmp)
target_compile_definitions(sigprop_fuzz PRIVATE SIGPROP_WITH_GSL=$<BOOL:${SIGPROP_WITH_GSL}>)
target_link_options(sigprop_fuzz PRIVATE -fsanitize=fuzzer,address,undefined)
# The library's objects are whole rooms, of which a part may stand here: the linker keeps the first, that with counters.
target_link_options(sigprop_fuzz PRIVATE LINKER:--allow-multiple-definition)
target_link_libraries(sigprop_fuzz PRIVATE sigprop_flags Threads::Threads FlintArb::FlintArb Nettle::nettle ZLIB::ZLIB fmt::fmt
  hwy::hwy re2::re2 Boost::headers Eigen3::Eigen Random123::Random123 taocpp::pegtl nlohmann_json::nlohmann_json TomlPlusPlus::headers ${CMAKE_DL_LIBS}
  $<$<BOOL:${SIGPROP_WITH_GSL}>:GSL::gsl>)
if(SIGPROP_FUZZ_LIBRARY)
  target_link_libraries(sigprop_fuzz PRIVATE "${SIGPROP_FUZZ_LIBRARY}")
  target_include_directories(sigprop_fuzz PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")
else()
  target_link_libraries(sigprop_fuzz PRIVATE sigprop::sigprop)
endif()
sigprop_precompile(sigprop_fuzz LIBRARY <fmt/format.h>)
