// The tests of random/normals_test.cpp over 1e8 values and more, and the flaws that only so many values show.

#include <doctest/doctest.h>

#include "tests/core/random/normal_survey.hpp"
#include "tests/core/random/normal_tails.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

constexpr std::uint64_t count = 100'000'000;
constexpr int log_buckets = 18;

void must_pass(const std::string& what, const std::vector<Finding>& found) {
    MESSAGE(what << shown(found));
    CHECK(smallest(found) > min_p);
}

/// 0 to 15, then powers of two.
std::uint64_t number(int member) {
    return member < 16 ? static_cast<std::uint64_t>(member) : std::uint64_t{1} << (member - 12);
}

}  // namespace

TEST_SUITE("slow") {
    TEST_CASE("a hundred million normals pass") {
        must_pass("1e8 normals", survey(normals(2026, 2), count, log_buckets));
    }

    TEST_CASE("a hundred million normals in single precision pass") {
        must_pass("1e8 normals of 32 bits", survey(floats(4), count, log_buckets));
    }

    TEST_CASE("small flaws are seen in a hundred million") {
        const auto variance = survey(scaled(normals(2026, 2), 1.00075), count, log_buckets);  // of 1.0015
        CHECK(p_of(variance, "moment 2") < flaw_p);
        CHECK(p_of(variance, "Anderson-Darling") < flaw_p);
        const auto neighbours = survey(lagging(normals(2026, 2), 1, 1e-3), count, log_buckets);
        CHECK(p_of(neighbours, "lags 1 to 64, the largest") < flaw_p);
        const auto repeated =
            survey(repeating(cut(normals(2026, 2), 4.99), 0, 60'000'000, 20'000), count, log_buckets);
        CHECK(p_of(repeated, "no pair comes back") < flaw_p);
        CHECK(p_of(repeated, "beyond 5 sigma") < flaw_p);
    }

    TEST_CASE("no two of many streams, seeds and draws are correlated") {
        std::vector<Normals> streams, seeds, draws;
        for (int member = 0; member < 28; ++member) {
            streams.push_back(normals(7, number(member)));
            seeds.push_back(normals(number(member), 7));
            draws.push_back(normals(7, 7, static_cast<std::uint16_t>(number(member))));
        }
        must_pass("streams", family_survey(streams, 1 << 20));
        must_pass("seeds", family_survey(seeds, 1 << 20));
        must_pass("draws", family_survey(draws, 1 << 20));
    }

    TEST_CASE("two billion normals have their tails") {
        const RandomStream random(2026, 3);
        constexpr std::uint64_t pairs = std::uint64_t{1} << 30;
        must_pass("2^31 normals",
                  radius_scan(random, pairs, [&](std::uint64_t k) { return random.normal(k); }));
        const auto cut_off = radius_scan(
            random, pairs / 2, [&](std::uint64_t k) { return std::clamp(random.normal(k), -5.4, 5.4); });
        CHECK(smallest(cut_off) < flaw_p);
    }
}
