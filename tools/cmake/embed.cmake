# Writes one C++ source that holds the bytes of the files listed in a manifest, as they are or, with -D packed=ON,
# compressed until they are asked for.
# cmake -D name=claims -D manifest=claims.txt -D output=claims.cpp [-D packed=ON] -P embed.cmake
cmake_minimum_required(VERSION 3.25)

set(fence "sigprop_file")
file(STRINGS "${manifest}" files)
list(FILTER files EXCLUDE REGEX "^$")
set(entries)
foreach(file IN LISTS files)
  cmake_path(GET file FILENAME filename)
  string(REGEX REPLACE "\\.json$" "" basename "${filename}")
  list(APPEND entries "${basename}\t${file}")
endforeach()
list(SORT entries)  # by name: a tab sorts before every letter

list(LENGTH entries count)
file(WRITE "${output}.tmp" "// Generated from ${name}: edit the files themselves instead.
#include <array>
#include <string_view>

#include \"core/base/embedded.hpp\"
")
if(packed)
  file(APPEND "${output}.tmp" "#include \"formats/packed_files.hpp\"
")
endif()
file(APPEND "${output}.tmp" "
namespace sigprop::embedded {
namespace {
using namespace std::string_view_literals;
")
if(packed)
  file(WRITE "${output}.all" "")
  file(APPEND "${output}.tmp" "constexpr std::array<PackedFile, ${count}> files{{
")
  foreach(entry IN LISTS entries)
    string(REGEX REPLACE "\t.*" "" basename "${entry}")
    string(REGEX REPLACE "^[^\t]*\t" "" file "${entry}")
    file(SIZE "${file}" bytes)
    file(APPEND "${output}.tmp" "    PackedFile{\"${basename}\"sv, ${bytes}},\n")
    file(READ "${file}" text)
    file(APPEND "${output}.all" "${text}")
  endforeach()
  find_program(gzip gzip REQUIRED)
  execute_process(COMMAND "${gzip}" -9nf "${output}.all" COMMAND_ERROR_IS_FATAL ANY)
  file(READ "${output}.all.gz" bytes HEX)
  file(REMOVE "${output}.all.gz")
  string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
  file(APPEND "${output}.tmp" "}};
constexpr std::string_view packed = \"${bytes}\"sv;
}  // namespace

std::span<const File> ${name}() {
    static const UnpackedFiles unpacked(files, packed);
    return unpacked.files();
}
")
else()
  file(APPEND "${output}.tmp" "constexpr std::array<File, ${count}> files{{
")
  foreach(entry IN LISTS entries)
    string(REGEX REPLACE "\t.*" "" basename "${entry}")
    string(REGEX REPLACE "^[^\t]*\t" "" file "${entry}")
    file(READ "${file}" text)
    string(FIND "${text}" ")${fence}\"" inside)
    if(NOT inside EQUAL -1)
      message(FATAL_ERROR "${file} contains the text that ends a literal: )${fence}\"")
    endif()
    file(APPEND "${output}.tmp" "    File{\"${basename}\"sv, R\"${fence}(${text})${fence}\"sv},\n")
  endforeach()
  file(APPEND "${output}.tmp" "}};
}  // namespace

std::span<const File> ${name}() { return files; }
")
endif()
file(APPEND "${output}.tmp" "
}  // namespace sigprop::embedded
")
file(RENAME "${output}.tmp" "${output}")
