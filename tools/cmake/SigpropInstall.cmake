# Two components: `runtime` is the command line, `dev` the library with everything find_package(sigprop)
# needs. CPack makes a Debian package of each (cpack -G DEB in the build folder).

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/sigprop")
if(TARGET sigprop_tool)
  install(TARGETS sigprop_tool RUNTIME COMPONENT runtime)
  # As soon as the tool is linked, it writes its completions and its manual page itself, from the tables
  # behind its help, so that help2man is not needed. A tool that cannot be run here is installed without them.
  if(NOT CMAKE_CROSSCOMPILING)
    set(pages "${PROJECT_BINARY_DIR}/pages")
    set(script "${PROJECT_SOURCE_DIR}/tools/cmake/pages.cmake")
    add_custom_command(TARGET sigprop_tool POST_BUILD
      COMMAND "${CMAKE_COMMAND}" -D tool=$<TARGET_FILE:sigprop_tool> -D output=${pages} -P "${script}"
      BYPRODUCTS "${pages}/sigprop" "${pages}/_sigprop" "${pages}/sigprop.fish" "${pages}/sigprop.1.gz"
      VERBATIM)
    set_property(TARGET sigprop_tool APPEND PROPERTY LINK_DEPENDS "${script}")
    foreach(page IN ITEMS "sigprop bash-completion/completions" "_sigprop zsh/vendor-completions"
        "sigprop.fish fish/vendor_completions.d")
      separate_arguments(page)
      list(GET page 0 file)
      list(GET page 1 folder)
      install(FILES "${pages}/${file}" DESTINATION "${CMAKE_INSTALL_DATADIR}/${folder}" COMPONENT runtime)
    endforeach()
    install(FILES "${pages}/sigprop.1.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT runtime)
  endif()
endif()

# The licences of everything in a build, in the form Debian requires.
set(whole_note " This build has no GNU Scientific Library in it.")
set(linked "")
if(SIGPROP_WITH_GSL)
  set(whole_note
    " This build links the GNU Scientific Library: as a whole it is under the GNU General Public License, version 3\n or later (/usr/share/common-licenses/GPL-3), whatever its parts are under.")
  list(APPEND linked "GSL (GPL-3+)")
endif()
if(SIGPROP_LINKS_MPI)
  list(APPEND linked "MPI")
endif()
list(JOIN linked ", " linked_note)
if(linked)
  set(linked_note " ${linked_note},")
endif()
configure_file("${PROJECT_SOURCE_DIR}/tools/debian/copyright.in" "${PROJECT_BINARY_DIR}/copyright" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/copyright" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/sigprop" COMPONENT runtime)
install(FILES "${PROJECT_BINARY_DIR}/copyright" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/libsigprop-dev" COMPONENT dev)

install(TARGETS sigprop EXPORT sigprop
  ARCHIVE COMPONENT dev
  FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT dev)
install(FILES "${PROJECT_SOURCE_DIR}/include/sigprop/sigprop.hpp"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/sigprop" COMPONENT dev)
install(FILES ${function_headers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/sigprop/engine/functions" COMPONENT dev)
install(EXPORT sigprop NAMESPACE sigprop:: FILE sigpropTargets.cmake DESTINATION "${package_dir}" COMPONENT dev)

include(CMakePackageConfigHelpers)
configure_package_config_file("${PROJECT_SOURCE_DIR}/tools/cmake/sigpropConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/sigpropConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/sigpropConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/sigpropConfig.cmake"
  "${PROJECT_BINARY_DIR}/sigpropConfigVersion.cmake"
  "${PROJECT_SOURCE_DIR}/tools/cmake/FindFlintArb.cmake"
  "${PROJECT_SOURCE_DIR}/tools/cmake/FindNettle.cmake"
  "${PROJECT_SOURCE_DIR}/tools/cmake/FindRe2.cmake"
  DESTINATION "${package_dir}" COMPONENT dev)

if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()
set(CPACK_GENERATOR DEB)
string(REGEX REPLACE "[.]?(dev|a|b|rc)" "~\\1" CPACK_PACKAGE_VERSION "${SIGPROP_VERSION}")  # before the release, as Debian orders versions
set(CPACK_PACKAGE_CHECKSUM SHA256)  # what tools/ci compares a download with
set(CPACK_PACKAGE_NAME sigprop)
set(CPACK_PACKAGE_VENDOR "the sigprop authors")
string(REGEX REPLACE "^A " "" synopsis "${PROJECT_DESCRIPTION}")  # Debian's synopses have no article
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${synopsis}")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_ALL runtime dev)
if(SIGPROP_BUILD_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
  install(FILES "${PROJECT_BINARY_DIR}/copyright" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/python3-sigprop" COMPONENT python)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "the sigprop authors")
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(gsl_note "")
set(gsl_package "")
if(SIGPROP_WITH_GSL)
  set(gsl_note "\nThis build uses the GNU Scientific Library: as a whole it is under the\nGPL, version 3 or later.")
  set(gsl_package "libgsl-dev, ")
endif()
set(mpi_package "")
if(SIGPROP_LINKS_MPI)
  set(mpi_package "libopenmpi-dev, ")
elseif(SIGPROP_WITH_MPI)
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "openmpi-bin")  # loaded under its mpirun, and else not needed
endif()
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME sigprop)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "python3")  # runs the checker of certificates, `sigprop check`
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION
  "Computes the published constants of signal propagation with proved digits\nand holds claims against them.${gsl_note}")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libsigprop-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "${gsl_package}${mpi_package}${FlintArb_DEBIAN_PACKAGES}, libfmt-dev, libhwy-dev, libre2-dev, nettle-dev, zlib1g-dev")
set(CPACK_DEBIAN_DEV_DESCRIPTION "Headers and the static library, for find_package(sigprop).${gsl_note}")
if(SIGPROP_BUILD_PYTHON)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-sigprop)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.9)")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-numpy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-pandas, python3-tqdm, python3-pytest")
  set(CPACK_DEBIAN_PYTHON_DESCRIPTION
    "Computes the published constants of signal propagation with proved digits\nin Python: import sigprop.${gsl_note}")
endif()
include(CPack)
