# sigprop::sigprop: the library, and the typed C++ functions, one for each quantity. They are headers alone, written from
# the catalogue by a program that is linked with the library, so that their names, parameters and contracts cannot differ
# from it, and none of them is kept in git.

set(SIGPROP_FUNCTIONS "" CACHE FILEPATH "A sigprop_functions that runs here, where the compiler is for another processor")
if(SIGPROP_FUNCTIONS)
  set(functions_program "${SIGPROP_FUNCTIONS}")
else()
  set(functions_program sigprop_functions)
  file(GLOB functions_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/functions/*.cpp")
  add_executable(sigprop_functions ${functions_sources})
  set_target_properties(sigprop_functions PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  target_include_directories(sigprop_functions PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}")
  target_compile_options(sigprop_functions PRIVATE ${small_options})
  target_link_libraries(sigprop_functions PRIVATE sigprop sigprop_flags)
endif()

set(functions_folder "${PROJECT_BINARY_DIR}/include/sigprop/engine/functions")
set(function_headers activation attention elementwise initialization mixture normalization optimizer quantizer residual sampler training unit_scaling)
list(TRANSFORM function_headers REPLACE "(.+)" "${functions_folder}/\\1.hpp")
# As with the rows: the stamp is always written, a header that would not change stays as it is.
set(functions_stamp "${PROJECT_BINARY_DIR}/generated/functions_stamp")
add_custom_command(OUTPUT "${functions_stamp}"
  BYPRODUCTS ${function_headers}
  COMMAND "${functions_program}" "${functions_folder}"
  COMMAND "${CMAKE_COMMAND}" -E touch "${functions_stamp}"
  DEPENDS "${functions_program}"
  COMMENT "Writing the C++ functions of the quantities"
  VERBATIM)
add_custom_target(sigprop_function_headers ALL DEPENDS "${functions_stamp}")

add_library(sigprop_with_functions INTERFACE)
add_library(sigprop::sigprop ALIAS sigprop_with_functions)
target_link_libraries(sigprop_with_functions INTERFACE sigprop)
target_sources(sigprop_with_functions INTERFACE FILE_SET HEADERS
  BASE_DIRS "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include"
  FILES "${PROJECT_SOURCE_DIR}/include/sigprop/sigprop.hpp" ${function_headers})
set_target_properties(sigprop_with_functions PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
add_dependencies(sigprop_with_functions sigprop_function_headers)
