// Common zeros of two formulas: their number and places, what is proved of a box, and what stays undecided.

#include <doctest/doctest.h>

#include <sigprop/core/formula/formula.hpp>

#include "methods/roots/plane_zeros.hpp"

using namespace sigprop;

namespace {

const Formula a = Formula::variable(0);
const Formula b = Formula::variable(1);

PlaneFunction plane(const Formula& f) { return plane_composition(f, {}); }

Ball between(double lower, double upper) { return Ball::interval(Ball(lower), Ball(upper)).at_precision(80); }

std::vector<PlanePlace> zeros(const Formula& f, const Formula& g, const PlaneBox& box,
                              std::uint64_t budget = 200'000) {
    Context context;
    context.budget = budget;
    return plane_zeros(plane(f), plane(g), box, 120, context);
}

std::size_t count(const std::vector<PlanePlace>& places, ZeroKind kind) {
    return static_cast<std::size_t>(std::ranges::count(places, kind, &PlanePlace::kind));
}

}  // namespace

TEST_CASE("both points of a hyperbola and a line, to all digits") {
    const auto found = zeros(a + b - 3, a * b - 1, {between(0, 3), between(0, 3)});
    REQUIRE(found.size() == 2);
    const Ball root = sqrt(Ball(5).at_precision(200));
    CHECK(found[0].point[0].overlaps((3 - root) / 2));
    CHECK(found[0].point[1].overlaps((3 + root) / 2));
    CHECK(found[1].point[0].overlaps((3 + root) / 2));
    for (const PlanePlace& one : found) {
        CHECK(one.kind == ZeroKind::one);
        CHECK(one.point[0].accuracy_bits() > 110);
    }
    // control: half of the square has one of them
    CHECK(zeros(a + b - 3, a * b - 1, {between(0, 1), between(0, 3)}).size() == 1);
}

TEST_CASE("all nine points of two waves, and none where there is none") {
    const Formula x = 3 * a;
    const auto found = zeros(sin(x + b / 8), sin(3 * b - a / 8), {between(-1.5, 1.5), between(-1.5, 1.5)});
    CHECK(found.size() == 9);
    CHECK(count(found, ZeroKind::one) == 9);
    CHECK(zeros(a + b - 3, a * b - 4, {between(0, 3), between(0, 3)}).empty());
    CHECK(zeros(exp(a) - b, b - a, {between(-4, 4), between(-4, 4)}).empty());
}

TEST_CASE("a double point, a kink at the point and a spent budget stay undecided, and nothing is lost") {
    const auto twice = zeros(pow(a, 2) + pow(b, 2) - 2, a + b - 2, {between(0, 3), between(0, 3)});
    REQUIRE(twice.size() == 1);
    CHECK(twice[0].kind == ZeroKind::undecided);
    CHECK(twice[0].box[0].contains(Ball(1)));
    CHECK(twice[0].box[1].contains(Ball(1)));
    // |a| has slopes between -1 and 1 at its kink, which Krawczyk's test takes
    const auto kink = zeros(abs(a) + 2 * a - b, b - a / 4, {between(-1, 1.5), between(-1, 1.25)});
    CHECK(kink.size() == 1);
    const auto spent = zeros(a + b - 3, a * b - 1, {between(0, 3), between(0, 3)}, 20);
    CHECK(count(spent, ZeroKind::undecided) > 0);
}

TEST_CASE("Krawczyk's test speaks of one point alone") {
    const PlaneFunction f = plane(a + b - 3);
    const PlaneFunction g = plane(a * b - 1);
    CHECK(only_plane_zero(f, g, {between(0.3, 0.45), between(2.5, 2.75)}, 100));
    CHECK_FALSE(only_plane_zero(f, g, {between(0.4, 0.5), between(2.5, 2.75)}, 100));  // control: none
    CHECK_FALSE(only_plane_zero(f, g, {between(0, 3), between(0, 3)}, 100));           // two
}
