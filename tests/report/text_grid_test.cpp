// Columns that do not fit the terminal stand in a further table, beside the first column.

#include "report/text_grid.hpp"

#include <doctest/doctest.h>

using namespace sigprop;

namespace {

TextGrid grid() {
    TextGrid grid;
    grid.columns = {{"name"}, {"first", true}, {"second"}, {"third"}};
    grid.rows = {{{"a"}, {"1"}, {"12345678"}, {"yes"}}, {{"longer"}, {"22"}, {"-"}, {"no"}}};
    return grid;
}

}  // namespace

TEST_CASE("one table where it fits") {
    const std::string whole =
        "name    first  second    third\n"
        "a           1  12345678  yes\n"
        "longer     22  -         no\n";
    CHECK(text_of(grid(), 140, false) == whole);
    CHECK(text_of(grid(), 30, false) == whole);
}

TEST_CASE("else as many columns as fit, and the others below") {
    CHECK(text_of(grid(), 29, false) ==
          "name    first  second\n"
          "a           1  12345678\n"
          "longer     22  -\n"
          "\n"
          "name    third\n"
          "a       yes\n"
          "longer  no\n");
    CHECK(text_of(grid(), 13, false) ==
          "name    first\n"
          "a           1\n"
          "longer     22\n"
          "\n"
          "name    second\n"
          "a       12345678\n"
          "longer  -\n"
          "\n"
          "name    third\n"
          "a       yes\n"
          "longer  no\n");
}

TEST_CASE("a column that may shrink does so before") {
    TextGrid shrinking = grid();
    shrinking.columns[2].shrinks_to = 4;
    const std::string text = text_of(shrinking, 28, false);
    CHECK(text.find("\n\n") == std::string::npos);
    CHECK(text.find("…") != std::string::npos);
    CHECK(text_of(shrinking, 25, false).find("\n\n") != std::string::npos);
}
