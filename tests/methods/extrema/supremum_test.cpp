// Ranges with exact ends, formulas far out, and suprema over the line and over intervals: known values and
// refusals.

#include "methods/extrema/supremum.hpp"
#include "methods/extrema/tail_form.hpp"
#include "methods/extrema/value_range.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "core/base/doubles.hpp"
#include "core/formula/evaluator.hpp"

using namespace sigprop;

namespace {

const Formula x = Formula::variable();

std::vector<Formula> samples() {
    return {x * normal_cdf(x),
            x * sigmoid(x) - x * normal_cdf(x),
            tanh(x) - x / (1 + abs(x)),
            x * tanh(softplus(x)),
            min(max(x, -1), 1) - x / sqrt(1 + pow(x, 2)),
            where(x < 0, expm1(x), x) - relu(x),
            exp(-pow(x, 2)) * sin(3 * x),
            erf(x) * x - abs(x),
            (x * tanh(x)) / (1 + exp(-x)),
            pow(x, 2) / (1 + pow(x, 2)),
            sigmoid(x) * sigmoid(-x) * pow(x, 3)};
}

}  // namespace

TEST_CASE("a saturating function stays within its limits exactly") {
    const ValueRange range = value_range(tanh(x), -infinity, infinity);
    CHECK(range.least == -1);
    CHECK(range.most == 1);
    CHECK(value_range(sigmoid(3 * x), -infinity, infinity).most == 1);
    CHECK(value_range(sin(x) * cos(x), -infinity, infinity).most == 0.5);
    CHECK_FALSE(value_range(log(x), -1, 1).defined);
    CHECK_FALSE(value_range(1 / x, -1, 1).defined);
    for (const Formula& f : {tanh(x), x / (1 + abs(x)), x / sqrt(2 + pow(x, 2)), min(max(x, -1), 1)})
        CHECK(is_bounded_by(f, 1, {}));
    for (const Formula& f :
         {Formula(1.001) * tanh(x), Formula(1.001) * x / sqrt(1 + pow(x, 2)), x, x * tanh(x)})
        CHECK_FALSE(is_bounded_by(f, 1, {}));
}

TEST_CASE("values lie in their range, and beyond R below the tail's bound") {
    std::mt19937_64 random(7);
    for (const Formula& f : samples()) {
        Evaluator<Ball> evaluate(f, 200);
        CAPTURE(f.text());
        for (int i = 0; i < 200; ++i) {
            const double a = std::uniform_real_distribution(-20.0, 20.0)(random);
            const double b = a + std::exp(std::uniform_real_distribution(-6.0, 3.0)(random));
            const double at = a + (b - a) * std::uniform_real_distribution(0.0, 1.0)(random);
            const ValueRange range = value_range(f, a, b);
            const Ball value = evaluate(Ball(at).at_precision(200));
            CHECK(value.upper_double() >= range.least);
            CHECK(value.lower_double() <= range.most);
            CHECK(Evaluator<Ball>(settled(f, a, b), 200)(Ball(at).at_precision(200)).overlaps(value));
        }
        for (const double R : {4.0, 16.0, 100.0}) {
            const TailValues tail = tail_values(f, R, 128);
            if (!tail.most) continue;
            for (const double further : {1.0, 1.01, 1.5, 4.0, 30.0})
                CHECK_FALSE(
                    (evaluate(Ball(R * further).at_precision(200)).mignitude() - *tail.most).is_positive());
        }
    }
}

TEST_CASE("what cancels far out is small, what does not is unbounded") {
    CHECK(tail_values(x * sigmoid(x) - x * normal_cdf(x), 32, 128).most->upper_double() < 1e-11);
    CHECK(tail_values(x * tanh(softplus(x)) - x, 32, 128).most->upper_double() < 1e-11);
    CHECK(tail_values(x - tanh(x), 8, 128).unbounded);
    CHECK_FALSE(tail_values(sin(x), 8, 128).unbounded);
    CHECK_FALSE(tail_values(x * sin(x), 8, 128).unbounded);  // true, but not shown
}

