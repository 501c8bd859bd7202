#include "core/expression/builder.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <sigprop/core/base/errors.hpp>

#include "core/base/digit.hpp"
#include "core/base/utf8.hpp"

namespace sigprop {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_word(char c) { return is_letter_or_digit(c) || c == '_'; }
bool is_one_of(char c, std::string_view any) { return any.find(c) != std::string_view::npos; }

/// "column 5", counted from 1; "line 2, column 5" in a text of several lines. What was read before the place
/// is ASCII, so bytes are columns.
std::string position(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::string_view row = line == 0 ? before : before.substr(before.rfind('\n') + 1);
    const std::string result = "column " + std::to_string(row.size() + 1);
    const bool single = text.find('\n') == std::string_view::npos;
    return single ? result : "line " + std::to_string(line + 1) + ", " + result;
}

/// The word, the operator or the character that starts at `offset`.
std::string_view token_at(std::string_view text, std::size_t offset) {
    const std::string_view rest = text.substr(offset);
    std::size_t length = 0;
    while (length < rest.size() && (is_word(rest[length]) || (length > 0 && rest[length] == '.'))) ++length;
    if (length == 0 && (rest.starts_with("<=") || rest.starts_with(">="))) length = 2;
    if (length == 0) length = std::max<std::size_t>(utf8_length(text, offset), 1);
    return rest.substr(0, length);
}

/// A token for a message: visible, on one line, shortened.
std::string shown(std::string_view token) {
    constexpr std::size_t most = 24;
    const auto byte = static_cast<unsigned char>(token[0]);
    const bool is_utf8 = utf8_length(token, 0) > 0;
    const bool is_control =
        byte < 0x20U || byte == 0x7FU ||
        (byte == 0xC2U && token.size() > 1 && static_cast<unsigned char>(token[1]) < 0xA0U);
    if (!is_utf8 || is_control) {
        std::array<char, 16> hexadecimal{};
        std::snprintf(hexadecimal.data(), hexadecimal.size(), "byte 0x%02X", static_cast<unsigned>(byte));
        return hexadecimal.data();
    }
    return '\'' + std::string(token.substr(0, most)) + (token.size() > most ? "...'" : "'");
}

struct Hint {
    std::string_view found;
    std::string_view advice;
};

/// Notations of other languages, or pasted from documents. The first match counts.
constexpr Hint hints[] = {
    {"**", "write ^ for powers"},
    {"==", "comparisons are written < <= > >="},
    {"!=", "comparisons are written < <= > >="},
    {"=<", "write <="},
    {"=>", "write >="},
    {"=", "key=value can appear only in the parentheses of a call, and the key must be a plain name"},
    {"{", "write parentheses ( )"},
    {"}", "write parentheses ( )"},
    {";", "separate arguments by a comma"},
    {"\xE2\x88\x92", "write - for minus"},              // U+2212 minus
    {"\xE2\x80\x93", "write - for minus"},              // U+2013 en dash
    {"\xE2\x80\x94", "write - for minus"},              // U+2014 em dash
    {"\xC3\x97", "write * for products"},               // U+00D7 multiplication sign
    {"\xC2\xB7", "write * for products"},               // U+00B7 middle dot
    {"\xE2\x8B\x85", "write * for products"},           // U+22C5 dot operator
    {"\xE2\x88\x97", "write * for products"},           // U+2217 asterisk operator
    {"\xC3\xB7", "write / for quotients"},              // U+00F7 division sign
    {"\xE2\x88\x95", "write / for quotients"},          // U+2215 division slash
    {"\xC2\xB2", "write ^2"},                           // U+00B2 superscript two
    {"\xC2\xB3", "write ^3"},                           // U+00B3 superscript three
    {"\xE2\x88\x9A", "write sqrt(...)"},                // U+221A square root
    {"\xCF\x80", "write pi"},                           // U+03C0 pi
    {"\xE2\x88\x9E", "write inf"},                      // U+221E infinity
    {"\xE2\x89\xA4", "write <="},                       // U+2264
    {"\xE2\x89\xA5", "write >="},                       // U+2265
    {"\xE2\x80\x9C", "write straight quotes \"...\""},  // U+201C
    {"\xE2\x80\x9D", "write straight quotes \"...\""},  // U+201D
    {"\xE2\x80\x98", "write straight quotes '...'"},    // U+2018
    {"\xE2\x80\x99", "write straight quotes '...'"},    // U+2019
    {"\xC2\xA0", "write an ordinary space"},            // U+00A0 no-break space
    {"\xE2\x80\xAF", "write an ordinary space"},        // U+202F narrow no-break space
};

/// The operator just before `offset`, ignoring blanks between; else the bracket, comma or equals sign there;
/// empty at the start of the text.
std::string_view token_before(std::string_view text, std::size_t offset) {
    while (offset > 0 && is_blank(text[offset - 1])) --offset;
    if (offset == 0) return {};
    const bool pair = offset > 1 && text[offset - 1] == '=' && is_one_of(text[offset - 2], "<>");
    return pair ? text.substr(offset - 2, 2) : text.substr(offset - 1, 1);
}

char closing_of(char opening) {
    return opening == '[' ? ']' : opening == '(' || opening == 'f' ? ')' : opening;
}

[[noreturn]] void fail_missing_closing(const ExpressionSource& source, const OpenBracket& open,
                                       std::size_t offset) {
    const std::string closing(1, closing_of(open.opening));
    const std::string opening(1, open.opening == 'f' ? '(' : open.opening);
    fail_at(
        source, offset, 1,
        is_one_of(open.opening, "\"'")
            ? "missing " + closing + " for the " + opening + " at " + position(source.text, open.offset)
            : "missing '" + closing + "' for the '" + opening + "' at " + position(source.text, open.offset));
}

/// Whether the text at `offset` closes something around the open bracket, not the bracket itself.
bool closes_outside(std::string_view text, const OpenBracket& open, std::size_t offset) {
    if (is_one_of(open.opening, "\"'") || open.opening == 0) return false;
    if (offset == text.size()) return true;
    const char c = text[offset];
    return (is_one_of(c, ")]") && c != closing_of(open.opening)) || (open.quote != 0 && c == open.quote);
}

[[noreturn]] void explain_operand(const ExpressionSource& source, const OpenBracket& open,
                                  std::size_t offset) {
    const std::string_view text = source.text;
    const bool at_end = offset == text.size();
    const std::string_view token = at_end ? std::string_view() : token_at(text, offset);
    const std::string_view before = token_before(text, offset);
    const std::string unexpected = at_end ? "the text ends too early" : "unexpected " + shown(token);
    if (at_end && before.empty()) fail_at(source, 0, 1, "empty expression");
    if (token == "+") fail_at(source, offset, 1, unexpected + ": remove the leading plus");
    if (before.empty()) {
        if (is_one_of(token[0], "*/^<>")) {
            fail_at(source, offset, token.size(), "expected an operand before " + shown(token));
        }
        fail_at(source, offset, token.size(), unexpected);
    }
    if (is_one_of(before[0], "+-*/^<>")) {
        fail_at(source, offset, token.size(), "expected an operand after " + shown(before));
    }
    if (is_one_of(before[0], "\"'")) {
        if (at_end) fail_missing_closing(source, open, offset);
        if (token == before)
            fail_at(source, open.offset, offset + 1 - open.offset, "empty formula between the quotes");
    }
    if (before == "=" && (at_end || is_one_of(token[0], ",)"))) {
        fail_at(source, offset, token.size(), "expected a value after '='");
    }
    if (before == "," && (at_end || is_one_of(token[0], ")]"))) {
        fail_at(source, offset, token.size(), "expected a value after ','");
    }
    if (before == "(" && open.opening == '(' && token == ")") {
        fail_at(source, open.offset, offset + 1 - open.offset, "the parentheses are empty");
    }
    if (is_one_of(before[0], "([") && closes_outside(text, open, offset))
        fail_missing_closing(source, open, offset);
    if (!at_end && is_one_of(token[0], "*/^<>")) {
        fail_at(source, offset, token.size(), "expected an operand before " + shown(token));
    }
    fail_at(source, offset, token.size(), unexpected);
}

/// Whether this ends with the call of a dotted name, as Python's initialisers are made before they are
/// called.
bool is_applied_call(std::string_view before) {
    const std::size_t last = before.find_last_not_of(" \t\r\n");
    if (last == before.npos || before[last] != ')') return false;
    std::size_t depth = 0;
    for (std::size_t i = last + 1; i-- > 0;) {
        if (before[i] == ')') ++depth;
        if (before[i] != '(' || --depth > 0) continue;
        const std::size_t begin = before.find_last_of("( ,=+-*/^[", i == 0 ? 0 : i - 1);
        const std::string_view name = before.substr(begin == before.npos ? 0 : begin + 1, i);
        return name.substr(0, name.find('(')).find('.') != name.npos;
    }
    return false;
}

[[noreturn]] void explain_closing(const ExpressionSource& source, const OpenBracket& open,
                                  std::size_t offset) {
    const std::string_view text = source.text;
    if (offset == text.size() || closes_outside(text, open, offset))
        fail_missing_closing(source, open, offset);
    const std::string_view token = token_at(text, offset);
    if (is_one_of(token[0], ")]")) {
        const std::string opening(1, token[0] == ')' ? '(' : '[');
        fail_at(source, offset, 1, "unexpected " + shown(token) + ": no '" + opening + "' is open here");
    }
    if (token == ",") {
        fail_at(source, offset, 1, "unexpected ',': write several values as a list [a, b]");
    }
    if (token[0] == '(' && is_applied_call(text.substr(0, offset))) {
        fail_at(source, offset, 1,
                "expected an operator before '(': give the shape as an argument of the initialiser, as in "
                "jax.nn.initializers.he_normal(shape=[512, 256])");
    }
    if (is_word(token[0]) || is_one_of(token[0], "([.\"'")) {
        const bool separated = is_one_of(open.opening, "f[");
        fail_at(
            source, offset, token.size(),
            std::string(separated ? "expected ',' or an operator before " : "expected an operator before ") +
                shown(token));
    }
    fail_at(source, offset, token.size(), "unexpected " + shown(token));
}

}  // namespace

