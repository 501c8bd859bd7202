# Ball arithmetic. Up to FLINT 2, Arb is a library of its own (<arb.h>, -lflint-arb on Debian, -larb
# elsewhere); from FLINT 3 on it is a part of FLINT (<flint/arb.h>, -lflint).
#
#   FlintArb::FlintArb         the target; compiles with SIGPROP_FLINT3=1 when the header is <flint/arb.h>, else 0
#   FlintArb_VERSION           the version of FLINT
#   FlintArb_DEBIAN_PACKAGES   the packages that a Debian package linking to it depends on

find_path(FlintArb_INCLUDE_DIR flint/flint.h)
find_library(FlintArb_FLINT_LIBRARY flint)
find_library(FlintArb_MPFR_LIBRARY mpfr)
find_library(FlintArb_GMP_LIBRARY gmp)
set(_flintarb_required FlintArb_FLINT_LIBRARY FlintArb_MPFR_LIBRARY FlintArb_GMP_LIBRARY FlintArb_INCLUDE_DIR)

if(FlintArb_INCLUDE_DIR)
  file(STRINGS "${FlintArb_INCLUDE_DIR}/flint/flint.h" _flintarb_lines REGEX "^# *define +__FLINT_VERSION")
  string(REGEX REPLACE ".*__FLINT_VERSION +([0-9]+).*" "\\1" _flintarb_major "${_flintarb_lines}")
  string(REGEX REPLACE ".*__FLINT_VERSION_MINOR +([0-9]+).*" "\\1" _flintarb_minor "${_flintarb_lines}")
  string(REGEX REPLACE ".*__FLINT_VERSION_PATCHLEVEL +([0-9]+).*" "\\1" _flintarb_patch "${_flintarb_lines}")
  set(FlintArb_VERSION "${_flintarb_major}.${_flintarb_minor}.${_flintarb_patch}")
endif()

if(FlintArb_VERSION VERSION_GREATER_EQUAL 3)
  set(_flintarb_flint3 1)
  set(FlintArb_DEBIAN_PACKAGES "libflint-dev")
  set(_flintarb_libraries "${FlintArb_FLINT_LIBRARY}")
else()
  set(_flintarb_flint3 0)
  set(FlintArb_DEBIAN_PACKAGES "libflint-arb-dev, libflint-dev")
  find_path(FlintArb_ARB_INCLUDE_DIR arb.h)
  find_library(FlintArb_ARB_LIBRARY NAMES flint-arb arb)
  list(PREPEND _flintarb_required FlintArb_ARB_LIBRARY FlintArb_ARB_INCLUDE_DIR)
  set(_flintarb_libraries "${FlintArb_ARB_LIBRARY}" "${FlintArb_FLINT_LIBRARY}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FlintArb
  REQUIRED_VARS ${_flintarb_required}
  VERSION_VAR FlintArb_VERSION
  REASON_FAILURE_MESSAGE "On Debian 12: apt-get install libflint-dev libflint-arb-dev")

if(FlintArb_FOUND AND NOT TARGET FlintArb::FlintArb)
  add_library(FlintArb::FlintArb INTERFACE IMPORTED)
  target_include_directories(FlintArb::FlintArb INTERFACE
    "${FlintArb_INCLUDE_DIR}" $<$<NOT:${_flintarb_flint3}>:${FlintArb_ARB_INCLUDE_DIR}>)
  target_link_libraries(FlintArb::FlintArb INTERFACE
    ${_flintarb_libraries} "${FlintArb_MPFR_LIBRARY}" "${FlintArb_GMP_LIBRARY}")
  target_compile_definitions(FlintArb::FlintArb INTERFACE SIGPROP_FLINT3=${_flintarb_flint3})
endif()
mark_as_advanced(FlintArb_INCLUDE_DIR FlintArb_FLINT_LIBRARY FlintArb_MPFR_LIBRARY FlintArb_GMP_LIBRARY
  FlintArb_ARB_INCLUDE_DIR FlintArb_ARB_LIBRARY)
