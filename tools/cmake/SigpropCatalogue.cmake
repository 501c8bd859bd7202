# The rows of src/quantities/catalogue/*.json become C++ before anything of the library is compiled. The program that
# writes them is linked with nothing of ours, so that a wrong row ends the build in seconds, with its place.

file(GLOB catalogue_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/catalogue/*.cpp")
list(FILTER catalogue_sources EXCLUDE REGEX "/main[.]cpp$")
add_library(sigprop_catalogue_rows OBJECT ${catalogue_sources})  # tests are linked with it, too
target_compile_features(sigprop_catalogue_rows PUBLIC cxx_std_20)
target_compile_options(sigprop_catalogue_rows PRIVATE -O1)
target_link_libraries(sigprop_catalogue_rows PUBLIC sigprop_flags nlohmann_json::nlohmann_json)
add_executable(sigprop_catalogue "${PROJECT_SOURCE_DIR}/tools/catalogue/main.cpp")
set_target_properties(sigprop_catalogue PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
target_link_libraries(sigprop_catalogue PRIVATE sigprop_catalogue_rows)

set(catalogue_folder "${PROJECT_SOURCE_DIR}/src/quantities/catalogue")
file(GLOB catalogue_rows CONFIGURE_DEPENDS "${catalogue_folder}/*.json")
set(catalogue_written "${PROJECT_BINARY_DIR}/generated/quantity_rows.cpp")
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/generated")
add_custom_command(OUTPUT "${catalogue_written}"
  COMMAND sigprop_catalogue "${catalogue_folder}" "${catalogue_written}"
  DEPENDS ${catalogue_rows}
  COMMENT "Writing the rows of the catalogue as C++"
  VERBATIM)
