// The side of a singular point in the logarithm of the distance: how deep it goes, in which pieces, and what
// is left out.

#include <doctest/doctest.h>
#include <cmath>

#include "core/formula/evaluator.hpp"
#include "methods/mean/singular_mean.hpp"

using namespace sigprop;

namespace {

/// The right side of 0, up to `length`, for 2/sqrt(u): bounded by 2 u^-1/2 log(1/u)^logs up to start.
SingularSide side_of(double length, double start, int logs = 0) {
    SingularSide side;
    side.edge = length;
    side.length = Real("length", [length](long bits) { return Ball(length).at_precision(bits); });
    side.integrand = 2 / sqrt(Formula::variable());
    side.log_weight = -Formula::variable();
    side.weighted = {2, Ball(-0.5), logs};
    side.growth = side.weighted;
    side.start = start;
    return side;
}

double log_bound(const SingularSide& side, double depth) {
    return log(integral_to(side.weighted, exp(-Ball(depth).at_precision(128)))).to_double();
}

}  // namespace

TEST_CASE("the sliver begins where its bound, 4 sqrt(u), falls below the goal") {
    const double nats = 60 * std::log(2);
    const SingularSide side = side_of(0.5, 0.25);
    // an eighth beyond the first step, which is right for a bound without logarithms
    CHECK(sliver_depth(side, 1, 60) == doctest::Approx(2 * (std::log(4) + nats) + 0.125).epsilon(1e-8));
    CHECK(sliver_depth(side, 8, 60) ==
          doctest::Approx(2 * (std::log(4) + nats - std::log(8)) + 0.125).epsilon(1e-8));
    CHECK(sliver_depth(side_of(0.5, 0x1p-150), 1, 60) ==
          doctest::Approx(150 * std::log(2)));  // deep enough at once
    for (const int logs : {1, 3, 8}) {
        const SingularSide slow = side_of(0.5, 0x1p-8, logs);
        const double depth = sliver_depth(slow, 1, 60);
        CHECK(log_bound(slow, depth) <= -nats);
        CHECK(log_bound(slow, depth - 1.5) > -nats);
    }
    SingularSide nothing = side;
    nothing.weighted.constant = 0;
    CHECK(sliver_depth(nothing, 1, 60) == doctest::Approx(std::log(4)));
}

TEST_CASE("the bound of a sliver holds up to the side's start only") {
    const SingularSide side = side_of(0.5, 0.25);
    CHECK(sliver_beside(side, Ball(0x1p-20)).to_double() == doctest::Approx(4 * 0x1p-10));
    CHECK(sliver_beside(side, Ball(0x1p-20)).to_double() >= 4 * 0x1p-10);
    CHECK(sliver_beside(side, Ball(0.25)).is_finite());
    CHECK_FALSE(sliver_beside(side, Ball(0.251)).is_finite());
    CHECK_FALSE(sliver_beside(side, Ball::interval(Ball(0.2), Ball(0.3))).is_finite());
}

TEST_CASE("in the logarithm the side is f w u, in pieces that reach the sliver") {
    for (const double length : {0.5, 0x1p-20}) {
        for (const long bits : {60L, 421L}) {
            CAPTURE(length);
            CAPTURE(bits);
            const SingularSide side = side_of(length, length / 2);
            const SideInLogarithm in_t = in_logarithm(side, 1, bits);
            const double width = bits > 420 ? 32 : 8;
            const double depth = sliver_depth(side, 1, bits) + std::log(length);
            REQUIRE(in_t.pieces.size() == static_cast<std::size_t>(std::ceil(depth / width)));
            double from = 0;
            for (const Piece& piece : in_t.pieces) {
                CHECK(piece.lower.to_double() == from);
                CHECK(piece.upper.to_double() == from + width);
                from += width;
            }
            const double u = length * std::exp(-from);
            CHECK(in_t.sliver.to_double() == doctest::Approx(4 * std::sqrt(u)).epsilon(1e-8));
            CHECK(log(in_t.sliver).to_double() <= -static_cast<double>(bits) * std::log(2));
            for (const double t : {0.0, 3.0, 70.0}) {
                const Ball distance = Ball(length) * exp(-Ball(t).at_precision(128));
                const Ball truth = 2 * sqrt(distance) * exp(-distance);
                const Ball value =
                    Evaluator<Ball>(in_t.pieces.front().smooth, 128)(Ball(t).at_precision(128));
                CHECK(value.overlaps(truth));
                CHECK_FALSE(value.overlaps(truth * Ball(1 + 0x1p-40)));
            }
        }
    }
    CHECK(in_logarithm(side_of(0.5, 0.25), 1, 420).pieces.front().upper.to_double() == 8);
    // a sliver that begins beyond the side's end: one piece all the same
    CHECK(in_logarithm(side_of(0x1p-200, 0x1p-201), 1, 60).pieces.size() == 1);
    const Ball logarithm = log_length(side_of(3, 0.25)).at(200);
    CHECK(logarithm.overlaps(log(Ball(3).at_precision(300))));
    CHECK(logarithm.accuracy_bits() >= 198);
}
