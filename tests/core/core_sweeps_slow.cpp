// The property tests of the core over corpora that are too large for every build.

#include <doctest/doctest.h>

#include "tests/core/ball/property.hpp"
#include "tests/core/formula/growth_property.hpp"
#include "tests/core/formula/pieces_property.hpp"
#include "tests/methods/quadrature/grid_property.hpp"

using namespace sigprop;
using namespace sigprop::test;

TEST_SUITE("slow") {
    TEST_CASE("every function of a ball contains the values at its points") {
        Dice dice(101);
        for (const RealRow& row : real_rows) {
            for (const long bits : {24L, 53L, 64L, 128L, 333L, 1000L})
                CHECK(escaped_point(row, dice, bits, 200, 12) == "");
        }
    }

    TEST_CASE("growth bounds of random formulas hold far out") {
        int bounds = 0;
        for (std::uint64_t seed = 1000; seed < 30'000; ++seed) {
            RandomFormula random(seed);
            const Formula f = random(random.dice().between(1, 5));
            const double R = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 8 : 64;
            const TailBehaviour tail = tail_behaviour(f, R);
            bounds += tail.upper.has_value() + tail.lower.has_value();
            CHECK(refuted_claim(f, tail, R, random.dice(), 12) == "");
        }
        CHECK(bounds > 20'000);
    }

    TEST_CASE("random piecewise formulas are cut right") {
        int complete = 0;
        for (std::uint64_t seed = 1000; seed < 5000; ++seed) {
            RandomFormula random(seed);
            const Formula f = random(random.dice().between(1, 5));
            if (!has_switch(f)) continue;
            const double lower = seed % 5 == 0 ? -2 : random.dice().uniform(-6, 3);
            const double width = random.dice().uniform(0.1, 8);
            const double upper = lower + std::ldexp(width, seed % 7 == 0 ? -30 : 0);
            const long bits = seed % 4 == 0 ? 200 : 64;
            const Partition parts = partition(f, lower, upper, bits, 3000);
            if (!parts.complete) continue;
            ++complete;
            CAPTURE(seed);
            CHECK(broken_promise(f, parts, lower, upper, bits, random.dice()) == "");
        }
        CHECK(complete > 1000);
    }

    TEST_CASE("grids contain the values at their points") {
        for (std::uint64_t seed = 0; seed < 1500; ++seed) {
            RandomFormula random(seed, false);
            Dice& dice = random.dice();
            const Formula smooth = random(4), first = random_recurrence(dice);
            const std::array formulas = {smooth, first * random_recurrence(dice)};
            CHECK(missed_in_random_grid(dice, formulas) == "");
        }
    }
}
