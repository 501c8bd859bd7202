# The rows of src/quantities/catalogue/*.json become C++ before anything of the library is compiled. The program that
# writes them is linked with nothing of ours, so that a wrong row ends the build in seconds, with its place.

file(GLOB catalogue_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/catalogue/*.cpp")
list(FILTER catalogue_sources EXCLUDE REGEX "/main[.]cpp$")
add_library(sigprop_catalogue_rows OBJECT ${catalogue_sources})  # tests are linked with it, too
target_compile_features(sigprop_catalogue_rows PUBLIC cxx_std_20)
target_compile_options(sigprop_catalogue_rows PRIVATE -O1)
target_include_directories(sigprop_catalogue_rows PRIVATE "${PROJECT_SOURCE_DIR}/src")  # for headers that stand alone
target_link_libraries(sigprop_catalogue_rows PUBLIC sigprop_flags nlohmann_json::nlohmann_json)
set(SIGPROP_CATALOGUE "" CACHE FILEPATH "A sigprop_catalogue that runs here, where the compiler is for another processor")
if(SIGPROP_CATALOGUE)
  set(catalogue_program "${SIGPROP_CATALOGUE}")
else()
  set(catalogue_program sigprop_catalogue)
  add_executable(sigprop_catalogue "${PROJECT_SOURCE_DIR}/tools/catalogue/main.cpp")
  set_target_properties(sigprop_catalogue PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  target_link_libraries(sigprop_catalogue PRIVATE sigprop_catalogue_rows)
endif()

set(catalogue_folder "${PROJECT_SOURCE_DIR}/src/quantities/catalogue")
file(GLOB catalogue_rows CONFIGURE_DEPENDS "${catalogue_folder}/*.json")
set(generated_folder "${PROJECT_BINARY_DIR}/generated")
set(catalogue_written "${generated_folder}/quantity_rows.cpp" "${generated_folder}/quantity_arguments.cpp")
set(catalogue_headers "${generated_folder}/catalogue/words.hpp")
foreach(rows IN LISTS catalogue_rows)
  cmake_path(GET rows STEM stem)
  if(NOT stem MATCHES "^(shared|words)$")
    list(APPEND catalogue_headers "${generated_folder}/catalogue/${stem}.hpp")
  endif()
endforeach()
# The stamp is what is always written: a header that would not change stays as it is, and so does what includes it.
add_custom_command(OUTPUT "${generated_folder}/stamp"
  BYPRODUCTS ${catalogue_written} ${catalogue_headers}
  COMMAND "${catalogue_program}" "${catalogue_folder}" "${generated_folder}"
  COMMAND "${CMAKE_COMMAND}" -E touch "${generated_folder}/stamp"
  DEPENDS ${catalogue_rows} "${catalogue_program}"
  COMMENT "Writing the rows of the catalogue as C++"
  VERBATIM)
add_custom_target(sigprop_catalogue_written DEPENDS "${generated_folder}/stamp")
