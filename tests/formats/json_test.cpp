#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <sigprop/core/base/errors.hpp>
#include <string>
#include <string_view>

#include "formats/json.hpp"
#include "formats/place.hpp"

using sigprop::Json;
using sigprop::JsonStyle;

namespace {

Json parse(std::string_view text) { return sigprop::parse_json(text, "f.json"); }

/// The message, or "parsed".
std::string refusal(std::string_view text, sigprop::Place* place = nullptr) {
    try {
        (void)parse(text);
    } catch (const sigprop::InputError& error) {
        if (place != nullptr) *place = error.place();
        return error.what();
    }
    return "parsed";
}

std::string nested(std::size_t depth, std::string_view open, std::string_view close) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += open;
    for (std::size_t i = 0; i < depth; ++i) text += close;
    return text;
}

constexpr std::string_view sample = R"({"claims": [
  {"id": "a.b", "stated": "0.7737413", "n": -0, "x": 0.77374130, "u": "µ\u00b5\ud83d\ude00"},
  {"list": [1, 2.5e-3, [], {}, [true, false, null]], "": 12345678901234567890123}
]})";

}  // namespace

TEST_CASE("values keep their order, their kind and the text of their numbers") {
    const Json root = parse(sample);
    const Json& first = root.at("claims").as_array()[0];
    CHECK(first.as_object()[1].key == "stated");
    CHECK(first.at("stated").as_string() == "0.7737413");
    CHECK(first.at("x").as_number_text() == "0.77374130");
    CHECK(first.at("n").as_number_text() == "-0");
    CHECK(first.at("u").as_string() == "µµ😀");
    const Json& second = root.at("claims").as_array()[1];
    CHECK(second.at("").as_number_text() == "12345678901234567890123");
    CHECK(second.at("").is_integer());
    CHECK(second.at("list").as_array()[1].kind() == Json::Kind::number);
    CHECK(second.at("list").as_array()[4].size() == 3);
    CHECK(parse(" 7 \r\n\t").as_integer() == 7);
    CHECK(parse("\xEF\xBB\xBF[1]").as_array()[0].offset() == 4);
}

TEST_CASE("every value and key knows the byte it starts at") {
    const Json root = parse(sample);
    const Json& second = root.at("claims").as_array()[1];
    CHECK(root.offset() == 0);
    CHECK(root.at("claims").offset() == sample.find('['));
    CHECK(second.offset() == sample.find("{\"list"));
    CHECK(second.as_object()[0].key_offset == sample.find("\"list"));
    CHECK(second.at("list").as_array()[1].offset() == sample.find("2.5e-3"));
    CHECK(second.at("list").as_array()[3].offset() == sample.find("{}"));
    CHECK(second.at("list").as_array()[4].as_array()[2].offset() == sample.find("null"));
    CHECK(second.at("").offset() == sample.find("1234567890123"));
    CHECK(root.at("claims").as_array()[0].at("u").offset() == sample.find("\"µ"));
    CHECK(parse(R"(["a\"b\\", 1])").as_array()[1].offset() == 11);
}

