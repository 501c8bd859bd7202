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
endfunction()

check_package(sigprop "Depends: [^\n]*libc6[^\n]*" "Depends: [^\n]*libflint" "[.]/usr/bin/sigprop\n")
check_package(libsigprop-dev "Depends: [^\n]*libflint-dev" "[.]/usr/lib/libsigprop[.]a\n"
  "sigpropConfig[.]cmake\n" "[.]/usr/include/sigprop/version[.]hpp\n")
execute_process(COMMAND "${work}/root/usr/bin/sigprop" --version
  OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
string(FIND "${output}" "${version}" found)
if(found EQUAL -1)
  message(FATAL_ERROR "sigprop --version said: ${output}")
endif()
