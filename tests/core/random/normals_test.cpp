// The normals under statistical tests, and the tests on generators with planted flaws.
// random/normals_slow.cpp has a hundred times as many values, and the flaws that only they show.

#include <doctest/doctest.h>

#include <boost/math/special_functions/erf.hpp>

#include "core/random/math.hpp"
#include "tests/core/random/normal_survey.hpp"
#include "tests/core/random/normal_tails.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

constexpr std::uint64_t count = 1'000'000;
constexpr int log_buckets = 14;

double p_of_flaw(const Normals& flawed, const std::string& test) {
    return p_of(survey(flawed, count, log_buckets), test);
}

/// Evenly spread instead of independent: the quantiles of bit-reversed numbers.
void too_even(std::uint64_t first, std::span<double> out) {
    for (double& x : out) {
        std::uint64_t reversed = 0;
        for (int bit = 0; bit < 20; ++bit) reversed |= (first >> bit & 1) << (19 - bit);
        x = -std::numbers::sqrt2 * boost::math::erfc_inv((2.0 * static_cast<double>(reversed) + 1) * 0x1p-20);
        ++first;
    }
}

}  // namespace

TEST_CASE("the laws of the statistics") {
    // Kolmogorov: the table of N. Smirnov 1948. Anderson-Darling: the characteristic function
    // sqrt(-2 pi i t / cos(pi/2 sqrt(1 + 8 i t))), inverted by another program.
    CHECK(std::fabs(kolmogorov_above(1.3581) - 0.05) < 1e-5);
    CHECK(std::fabs(kolmogorov_above(1.6276) - 0.01) < 1e-5);
    CHECK(std::fabs(kolmogorov_above(1 - 1e-12) - kolmogorov_above(1)) < 1e-11);  // two series, one function
    CHECK(std::fabs(anderson_darling_below(0.5) - 0.25318563) < 2e-5);
    CHECK(std::fabs(anderson_darling_below(1.933) - 0.90000538) < 2e-5);
    CHECK(std::fabs(anderson_darling_below(2.492) - 0.94997781) < 2e-5);
    CHECK(std::fabs(anderson_darling_below(3.857) - 0.98975885) < 2e-5);
    CHECK(std::fabs(anderson_darling_below(6) - 0.99903255) < 2e-5);
    CHECK(std::fabs(anderson_darling_below(2 - 1e-9) - anderson_darling_below(2)) < 1e-5);
    CHECK(std::fabs(p_of_chi_squared(83.675, 64) - 2 * 0.05) < 1e-4);
    CHECK(std::fabs(p_of_count(0, 100, 0.05) - 2 * std::pow(0.95, 100)) < 1e-12);
    CHECK(p_of_count(100, 100, 0.05) < 1e-100);
}

TEST_CASE("a million normals pass") {
    const auto found = survey(normals(2026, 1), count, log_buckets);
    INFO(shown(found));
    CHECK(smallest(found) > min_p);
    const auto single = survey(floats(1), count, log_buckets);
    INFO(shown(single));
    CHECK(smallest(single) > min_p);
}

TEST_CASE("flaws in the law are seen") {
    CHECK(p_of_flaw(scaled(normals(2026, 1), 1.005), "moment 2") < flaw_p);
    CHECK(p_of_flaw(scaled(normals(2026, 1), 1.0075), "moments together") < flaw_p);
    CHECK(p_of_flaw(scaled(normals(2026, 1), 1.01), "Anderson-Darling") < flaw_p);
    CHECK(p_of_flaw(scaled(normals(2026, 1), 1.02), "Kolmogorov-Smirnov, at least") < flaw_p);
    CHECK(p_of_flaw(cut(normals(2026, 1), 3.9), "beyond 4 sigma") < flaw_p);
    CHECK(p_of_flaw(cut(normals(2026, 1), 3), "moment 8") < flaw_p);
    const auto even = survey(too_even, count, log_buckets);
    CHECK(p_of(even, "Kolmogorov-Smirnov, at most") < flaw_p);
    CHECK(p_of(even, "Anderson-Darling") < flaw_p);
}

