// Every quantity that equations know in a parameter: what is said over intervals holds at the points within.

#include <doctest/doctest.h>

#include "tests/quantities/curves/curve_checks.hpp"

#include <random>
#include <set>

using namespace sigprop;
using curve_checks::Compared;
using curve_checks::Subject;

namespace {

struct Interval {
    double from, to;
};

/// Wide ones and narrow ones where the parameter has sense.
std::vector<Interval> intervals(const std::string& parameter, std::mt19937_64& random) {
    const bool is_share = parameter == "c" || parameter == "alpha";
    const double least = is_share ? 0.05 : parameter == "mean" || parameter == "x" ? -1.5 : 0.3;
    const double most = is_share ? 0.9 : 2;
    std::vector<Interval> all;
    for (const double width : {0.25, 0.01, 1e-4}) {
        const double from = std::uniform_real_distribution<double>(least, most - width)(random);
        all.push_back({from, from + width});
    }
    return all;
}

Compared checked(const KnownCurve& curve, std::mt19937_64& random,
                 const std::map<std::string, std::string>& others = {}) {
    const Subject subject = curve_checks::subject(curve, others);
    const auto known = curve.make(subject.arguments);
    REQUIRE_MESSAGE(known.has_value(), curve.quantity << " in " << curve.parameter);
    const Context context;
    const SearchedFunction f = (*known)(context);
    Compared compared;
    for (const Interval& one : intervals(curve.parameter, random)) compare(subject, f, one.from, one.to, compared);
    return compared;
}

int check_theme(const std::string& theme, unsigned seed) {
    std::mt19937_64 random(seed);
    int pairs = 0;
    for (const KnownCurve& curve : known_curves()) {
        if (!curve.quantity.starts_with(theme)) continue;
        const Compared compared = checked(curve, random);
        for (const std::string& wrong : compared.wrong) FAIL_CHECK(wrong);
        CHECK_MESSAGE(compared.all() >= 9, curve.quantity << " in " << curve.parameter << ": nothing to compare");
        ++pairs;
    }
    return pairs;
}

}  // namespace

TEST_CASE("over intervals: activations") { CHECK(check_theme("activation.", 41) >= 23); }
TEST_CASE("over intervals: attention") { CHECK(check_theme("attention.", 42) >= 12); }
TEST_CASE("over intervals: residual stacks") { CHECK(check_theme("residual.", 43) >= 50); }

TEST_CASE("over intervals: activations with jumps, kinks, gates and closed forms") {
    std::mt19937_64 random(44);
    int compared_in_all = 0;
    for (const KnownCurve& curve : known_curves()) {
        const bool is_of_moments = curve.parameter == "std" || curve.parameter == "mean";
        if (!curve.quantity.starts_with("activation.") || !is_of_moments) continue;
        const bool has_gate = curve.quantity.find("derivative_mean") == std::string::npos &&
                              curve.quantity.find("linear_share") == std::string::npos;
        for (const char* f : {"relu", "gelu", "\"tanh(x) + step(x - 0.25)\"", "glu(sigmoid)"}) {
            if (std::string(f) == "glu(sigmoid)" && !has_gate) continue;
            const Compared compared = checked(curve, random, {{"f", f}});
            for (const std::string& wrong : compared.wrong) FAIL_CHECK(f << ": " << wrong);
            compared_in_all += compared.all();
        }
    }
    CHECK(compared_in_all >= 600);
}

TEST_CASE("control: a curve that is wrong by little is noticed") {
    std::set<std::string> noticed;
    for (const KnownCurve& curve : known_curves()) {
        if (curve.quantity != "attention.entropy" && curve.quantity != "activation.mean") continue;
        const Subject subject = curve_checks::subject(curve);
        const Context context;
        const SearchedFunction f = (*curve.make(subject.arguments))(context);
        const auto wrong = [&](const SearchedFunction& changed) {
            Compared compared;
            compare(subject, changed, 1, 1.001, compared);
            return !compared.wrong.empty();
        };
        CHECK_FALSE(wrong(f));
        SearchedFunction value = f, slope = f, direction = f;
        value.value = [&](const Ball& x, long bits) { return f.value(x, bits) + Ball(0.01); };
        slope.slope = [&](const Ball& x, long bits) { return f.slope(x, bits) * Ball(1.0625); };
        direction.direction = [&](const Ball& x, long bits) { return f.direction(x, bits) > 0 ? -1 : 1; };
        for (const auto& [name, changed] : {std::pair{"value", &value}, {"slope", &slope}, {"direction", &direction}})
            if (wrong(*changed)) noticed.insert(curve.quantity + " " + curve.parameter + " " + name);
    }
    CHECK(noticed.size() == 9);
}

TEST_CASE("the table has each pair once, of parameters that the quantity has") {
    std::set<std::pair<std::string, std::string>> seen;
    for (const KnownCurve& curve : known_curves()) {
        CAPTURE(curve.quantity);
        CHECK(seen.emplace(curve.quantity, curve.parameter).second);
        const Quantity* quantity = find_quantity(curve.quantity);
        REQUIRE(quantity != nullptr);
        CHECK(std::ranges::find(quantity->parameters, curve.parameter, &Parameter::name) != quantity->parameters.end());
        CHECK(known_parameter_curves().find(curve.quantity.substr(curve.quantity.find('.') + 1)) != std::string::npos);
    }
}
