# Builds the Debian packages and looks inside: the names, the dependencies that dpkg-shlibdeps found, and the
# command line itself, unpacked and run.
cmake_minimum_required(VERSION 3.25)
set(work "${build}/deb")
file(REMOVE_RECURSE "${work}")

execute_process(COMMAND "${cpack}" -G DEB --config "${build}/CPackConfig.cmake" -B "${work}"
  WORKING_DIRECTORY "${build}" COMMAND_ERROR_IS_FATAL ANY)

function(check_package package)
  file(GLOB file "${work}/${package}_${version}_*.deb")
  execute_process(COMMAND "${dpkg_deb}" -I "${file}" OUTPUT_VARIABLE info COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND "${dpkg_deb}" -c "${file}" OUTPUT_VARIABLE contents COMMAND_ERROR_IS_FATAL ANY)
  foreach(expected "Package: ${package}\n" "Version: ${version}\n" ${ARGN})
    if(NOT "${info}\n${contents}" MATCHES "${expected}")
      message(FATAL_ERROR "${file}: no \"${expected}\" in\n${info}\n${contents}")
    endif()
  endforeach()
  execute_process(COMMAND "${dpkg_deb}" -x "${file}" "${work}/root" COMMAND_ERROR_IS_FATAL ANY)
  # what tools/ci compares a download with
  cmake_path(GET file FILENAME name)
  file(SHA256 "${file}" digest)
  file(READ "${file}.sha256" stated)
  if(NOT stated STREQUAL "${digest}  ${name}\n")
    message(FATAL_ERROR "${file}.sha256 says ${stated}, but the file has ${digest}")
  endif()
endfunction()

check_package(sigprop "Depends: [^\n]*libc6[^\n]*" "Depends: [^\n]*libflint" "Depends: [^\n]*libre2-" "[.]/usr/bin/sigprop\n")
check_package(libsigprop-dev "Depends: [^\n]*libflint-dev" "Depends: [^\n]*libre2-dev" "[.]/usr/lib/libsigprop[.]a\n"
  "sigpropConfig[.]cmake\n" "[.]/usr/include/sigprop/version[.]hpp\n")

# expect(<what> <text> <regular expression>...)
function(expect what text)
  foreach(expected IN LISTS ARGN)
    if(NOT text MATCHES "${expected}")
      message(FATAL_ERROR "${what}: no \"${expected}\" in\n${text}")
    endif()
  endforeach()
endfunction()
set(tool "${work}/root/usr/bin/sigprop")
set(share "${work}/root/usr/share")

execute_process(COMMAND "${tool}" --version OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
expect("sigprop --version" "${output}" "^sigprop ${version}\nGSL: (yes|no)" "\nMPI: (yes|no)\n$")

# what stands in it is what is linked
execute_process(COMMAND ldd "${tool}" OUTPUT_VARIABLE linked COMMAND_ERROR_IS_FATAL ANY)
foreach(package IN ITEMS sigprop libsigprop-dev)
  file(READ "${share}/doc/${package}/copyright" copyright)
  expect("copyright" "${copyright}" "Format: https://www[.]debian[.]org/" "\nFiles: [*]\n[^\n]*the sigprop authors\nLicense: Expat\n"
    " RE2 [(]BSD-3-clause[)]")
  foreach(part IN ITEMS "gsl:GSL:GSL [(]GPL-3" "mpi:MPI:[ ,]MPI,")
    string(REPLACE ":" ";" part "${part}")
    list(GET part 0 soname)
    list(GET part 1 word)
    list(GET part 2 licence)
    string(REGEX MATCH "lib${soname}[.]so" is_linked "${linked}")
    string(REGEX MATCH "${word}: yes" is_said "${output}")
    string(REGEX MATCH "${licence}" is_named "${copyright}")
    if(word STREQUAL "MPI" AND is_said AND NOT is_linked)
      set(is_said "")  # Open MPI is loaded under mpirun only
    endif()
    if(is_linked AND NOT (is_said AND is_named) OR NOT is_linked AND (is_said OR is_named))
      message(FATAL_ERROR "${word}: linked '${is_linked}', --version '${is_said}', the copyright of ${package} '${is_named}'")
    endif()
  endforeach()
endforeach()

# the shells' files are those that the tool prints
foreach(page IN ITEMS bash:bash-completion/completions/sigprop zsh:zsh/vendor-completions/_sigprop
    fish:fish/vendor_completions.d/sigprop.fish)
  string(REPLACE ":" ";" page "${page}")
  list(GET page 0 shell)
  list(GET page 1 file)
  file(READ "${share}/${file}" shipped)
  execute_process(COMMAND "${tool}" completions ${shell} OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
  if(shipped STREQUAL "" OR NOT shipped STREQUAL printed)
    message(FATAL_ERROR "${file} is not what 'sigprop completions ${shell}' prints")
  endif()
endforeach()

# the manual page has every command of the help, and man finds no fault with it
execute_process(COMMAND gzip -dc "${share}/man/man1/sigprop.1.gz" OUTPUT_VARIABLE page COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${tool}" --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n  [a-z]+ " commands "${help}")
list(LENGTH commands count)
if(count LESS 10)
  message(FATAL_ERROR "the help lists ${count} commands:\n${help}")
endif()
foreach(command IN LISTS commands)
  string(STRIP "${command}" command)
  if(NOT command STREQUAL "sigprop")  # the examples
    expect("sigprop.1" "${page}" "\n[.]SS *${command} ")
  endif()
endforeach()
find_program(man man)
if(man)
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env LC_ALL=C.UTF-8 MANWIDTH=80 "${man}" --warnings -E UTF-8 -l "${share}/man/man1/sigprop.1.gz"
    OUTPUT_VARIABLE text ERROR_VARIABLE faults COMMAND_ERROR_IS_FATAL ANY)
  if(NOT faults STREQUAL "")
    message(FATAL_ERROR "man finds fault with sigprop.1:\n${faults}")
  endif()
endif()
