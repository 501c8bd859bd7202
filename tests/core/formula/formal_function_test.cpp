// The form of a number has the number's value: forms of random formulas are read back from their texts and
// computed, which shares nothing with the rules that made them.

#include "core/formula/formal_function.hpp"

#include <doctest/doctest.h>

#include "core/formula/evaluator.hpp"
#include "tests/support/random_formula.hpp"

using namespace sigprop;

namespace {

constexpr long bits = 600;

const Formula x = Formula::variable();
const Formula pi = Formula(Real("pi", [](long precision) { return Ball::pi(precision); }));

/// The texts between separators outside of all brackets.
std::vector<std::string> split(const std::string& text, const std::string& separator) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (std::string("({[").find(text[i]) != std::string::npos) ++depth;
        if (std::string(")}]").find(text[i]) != std::string::npos) --depth;
        if (depth == 0 && text.compare(i, separator.size(), separator) == 0) {
            parts.emplace_back();
            i += separator.size() - 1;
        } else {
            parts.back() += text[i];
        }
    }
    return parts;
}

std::string inside(const std::string& text, std::size_t first) {
    return text.substr(first, text.size() - first - 1);
}

Ball fraction(const std::string& text) {
    const std::vector<std::string> parts = split(text, "/");
    const Ball over = Ball::from_rational(Rational::from_decimal(parts[0]), bits);
    return parts.size() > 1 ? over / Ball::from_rational(Rational::from_decimal(parts[1]), bits) : over;
}

/// base^(exponent), where the exponent is the last bracket.
Ball power_read(const std::string& text);
Ball read(const std::string& text);

Ball symbol_read(const std::string& text) {
    if (text == "pi") return Ball::pi(bits);
    if (text.front() == '{') return read(inside(text, 1));
    if (text.front() == '(') return power_read(text);
    const std::string name = text.substr(0, text.find('('));
    for (const auto& [function, value] : {std::pair<const char*, Ball (*)(const Ball&)>{"exp", exp},
                                          {"log", log},
                                          {"sin", sin},
                                          {"atan", atan},
                                          {"erf", erf}})
        if (name == function) return value(read(inside(text, name.size() + 1)));
    return Ball::indeterminate();  // it has no form
}

Ball power_read(const std::string& text) {
    const std::size_t caret = text.rfind("^(");
    const std::string exponent = inside(text, caret + 2);
    const bool is_integer = exponent.find('/') == std::string::npos;
    const std::string base = text.substr(0, caret);
    const bool is_sum = base.front() == '(' && split(base, "^").size() == 1;
    const Ball value = is_sum ? read(inside(base, 1)) : symbol_read(base);
    return is_integer ? pow(value, std::stoll(exponent)) : pow(value, fraction(exponent));
}

Ball read(const std::string& text) {
    if (const auto parts = split(text, " / "); parts.size() == 2)
        return read(inside(parts[0], 1)) / read(inside(parts[1], 1));
    Ball sum = Ball(0).at_precision(bits);
    for (const std::string& term : split(text, " + ")) {
        const std::vector<std::string> factors = split(term, " ");
        Ball product = fraction(factors[0]);
        for (std::size_t i = 1; i < factors.size(); ++i) product *= power_read(factors[i]);
        sum += product;
    }
    return sum;
}

}  // namespace

TEST_CASE("the form of a formula has its value, at many places") {
    const std::vector<Formula> places = {pi,
                                         pi / 6,
                                         -5 * pi / 4,
                                         log(Formula(2)),
                                         exp(Formula(1)),
                                         sqrt(Formula(2)),
                                         1 / sqrt(Formula(3)),
                                         Formula(Real(Rational(1) / Rational(2))),
                                         Formula(-2),
                                         pi + sqrt(Formula(2))};
    int compared = 0;
    int symbols = 0;
    for (std::uint64_t seed = 0; seed < 6000; ++seed) {
        test::RandomFormula random(seed, false);
        const Formula place = places[seed % places.size()];
        const Formula f = random(random.dice().between(1, 4)).substitute(std::span(&place, 1));
        const Ball value = Evaluator<Ball>(f, bits)(Ball(0));
        if (!value.is_finite() || value.accuracy_bits() < 60) continue;
        const Tape tape(f);
        formal::NumberForms forms;
        const std::string text = formal::text_of(forms.of(tape, formal::number(0))[tape.outputs[0]]);
        if (text.find('#') != std::string::npos) continue;
        const Ball of_form = read(text);
        if (!of_form.is_finite() || of_form.accuracy_bits() < 60) continue;
        CAPTURE(f.text());
        CAPTURE(text);
        CHECK(of_form.overlaps(value));
        if (value.contains_zero()) continue;
        ++compared;
        symbols += text.find('^') != std::string::npos;
        CHECK_FALSE((of_form * (1 + Ball::power_of_two(-50))).overlaps(value));
    }
    CHECK(compared > 2000);
    CHECK(symbols > 1000);
}

TEST_CASE("a text is read as it is meant") {
    CHECK(read("1/2 pi^(1) {2}^(1/2) + -3").overlaps(Ball::pi(bits) / sqrt(Ball(2).at_precision(bits)) - 3));
    CHECK(read("(1) / (1 + 1 exp(1)^(2))").overlaps(1 / (1 + exp(Ball(2).at_precision(bits)))));
    CHECK_FALSE(read("1/2 pi^(1)").overlaps(Ball::pi(bits)));
    CHECK_FALSE(read("1 sinh(1)^(1)").is_finite());
}
