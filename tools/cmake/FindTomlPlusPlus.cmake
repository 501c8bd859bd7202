# toml++: the target TomlPlusPlus::headers. Its functions are compiled where they are used, so that the shared library that Debian's
# package has beside the headers, and whose configuration for CMake asks to link it, is not needed.

find_path(TomlPlusPlus_INCLUDE_DIR toml++/toml.h)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(TomlPlusPlus
  REQUIRED_VARS TomlPlusPlus_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "On Debian: apt-get install libtomlplusplus-dev")

if(TomlPlusPlus_FOUND AND NOT TARGET TomlPlusPlus::headers)
  add_library(TomlPlusPlus::headers INTERFACE IMPORTED)
  target_include_directories(TomlPlusPlus::headers INTERFACE "${TomlPlusPlus_INCLUDE_DIR}")
endif()
mark_as_advanced(TomlPlusPlus_INCLUDE_DIR)
