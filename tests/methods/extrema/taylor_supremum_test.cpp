// Suprema by Taylor models for functions with known suprema, and refusals.

#include "methods/extrema/taylor_supremum.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <vector>

#include "core/formula/evaluator.hpp"

using namespace sigprop;

namespace {

constexpr long bits = 200;
const Formula x = Formula::variable();

Ball at(double point) { return Ball(point).at_precision(bits); }

JetFunction jets_of(const Formula& h) {
    const auto jets = std::make_shared<Evaluator<Jet>>(h, 264);
    return [jets](const Jet& u) { return (*jets)(u); };
}

Answer supremum_of(const std::vector<TaylorPiece>& pieces) {
    return taylor_supremum(pieces, bits, 264, Context{});
}

}  // namespace

TEST_CASE("suprema by Taylor models") {
    const auto supremum = [](const Formula& h, double lower, double upper) {
        return supremum_of({{jets_of(h), lower, upper}});
    };
    struct Known {
        Formula h;
        double lower, upper;
        Ball most;
    };
    const Ball one = at(1);
    for (const Known& known :
         {Known{sin(x), -50, 50, one}, Known{x * x * x, -1, 0.5, one}, Known{x * exp(-x), 0, 40, exp(-one)},
          Known{tanh(x), -30, 2, tanh(at(30))}, Known{Formula(-3), 0, 1, at(3)},
          Known{pow(sin(x), 2) + pow(cos(x), 2) - 1, -50, 50, at(0)}, Known{1 / x, 0.5, 9, at(2)}}) {
        CAPTURE(known.h.text());
        const Answer most = supremum(known.h, known.lower, known.upper);
        REQUIRE(most.status == Status::ok);
        CHECK(most.value.overlaps(known.most));
        CHECK(most.value.radius().magnitude_exponent() < -180);
    }
    // Controls: an identity that is off by 10^-50 is not zero, and a pole has no supremum.
    const Formula off = pow(sin(x), 2) + pow(cos(x), 2) - 1 + Formula(Real(pow(Rational(10), -50)));
    CHECK(supremum(off, -50, 50).value.is_positive());
    CHECK(supremum(1 / x, -1, 1).status == Status::unable);
    CHECK(supremum(log(x), -2, -1).reason.find("no finite value") != std::string::npos);
}

TEST_CASE("a gap bounds the supremum, and its values need not be attained") {
    const TaylorPiece wave{jets_of(sin(x)), 0, 1};
    const auto with_gap = [&](const Formula& h, bool is_attained) {
        return supremum_of({wave, {jets_of(h), 1, Ball(1 + 0x1p-40), is_attained}}).value;
    };
    const Ball attained = sin(at(1));
    const Ball above = with_gap(3 * x, false);
    CHECK(above.contains(attained));
    CHECK(above.contains(Ball(3)));
    CHECK_FALSE(above.contains(Ball(3.001)));  // one box suffices for such a narrow interval
    const Ball below = with_gap(x / 2, false);
    CHECK(below.overlaps(attained));
    CHECK(below.accuracy_bits() > 180);
    // Control: where the values are attained, the supremum is one of them.
    CHECK_FALSE(with_gap(3 * x, true).overlaps(attained));
    CHECK(with_gap(3 * x, true).overlaps(3 * at(1 + 0x1p-40)));
    // An interval over which nothing is finite has no bound.
    CHECK(supremum_of({wave, {jets_of(1 / (x - 1)), 1, Ball(1 + 0x1p-40), false}}).status == Status::unable);
}

TEST_CASE("a switch that is decided at the middle of a box is not decided on it") {
    const Formula bump = relu(min(x, 1 - x));  // 0 at the ends and at the middle, 1/2 between
    const Answer found = supremum_of({{jets_of(bump), -3, 1}});
    const bool is_right = found.status != Status::ok || found.value.contains(Ball(0.5));
    CHECK(is_right);
    // Where no switch is open on the interval, the constant is the supremum.
    CHECK(supremum_of({{jets_of(bump), -3, -1}}).value.contains(Ball(0)));
    CHECK(supremum_of({{jets_of(step(x)), 1, 2}}).value.contains(Ball(1)));
}
