// The statistics that a law implies, against mpmath's integrals; and truncation seen without any claim.

#include <doctest/doctest.h>

#include <cmath>

#include "measure/weights/law.hpp"
#include "tests/support/weights_samples.hpp"

using namespace sigprop;

namespace {

bool near(double value, double reference, double relative = 1e-9) {
    return std::abs(value - reference) <= relative * std::abs(reference);
}

void check_moments(const WeightLaw& law, double centre, const LawMoments& reference, double relative) {
    const LawMoments moments = moments_of(law, centre);
    CHECK(std::abs(moments.mean - reference.mean) <= relative);
    CHECK(near(moments.std, reference.std, relative));
    CHECK(near(moments.kurtosis, reference.kurtosis, relative));
    CHECK(near(moments.shape, reference.shape, relative));
    CHECK(near(moments.shape_variance, reference.shape_variance, 100 * relative));
}

Truncation seen(const std::vector<double>& weights) {
    const WeightStatistics found = weight_statistics(weights_samples::view_of(weights), 0, {});
    return truncation_of(found, Rounding::of(ElementType::float64, found));
}

}  // namespace

TEST_CASE("numbers are rounded to digits over the whole range of doubles") {
    CHECK(sigprop::rounded_to(0.0199, 1) == 0.02);
    CHECK(sigprop::rounded_to(1.23456e-310, 2) == 1.2e-310);
    CHECK(sigprop::rounded_to(-3.14159, 3) == -3.14);
    CHECK(std::isinf(sigprop::rounded_to(1.7976e308, 1)));
    CHECK(sigprop::rounded_to(0, 3) == 0);
}

TEST_CASE("moments") {
    // mpmath.quad
    check_moments(WeightLaw::normal(1), 0, {0, 1, 3, 0.7978845608028654, 0.04507034144862799}, 1e-9);
    check_moments(WeightLaw::truncated(1, 2), 0,
                  {0, 0.8796256610342398, 2.36553671712965, 0.821701530848241, 0.03156203716238909}, 1e-9);
    check_moments(WeightLaw::truncated(1, 3), 0,
                  {0, 0.9865783925581086, 2.828885563602256, 0.8019198798911647, 0.03944339486132535}, 1e-9);
    check_moments(
        {.lower = -1, .upper = 2.5}, 0.2687498456249214,
        {0.2687498456249214, 0.7652213016445635, 2.557217723582526, 0.8231703181588719, 0.03784247566035271},
        1e-5);
    check_moments(
        {.lower = 5}, 5.186503967125842,
        {5.186503967125842, 0.1808215546253052, 7.759182860408354, 0.7465604811792496, 0.2426887719619029},
        1e-4);
    check_moments(WeightLaw::between(1), 0, {0, std::sqrt(1.0 / 3), 1.8, std::sqrt(0.75), 0.025}, 1e-9);
    const LawMoments scaled = moments_of(WeightLaw::truncated(0.02, 0.04), 0);
    CHECK(near(scaled.std, 0.02 * 0.87962566103423978));
    CHECK_FALSE(near(scaled.std, 0.02 * 0.8796257));
}

TEST_CASE("masses, in the tails too") {
    CHECK(near(mass_of({.lower = -1, .upper = 2}, 1, 5), 0.1660224971420283));
    CHECK(near(mass_of(WeightLaw::normal(1), 10, HUGE_VAL), 7.619853024160526e-24));  // mpmath
    CHECK(near(mass_of(WeightLaw::normal(1), -HUGE_VAL, -10), 7.619853024160526e-24));
    CHECK(near(mass_of(WeightLaw::between(2), 1, 3), 0.25));
    CHECK(mass_of(WeightLaw::truncated(1, 2), 2, 3) == 0);
}

TEST_CASE("truncation is seen where it is, and nowhere else") {
    using Form = Truncation::Form;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        CHECK(seen(weights_samples::normal_weights(20000, 1, seed)).form == Form::none);
        CHECK(seen(weights_samples::truncated(500, 1, -2, 2, seed)).form == Form::none);  // too few
        CHECK(seen(weights_samples::uniform(20000, 0.5, seed)).form == Form::uniform);
        for (const double k : {1.0, 2.0, 2.5}) {
            const Truncation found = seen(weights_samples::truncated(20000, 0.02, -k, k, seed));
            CHECK(found.form == Form::truncated);
            CHECK(found.ratio_lower < k);
            CHECK(found.ratio_upper > k);
            CHECK(found.limit <= 0.02 * k);
            CHECK(found.limit + found.limit_excess >= 0.02 * k);
            CHECK(found.limit_excess < 0.0005);
        }
    }
    std::vector<double> two = weights_samples::uniform(20000, 1, 1);
    for (double& w : two) w = w < 0 ? w - 1 : w + 1;  // nothing within ±1
    CHECK(seen(two).form == Form::bounded);
}

TEST_CASE("a law can be that of a file exactly where no reason speaks against it") {
    std::size_t held = 0;
    std::size_t refused = 0;
    for (const double std : {0.0, 0.004, 0.02, 0.0203, 0.5}) {
        for (const std::size_t count : {std::size_t{3}, std::size_t{40}, std::size_t{4000}}) {
            std::vector<double> weights = weights_samples::normal_weights(count, std, 1);
            if (count == 40) weights.front() = 9 * std;  // an outlier
            const WeightStatistics found = weight_statistics(weights_samples::view_of(weights), 0, {});
            const Rounding rounding = Rounding::of(ElementType::float64, found);
            for (const WeightLaw& law :
                 {WeightLaw::normal(0.02), WeightLaw::truncated(0.02, 0.04), WeightLaw::truncated(0.5, 3),
                  WeightLaw::between(0.02), WeightLaw::between(100)}) {
                const bool holds = contradictions(law, found, rounding).empty();
                CHECK(can_hold(law, found, rounding) == holds);
                ++(holds ? held : refused);
            }
        }
    }
    CHECK(held > 0);
    CHECK(refused > 0);
}
