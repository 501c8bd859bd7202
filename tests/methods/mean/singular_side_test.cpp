// Which sides of singular points a range feels, and what they leave of it.

#include "methods/mean/singular_side.hpp"

#include <doctest/doctest.h>

using namespace sigprop;

namespace {

SingularSide side_of(int place, int side, double edge) {
    SingularSide one;
    one.place = place;
    one.side = side;
    one.edge = edge;
    return one;
}

using Ends = std::vector<std::pair<double, double>>;

Ends stretches(const std::vector<SingularSide>& sides, double lower, double upper) {
    Ends ends;
    for (const Stretch& one : stretches_between(sides, Ball(lower), Ball(upper)))
        ends.emplace_back(one.lower.to_double(), one.upper.to_double());
    return ends;
}

}  // namespace

TEST_CASE("sides a quarter beyond the range are felt, those further off are not") {
    const std::vector<SingularSide> sides = {side_of(-1, -1, -1.5), side_of(-1, 1, -0.5), side_of(2, 1, 2.5)};
    const auto count = [&](double lower, double upper) {
        return sides_within(sides, Ball(lower), Ball(upper)).size();
    };
    CHECK(count(-4, 4) == 3);
    CHECK(count(-0.75, 1) == 2);
    CHECK(count(-0.7, 1) == 0);
    CHECK(count(-0.7, 1.75) == 1);
    CHECK(count(-0.7, 1.7) == 0);
    CHECK(sides_within(sides, Ball(0), Ball(4)).front().edge == 2.5);
}

TEST_CASE("the stretches between the sides") {
    const SingularSide left = side_of(0, -1, -0.5), right = side_of(0, 1, 0.5);
    const SingularSide next_left = side_of(1, -1, 0.5), next_right = side_of(1, 1, 1.25);
    CHECK(stretches({}, -4, 4) == Ends{{-4, 4}});
    CHECK(stretches({left, right}, -4, 4) == Ends{{-4, -0.5}, {0.5, 4}});
    CHECK(stretches({right}, 0, 4) == Ends{{0.5, 4}});
    CHECK(stretches({left}, -4, 0) == Ends{{-4, -0.5}});
    // sides that meet leave nothing between them
    CHECK(stretches({left, right, next_left, next_right}, -4, 4) == Ends{{-4, -0.5}, {1.25, 4}});
    CHECK(stretches({right, next_left}, 0, 1).empty());
    // a side that reaches beyond the range
    CHECK(stretches({left, right}, -4, 0.25) == Ends{{-4, -0.5}});
    CHECK(stretches({left, right}, -0.25, 4) == Ends{{0.5, 4}});
}
