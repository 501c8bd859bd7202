#include <doctest/doctest.h>

#include <cstddef>
#include <sigprop/core/base/errors.hpp>
#include <string>
#include <string_view>

#include "core/expression/expression.hpp"

using sigprop::InputError;
using sigprop::parse_expression;

namespace {

struct Row {
    std::string text;
    std::size_t offset, length;
    std::string message;
};

/// Checks the message after "expression, column n: ", and that n belongs to the offset (ASCII texts).
void check(const Row& row) {
    CAPTURE(row.text);
    try {
        static_cast<void>(parse_expression(row.text));
        FAIL_CHECK("no error");
    } catch (const InputError& error) {
        const std::string what = error.what();
        CHECK(what.substr(what.find(": ") + 2) == row.message);
        CHECK(error.place().source == "expression");
        CHECK(error.place().text == row.text);
        CHECK(error.place().offset == row.offset);
        CHECK(error.place().length == row.length);
    }
}

std::string what_of(std::string_view text, std::string_view source = "expression") {
    try {
        return canonical_text(parse_expression(text, source));
    } catch (const InputError& error) {
        return error.what();
    }
}

std::string repeat(std::string_view piece, std::size_t count) {
    std::string result;
    for (std::size_t i = 0; i < count; ++i) result += piece;
    return result;
}

}  // namespace

TEST_CASE("every mistake gets its message and its place") {
    const Row rows[] = {
        {"", 0, 1, "empty expression"},
        {"  ", 0, 1, "empty expression"},
        {"1 +", 3, 1, "expected an operand after '+'"},
        {"2 * / 3", 4, 1, "expected an operand after '*'"},
        {"f(2 ^ )", 6, 1, "expected an operand after '^'"},
        {"a <= ", 5, 1, "expected an operand after '<='"},
        {"-", 1, 1, "expected an operand after '-'"},
        {"\"1 + \"", 5, 1, "expected an operand after '+'"},
        {"* 2", 0, 1, "expected an operand before '*'"},
        {"(<= 2)", 1, 2, "expected an operand before '<='"},
        {"2 * +3", 4, 1, "unexpected '+': remove the leading plus"},
        {"(1 + 2", 6, 1, "missing ')' for the '(' at column 1"},
        {"1 + f(2, (3)", 12, 1, "missing ')' for the '(' at column 6"},
        {"2*(", 3, 1, "missing ')' for the '(' at column 3"},
        {"f(", 2, 1, "missing ')' for the '(' at column 2"},
        {"[1, 2", 5, 1, "missing ']' for the '[' at column 1"},
        {"(1]", 2, 1, "missing ')' for the '(' at column 1"},
        {"f([1, 2)", 7, 1, "missing ']' for the '[' at column 3"},
        {"\"sin(x\"", 6, 1, "missing ')' for the '(' at column 5"},
        {"f(\"sin(\")", 7, 1, "missing ')' for the '(' at column 7"},
        {"f('x + 1", 8, 1, "missing ' for the ' at column 3"},
        {"\"", 1, 1, "missing \" for the \" at column 1"},
        {"1 + 2)", 5, 1, "unexpected ')': no '(' is open here"},
        {"\"x)\"", 2, 1, "unexpected ')': no '(' is open here"},
        {"1]", 1, 1, "unexpected ']': no '[' is open here"},
        {")", 0, 1, "unexpected ')'"},
        {"()", 0, 2, "the parentheses are empty"},
        {"2*( )", 2, 3, "the parentheses are empty"},
        {"f(\"  \")", 2, 4, "empty formula between the quotes"},
        {"f(,1)", 2, 1, "unexpected ','"},
        {"f(1,,2)", 4, 1, "unexpected ','"},
        {"[1,", 3, 1, "expected a value after ','"},
        {"f(k=)", 4, 1, "expected a value after '='"},
        {"f(k=", 4, 1, "expected a value after '='"},
        {"1, 2", 1, 1, "unexpected ',': write several values as a list [a, b]"},
        {"(1, 2", 5, 1, "missing ')' for the '(' at column 1"},
        {"(,)", 1, 1, "unexpected ','"},
        {"(1,,2)", 3, 1, "unexpected ','"},
        {"a b", 2, 1, "expected an operator before 'b'"},
        {"(x)(y)", 3, 1, "expected an operator before '('"},
        {"a.f()(y)", 5, 1,
         "expected an operator before '(': give the shape as an argument of the initialiser, as in "
         "jax.nn.initializers.he_normal(shape=[512, 256])"},
        {"f(a b)", 4, 1, "expected ',' or an operator before 'b'"},
        {"2x", 1, 1, "expected an operator before 'x': write a product with *"},
        {"2exp(1)", 1, 3, "expected an operator before 'exp': write a product with *"},
        {"1 + 0x1F", 4, 4, "'0x1F' is not a decimal number: write its decimal digits"},
        {"1_000", 0, 5, "a number cannot have '_' between its digits: remove it"},
        {"1.2.3", 0, 5, "a number can have only one decimal point"},
        {"1e", 0, 2, "the exponent of a number has no digits: write an exponent, as in 1e-3"},
        {"1e+", 0, 2, "the exponent of a number has no digits: write an exponent, as in 1e-3"},
        {"1e100001", 0, 8, "the exponent of '1e100001' is beyond 100000"},
        {"a.", 2, 1, "expected a name after '.'"},
        {"a..b", 2, 1, "expected a name after '.'"},
        {".a", 0, 1, "unexpected '.'"},
        {"a < b < c", 6, 1, "comparisons cannot be chained: compare two values at a time"},
        {"f(a < b >= c)", 8, 2, "comparisons cannot be chained: compare two values at a time"},
        {"f(a=1, 2)", 7, 1, "a value without a name cannot follow 'a=': move it before, or name it"},
        {"f(a=1, b=2, a=3)", 12, 1, "the argument 'a' is given twice"},
        {"f(\"g('x')\")", 5, 1, "a quoted formula cannot contain quotes"},
        {"a # b", 2, 1, "unexpected '#'"},
        {"%", 0, 1, "unexpected '%'"},
        {std::string("a\0", 2), 1, 1, "unexpected byte 0x00"},
        {"a \xff", 2, 1, "unexpected byte 0xFF"},
        {"a \xc2\x9b", 2, 2, "unexpected byte 0xC2"},
        {"\xce\xbb + 1", 0, 2, "unexpected '\xce\xbb'"},
        {"x " + std::string(50, 'y'), 2, 50, "expected an operator before '" + std::string(24, 'y') + "...'"},
    };
    for (const Row& row : rows) check(row);
}

