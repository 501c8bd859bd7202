#include <doctest/doctest.h>

#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "core/formula/evaluator.hpp"
#include "core/formula/lowering.hpp"

using namespace sigprop;

namespace {

Formula read(const std::string& text, const std::vector<std::string>& known = {}) {
    const NameResolver resolve = [](const Expression& e) -> std::optional<Formula> {
        if (e.kind == Expression::Kind::name && e.name == "x") return Formula::variable();
        return std::nullopt;
    };
    return lower(parse_expression(text), text, resolve, known);
}

double at(const std::string& text, double x) { return Evaluator<double>(read(text))(x); }

struct Refusal {
    std::string message;
    std::size_t offset = 0, length = 0;
};

Refusal refusal(const std::string& text, const std::vector<std::string>& known = {}) {
    try {
        (void)read(text, known);
    } catch (const InputError& error) {
        return {error.what(), error.place().offset, error.place().length};
    }
    return {};
}

bool has(const Refusal& refused, const std::string& part) {
    return refused.message.find(part) != std::string::npos;
}

std::string undefined(const std::string& text, const Ball& x) {
    return proved_undefined(read(text), std::span(&x, 1)).value_or("");
}

}  // namespace

TEST_CASE("every function of the language means itself") {
    for (const std::string& name : language_functions()) {
        if (name == "where" || name == "clip" || name == "min" || name == "max") continue;
        CAPTURE(name);
        CHECK(name_of(read(name + "(x)").operation()) == name);
        CHECK(has(refusal(name + "(x, 1)"), "write " + name + "(x)"));
        CHECK(has(refusal(name + "()"), "write " + name + "(x)"));
        CHECK(has(refusal(name + "(x=1)"), "no named arguments"));
    }
    CHECK(language_functions().size() == 24);
    CHECK(at("min(3, x, 2)", 5) == 2);
    CHECK(at("max(3, x, 2, -1)", 5) == 5);
    CHECK(at("clip(x, -1, 1)", 7) == 1);
    CHECK(at("clip(x, -1, 1)", -7) == -1);
    CHECK(at("clip(x, -1, 1)", 0.5) == 0.5);
    for (const double x : {-1.0, 0.0, 1.0}) {
        CHECK(at("where(x < 0, 1, 2)", x) == (x < 0 ? 1 : 2));
        CHECK(at("where(x <= 0, 1, 2)", x) == (x <= 0 ? 1 : 2));
        CHECK(at("where(x > 0, 1, 2)", x) == (x > 0 ? 1 : 2));
        CHECK(at("where(x >= 0, 1, 2)", x) == (x >= 0 ? 1 : 2));
    }
    CHECK(at("-x^2", 3) == -9);
    CHECK(at("2^x^2", 2) == 16);
    CHECK(at("x - 1 - 1", 0) == -2);
    CHECK(std::fabs(at("pi - e", 0) - 0.42331082513074800) < 1e-15);
}

TEST_CASE("arithmetic between fractions is exact, and what has no value stays a node") {
    const auto folded = [](const std::string& text) {
        const Formula f = read(text);
        return f.operation() == Operation::constant && f.constant().rational()
                   ? f.constant().rational()->to_string()
                   : "";
    };
    CHECK(folded("0.1 + 0.2") == "3/10");
    CHECK(folded("1 / 3 - 1 / 3") == "0");
    CHECK(folded("-(2/4)^3") == "-1/8");
    CHECK(folded("2^-2") == "1/4");
    CHECK(folded("0^0") == "1");
    CHECK(folded("1e-3 * 1e3") == "1");
    for (const char* text : {"1/0", "0^-1", "4^0.5", "pi + 1", "2^0.5"}) CHECK(folded(text).empty());
    CHECK(undefined("1/0", 1) == "division by zero");
    CHECK(undefined("0^-1", 1) == "division by zero");
    const Refusal huge = refusal("1 + 2^(10^9)");
    CHECK((!huge.message.empty() && huge.offset == 4));
}

TEST_CASE("errors name the place and the fix") {
    CHECK((refusal("x + sgmoid(x)").offset == 4 && refusal("x + sgmoid(x)").length == 6));
    CHECK(has(refusal("x + sgmoid(x)"), "did you mean 'sigmoid'"));
    CHECK(has(refusal("y"), "unknown name 'y'"));
    CHECK(has(refusal("gelo(x)", {"gelu"}), "'gelu'"));
    CHECK(has(refusal("inf"), "limit"));
    CHECK(has(refusal("[1, 2] + 1"), "list"));
    CHECK(has(refusal("(x < 1) + 1"), "where"));
    CHECK(has(refusal("where(x, 1, 2)"), "comparison"));
    CHECK(refusal("where(x, 1, 2)").offset == 6);
    CHECK(has(refusal("where(x < 1, 2)"), "where(condition, a, b)"));
    CHECK(has(refusal("min(1)"), "write min(a, b, ...)"));
    CHECK(has(refusal("min(a=1, b=2)"), "named"));
    CHECK(has(refusal("max(x, b=2)"), "named"));
    CHECK(has(refusal("clip(x, 1)"), "clip(x, lower, upper)"));
    CHECK(has(refusal("\"x\" + 1"), "quoted"));
}

TEST_CASE("undefined is proved on the whole box or not at all") {
    const Ball negative = Ball::interval(-2, Ball(-1.5)), across = Ball::interval(-1, 1);
    for (const char* text :
         {"log(x)", "sqrt(x)", "log1p(x)", "x^0.5", "1 + tanh(log(x))", "1/(x*0)", "where(x < 0, log(x), 1)",
          "where(log(x) < 0, 1, 1)", "min(1, sqrt(x))", "where(x^2 < 3, log(x), sqrt(x))", "log(0*x)"}) {
        CAPTURE(std::string(text));
        CHECK_FALSE(undefined(text, negative).empty());
        CHECK(undefined(text, Ball::indeterminate()).find("number") == std::string::npos);
    }
    for (const char* text :
         {"log(-x)", "where(x < 0, 1, log(x))", "where(x >= 0, log(x), x)", "1/(x - x)", "x^2", "x^sqrt(4)",
          "sqrt(x + 1.75)", "where(x^2 < 3, log(x), 1)", "abs(x)^0.5"}) {
        CAPTURE(std::string(text));
        CHECK(undefined(text, negative).empty());
    }
    for (const char* text : {"log(x)", "sqrt(x)", "1/x", "x^0.5"}) CHECK(undefined(text, across).empty());
    CHECK_FALSE(undefined("1/x", 0).empty());
    CHECK_FALSE(undefined("where(x < 0, 1, 1/x)", 0).empty());
    CHECK(undefined("where(x <= 0, 1, 1/x)", 0).empty());
}
