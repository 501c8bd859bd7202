// Every function of src/quantities that returns a table is listed in tables.hpp, or a header of its room
// declares it as a part of another table.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "quantities/tables.hpp"

namespace {

/// Texts by path.
using Tree = std::map<std::string, std::string>;
using Names = std::multiset<std::string>;

constexpr const char* list = "src/quantities/tables.hpp";

Tree read_tree() {
    const std::filesystem::path root = SIGPROP_SOURCE_DIR;
    Tree tree;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "src/quantities")) {
        if (!entry.is_regular_file()) continue;
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        tree.emplace(entry.path().lexically_relative(root).generic_string(), text.str());
    }
    return tree;
}

/// The words ending in _quantities between `before` and `after` on one line.
Names words(const std::string& text, const std::string& before, const std::string& after) {
    Names found;
    const std::string end = "_quantities" + after;
    for (std::size_t at = text.find(end); at != text.npos; at = text.find(end, at + 1)) {
        const std::size_t line = text.rfind('\n', at) + 1;
        const std::size_t start = text.substr(line, at - line).rfind(before);
        if (start == std::string::npos) continue;
        const std::string word = text.substr(line + start + before.size(), at - line - start - before.size());
        if (word.find_first_of(" (") == word.npos) found.insert(word + "_quantities");
    }
    return found;
}

/// One line for each table that is not listed exactly once, and for each line that is no table.
std::vector<std::string> faults(const Tree& tree) {
    Names defined, parts, listed;
    for (const auto& [path, text] : tree) {
        if (path == list) {
            listed = words(text, "table(", ")");
        } else if (path.ends_with(".hpp")) {
            parts.merge(words(text, "std::vector<Quantity> ", "();"));
        } else {
            defined.merge(words(text, " ", "() {"));
        }
    }
    std::vector<std::string> found;
    for (const std::string& name : defined)
        if (listed.count(name) + parts.count(name) != 1) found.push_back(name + " is not listed once");
    for (const std::string& name : listed)
        if (!defined.contains(name)) found.push_back(name + " is listed and not defined");
    return found;
}

}  // namespace

TEST_CASE("every table is listed") {
    const Tree tree = read_tree();
    REQUIRE(tree.contains(list));
    CHECK(words(tree.at(list), "table(", ")").size() == sigprop::quantity_tables.size());
    for (const std::string& fault : faults(tree)) FAIL_CHECK(fault);
}

TEST_CASE("a table that is forgotten is seen") {
    const std::string a = "std::vector<Quantity> a_quantities() {\n";
    const std::string b = "std::vector<Quantity> b_quantities() {\n    return c_quantities();\n}\n";
    const std::string line_of_a = "#define SIGPROP_TABLES(table) \\\n    table(a_quantities)";
    const std::string both = line_of_a + " \\\n    table(b_quantities)\n";
    const std::string room = "src/quantities/room/";
    using Faults = std::vector<std::string>;
    CHECK(faults({{list, both}, {room + "a.cpp", a}, {room + "b.cpp", b}}) == Faults{});
    CHECK(faults({{list, line_of_a}, {room + "a.cpp", a}, {room + "b.cpp", b}}) ==
          Faults{"b_quantities is not listed once"});
    CHECK(faults({{list, both + "table(a_quantities)"}, {room + "a.cpp", a}, {room + "b.cpp", b}}) ==
          Faults{"a_quantities is not listed once"});
    CHECK(faults({{list, both}, {room + "a.cpp", a}}) == Faults{"b_quantities is listed and not defined"});
    const std::string part = "[[nodiscard]] std::vector<Quantity> b_quantities();\n";
    CHECK(faults({{list, line_of_a}, {room + "a.cpp", a}, {room + "b.cpp", b}, {room + "b.hpp", part}}) ==
          Faults{});
}
