#include <doctest/doctest.h>

#include <array>
#include <sigprop/core/base/errors.hpp>
#include <string>
#include <utility>

#include "core/expression/expression.hpp"

using sigprop::canonical_text;
using sigprop::Expression;
using sigprop::parse_expression;
using sigprop::Rational;

namespace {

/// Writes out every bracket: shows what the parser understood, by other rules than canonical_text.
std::string structure(const Expression& node) {
    std::string inside;
    for (const auto& argument : node.arguments) {
        if (!inside.empty()) inside += ' ';
        inside += (argument.key.empty() ? "" : argument.key + ':') + structure(argument.value);
    }
    switch (node.kind) {
        case Expression::Kind::number: return node.literal;
        case Expression::Kind::name: return node.name;
        case Expression::Kind::text: return "{" + inside + "}";
        case Expression::Kind::list: return "[" + inside + "]";
        case Expression::Kind::call: return node.name + "<" + inside + ">";
        case Expression::Kind::unary_minus: return "(neg " + inside + ")";
        case Expression::Kind::binary:
        case Expression::Kind::comparison: return "(" + node.name + ' ' + inside + ")";
    }
    return "?";
}

std::string structure(std::string_view text) { return structure(parse_expression(text)); }

/// The part of the text that a node stands for.
std::string_view piece(std::string_view text, const Expression& node) {
    return text.substr(node.offset, node.length);
}

}  // namespace

TEST_CASE("operators bind as the grammar says") {
    const std::array<std::pair<std::string_view, std::string_view>, 27> rows{{
        {"1 + 2 * 3", "(+ 1 (* 2 3))"},
        {"(1 + 2) * 3", "(* (+ 1 2) 3)"},
        {"1 - 2 - 3", "(- (- 1 2) 3)"},
        {"1 - (2 - 3)", "(- 1 (- 2 3))"},
        {"8 / 4 / 2 * 3", "(* (/ (/ 8 4) 2) 3)"},
        {"2 ^ 3 ^ 2", "(^ 2 (^ 3 2))"},
        {"(2 ^ 3) ^ 2", "(^ (^ 2 3) 2)"},
        {"-2^2", "(neg (^ 2 2))"},
        {"(-2)^2", "(^ (neg 2) 2)"},
        {"2^-1", "(^ 2 (neg 1))"},
        {"2^-1^2", "(^ 2 (neg (^ 1 2)))"},
        {"2^-x*3", "(* (^ 2 (neg x)) 3)"},
        {"-a*b", "(* (neg a) b)"},
        {"a*-b", "(* a (neg b))"},
        {"a - -b", "(- a (neg b))"},
        {"--a", "(neg (neg a))"},
        {"1 + a < b * 2", "(< (+ 1 a) (* b 2))"},
        {"(a <= b) >= c", "(>= (<= a b) c)"},
        {"f()", "f<>"},
        {"f (1, 2, k = 3, l=a<b)", "f<1 2 k:3 l:(< a b)>"},
        {"f(x)^2", "(^ f<x> 2)"},
        {"[1, [2, -3], []]", "[1 [2 (neg 3)] []]"},
        {"f((3, 3), (2,), [1, 2,], k=(1),)", "f<[3 3] [2] [1 2] k:1>"},
        {"f((1, (2 + 3, 4)), (5)*6)", "f<[1 [(+ 2 3) 4]] (* 5 6)>"},
        {"f('abc,cd->abd', \"cuda:0\")", "f<{abc,cd->abd} {cuda:0}>"},
        {"activation.gain(\" x / (1 + exp(-1.702 * x))\")",
         "activation.gain<{(/ x (+ 1 exp<(* (neg 1.702) x)>))}>"},
        {"a.b_1.C2('where(x > 0, x, 0)', f=g(y, z=inf))", "a.b_1.C2<{where<(> x 0) x 0>} f:g<y z:inf>>"},
    }};
    for (const auto& [text, expected] : rows) {
        CHECK(structure(text) == expected);
    }
}