TEST_CASE("what other notations write is explained") {
    const Row rows[] = {
        {"2**3", 1, 2, "unexpected '**': write ^ for powers"},
        {"2\xe2\x88\x92"
         "1",
         1, 3, "unexpected '\xe2\x88\x92': write - for minus"},
        {"\xe2\x88\x92"
         "1",
         0, 3, "unexpected '\xe2\x88\x92': write - for minus"},
        {"f(2\xc3\x97"
         "3)",
         3, 2, "unexpected '\xc3\x97': write * for products"},
        {"1 \xc3\xb7 2", 2, 2, "unexpected '\xc3\xb7': write / for quotients"},
        {"x\xc2\xb2", 1, 2, "unexpected '\xc2\xb2': write ^2"},
        {"\xe2\x88\x9a"
         "2",
         0, 3, "unexpected '\xe2\x88\x9a': write sqrt(...)"},
        {"2*\xcf\x80", 2, 2, "unexpected '\xcf\x80': write pi"},
        {"f(\xe2\x80\x9cx\xe2\x80\x9d)", 2, 3, "unexpected '\xe2\x80\x9c': write straight quotes \"...\""},
        {"a \xe2\x89\xa4 b", 2, 3, "unexpected '\xe2\x89\xa4': write <="},
        {"a == b", 2, 2, "unexpected '==': comparisons are written < <= > >="},
        {"a => b", 2, 2, "unexpected '=>': write >="},
        {"f(a => b)", 4, 2, "unexpected '=>': write >="},
        {"x = 3", 2, 1,
         "unexpected '=': key=value can appear only in the parentheses of a call, and the key must be a "
         "plain name"},
        {"f(a.b=3)", 5, 1,
         "unexpected '=': key=value can appear only in the parentheses of a call, and the key must be a "
         "plain name"},
        {"[a=3]", 2, 1,
         "unexpected '=': key=value can appear only in the parentheses of a call, and the key must be a "
         "plain name"},
        {"f(1; 2)", 3, 1, "unexpected ';': separate arguments by a comma"},
        {"2*{x}", 2, 1, "unexpected '{': write parentheses ( )"},
    };
    for (const Row& row : rows) check(row);
}

TEST_CASE("the message names the source and the column a person counts") {
    CHECK(what_of("1 +") == "expression, column 4: expected an operand after '+'");
    CHECK(what_of("", "--over") == "--over: empty expression");
    CHECK(what_of("1 +\n 2 * )", "claim 'x': stated") ==
          "claim 'x': stated, line 2, column 6: expected an operand after '*'");
    CHECK(what_of("'\xc3\xa9") == "expression, column 2: unexpected '\xc3\xa9'");
    CHECK(what_of("(\n1") == "expression, line 2, column 2: missing ')' for the '(' at line 1, column 1");
}

TEST_CASE("nesting ends at 64 levels, however it is written") {
    const std::string_view openings[][2] = {{"(", ")"}, {"f(", ")"}, {"f(k=", ")"},
                                            {"[", "]"}, {"-", ""},   {"2^", ""}};
    for (const auto& [opening, closing] : openings) {
        const std::string deepest = repeat(opening, 64) + "x" + repeat(closing, 64);
        CHECK(parse_expression(deepest).length == deepest.size());
        const std::string deeper = repeat(opening, 65) + "x" + repeat(closing, 65);
        CHECK(what_of(deeper).ends_with("nested deeper than 64 levels"));
        CHECK(what_of(repeat(opening, 1000)).ends_with("nested deeper than 64 levels"));
        CHECK(what_of(repeat(opening, 100'000)).find("sigprop reads at most 4096 characters") !=
              std::string::npos);
    }
    CHECK(what_of(repeat("-(", 33) + "x" + repeat(")", 33)).ends_with("nested deeper than 64 levels"));
    CHECK(what_of("'" + repeat("(", 64) + "x" + repeat(")", 64) + "'")
              .ends_with("nested deeper than 64 levels"));
    CHECK(parse_expression(repeat("(x)+", 1000) + "x").arguments.size() == 2);  // side by side is not nested
}

TEST_CASE("length ends at 4096 characters, blanks not counted") {
    const std::string longest = repeat("1+", 2047) + "10";
    CHECK(longest.size() == 4096);
    const std::string canonical = what_of(longest);
    CHECK(canonical.size() == 4096 + 2 * 2047);
    CHECK(what_of(canonical) == canonical);
    CHECK(what_of(longest + "0") ==
          "expression: the text has 4097 characters and 0 blanks; sigprop reads at most 4096 characters");
    CHECK(what_of("1" + std::string(16'383, ' ')) == "1");
    CHECK(what_of("1" + std::string(16'384, ' ')).find("1 characters and 16384 blanks") != std::string::npos);
}
