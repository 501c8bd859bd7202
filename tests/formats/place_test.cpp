#include <doctest/doctest.h>

#include <string>

#include "formats/place.hpp"

namespace {

constexpr std::string_view text = "one\nµ²=x\r\n\nlast";

}  // namespace

TEST_CASE("lines count from 1, columns count code points") {
    struct Row {
        std::size_t offset, line, column;
    };
    for (const Row row : {Row{0, 1, 1}, Row{2, 1, 3}, Row{3, 1, 4}, Row{4, 2, 1}, Row{6, 2, 2}, Row{8, 2, 3},
                          Row{12, 3, 1}, Row{13, 4, 1}, Row{17, 4, 5}, Row{99, 4, 5}}) {
        CAPTURE(row.offset);
        const sigprop::LineColumn at = sigprop::line_column(text, row.offset);
        CHECK(at.line == row.line);
        CHECK(at.column == row.column);
    }
}

TEST_CASE("a place holds its line without the line end") {
    const sigprop::Place place = sigprop::place_in(text, 8, 99, "f.json");
    CHECK(place.source == "f.json");
    CHECK(place.text == "µ²=x");
    CHECK(place.offset == 4);
    CHECK(place.length == 2);
    CHECK(sigprop::place_in(text, 10, 1, "f").text == "µ²=x");  // the '\r' itself is the end of its line
    CHECK(sigprop::place_in(text, 12, 1, "f").text.empty());
    CHECK(sigprop::place_in("", 5, 1, "f").offset == 0);
}

TEST_CASE("an error says source:line:column and draws its carets") {
    const sigprop::InputError error = sigprop::input_error_at(text, 9, 1, "f.json", "no x here");
    CHECK(std::string(error.what()) == "f.json:2:4: no x here");
    CHECK(sigprop::caret_diagram(error.place()) == "µ²=x\n   ^\n");
}

TEST_CASE("an error is one line, whatever it quotes and whatever its source is called") {
    const sigprop::InputError error =
        sigprop::input_error_at("{\"a\": 1}", 1, 3, "in\n.json", "the id 'a\nb\x1b[2J' is none");
    CHECK(std::string(error.what()) == "in\\n.json:1:2: the id 'a\\nb\\x1b[2J' is none");
    CHECK(error.place().source == "in\n.json");
}

TEST_CASE("an error that knows its offset alone is located, one that has its text is left alone") {
    const sigprop::InputError bare("a.b: expected a string", {"a.b", {}, 13, 1});
    const sigprop::InputError found = sigprop::located(bare, text, "f.json");
    CHECK(std::string(found.what()) == "f.json:4:1: a.b: expected a string");
    CHECK(found.place().text == "last");
    CHECK(std::string(sigprop::located(found, "other", "g").what()) == found.what());
}
