// The search for all zeros: what counts as found, what stays undecided, and the slopes it trusts.

#include <doctest/doctest.h>

#include "methods/roots/formula_zeros.hpp"

#include "core/formula/evaluator.hpp"

#include "tests/support/random_formula.hpp"

using namespace sigprop;

namespace {

const Formula x = Formula::variable();

std::vector<ZeroPlace> zeros(const Formula& f, double lower, double upper, const Context& context = {}) {
    return zeros_of(searched(f), Ball(lower), Ball(upper), 100, context);
}

bool is_only(const std::vector<ZeroPlace>& places, ZeroKind kind) {
    return places.size() == 1 && places.front().kind == kind;
}

}  // namespace

TEST_CASE("a simple zero is enclosed to the bits asked for") {
    for (const long bits : {60L, 200L, 2000L}) {
        CAPTURE(bits);
        const auto places = zeros_of(searched(pow(x, 2) - 2), Ball(0), Ball(2), bits, {});
        REQUIRE(is_only(places, ZeroKind::one));
        CHECK(places[0].zero.contains(sqrt(Ball(2).at_precision(2 * bits + 64))));
        CHECK(places[0].zero.accuracy_bits() >= bits - 4);
    }
}

TEST_CASE("a double zero stays undecided, and is not lost") {
    const auto places = zeros(pow(x - 1, 2) * (x - 2), 0, 3);
    REQUIRE(places.size() == 2);
    CHECK(places[0].kind == ZeroKind::undecided);
    CHECK(Ball::interval(places[0].lower, places[0].upper).at_precision(64).contains(Ball(1)));
    CHECK(places[1].kind == ZeroKind::one);
}

TEST_CASE("a jump over zero is no zero, and a steep climb through it is one") {
    const auto jump = zeros(step(x - 0.25) - 0.5, 0, 1);
    CHECK(is_only(jump, ZeroKind::undecided));
    CHECK(jump.front().reason.find("a jump") != std::string::npos);
    CHECK(is_only(zeros(tanh(1000000 * (x - 0.25)), 0, 1), ZeroKind::one));
}

TEST_CASE("a slope that hides a jump would invent a zero") {
    // Negative control: the search believes the slope, so the slope must know every jump.
    SearchedFunction liar = searched(step(x - 0.25) - 0.5);
    CHECK(is_only(zeros_of(liar, Ball(0), Ball(1), 60, {}), ZeroKind::undecided));
    liar.slope = [](const Ball&, long bits) { return Ball(1).at_precision(bits); };
    CHECK(is_only(zeros_of(liar, Ball(0), Ball(1), 60, {}), ZeroKind::one));
}

TEST_CASE("poles and edges of the domain without a zero are left out") {
    CHECK(zeros(1 / x, -1, 1).empty());
    CHECK(zeros(log(x) + 50, 0, 1e-30).empty());
    CHECK(is_only(zeros(log(x) - 1, -2, 4), ZeroKind::one));
    CHECK(is_only(zeros(sqrt(x) - 1, -4, 4), ZeroKind::one));
}

TEST_CASE("an interval of zeros is one place, and equal sides are not searched for ever") {
    const auto flat = zeros(relu(x), -1, 1);
    REQUIRE(!flat.empty());
    CHECK(flat.front().kind == ZeroKind::every);
    CHECK(is_only(zeros(pow(sin(x), 2) + pow(cos(x), 2) - 1, 0, 4), ZeroKind::undecided));
}

TEST_CASE("what the budget does not reach stays undecided") {
    Context little;
    little.budget = 60;
    const auto places = zeros(sin(20 * x), 0.1, 6, little);
    CHECK(!places.empty());
    CHECK(std::ranges::any_of(places, [](const ZeroPlace& one) { return one.kind == ZeroKind::undecided; }));
    CHECK(zeros(sin(20 * x), 0.1, 6).size() == 38);  // 20 x = k pi for k = 1, ..., 38
}

TEST_CASE("the slopes of random formulas hold their difference quotients") {
    test::RandomFormula random(20240229);
    int compared = 0;
    for (int round = 0; round < 4000; ++round) {
        const Formula f = random(4);
        const SearchedFunction searched_f = searched(f);
        const Ball a = Ball(random.dice().between(-64, 64)) / 16;
        const Ball width = Ball::power_of_two(-random.dice().between(0, 6));
        const Ball slope = searched_f.slope(Ball::interval(a, a + width).at_precision(128), 128);
        if (!slope.is_finite()) continue;
        for (const auto& [from, to] : {std::pair{0, 16}, {1, 2}, {7, 9}, {15, 16}}) {
            const Ball left = a + width * Ball(from) / 16;
            const Ball right = a + width * Ball(to) / 16;
            Evaluator<Ball> at(f, 300);
            const Ball low = at(left.at_precision(300));
            const Ball high = at(right.at_precision(300));
            const Ball quotient = (high - low) / (right - left);
            CAPTURE(f.text());
            CHECK(slope.overlaps(quotient));
            ++compared;
        }
    }
    CHECK(compared > 2000);
}
