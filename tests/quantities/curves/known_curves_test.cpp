// Every quantity that equations know in a parameter: what is said over intervals holds at the points within.

#include <doctest/doctest.h>

#include "tests/quantities/curves/curve_checks.hpp"

#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <sstream>

using namespace sigprop;
using curve_checks::Compared;
using curve_checks::Subject;

namespace {

struct Stretch {
    double from, to;
};

/// Wide ones and narrow ones where the parameter has sense.
std::vector<Stretch> intervals(const std::string& parameter, std::mt19937_64& random) {
    const bool is_share = parameter == "c" || parameter == "alpha";
    const double least = is_share ? 0.05 : parameter == "mean" || parameter == "x" ? -1.5 : 0.3;
    const double most = is_share ? 0.9 : 2;
    std::vector<Stretch> all;
    for (const double width : {0.25, 1e-3}) {
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
    for (const Stretch& one : intervals(curve.parameter, random))
        compare(subject, f, one.from, one.to, compared);
    return compared;
}

int check_theme(const std::string& theme, unsigned seed) {
    std::mt19937_64 random(seed);
    int pairs = 0;
    for (const KnownCurve& curve : known_curves()) {
        if (!curve.quantity.starts_with(theme)) continue;
        const Compared compared = checked(curve, random);
        for (const std::string& wrong : compared.wrong) FAIL_CHECK(wrong);
        CHECK_MESSAGE(compared.all() >= 6,
                      curve.quantity << " in " << curve.parameter << ": nothing to compare");
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
        for (const char* f : {"relu", "\"tanh(x) + step(x - 0.25)\"", "glu(sigmoid)"}) {
            if (std::string(f) == "glu(sigmoid)" && !has_gate) continue;
            const Compared compared = checked(curve, random, {{"f", f}});
            for (const std::string& wrong : compared.wrong) FAIL_CHECK(f << ": " << wrong);
            compared_in_all += compared.all();
        }
    }
    CHECK(compared_in_all >= 300);
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
        direction.direction = [&](const Ball& x, long bits) {
            return f.slope(x, bits).is_positive() ? -1 : 1;
        };
        for (const auto& [name, changed] :
             {std::pair{"value", &value}, {"slope", &slope}, {"direction", &direction}})
            if (wrong(*changed)) noticed.insert(curve.quantity + " " + curve.parameter + " " + name);
    }
    CHECK(noticed.size() == 9);
}

TEST_CASE("a value that a quantity has is found again" * doctest::test_suite("slow")) {
    std::mt19937_64 random(45);
    int roots = 0, open = 0;
    for (const KnownCurve& curve : known_curves()) {
        const Subject subject = curve_checks::subject(curve);
        const Context context{.budget = 1500};
        const SearchedFunction f = (*curve.make(subject.arguments))(context);
        const Stretch at = intervals(curve.parameter, random)[0];
        const double point = at.from + (at.to - at.from) / 3;
        const Ball value = subject.at(point).midpoint();
        if (!value.is_finite()) continue;
        SearchedFunction shifted = f;  // by an exact number within 18 digits of the value
        shifted.excluded = {};         // which is about zeros of f itself
        shifted.value = [&](const Ball& x, long bits) { return f.value(x, bits) - value; };
        const auto places = zeros_of(shifted, Ball(at.from), Ball(at.to), 40, context);
        const auto is_near = [&](const ZeroPlace& place) {
            const Ball wide = Ball::interval(place.lower, place.upper);
            return (wide + Ball::interval(Ball(-1e-9), Ball(1e-9))).overlaps(Ball(point));
        };
        CAPTURE(curve.quantity);
        CAPTURE(curve.parameter);
        const bool is_constant = std::ranges::count(places, ZeroKind::every, &ZeroPlace::kind) > 0;
        CHECK((is_constant || std::ranges::any_of(places, is_near)));
        for (const ZeroPlace& place : places) (place.kind == ZeroKind::one ? roots : open) += 1;
    }
    CHECK(roots >= 60);
    CHECK(open <= 20);
}

TEST_CASE("the guide lists what is known, and show says how") {
    std::ifstream file(SIGPROP_SOURCE_DIR "/docs/guides/solving.md");
    const std::string guide{std::istreambuf_iterator<char>(file), {}};
    std::istringstream groups(known_parameter_curves());
    int rows = 0;
    for (std::string group; std::getline(groups, group, ';'); ++rows) {
        const std::size_t in = group.find(" in ");
        const std::string row = "| `" + group.substr(group.find_first_not_of(' '), in - (rows > 0 ? 1 : 0)) +
                                "` | " + group.substr(in + 4) + " |";
        CHECK_MESSAGE(guide.find(row) != std::string::npos, row);
    }
    CHECK(rows >= 12);
    for (const KnownCurve& curve : known_curves()) CHECK_FALSE(curve.because.empty());
}

TEST_CASE("the table has each pair once, of parameters that the quantity has") {
    std::set<std::pair<std::string, std::string>> seen;
    for (const KnownCurve& curve : known_curves()) {
        CAPTURE(curve.quantity);
        CHECK(seen.emplace(curve.quantity, curve.parameter).second);
        const Quantity* quantity = find_quantity(curve.quantity);
        REQUIRE(quantity != nullptr);
        CHECK(std::ranges::find(quantity->parameters, curve.parameter, &Parameter::name) !=
              quantity->parameters.end());
        CHECK(known_parameter_curves().find(curve.quantity.substr(curve.quantity.find('.') + 1)) !=
              std::string::npos);
    }
}
