// What quantities ask of their arguments holds in equations, too: a formula that stands for a quantity has
// values beyond its domain, and no root may be found there. The cases are made from the tables.

#include <doctest/doctest.h>

#include "engine/binding/conditions.hpp"
#include "engine/solve/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "core/ball/text.hpp"
#include "core/expression/substitute.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/lowering.hpp"
#include "engine/binding/arguments.hpp"
#include "engine/binding/catalogue.hpp"
#include "engine/binding/equation_definitions.hpp"
#include "methods/roots/formula_zeros.hpp"
#include "tests/support/curve_calls.hpp"

using namespace sigprop;

namespace {

std::vector<std::string> split(const std::string& text, const std::string& between) {
    std::vector<std::string> all;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t at = std::min(text.find(between, from), text.size());
        all.push_back(text.substr(from, at - from));
        from = at + between.size();
    }
    return all;
}

std::string call_with_unknown(const Quantity& quantity, const std::string& unknown,
                              const std::map<std::string, std::string>& others = {}) {
    return curve_calls::call_with(quantity, unknown, "x", others);
}

const std::map<std::string, std::string> with_bias = {{"bias_variance", "0.05"}};

/// One broken condition: the unknown p takes a value that the condition forbids.
struct Case {
    std::string call;  ///< in x
    double at = 0;     ///< where only the formula has a value
    std::string broken;
};

/// Beyond each finite end of the parameter's range.
void add_ranges(std::vector<Case>& cases, const Quantity& quantity, const Parameter& parameter) {
    for (const double at : {-1.25, 1.25}) {
        if (parameter.range.admits(Real(at)) >= 0) continue;
        cases.push_back({call_with_unknown(quantity, parameter.name, with_bias), at,
                         parameter.name + " " + parameter.range.remark()});
    }
}

void add_relations(std::vector<Case>& cases, const Quantity& quantity) {
    for (const Relation& relation : quantity.relations) {
        cases.push_back(
            {call_with_unknown(quantity, relation.left, {{relation.right, "2"}}), 3.5, relation.text()});
        cases.push_back(
            {call_with_unknown(quantity, relation.right, {{relation.left, "-1"}}), -2.5, relation.text()});
    }
}

std::vector<Case> cases_of_definitions() {
    std::vector<Case> cases;
    for (const std::string& name : split(defined_quantities(), ", ")) {
        const Quantity* quantity = find_quantity(name);
        REQUIRE(quantity != nullptr);
        for (const Parameter& one : quantity->parameters) {
            if (one.kind == ParameterKind::real) add_ranges(cases, *quantity, one);
        }
        add_relations(cases, *quantity);
    }
    return cases;
}

/// Beyond what the curve itself says that it is about.
void add_domain(std::vector<Case>& cases, const Quantity& quantity, const KnownCurve& curve) {
    const std::string call = curve_calls::call_with(quantity, curve.parameter, "1", with_bias);
    const auto known = curve.make(bind_arguments(quantity, parse_expression(call), call));
    REQUIRE(known.has_value());
    const Context context;
    const SearchedFunction f = (*known)(context);
    for (const double at : {-1.25, 1.25, 70.0}) {
        const Ball around = Ball::interval(Ball(at - 0.125), Ball(at + 0.125));
        if (!f.domain || f.domain(around, 64) >= 0) continue;
        cases.push_back(
            {curve_calls::call_with(quantity, curve.parameter, "x", with_bias), at, "the curve's domain"});
    }
}

std::vector<Case> cases_of_curves() {
    std::vector<Case> cases;
    for (const KnownCurve& curve : known_curves()) {
        const Quantity* quantity = find_quantity(curve.quantity);
        REQUIRE(quantity != nullptr);
        const auto own = std::ranges::find(quantity->parameters, curve.parameter, &Parameter::name);
        REQUIRE(own != quantity->parameters.end());
        add_ranges(cases, *quantity, *own);
        add_domain(cases, *quantity, curve);
    }
    return cases;
}