void fail_at(const ExpressionSource& source, std::size_t offset, std::size_t length,
             const std::string& message) {
    std::string what(source.name);
    if (!source.text.empty()) what += ", " + position(source.text, offset);
    throw InputError(what + ": " + message, {std::string(source.name), std::string(source.text), offset,
                                             std::max<std::size_t>(length, 1)});
}

void explain(const ExpressionSource& source, Expected expected, const OpenBracket& innermost,
             std::size_t offset) {
    const std::string_view rest = source.text.substr(offset);
    for (const Hint& hint : hints) {
        if (rest.starts_with(hint.found) && expected != Expected::single_star) {
            fail_at(source, offset, hint.found.size(),
                    "unexpected " + shown(hint.found) + ": " + std::string(hint.advice));
        }
    }
    switch (expected) {
        case Expected::operand: explain_operand(source, innermost, offset);
        case Expected::name_part: fail_at(source, offset, 1, "expected a name after '.'");
        case Expected::single_star: fail_at(source, offset - 1, 2, "unexpected '**': write ^ for powers");
        case Expected::closing: explain_closing(source, innermost, offset);
        case Expected::end_of_comparison:
            fail_at(source, offset, token_at(source.text, offset).size(),
                    "comparisons cannot be chained: compare two values at a time");
    }
    fail_at(source, offset, 1, "unexpected text");
}

void explain_number(const ExpressionSource& source, std::size_t begin, std::size_t offset) {
    const std::string_view text = source.text;
    const std::string_view number = text.substr(begin, offset - begin);
    const std::string_view whole = token_at(text, begin);
    const char next = text[offset];
    const auto fail = [&](const std::string& message) {
        fail_at(source, begin, std::max(whole.size(), offset + 1 - begin), message);
    };
    if (number == "0" && is_one_of(next, "xXbB"))
        fail(shown(whole) + " is not a decimal number: write its decimal digits");
    if (next == '_') fail("a number cannot have '_' between its digits: remove it");
    if (next == '.') fail("a number can have only one decimal point");
    if (is_one_of(next, "eE")) {
        const std::size_t sign = offset + 1 < text.size() && is_one_of(text[offset + 1], "+-") ? 1 : 0;
        const std::size_t after = offset + 1 + sign;
        if (after >= text.size() || !is_word(text[after]))
            fail("the exponent of a number has no digits: write an exponent, as in 1e-3");
    }
    const std::string_view rest = token_at(text, offset);
    fail_at(source, offset, rest.size(),
            "expected an operator before " + shown(rest) + ": write a product with *");
}

}  // namespace sigprop