TEST_CASE("what is not strict JSON is refused at its place, with the way to mend it") {
    struct Row {
        std::string_view text, message;
    };
    const Row rows[] = {
        {"{\"claims\": [1, 2, 3,\n {\"id\": 1, \"x\": {},\n  \"id\": 2}]}",
         "3:3: duplicate key \"id\" in claims[3]"},
        {R"({"a": 1, "\u0061": 2})", "1:10: duplicate key \"a\" in the outermost object"},
        {R"([{"we ird": {"b": [{"k":1,"k":1}]}}])", "1:27: duplicate key \"k\" in [0][\"we ird\"].b[0]"},
        {"", "1:1: the text is empty; write a JSON value"},
        {" \n ", "1:1: the text is empty; write a JSON value"},
        {"{}\n{}", "2:1: text follows the JSON value; remove it"},
        {"[1] x", "1:5: text follows the JSON value; remove it"},
        {std::string_view("{}\0{}", 5), "1:3: text follows the JSON value; remove it"},
        {"[1,\n// no\n2]", "2:1: JSON has no comments; remove it in the outermost array"},
        {"{\"a\": /* no */ 2}", "1:7: JSON has no comments; remove it in the outermost object"},
        {"{\"a\": NaN}", "1:7: NaN is not a JSON number; write null or a string in the outermost object"},
        {"[-Infinity]", "1:2: -Infinity is not a JSON number; write null or a string in the outermost array"},
        {"[1e999]", "1:2: 1e999 is too large for a double; write it as a string in the outermost array"},
        {"True", "1:1: True is not JSON; write true, false or null"},
        {"[1,\n]", "2:1: a comma precedes the closing bracket; remove it in the outermost array"},
        {"{\"a\":1,}", "1:8: a comma precedes the closing bracket; remove it in the outermost object"},
        {"{'a':1}", "1:2: strings need double quotes in the outermost object"},
        {"{\"a\" 1}", "1:6: unexpected number literal; expected ':' in the outermost object"},
        {"[01]", "1:3: unexpected number literal; expected ']' in the outermost array"},
        {"[truefalse]", "1:6: unexpected false literal; expected ']' in the outermost array"},
        {"[1 2]", "1:4: unexpected number literal; expected ']' in the outermost array"},
        {"[nul]", "1:2: invalid literal in the outermost array"},
        {"tru", "1:1: invalid literal"},
        {"[1.]", "1:2: invalid number; expected digit after '.' in the outermost array"},
        {"{\"a\":\n {\"b\": [1", "2:10: the text ends too early in a.b; a bracket or quote is not closed"},
        {"[\"abc", "1:2: a string is not closed in the outermost array"},
        {"[\"a\xff\"]", "1:4: the text is not valid UTF-8 in the outermost array; save the file as UTF-8"},
        {"[\"\xed\xa0\x80\"]", "1:4: the text is not valid UTF-8"},
        {"[\"\\ud800\"]", "1:9: invalid string: surrogate U+D800..U+DBFF must be followed by"},
        {"[\"\\x\"]", "1:4: invalid string: forbidden character after backslash"},
        {"[\"a\nb\"]", "1:4: invalid string: control character U+000A (LF) must be escaped"},
        {"}", "1:1: unexpected '}'"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        sigprop::Place place;
        const std::string message = refusal(row.text, &place);
        const std::string wanted = "f.json:" + std::string(row.message);
        CHECK(message.substr(0, wanted.size()) == wanted);
        CHECK(message.find('\n') == std::string::npos);
        CHECK(place.source == "f.json");
    }
    sigprop::Place place;
    (void)refusal(rows[0].text, &place);
    CHECK(caret_diagram(place) == "  \"id\": 2}]}\n  ^^^^\n");
}

TEST_CASE("64 levels are read, the 65th is refused where it opens, however deep the text goes on") {
    CHECK(refusal(nested(64, "[", "]")) == "parsed");
    CHECK(refusal(nested(63, "{\"a\":", "") + "[]" + nested(63, "", "}")) == "parsed");
    const std::string message = "f.json:1:65: the JSON is nested deeper than 64 levels; flatten it";
    CHECK(refusal(nested(65, "[", "]")) == message);
    CHECK(refusal(nested(100'000, "[", "]")) == message);
    CHECK(refusal(nested(100'000, "[", "")) == message);
    CHECK(refusal(nested(100'000, "{\"a\":", "")) ==
          "f.json:1:321: the JSON is nested deeper than 64 levels; flatten it");
    CHECK_THROWS_AS((void)sigprop::parse_json("[[]]", "x", {.depth = 1}), sigprop::InputError);
    CHECK_THROWS_AS((void)sigprop::parse_json(nested(600, "[", "]"), "x", {.depth = 1000}),
                    sigprop::InputError);
}

TEST_CASE("a text may have so many bytes and no more") {
    CHECK_NOTHROW((void)sigprop::parse_json("[12]", "x", {.bytes = 4}));
    CHECK_THROWS_AS((void)sigprop::parse_json("[12] ", "x", {.bytes = 4}), sigprop::InputError);
    CHECK(refusal(std::string((std::size_t{16} << 20U) + 1, ' ')) ==
          "f.json: the text has 16777217 bytes; at most 16777216 are read");
}

TEST_CASE("damaged texts are refused or read, and what is read is written so that it reads the same") {
    std::uint32_t state = 12345;
    const auto draw = [&](std::size_t below) {
        state = state * 1664525U + 1013904223U;
        return static_cast<std::size_t>(state >> 8U) % below;
    };
    constexpr std::string_view likely = "{}[]\",:\\0123456789.eE+-tfnu/ \n\xc2\xb5\xff";
    std::array<int, 2> outcomes{};  // refused, read
    for (int round = 0; round < 3000; ++round) {
        std::string text(sample);
        for (std::size_t flips = 1 + draw(3); flips > 0; --flips) {
            const std::size_t at = draw(text.size());
            switch (draw(4)) {
                case 0: text[at] = static_cast<char>(draw(256)); break;
                case 1: text[at] = likely[draw(likely.size())]; break;
                case 2: text.erase(at, 1 + draw(4)); break;
                default: text.insert(at, 1, likely[draw(likely.size())]);
            }
        }
        Json value;
        try {
            value = parse(text);
        } catch (const sigprop::InputError&) {
            ++outcomes[0];
            continue;
        }
        ++outcomes[1];
        const std::string canonical = write_json(value, JsonStyle::canonical);
        REQUIRE(parse(write_json(value)) == value);
        REQUIRE(write_json(parse(canonical), JsonStyle::canonical) == canonical);
    }
    CHECK(outcomes[0] > 300);
    CHECK(outcomes[1] > 200);
}
