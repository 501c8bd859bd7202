// TOML as the values of JSON, with the places of its text.

#include "formats/toml.hpp"

#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>
#include <string>

using sigprop::InputError;
using sigprop::Json;
using sigprop::parse_toml;

namespace {

std::string error_of(const std::string& text) {
    try {
        static_cast<void>(parse_toml(text, "a.toml"));
    } catch (const InputError& error) {
        CHECK(error.place().source == "a.toml");
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("each kind of value, and dates and infinities as their texts") {
    const Json root = parse_toml(
        "a = 'text'\nb = -3\nc = 1.5\nd = true\ne = [1, ['x']]\nf = {g = 2}\n[h.i]\nj = 1979-05-27\nk = inf\n"
        "l = 07:32:00\nm = 1979-05-27T07:32:00Z\n",
        "a.toml");
    CHECK(root.at("a").as_string() == "text");
    CHECK(root.at("b").as_integer() == -3);
    CHECK(root.at("c").as_double() == 1.5);
    CHECK(root.at("d").as_boolean());
    CHECK(root.at("e").as_array()[1].as_array()[0].as_string() == "x");
    CHECK(root.at("f").at("g").as_integer() == 2);
    const Json& inner = root.at("h").at("i");
    CHECK(inner.at("j").as_string() == "1979-05-27");
    CHECK(inner.at("k").as_string() == "inf");
    CHECK(inner.at("l").as_string() == "07:32:00");
    CHECK(inner.at("m").as_string() == "1979-05-27T07:32:00Z");
    CHECK(parse_toml("", "a.toml").as_object().empty());
}

TEST_CASE("places are bytes of the text, beyond letters of several bytes and after either end of a line") {
    const std::string text = "# ä€𝄞\r\n\"ö€\" = 1\n\n[t]\nlist = ['é', 'here',\n  'there']\n";
    const Json root = parse_toml(text, "a.toml");
    const std::vector<Json>& list = root.at("t").at("list").as_array();
    CHECK(text.substr(list[0].offset(), 2) == "'\xc3");
    CHECK(text.substr(list[1].offset(), 6) == "'here'");
    CHECK(text.substr(list[2].offset(), 7) == "'there'");
    CHECK(text.substr(root.at("t").at("list").offset(), 1) == "[");
    CHECK(text.substr(root.at("ö€").offset(), 1) == "1");
}

TEST_CASE("what is no TOML has its line and column") {
    CHECK(error_of("a = 1\nb = [1,\nc\n").starts_with("a.toml:3:1: this is not TOML: "));
    CHECK(error_of("a = 1\na = 2\n").starts_with("a.toml:2:"));
    CHECK(error_of("[t]\nx = 'open\n").starts_with("a.toml:2:"));
    CHECK(error_of("a = \"\xff\"").starts_with("a.toml:1:"));
    CHECK(error_of("a").starts_with("a.toml:1:"));
    CHECK(error_of("a = " + std::string(10'000, '[')).starts_with("a.toml:1:"));
    CHECK(error_of("a = 1").empty());
}
