#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "models/network/network.hpp"

using namespace sigprop;

namespace {

constexpr Observable what = Observable::second_moment;

NetworkSample sample(const std::vector<double>& values) {
    NetworkSample result;
    for (const double value : values) {
        result.profiles.emplace_back();
        result.profiles.back()[what] = {0, value};
    }
    return result;
}

bool near(const NetworkMean& measured, double value, double standard_error) {
    return std::fabs(measured.value - value) <= 4e-15 * value &&
           std::fabs(measured.standard_error - standard_error) <= 4e-15 * standard_error;
}

}  // namespace

TEST_CASE("means over networks are those of scipy") {
    const NetworkSample five = sample({1, 2, 4, 8, 3});
    // stats.sem, var(ddof=1), stats.moment(x, 4), stats.gmean
    CHECK(near(five.mean(what, 1), 3.6, 1.208304597359457));
    CHECK(near(five.variance(what, 1), 7.300000000000001, 3.4292331504288245));
    CHECK(near(five.log_mean(what, 1), 1.0514990744055563, 0.3467736753481075));
    CHECK(near(five.log_variance(what, 1), 0.6012599095721733, 0.24201492863209054));
    CHECK(near(five.geometric_mean(what, 1), 2.861938162210511, 0.9924448151287472));
    CHECK_FALSE(near(sample({1, 2, 4, 8, 3 + 1e-13}).mean(what, 1), 3.6, 1.208304597359457));
}

TEST_CASE("equal values are their mean exactly") {
    for (const double value : {0.1, 1.0 / 3, 1e300, 5e-324}) {
        const NetworkSample same = sample(std::vector<double>(7, value));
        CHECK(same.mean(what, 1).value == value);
        CHECK(same.geometric_mean(what, 1).value == value);
        for (const NetworkMean& mean : {same.mean(what, 1), same.geometric_mean(what, 1),
                                        same.log_mean(what, 1), same.log_variance(what, 1)}) {
            CHECK(mean.standard_error == 0);
        }
        CHECK(same.variance(what, 1).value == 0);
    }
    CHECK(sample({0.1, 0.1, std::nextafter(0.1, 1)}).mean(what, 1).standard_error > 0);
}

TEST_CASE("what has no logarithm, and what was not measured") {
    const NetworkSample with_zero = sample({1, 0, 2});
    CHECK(with_zero.mean(what, 1).value == 1);
    CHECK(with_zero.geometric_mean(what, 1).value == 0);
    CHECK(with_zero.log_mean(what, 1).value == -std::numeric_limits<double>::infinity());
    CHECK_THROWS_AS(static_cast<void>(with_zero.mean(what, 2)), std::logic_error);
    CHECK_THROWS_AS(static_cast<void>(with_zero.mean(Observable::cosine, 0)), std::logic_error);
    CHECK_THROWS_AS(static_cast<void>(NetworkSample().mean(what, 0)), std::logic_error);
}
