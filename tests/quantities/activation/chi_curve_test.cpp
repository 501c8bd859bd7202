// Quantities over intervals of a parameter: the values at points lie in the enclosure, and so do the
// difference quotients between points in that of the slope.

#include "quantities/activation/chi_curve.hpp"
#include "quantities/activation/moment_range.hpp"

#include "tests/support/answers.hpp"

#include <array>

using namespace sigprop;

namespace {

const Activation hyperbolic{"tanh", tanh(Formula::variable())};
const Activation kinked{"relu(x - 1/4)", relu(Formula::variable() - Formula(0.25))};
const Activation clipped{"min(max(x, -1), 1)", min(max(Formula::variable(), Formula(-1)), Formula(1))};

constexpr long bits = 64;

Ball between(double lower, double upper) {
    return Ball::interval(Ball(lower), Ball(upper)).at_precision(bits);
}

/// The enclosures over [lower, upper] hold what is found at points of it.
void check_interval(const SearchedFunction& f, double lower, double upper) {
    CAPTURE(lower);
    const Ball value = f.value(between(lower, upper), bits);
    const Ball slope = f.slope(between(lower, upper), bits);
    REQUIRE(value.is_finite());
    REQUIRE(slope.is_finite());
    Ball before;
    const int steps = 4;
    for (int k = 0; k <= steps; ++k) {
        const double at = lower + (upper - lower) * k / steps;
        const Ball here = f.value(Ball(at).at_precision(bits), bits);
        REQUIRE(here.is_finite());
        CHECK(value.overlaps(here));
        if (k > 0) CHECK(slope.overlaps((here - before) / (Ball(upper) - Ball(lower)) * Ball(steps)));
        before = here;
    }
}

SearchedFunction moment(const MomentCurve& curve, const Context& context) {
    return {[&](const Ball& s, long b) { return moment_range(curve, s, b, context).value; },
            [&](const Ball& s, long b) { return moment_range(curve, s, b, context).slope; }};
}

}  // namespace

TEST_CASE("moments over intervals of the std hold those at points") {
    const Context context;
    for (const Activation& f : {hyperbolic, kinked, clipped}) {
        CAPTURE(f.text);
        const MomentCurve curve(f, RouteKind::definition);
        for (const auto& [lower, upper] : {std::pair{0.5, 0.515625}, {1.0, 1.0078125}, {3.0, 3.25}})
            check_interval(moment(curve, context), lower, upper);
    }
}

TEST_CASE("an interval of stds is not far wider than its values") {
    // Negative control: enclosures that hold everything would pass the test above.
    const Context context;
    const MomentCurve curve(hyperbolic, RouteKind::definition);
    const MomentRange range = moment_range(curve, between(1, 1.0009765625), bits, context);
    CHECK(range.value.radius_double() < 0.001);
    CHECK(range.slope.radius_double() < 0.05);
    CHECK(range.slope.is_positive());
}

TEST_CASE("the fixed point and chi_1 over intervals of the weight variance hold those at points") {
    const Context context;
    for (const LayerCurve which : {LayerCurve::q_fixed_point, LayerCurve::chi_1}) {
        const SearchedFunction curve = curve_in_weight_variance(which, hyperbolic, Real(0.0625), context);
        for (const auto& [lower, upper] : {std::pair{0.75, 0.7578125}, {1.5, 1.5078125}, {3.0, 3.015625}})
            check_interval(curve, lower, upper);
        const Ball slope = curve.slope(between(1.5, 1.5009765625), bits);
        CHECK(slope.radius_double() < 0.05 * slope.to_double());
    }
}

TEST_CASE(
    "the smallest fixed point of a wide interval is known where the largest is a thousand times as large") {
    const Context context;
    const SearchedFunction curve =
        curve_in_weight_variance(LayerCurve::q_fixed_point, hyperbolic, Real(0.0625), context);
    const Ball over = curve.value(between(0.125, 256), bits);
    const Ball first = curve.value(Ball(0.125).at_precision(bits), bits);
    CHECK(over.overlaps(first));
    CHECK(over.lower_double() > first.to_double() - 1e-4);  // a square of the root's ball is far below 0
}

TEST_CASE("without a fixed point the weight variances are left out") {
    const Activation rectifier{"relu", relu(Formula::variable())};
    const Context context;
    const SearchedFunction curve =
        curve_in_weight_variance(LayerCurve::chi_1, rectifier, Real(0.0625), context);
    CHECK(curve.excluded(between(2.125, 3), bits));
    CHECK(curve.excluded(between(-3, -2), bits));
    CHECK_FALSE(curve.excluded(between(1.9, 3), bits));
    CHECK_THROWS_AS((void)curve_in_weight_variance(LayerCurve::chi_1, rectifier, Real(0), context),
                    InputError);
}
