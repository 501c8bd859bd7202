// Every error term of a proof is named in the sources and has a test that misses it.

#include "tests/house/error_terms.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

namespace {

using error_terms::Source;

std::vector<Source> read(const char* folder) {
    const std::filesystem::path root = SIGPROP_SOURCE_DIR;
    std::vector<Source> sources;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
        const std::string path = entry.path().lexically_relative(root).generic_string();
        const std::string ending = entry.path().extension().string();
        if ((ending != ".hpp" && ending != ".cpp") || path.starts_with("tests/house/")) continue;
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        sources.push_back({path, text.str()});
    }
    return sources;
}

/// The one complaint about a source and a test, or their number when it is not one.
std::string complaint(const std::string& source, const std::string& test) {
    const auto found = error_terms::violations({{"src/methods/ode/x.cpp", source}}, {{"tests/x.cpp", test}});
    return found.size() == 1 ? found.front() : std::to_string(found.size()) + " complaints";
}

}  // namespace

TEST_CASE("every error term of the tree is named and tested") {
    const std::vector<Source> sources = read("src");
    CHECK(error_terms::terms_in(sources).size() > 50);
    for (const std::string& line : error_terms::violations(sources, read("tests"))) FAIL_CHECK(line);
}

TEST_CASE("sound forms pass") {
    const std::string test = "sharp(\"ode.x.rest\", 0.5, run, truth);\n";
    for (const char* source :
         {"y = sum.widened(error_term(\"ode.x.rest\", rest));\n",
          "const Ball rest = error_term(\"ode.x.rest\", b);\ny = sum.widened(rest);  // widening: of terms\n",
          "const Ball rest = error_term(\n    \"ode.x.rest\", b);\n// widening: of terms\ny = sum\n    "
          ".widened(rest);\n",
          "y = sum.widened(error_term(\"ode.x.rest\", b));\nreturn Ball(t)\n    // widening: estimate\n    "
          ".widened(error);\n",
          "y = sum + error_term(\"ode.x.rest\", b);  // not .widened(b)\n"}) {
        CAPTURE(source);
        CHECK(complaint(source, test) == "0 complaints");
    }
}

TEST_CASE("every broken rule is seen") {
    const std::string sound = "y = sum + error_term(\"ode.x.rest\", b);\n";
    const std::string test = "sharp(\"ode.x.rest\", 0.5, run, truth);\n";
    struct Row {
        std::string source, test;
        const char* says;
    };
    const Row rows[] = {
        {sound + "y = y.widened(more);\n", test, "x.cpp:2: widens an enclosure and does not say by what"},
        {sound + "arb_add_error(y, raw(more));\n", test, "x.cpp:2: widens"},
        {sound + "mag_add(arb_radref(y), arb_radref(y), more);\n", test, "x.cpp:2: widens"},
        {sound + "x = x.widened(a);  // widening: of terms\ny = y.widened(more);\n", test, "x.cpp:3: widens"},
        {sound + "y = y.widened(more);  // widening: because\n", test, "x.cpp:2: widens"},
        {sound, "", "the error term ode.x.rest has no test that misses it"},
        {sound, test + "sharp(\"ode.x.tail\", 0.5, run, truth);\n", "no error term is named ode.x.tail"},
        {sound, "sharp(\"ode.x.rest\", 0, run, truth);\n", "a factor between 0 and 1"},
        {sound + sound, test, "is also one of src/methods/ode/x.cpp"},
        {"y = sum + error_term(\"roots.x.rest\", b);\n", "sharp(\"roots.x.rest\", 0.5, run, truth);\n",
         "is not named after its room"}};
    for (const Row& row : rows) {
        CAPTURE(row.source);
        CAPTURE(row.test);
        CHECK(complaint(row.source, row.test).find(row.says) != std::string::npos);
    }
}
