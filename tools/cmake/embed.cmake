# Writes one C++ source that holds the bytes of the files listed in a manifest.
# cmake -D name=claims -D manifest=claims.txt -D output=claims.cpp -P embed.cmake
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

namespace sigprop::embedded {
namespace {
using namespace std::string_view_literals;
constexpr std::array<File, ${count}> files{{
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

}  // namespace sigprop::embedded
")
file(RENAME "${output}.tmp" "${output}")
