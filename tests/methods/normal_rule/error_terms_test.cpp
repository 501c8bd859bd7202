// The error terms of the trapezoidal rule for a normal mean in double precision.

#include "tests/support/error_terms.hpp"
#include "methods/normal_rule/normal_trapezoid.hpp"
#include "methods/quadrature/quadrature.hpp"

using namespace sigprop;
using error_terms::Redesigned;
using error_terms::sharp;

namespace {

constexpr long fine = 200;
const Formula x = Formula::variable();

/// The rule for the integral of cos(w z) e^(-z^2/2), and that integral over the segment for which it is.
struct Cosine {
    double w;
    TrapezoidProblem problem;

    Cosine(double frequency, double half_length, long bits)
        : w(frequency), problem{cos(Formula(frequency) * x), 1, 1, half_length, 2.5, bits} {}

    [[nodiscard]] TrapezoidRule rule() const {
        TrapezoidRule found = normal_trapezoid(problem, Context());
        REQUIRE(found.step > 0);
        return found;
    }
    [[nodiscard]] Ball enclosure() const {
        const TrapezoidRule made = rule();
        Ball sum = Ball(0).at_precision(fine);
        for (double k = -made.side; k <= made.side; ++k) {
            const Ball z = Ball(k * made.step).at_precision(fine);
            sum += cos(Ball(w) * z) * exp(-z * z / 2);
        }
        return sum * Ball(made.step) + Ball::interval(-made.error, made.error);
    }
    [[nodiscard]] Ball exact() const {
        const TrapezoidRule made = rule();
        const double end = (made.side + 0.5) * made.step;
        const Formula integrand = cos(Formula(w) * x) * exp(-(pow(x, 2) / 2));
        const MeanProblem mean = examine(integrand, Law::uniform(-end, end), Context());
        const MeanResult found = arb_integral_mean(mean, 100, Context());
        REQUIRE(found.status == Status::ok);
        return found.value * Ball(2 * end);
    }
};

}  // namespace

TEST_CASE("long sides: the covering of the strip is refined no further than the step gains") {
    const Cosine wide(0, 9, 20);
    sharp(
        "normal_rule.trapezoid.long_sides", 0.04, [&] { return wide.enclosure(); }, wide.exact());
}

TEST_CASE("short sides: the nodes end in the middle of the density") {
    const Redesigned boxes("quadrature.rectangle.boxes", 16);
    const Cosine narrow(3, 0.4, 10);
    sharp(
        "normal_rule.trapezoid.short_sides", 0.5, [&] { return narrow.enclosure(); }, narrow.exact());
}