/// What the call is as a formula of x; nullopt where it contains a quantity that is not one.
std::optional<Formula> formula_of(const std::string& call) {
    const Expression parsed = parse_expression(call);
    const auto definition = definition_of(parsed, call);
    if (!definition || canonical_text(*definition).find("activation.") != std::string::npos)
        return std::nullopt;
    const NameResolver resolve = [](const Expression& e) -> std::optional<Formula> {
        return e.name == "x" ? std::optional(Formula::variable()) : std::nullopt;
    };
    return lower(*definition, call, resolve, {"x"});
}

void check_has_no_root(const std::string& equation, const std::string& interval) {
    CAPTURE(equation);
    const Solution solution = solve(equation, "x", interval, {});
    CHECK(solution.count(RootPlace::root) == 0);
    CHECK(solution.count(RootPlace::everywhere) == 0);
    CHECK(solution.count(RootPlace::undecided) == 0);
    CHECK(solution.count(RootPlace::none) == 1);
}

}  // namespace

TEST_CASE("no root is found where a condition of the quantity does not hold") {
    int formal_roots = 0;
    const std::vector<Case> cases = cases_of_definitions();
    CHECK(cases.size() >= 18);
    for (const Case& one : cases) {
        CAPTURE(one.broken);
        const std::string interval = fmt::format("{}:{}", one.at - 0.125, one.at + 0.125);
        const std::optional<Formula> f = formula_of(one.call);
        std::string value = "1";
        if (f) {
            const Ball there = Evaluator<Ball>(*f, 256)(Ball(one.at).at_precision(256));
            REQUIRE_MESSAGE(there.is_finite(), one.call);
            value = proved_decimal(there.midpoint(), 30).value_or("0");
            // Control: the formula has a root there, and it is the condition that takes it away.
            const Formula difference = *f - Formula(Real(Rational::from_decimal(value)));
            const auto formal =
                zeros_of(searched(difference), Ball(one.at - 0.125), Ball(one.at + 0.125), 60, {});
            formal_roots += static_cast<int>(std::ranges::count(formal, ZeroKind::one, &ZeroPlace::kind));
        }
        check_has_no_root(one.call + " = " + value, interval);
    }
    CHECK(formal_roots >= 15);
}

TEST_CASE("the same of quantities that are curves in a parameter") {
    const std::vector<Case> cases = cases_of_curves();
    CHECK(cases.size() >= 60);
    for (const Case& one : cases)
        check_has_no_root(one.call + " = 1", fmt::format("{}:{}", one.at - 0.125, one.at + 0.125));
}

TEST_CASE("an interval that reaches beyond the domain has the roots within, and no others") {
    struct Row {
        const char *equation, *interval;
        std::size_t roots;
    };
    for (const Row& row :
         {Row{"truncated_normal.mass(x, 1) = -0.1", "0:3", 0},
          Row{"truncated_normal.std(-1, 1, std=x) = -0.5", "-3:-0.1", 0},
          Row{"truncated_normal.mean(x, 1) = 1.5", "1.1:4", 0},
          Row{"truncated_normal.std(-x, x) = 0.9", "-5:-0.5", 0},
          Row{"truncated_normal.std(-x, x) = 0.9", "0.5:5", 1},
          Row{"truncated_normal.mass(-x, x) = x", "0:5", 0},
          Row{"truncated_normal.mass(-x, x) = x/2", "0:5", 1},
          Row{"truncated_normal.mass(x, 1) = 0.1", "0:3", 1},
          Row{"truncated_normal.mass(39, x) = truncated_normal.mass(39, 40)/2", "39.001:40", 1}}) {
        CAPTURE(row.equation);
        const Solution solution = solve(row.equation, "x", row.interval, {});
        CHECK(solution.count(RootPlace::root) == row.roots);
        CHECK(solution.is_complete());
    }
}

TEST_CASE("a fixed argument that breaks a condition is refused, as it is by eval") {
    CHECK_THROWS_AS((void)solve("truncated_normal.std(1, -1, std=x) = 0.5", "x", "0.1:4", {}), InputError);
    CHECK_THROWS_AS((void)solve("truncated_normal.mass(x, 1, std=-1) = 0.5", "x", "-4:0", {}), InputError);
}