TEST_CASE("dependence is seen") {
    CHECK(p_of_flaw(lagging(normals(2026, 1), 1, 0.01), "lags 1 to 64 together") < flaw_p);
    CHECK(p_of_flaw(lagging(normals(2026, 1), 64, 0.01), "lags 1 to 64, the largest") < flaw_p);
    CHECK(p_of_flaw(repeating(normals(2026, 1), 0, 500'000, 40'000), "no pair comes back") < flaw_p);
    const Normals pairs = [](std::uint64_t first, std::span<double> out) {
        normals(2026, 1)(first, out);
        for (std::size_t k = 0; k < out.size(); k += 2) out[k + 1] = 0.9999 * out[k + 1] + 0.0141 * out[k];
    };
    CHECK(p_of_flaw(pairs, "the two of a pair") < flaw_p);
    const Normals radii = [](std::uint64_t first, std::span<double> out) {  // not the radius of two normals
        normals(2026, 1)(first, out);
        for (std::size_t k = 0; k < out.size(); k += 2) {
            const double factor = std::pow(std::hypot(out[k], out[k + 1]) / 1.4, 0.05);
            out[k] *= factor;
            out[k + 1] *= factor;
        }
    };
    CHECK(p_of_flaw(radii, "their squares") < flaw_p);
    CHECK(p_of_flaw(radii, "squares at lags 1 to 64, the largest") < flaw_p);
}

TEST_CASE("streams, seeds and draws are independent") {
    std::vector<Normals> streams, seeds, draws;
    for (std::uint64_t m = 0; m < 12; ++m) {
        const std::uint64_t number = m < 6 ? m : std::uint64_t{1} << (m - 3);
        streams.push_back(normals(7, number));
        seeds.push_back(normals(number, 7));
        draws.push_back(normals(7, 7, static_cast<std::uint16_t>(number)));
    }
    for (const auto& family : {streams, seeds, draws}) {
        const auto found = family_survey(family, 1 << 15);
        INFO(shown(found));
        CHECK(smallest(found) > min_p);
    }
    streams[4] = [=](std::uint64_t first, std::span<double> out) {  // depends on the stream before it
        std::vector<double> other(out.size());
        normals(7, 4)(first, out);
        normals(7, 3)(first, other);
        for (std::size_t k = 0; k < out.size(); ++k) out[k] = 0.998 * out[k] + 0.06 * other[k];
    };
    CHECK(p_of(family_survey(streams, 1 << 15), "members, the largest") < flaw_p);
}

TEST_CASE("tails of the transform as far as words reach") {
    const auto found = tail_survey(normals_from_bits, 100'000);
    INFO(shown(found));
    CHECK(smallest(found) > min_p);
}

TEST_CASE("short tails are seen") {
    const Transform cut_off = [](std::uint64_t even, std::uint64_t odd) {
        const auto [x, y] = normals_from_bits(even, odd);
        return std::pair(std::clamp(x, -5.5, 5.5), std::clamp(y, -5.5, 5.5));
    };
    const Transform short_radius = [](std::uint64_t even, std::uint64_t odd) {
        return normals_from_bits((even >> 32 << 32) + 0x80000000, odd);
    };
    const auto cut_tails = tail_survey(cut_off, 100'000);
    const auto short_tails = tail_survey(short_radius, 100'000);
    CHECK(p_of(cut_tails, "even beyond 5 sigma") > min_p);
    CHECK(p_of(short_tails, "odd beyond 6 sigma") > min_p);
    for (const char* test : {"even beyond 7 sigma", "odd beyond 7 sigma", "even beyond 8 sigma"}) {
        CHECK(p_of(cut_tails, test) < flaw_p);
        CHECK(p_of(short_tails, test) < flaw_p);
    }
    CHECK(p_of(cut_tails, "odd beyond 6 sigma") < flaw_p);
}