TEST_CASE("numbers are exact and keep their digits") {
    const std::array<std::pair<std::string_view, std::string_view>, 9> rows{{{"12", "12"},
                                                                             {".5", "1/2"},
                                                                             {"1.", "1"},
                                                                             {"1e-3", "1/1000"},
                                                                             {"1.5E+2", "150"},
                                                                             {"0.1", "1/10"},
                                                                             {"1.e1", "10"},
                                                                             {"007", "7"},
                                                                             {"1e2", "100"}}};
    for (const auto& [text, value] : rows) {
        const Expression e = parse_expression(text);
        CHECK(e.kind == Expression::Kind::number);
        CHECK(e.literal == text);
        CHECK(e.number.to_string() == value);
    }
    CHECK(parse_expression("1e+3").number == 1000);
    CHECK(structure("1e1+1") == "(+ 1e1 1)");
    CHECK(structure("1-e") == "(- 1 e)");
    CHECK(parse_expression("1e100000").number > parse_expression("1e-100000").number);
}

TEST_CASE("blanks mean nothing between tokens") {
    const Expression tight = parse_expression("f(1,k=-2^x)<[a,\"y\"]");
    CHECK(parse_expression(" \t f ( 1 , k = - 2 ^ x )\r\n < [ a , \" y \" ] \n") == tight);
    CHECK(parse_expression("f(1,k=-2^x)<[a,'y']") == tight);
    CHECK_FALSE(parse_expression("f(1,k=-2^x)<=[a,'y']") == tight);
}

TEST_CASE("equal means the same text but for blanks, quotes and needless parentheses") {
    const std::array<std::string_view, 14> distinct{"1",      "1.0",    "x",      "'x'", "x()",
                                                    "[x]",    "-x",     "x+y",    "x-y", "f(x)",
                                                    "f(x,y)", "f(x=y)", "f(z=y)", "x<y"};
    for (const auto a : distinct) {
        for (const auto b : distinct) CHECK((parse_expression(a) == parse_expression(b)) == (a == b));
        CHECK(parse_expression("((" + std::string(a) + "))") == parse_expression(a));
    }
}

TEST_CASE("places are bytes of the whole source, parentheses included") {
    const std::string_view text = "  (a + 1)*f( 'x + (2)' , key = -3)";
    const Expression product = parse_expression(text);
    CHECK(piece(text, product) == "(a + 1)*f( 'x + (2)' , key = -3)");
    CHECK(piece(text, product.arguments[0].value) == "(a + 1)");
    const Expression& call = product.arguments[1].value;
    CHECK(piece(text, call) == "f( 'x + (2)' , key = -3)");
    const Expression& quoted = call.arguments[0].value;
    CHECK(piece(text, quoted) == "'x + (2)'");
    CHECK(quoted.name == "x + 2");
    CHECK(piece(text, quoted.arguments[0].value) == "x + (2)");
    CHECK(piece(text, quoted.arguments[0].value.arguments[1].value) == "(2)");
    CHECK(piece(text, call.arguments[1].value) == "-3");
    CHECK(text.substr(call.arguments[1].key_offset, 3) == "key");
}

TEST_CASE("canonical text is short and stable") {
    const std::array<std::pair<std::string_view, std::string_view>, 16> rows{{
        {" ((1)+(2 * 3)) ", "1 + 2*3"},
        {"(1+2)*3", "(1 + 2)*3"},
        {"a-(b-c)", "a - (b - c)"},
        {"(a-b)-c", "a - b - c"},
        {"a/(b*c)", "a/(b*c)"},
        {"(a/b)*c", "a/b*c"},
        {"(2^3)^(2)", "(2^3)^2"},
        {"2^(3^2)", "2^3^2"},
        {"2^(-1)", "2^-1"},
        {"2^(1/2)", "2^(1/2)"},
        {"(-2)^2 + -(2^2)", "(-2)^2 + -2^2"},
        {"-(a*b) - (-(c+d))", "-(a*b) - -(c + d)"},
        {"(a<b)<(c>=d)", "(a < b) < (c >= d)"},
        {"f(( a<b ),g=( 1 ),h=[ ])", "f(a < b, g=1, h=[])"},
        {"q('x+ (1)')", "q(\"x + 1\")"},
        {"truncated_normal.std(-2,2,std=1.50)", "truncated_normal.std(-2, 2, std=1.50)"},
    }};
    for (const auto& [text, expected] : rows) {
        CHECK(canonical_text(parse_expression(text)) == expected);
        CHECK(canonical_text(parse_expression(expected)) == expected);
    }
}

TEST_CASE("a tree is a value") {
    Expression e = parse_expression("f(a, b^2)");
    const Expression copy = e;
    e = parse_expression("f(a, b^3)");
    CHECK_FALSE(e == copy);
    e = e.arguments[1].value;  // a part of itself
    CHECK(canonical_text(e) == "b^3");
    CHECK(canonical_text(copy) == "f(a, b^2)");
}
