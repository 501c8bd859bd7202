# sigprop_embed(<target> <name> <folder> [PACKED] [<pattern>...]): the files of <folder> (relative to the source tree; it may be
# empty or missing) that match the patterns, *.json unless others are given, become sigprop::embedded::<name>(), declared
# in src/core/base/embedded.hpp. The next build notices files that appear, vanish or change.

function(sigprop_embed target name folder)
  cmake_parse_arguments(PARSE_ARGV 3 embed PACKED "" "")
  set(patterns ${embed_UNPARSED_ARGUMENTS})
  if(NOT patterns)
    set(patterns *.json)
  endif()
  list(TRANSFORM patterns PREPEND "${PROJECT_SOURCE_DIR}/${folder}/" OUTPUT_VARIABLE globs)
  file(GLOB files CONFIGURE_DEPENDS ${globs})
  set(manifest "${PROJECT_BINARY_DIR}/embedded/${name}.txt")
  set(output "${PROJECT_BINARY_DIR}/embedded/${name}.cpp")
  set(script "${PROJECT_SOURCE_DIR}/tools/cmake/embed.cmake")
  list(JOIN files "\n" lines)
  file(CONFIGURE OUTPUT "${manifest}" CONTENT "${lines}\n" @ONLY)  # written only when it differs
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" -D name=${name} -D manifest=${manifest} -D output=${output} -D packed=${embed_PACKED} -P "${script}"
    DEPENDS "${manifest}" "${script}" ${files}
    COMMENT "Embedding ${folder}"
    VERBATIM)
  # clang calls a long literal a portability problem; both compilers accept them whole
  set_source_files_properties("${output}" PROPERTIES COMPILE_OPTIONS "-Wno-overlength-strings")
  target_sources(${target} PRIVATE "${output}")
endfunction()
