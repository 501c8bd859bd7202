#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>
#include <sigprop/core/formula/law.hpp>

#include "core/formula/evaluator.hpp"

using namespace sigprop;

namespace {

const Real infinity = Real::infinity(1);
Real decimal(const char* text) { return Rational::from_decimal(text); }
Real root_two() {
    return Real("sqrt(2)", [](long bits) { return sqrt(Ball(2).at_precision(bits)); });
}

/// The ratio of the weight at two points, in X, so that normalisation cancels.
Ball log_ratio(const Law& law, double x, double y) {
    Evaluator<Ball> log_weight(law.log_weight, 300);
    const Ball origin = law.origin.at(300);
    return log_weight(Ball(x).at_precision(300) - origin) - log_weight(Ball(y).at_precision(300) - origin);
}

}  // namespace

TEST_CASE("a truncated normal has the normal's density ratios, limits and origin") {
    struct Row {
        Real lower, upper;
        double origin;
    };
    for (const Row& row :
         {Row{-2, 2, 0}, Row{-infinity, infinity, 0}, Row{3, 5, 3}, Row{decimal("2.5"), infinity, 2.5},
          Row{-infinity, -40, -40}, Row{-7, decimal("-6.5"), -6.5}, Row{0, 1, 0}, Row{-1, 0, 0},
          Row{root_two(), 2, 1.4142135623730951}}) {
        const Law law = Law::truncated_normal(row.lower, row.upper);
        CAPTURE(law.text());
        CHECK(law.origin.to_double() == row.origin);
        CHECK(compare(law.lower + law.origin, row.lower).value_or(0) == 0);
        CHECK(compare(law.upper + law.origin, row.upper).value_or(0) == 0);
        for (const double x : {-3.0, 0.5, 41.0}) {
            const Ball expected = (Ball(2.25) - pow(Ball(x), 2)) / 2;  // against y = 1.5
            CHECK(log_ratio(law, x, 1.5).overlaps(expected));
            CHECK_FALSE(log_ratio(law, x, 1.5).overlaps(expected + Ball(1e-9)));
        }
        CHECK(law.sampler == Sampler::truncated_normal);
    }
    CHECK(log_ratio(Law::normal(), 3, 1).overlaps(Ball(-4)));
}

TEST_CASE("limits in the wrong order are refused") {
    const auto refused = [](const Real& lower, const Real& upper) {
        CHECK_THROWS_AS((void)Law::truncated_normal(lower, upper), InputError);
    };
    refused(2, -2);
    refused(1, 1);
    refused(root_two(), decimal("1.4142135623730950488016887242"));
    refused(infinity, infinity);
    refused(infinity, 0);
    refused(0, -infinity);
    CHECK_THROWS_AS((void)Law::truncated_exponential(0), InputError);
    CHECK_THROWS_AS((void)Law::truncated_exponential(-1), InputError);
    CHECK_THROWS_AS((void)Law::uniform(1, 1), InputError);
    CHECK_THROWS_AS((void)Law::uniform(0, infinity), InputError);
    CHECK(log_ratio(Law::uniform(-1, 5), 3, 1).overlaps(Ball(0)));
    const Law law = Law::truncated_exponential(4);
    CHECK(compare(law.lower, 0) == 0);
    CHECK(log_ratio(law, 3, 1).overlaps(Ball(-2)));
}

TEST_CASE("laws that differ have texts that differ") {
    CHECK(Law::normal().text() != Law::truncated_normal(-infinity, infinity).text());
    CHECK(Law::uniform(-2, 2).text() != Law::uniform(-2, 3).text());
    CHECK(Law::truncated_normal(-2, 2).text() != Law::truncated_normal(-2, 3).text());
    CHECK(Law::truncated_normal(3, 4).text() != Law::truncated_normal(5, 6).text());  // the same width
}
