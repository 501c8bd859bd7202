// Formulas as text and as MathML, and what is refused.

#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>
#include <string>

#include "core/notation/notation.hpp"
#include "core/notation/symbols.hpp"

namespace {

using namespace sigprop;

struct Row {
    const char *latex, *text;
};

struct Mistake {
    const char* latex;
    std::size_t offset;
    const char* message;  ///< after "formula: "
};

void check(const Mistake& mistake) {
    CAPTURE(mistake.latex);
    for (const auto& rendering :
         {text_of_formula, +[](std::string_view latex) { return mathml_of_formula(latex); }}) {
        try {
            static_cast<void>(rendering(mistake.latex));
            FAIL_CHECK("no error");
        } catch (const InputError& error) {
            const std::string what = error.what();
            CHECK(what.substr(0, what.find(", at column")) == std::string("formula: ") + mistake.message);
            CHECK(error.place().offset == mistake.offset);
            CHECK(error.place().text == mistake.latex);
        }
    }
}

}  // namespace

TEST_CASE("a division within the line gets the parentheses that it needs, and no others") {
    const Row rows[] = {
        {R"(\frac{a}{b})", "a/b"},
        {R"(\frac{a + 1}{b - 1})", "(a + 1)/(b - 1)"},
        {R"(\frac{a b}{c d})", "a b/(c d)"},
        {R"(\frac{-1}{x})", "-1/x"},
        {R"(-\frac{1}{x})", "-1/x"},
        {R"(\frac{a}{\sqrt{b c}})", "a/√(b c)"},
        {R"(\frac{f(x)}{\Gamma(k/2)})", "f(x)/Γ(k/2)"},
        {R"(\frac{1}{n (n - 1)})", "1/(n (n - 1))"},
        {R"(\frac{\frac{a}{b}}{\frac{c}{d}})", "(a/b)/(c/d)"},
        {R"(\frac{n}{2} \int g\,du)", "(n/2) ∫ g du"},
        {R"(x\,\frac{a}{b} + c)", "x a/b + c"},
        {R"(a/\frac{b}{c})", "a/(b/c)"},
        {R"(\frac{\log n}{\log m})", "(log n)/(log m)"},
        {R"(\frac{\log(n)}{2})", "log(n)/2"},
        {R"(\log\frac{a}{b})", "log(a/b)"},
        {R"(\frac{a}{(L + 1)!})", "a/(L + 1)!"},
        {R"(\frac{\partial y}{\partial x_j})", "∂y/∂x_j"},
        {R"(\left(\frac{a}{b}\right)^2)", "(a/b)²"},
        {R"(\frac{a}{b}^2)", "(a/b)²"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.latex);
        CHECK(text_of_formula(row.latex) == row.text);
    }
}

TEST_CASE("scripts are small digits where Unicode has them, and follow a mark elsewhere") {
    const Row rows[] = {
        {R"(x_0^2)", "x₀²"},
        {R"(x^{-12})", "x⁻¹²"},
        {R"(x^n)", "x^n"},
        {R"(x^{1/4})", "x^(1/4)"},
        {R"(e^{-u^2})", "e^(-u²)"},
        {R"(q_{l+1})", "q_(l+1)"},
        {R"(L^{-1/(2 m - 2)})", "L^(-1/(2 m - 2))"},
        {R"(J_{ij})", "J_ij"},
        {R"(x_{\mathrm{fan\_in}})", "x_fan_in"},
        {R"(f'(x)^2)", "f'(x)²"},
        {R"(f^*(x))", "f*(x)"},
        {R"({}_3F_2(a; z))", "₃F₂(a; z)"},
        {R"(y y^\top/n)", "y yᵀ/n"},
        {R"(\left\|J\right\|_F^2)", "‖J‖_F²"},
        {R"(\sum_{i=1}^n a_i \log a_i)", "∑_(i=1)^n a_i log a_i"},
        {R"(\sup_{x \in \mathbb{R}} \left|f'(x)\right|)", "sup_(x ∈ R) |f'(x)|"},
        {R"(\sqrt{q^*})", "√(q*)"},
        {R"(\sqrt{2}\,x)", "√2 x"},
        {R"({a b}^2)", "(a b)²"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.latex);
        CHECK(text_of_formula(row.latex) == row.text);
    }
}

TEST_CASE("blanks: around signs between two terms, between factors as in the source") {
    const Row rows[] = {
        {"a+b", "a + b"},
        {"a = -b", "a = -b"},
        {R"(\pm a)", "±a"},
        {"2 (-x)", "2 (-x)"},
        {"n (n - 1)", "n (n - 1)"},
        {"f(n - 1)", "f(n - 1)"},
        {R"(u, v \sim N(0, 1))", "u, v ~ N(0, 1)"},
        {R"(a, \quad b)", "a, b"},
        {R"(\text{the } s > 0 \text{ with } q = 1)", "the s > 0 with q = 1"},
        {R"(1 \text{: a note})", "1: a note"},
        {R"(\mathrm{std}\,\varphi(\alpha))", "std φ(α)"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.latex);
        CHECK(text_of_formula(row.latex) == row.text);
    }
}

