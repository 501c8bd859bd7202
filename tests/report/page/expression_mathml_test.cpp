#include "report/page/expression_mathml.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <utility>

using sigprop::expression_mathml;

namespace {

/// What stands between the <math> and its <mrow>.
std::string inside(std::string_view text) {
    const std::string math = expression_mathml(text);
    const std::string_view begin = "<math><mrow>";
    const std::string_view end = "</mrow></math>";
    REQUIRE(math.starts_with(begin));
    REQUIRE(math.ends_with(end));
    return math.substr(begin.size(), math.size() - begin.size() - end.size());
}

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

}  // namespace

TEST_CASE("fractions, powers and roots") {
    CHECK(inside("1/2") == "<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>");
    CHECK(inside("x^2") == "<msup><mrow><mi>x</mi></mrow><mrow><mn>2</mn></mrow></msup>");
    CHECK(inside("sqrt(2)") == "<msqrt><mn>2</mn></msqrt>");
    CHECK(inside("exp(-x)") == "<msup><mi>e</mi><mrow><mrow><mo>−</mo><mi>x</mi></mrow></mrow></msup>");
    CHECK(inside("pi + inf") == "<mi>π</mi><mo>+</mo><mi>∞</mi>");
    CHECK(inside("1e-5") ==
          "<mrow><mn>1</mn><mo>×</mo><msup><mn>10</mn><mrow><mo>−</mo><mn>5</mn></mrow></msup></mrow>");
    CHECK(inside("a <= b") == "<mi>a</mi><mo>≤</mo><mi>b</mi>");
}

TEST_CASE("parentheses stand where the meaning needs them, and not around parts of a fraction") {
    const auto has_parentheses = [](std::string_view text) {
        return inside(text).find(">(</mo>") != std::string::npos;
    };
    for (const char* text : {"(a + b)*c", "a*(b + c)", "(a + b)^2", "(1/2)^2", "(-2)^2", "a - (b - c)",
                             "a*(-b)", "a + (-b)", "(2^3)^2", "a - -b*c", "a*(b*c)"}) {
        CAPTURE(text);
        CHECK(has_parentheses(text));
    }
    for (const char* text : {"a + b*c", "(a + b)/(c - d)", "2^(a + b)", "-a*b", "-2^2", "(a*b)/c", "2^3^2",
                             "a*b*c", "sqrt(a + b)", "(a)"}) {
        CAPTURE(text);
        CHECK_FALSE(has_parentheses(text));
    }
}

TEST_CASE("calls keep their names, keys and quoted formulas") {
    CHECK(inside("norm.std(2, eps=0)") ==
          "<mrow><mi>norm.std</mi><mo>&#x2061;</mo><mrow><mo "
          "stretchy=\"false\">(</mo><mn>2</mn><mo>,</mo><mi>eps</"
          "mi><mo>=</mo><mn>0</mn><mo stretchy=\"false\">)</mo></mrow></mrow>");
    CHECK(inside("m(\"x < 1\")").find("<mo>“</mo><mi>x</mi><mo>&lt;</mo><mn>1</mn><mo>”</mo>") !=
          std::string::npos);
    CHECK(inside("m([1, 2])").find("<mo stretchy=\"false\">[</mo><mn>1</mn><mo>,</mo><mn>2</mn>") !=
          std::string::npos);
    CHECK(inside("m(1/2)").find("<mo>(</mo>") != std::string::npos);  // as high as the fraction
}

TEST_CASE("what is no expression, or too deep for a browser, stays text") {
    for (const char* text : {"", "weights of W.npy", "<script>", "a +", "1 2"})
        CHECK(expression_mathml(text).empty());
    CHECK_FALSE(expression_mathml("1" + repeated(" + 1", 100)).empty());
    CHECK(expression_mathml("1" + repeated(" + 1", 1000)).empty());
    CHECK(expression_mathml("1" + repeated("/2", 1000)).empty());
    CHECK_FALSE(expression_mathml(repeated("sqrt(", 60) + "2" + repeated(")", 60)).empty());
}
