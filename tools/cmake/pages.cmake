# Writes the tool's completions and its manual page, compressed as Debian wants it.
# cmake -D tool=sigprop -D output=folder -P pages.cmake
cmake_minimum_required(VERSION 3.25)

foreach(page IN ITEMS "completions bash>sigprop" "completions zsh>_sigprop" "completions fish>sigprop.fish" "manual>sigprop.1")
  string(REGEX MATCH "^(.*)>(.*)$" page "${page}")
  set(file "${output}/${CMAKE_MATCH_2}")
  string(REPLACE " " ";" words "${CMAKE_MATCH_1}")
  execute_process(COMMAND "${tool}" ${words} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE "${file}" "${text}")
endforeach()
# without name and time of the file, so that equal pages are equal bytes
find_program(gzip gzip REQUIRED)
execute_process(COMMAND "${gzip}" -9nf "${output}/sigprop.1" COMMAND_ERROR_IS_FATAL ANY)