TEST_CASE("MathML: identifiers, numbers, fences, fractions, scripts and words") {
    const auto inner = [](const char* latex) {
        const std::string all = mathml_of_formula(latex);
        const std::string open = "<math display=\"block\"><mrow>", close = "</mrow></math>";
        REQUIRE(all.starts_with(open));
        REQUIRE(all.ends_with(close));
        return all.substr(open.size(), all.size() - open.size() - close.size());
    };
    CHECK(inner("x + 12") == "<mi>x</mi><mo>+</mo><mn>12</mn>");
    CHECK(inner("a - b") == "<mi>a</mi><mo>−</mo><mi>b</mi>");
    CHECK(inner("a < b") == "<mi>a</mi><mo>&lt;</mo><mi>b</mi>");
    CHECK(inner(R"(\frac{a b}{2})") == "<mfrac><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></mfrac>");
    CHECK(inner("x_i^2") == "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>");
    CHECK(inner(R"(\sum_i)") == "<munder><mo>∑</mo><mi>i</mi></munder>");
    CHECK(inner(R"(\mathrm{fan\_in})") == "<mi>fan_in</mi>");
    CHECK(inner(R"(\Gamma)") == "<mi mathvariant=\"normal\">Γ</mi>");
    CHECK(inner(R"(\mathbb{E})") == "<mi>𝔼</mi>");
    CHECK(inner(R"(\log n)") ==
          "<mi>log</mi><mo>&#x2061;</mo><mspace width=\"0.1667em\"></mspace><mi>n</mi>");
    CHECK(inner(R"(\text{a b's})") == "<mtext>a\u00a0b’s</mtext>");
    CHECK(inner("(a)") ==
          "<mrow><mo fence=\"true\" form=\"prefix\" stretchy=\"false\">(</mo><mi>a</mi>"
          "<mo fence=\"true\" form=\"postfix\" stretchy=\"false\">)</mo></mrow>");
    CHECK(mathml_of_formula("x", FormulaPlace::within_text) == "<math><mrow><mi>x</mi></mrow></math>");
}

TEST_CASE("prose holds formulas between dollars") {
    CHECK(text_of_prose(R"(he: $\frac{g}{\sqrt{n}}$, $x^2$ & more)") == "he: g/√n, x² & more");
    CHECK(text_of_prose("no formula") == "no formula");
    CHECK(html_of_prose("a < $x$") == "a &lt; <math><mrow><mi>x</mi></mrow></math>");
    CHECK_THROWS_WITH_AS(static_cast<void>(text_of_prose("one $x")), doctest::Contains("'$' has no partner"),
                         InputError);
}

TEST_CASE("every mistake gets its message and its place, from both renderings") {
    const Mistake mistakes[] = {
        {R"(a + \foo b)", 4, R"(the command \foo is not in the subset of core/notation)"},
        {R"(a \ b)", 2, R"(the command \ is not in the subset of core/notation)"},
        {"a # b", 2, "'#' is not in the subset of core/notation"},
        {"a } b", 2, "'}' closes nothing"},
        {"{a", 0, "'}' is missing"},
        {R"(\frac{a}{b)", 8, "'}' is missing"},
        {R"(\frac{a}b)", 8, "'{' is missing: the denominator stands in braces"},
        {"(a", 0, "')' is missing"},
        {"(a]", 0, "')' is missing"},
        {R"(\left(a)", 5, R"('\right' is missing)"},
        {R"(a \right))", 2, R"('\' closes nothing)"},
        {R"(\left<a\right>)", 5, R"(a delimiter is missing: one of ( ) [ ] | \|)"},
        {"x^", 2, "a script is missing"},
        {"x^a^b", 3, "a second script in the same place"},
        {"^2", 0, "nothing stands before the script; {} can"},
        {R"(\mathrm{fan}x)", 12, R"(a name touches the next factor; put \, between them)"},
        {R"(x \mathrm{fan})", 2, R"(a name touches the next factor; put \, between them)"},
        {R"(\mathrm{fan_in})", 11, R"(only letters, numbers and \_ stand here)"},
        {R"(\text{})", 7, "the word is empty"},
        {R"(\text{a)", 7, "'}' is missing: the word does not end"},
        {R"(\mathbb{Q})", 7, R"(\mathbb has only E, P and R)"},
        {"{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{x}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}", 32,
         "it is nested too deeply"},
    };
    for (const Mistake& mistake : mistakes) check(mistake);
}

TEST_CASE("every sign of the table is written under its own command") {
    for (const NotationSymbol& symbol : notation_symbols()) {
        const std::string command(symbol.command);
        const bool is_word = command.size() > 1;
        const std::string latex = "a " + (is_word ? "\\" + command : command) + " b";
        CAPTURE(latex);
        CHECK(find_notation_symbol(command) == &symbol);
        const std::string plain(symbol.plain.empty() ? symbol.sign : symbol.plain);
        CHECK(text_of_formula(latex).find(plain) != std::string::npos);
        if (symbol.kind != NotationKind::space && command != "<" && command != ">")
            CHECK(mathml_of_formula(latex).find(symbol.sign) != std::string::npos);
    }
}
