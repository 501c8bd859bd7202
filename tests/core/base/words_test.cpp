#include "core/base/words.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

#include "core/base/digit.hpp"
#include "core/base/fields.hpp"
#include "core/base/shape.hpp"

using namespace sigprop;

TEST_CASE("words are joined, the empty ones too") {
    CHECK(joined(std::vector<std::string>{}) == "");
    CHECK(joined(std::array{"std"}) == "std");
    CHECK(joined(std::vector<std::string>{"", "a", ""}) == ", a, ");
    CHECK(joined(std::vector<std::string_view>{"a", "b"}, " ") == "a b");
    CHECK(counted(1, "row") == "1 row");
    CHECK(counted(0, "row") == "0 rows");
    CHECK(counted(std::size_t{12}, "row") == "12 rows");
}

TEST_CASE("digits are those of ASCII") {
    for (int byte = 0; byte < 256; ++byte) {
        const char c = static_cast<char>(byte);
        CHECK(is_digit(c) == (std::string_view("0123456789").find(c) != std::string_view::npos));
    }
    CHECK(is_letter_or_digit('z'));
    CHECK_FALSE(is_letter_or_digit('_'));
    CHECK_FALSE(is_letter_or_digit('\xe9'));
    CHECK(is_digits("007"));
    CHECK_FALSE(is_digits(""));
    CHECK_FALSE(is_digits("1.5"));
}

TEST_CASE("fields come back as they were, whatever they hold") {
    std::string text;
    const std::vector<std::string> fields = {"", "12 34", std::string("\0\n", 2), "end"};
    for (const std::string& one : fields) add_field(text, one);
    std::string_view rest = text;
    for (const std::string& one : fields) CHECK(cut_field(rest) == one);
    CHECK(rest.empty());
}

TEST_CASE("what is no field is not cut") {
    for (const std::string_view text :
         {"", "3", "3 ab", "x ab", " ab", "-1 a", "1x a", "99999999999999999999 a"}) {
        std::string_view rest = text;
        CAPTURE(text);
        CHECK_FALSE(cut_field(rest));
        CHECK(rest == text);
    }
}

TEST_CASE("a shape without axes has one entry") {
    CHECK(entries_of({}) == 1);
    CHECK(entries_of(std::array<std::size_t, 3>{2, 3, 4}) == 24);
    CHECK(entries_of(std::array<std::size_t, 2>{2, 0}) == 0);
}