TEST_CASE("suprema that are known") {
    const auto contains = [](const Formula& h, const Ball& value) {
        const Answer found = supremum_of_magnitude(h, 110, {});
        return found.status == Status::ok && found.value.overlaps(value) && found.value.accuracy_bits() > 80;
    };
    CHECK(contains(x * exp(-pow(x, 2) / 2), exp(Ball(-0.5).at_precision(300))));
    CHECK(contains(x / (1 + pow(x, 2)), Ball(0.5)));
    CHECK(contains(sin(x), Ball(1)));
    CHECK(contains(tanh(x), Ball(1)));
    CHECK(contains(Formula(-3) + exp(-abs(x)), Ball(3)));
    CHECK(supremum_of_magnitude(sigmoid(x), 110, {}).value.contains(Ball(1)));  // never attained
    CHECK_FALSE(contains(tanh(x), Ball(1.0000001)));
    CHECK(supremum_of_magnitude(x * sin(x), 110, {}).status == Status::unable);
    CHECK(supremum_of_magnitude(x + sin(x), 110, {}).status == Status::domain);
    CHECK(supremum_of_magnitude(x * tanh(x), 110, {}).status == Status::domain);
    CHECK(supremum_of_magnitude(exp(-2 * x) - x, 110, {}).status == Status::domain);
    CHECK(supremum_of_magnitude(where(x < 3, x, exp(x / 9)) * relu(x), 110, {}).status == Status::domain);
    CHECK(supremum_of_magnitude(exp(x) * exp(-x), 110, {}).status != Status::domain);
    CHECK(supremum_of_magnitude(1 / x, 110, {}).status == Status::unable);
}

TEST_CASE("the value at a single point between two switches is not a supremum") {
    const auto spike = [](const Ball& place) {
        const Formula at = Formula(Real(place.to_double()));
        return supremum_of_magnitude(where(x <= at, where(x < at, 1, 5), 1), 80, {}).value;
    };
    CHECK(spike(Ball(3)).contains(Ball(1)));
    CHECK(spike(Ball(3.03125)).contains(Ball(1)));  // a sampled point
    CHECK_FALSE(spike(Ball(3.03125)).contains(Ball(5)));
}

TEST_CASE("suprema over an interval, whose ends need not be exact") {
    constexpr long bits = 110;
    const auto at = [](std::int64_t numerator, std::int64_t denominator) {
        return Ball(numerator).at_precision(bits + 64) / Ball(denominator);
    };
    const auto supremum = [](const Formula& h, const Ball& lower, const Ball& upper) {
        return supremum_of_magnitude(h, lower, upper, bits, {});
    };
    struct Row {
        Formula h;
        Ball lower, upper, most;
    };
    for (const Row& row : {Row{sin(x), at(1, 3), at(7, 3), 1}, Row{sin(x), at(1, 3), at(4, 3), sin(at(4, 3))},
                           Row{x * exp(-x), at(1, 3), at(1, 2), exp(at(-1, 2)) / 2},
                           Row{x * exp(-x), -2, at(1, 3), 2 * exp(at(2, 1))},
                           Row{abs(x - Formula(1) / 7), 0, at(1, 3), at(4, 21)},
                           Row{where(x < Formula(1) / 7, 5 - x, x), at(1, 11), at(2, 3), 5 - at(1, 11)},
                           Row{where(x < Formula(1) / 7, x, -3 - x), 0, at(1, 3), 3 + at(1, 3)}}) {
        CAPTURE(row.h.text());
        const Answer found = supremum(row.h, row.lower, row.upper);
        REQUIRE(found.status == Status::ok);
        CHECK(found.value.overlaps(row.most));
        CHECK_FALSE(found.value.overlaps(row.most * (1 + Ball::power_of_two(-80))));
    }
    CHECK(supremum(sin(x) - sin(x), 0, 1).reason.find("zero everywhere") != std::string::npos);
    CHECK(supremum(1 / x, -1, 1).reason.find("no finite value") != std::string::npos);
    Context poor;
    poor.budget = 3;
    CHECK(supremum_of_magnitude(sin(9 * x), 0, 9, bits, poor).reason.find("budget") != std::string::npos);
    // 1/x is at most 10 on [0.1, 1], and has no bound where the end may also be 0.
    const Ball around_zero = Ball(0).at_precision(bits).widened(Ball(0.1));
    CHECK(supremum(1 / x, around_zero, 1).reason.find("around an end") != std::string::npos);
    CHECK(supremum(x, around_zero, 1).value.contains(Ball(1)));
}

TEST_CASE("ends that are not told apart ask for more bits") {
    const auto supremum = [](long bits) {
        const Ball third = Ball(1).at_precision(bits) / 3;
        return supremum_of_magnitude(sin(x), third, third + pow(Ball(10).at_precision(bits), -40), 64, {});
    };
    const Answer coarse = supremum(100);
    CHECK(coarse.status == Status::ok);
    CHECK_FALSE(coarse.value.is_finite());
    CHECK(supremum(200).value.overlaps(sin(Ball(1).at_precision(200) / 3)));
    CHECK(supremum(200).value.accuracy_bits() > 60);
    const Ball one = Ball(1).at_precision(100);
    CHECK_FALSE(supremum_of_magnitude(sin(x), one, one, 64, {}).value.is_finite());
}
