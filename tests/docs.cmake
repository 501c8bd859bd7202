# README.md and docs/: every command shown is run and its output compared; the site is built strictly.

if(NOT TARGET sigprop_tool)
  return()
endif()

find_program(SIGPROP_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SIGPROP_PYTHON python3 REQUIRED)

add_test(NAME docs.commands COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/docs/commands_test.py" "$<TARGET_FILE:sigprop_tool>")
add_test(NAME docs.controls COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/docs/controls.py" "$<TARGET_FILE:sigprop_tool>")
add_test(NAME docs.site COMMAND bash "${PROJECT_SOURCE_DIR}/tools/docs.sh" "${PROJECT_BINARY_DIR}/docs")
add_test(NAME docs.pictures COMMAND "${SIGPROP_PYTHON}" -B "${PROJECT_SOURCE_DIR}/tools/docs/pictures.py" --check)
add_test(NAME docs.rows COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/docs/rows_test.py")  # what the catalogue's rows are listed in
add_test(NAME docs.menu COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/docs/site_test.py")
add_test(NAME docs.families_page COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/docs/families_test.py")
set_tests_properties(docs.commands docs.controls docs.site docs.pictures docs.rows docs.menu docs.families_page PROPERTIES LABELS docs TIMEOUT 1200)
sigprop_whole(docs.commands COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/docs/commands_test.py" "$<TARGET_FILE:sigprop_tool>")
# most of its time is that of rendering 264 pages, each with a list of all
set_tests_properties(docs.site PROPERTIES LABELS slow ENVIRONMENT "SIGPROP_TOOL=$<TARGET_FILE:sigprop_tool>" SKIP_RETURN_CODE 2)
# its pages from their files in a browser
add_test(NAME docs.browser COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/docs/browser_test.py" "${PROJECT_BINARY_DIR}/docs/site")
set_tests_properties(docs.browser PROPERTIES LABELS slow TIMEOUT 900 DEPENDS docs.site SKIP_RETURN_CODE 77)

# docs/explanation/found.md and the scripts that show what it says; tests/frameworks.cmake runs these
add_test(NAME docs.found COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/found/found_test.py")
set_tests_properties(docs.found PROPERTIES LABELS docs)

# docs/explanation/trust.md must show results/trust.json
add_test(NAME docs.trust COMMAND "${SIGPROP_PYTHON}" -B "${PROJECT_SOURCE_DIR}/studies/trust/figures.py" check)
add_test(NAME docs.trust_figures COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/studies/figures_test.py")
add_test(NAME docs.line_coverage COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/studies/line_coverage_test.py")
add_test(NAME docs.intervals COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/studies/intervals_test.py")
add_test(NAME docs.machines COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/studies/machines_test.py")
set_tests_properties(docs.trust docs.trust_figures docs.line_coverage docs.intervals docs.machines PROPERTIES LABELS docs)

# what instantiates the libraries' classes and infers their laws; the inference is tested on made arrays, for which it needs numpy
add_test(NAME docs.families COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/studies/families_test.py")
set_tests_properties(docs.families PROPERTIES LABELS docs SKIP_RETURN_CODE 77)

# what attacks claims and expressions must notice, and a few hundred cases of each; mpmath may be missing
add_test(NAME trust.attack COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/studies/attack_test.py")
set_tests_properties(trust.attack PROPERTIES LABELS docs ENVIRONMENT "SIGPROP_TOOL=$<TARGET_FILE:sigprop_tool>")
# the mutator of studies/mutate/run.sh; it needs clang's AST
add_test(NAME docs.mutate COMMAND /usr/bin/python3 -B "${CMAKE_CURRENT_SOURCE_DIR}/studies/mutate_test.py")
set_tests_properties(docs.mutate PROPERTIES LABELS docs SKIP_RETURN_CODE 77 TIMEOUT 300)

# the words of pages, messages and help: tools/docs/words.txt, and codespell where it is installed
add_test(NAME docs.words COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/docs/words_test.py" "$<TARGET_FILE:sigprop_tool>")
set_tests_properties(docs.words PROPERTIES LABELS docs)
add_test(NAME docs.layout COMMAND "${SIGPROP_PYTHON}" -B "${CMAKE_CURRENT_SOURCE_DIR}/docs/layout_test.py")
set_tests_properties(docs.layout PROPERTIES LABELS docs)
