// Tracked numbers against balls: what they say of an operation's result holds for the machine's result and
// for the exact one, and each part of an error is needed.

#include "tests/core/simd/tracked.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <random>
#include <sigprop/core/ball/ball.hpp>

using namespace sigprop;
using tracked::Tracked;

namespace {

/// A number of the machine and the real number that it stands for.
struct Pair {
    double value;
    Ball exact;
    Tracked tracked;
};

class Source {
public:
    Pair operator()() {
        const double value = std::ldexp(mantissa_(random_), exponent_(random_)) * (coin() ? 1 : -1);
        const double step = std::ldexp(1.0, tracked::last_place(value));
        const double off = coin() ? 0 : step * share_(random_);
        const double width = coin() ? 0 : step * 64;
        return {value, Ball(value).at_precision(300) + Ball(off).at_precision(300),
                Tracked(value - width, value + 2 * width, std::fabs(off),
                        off == 0 ? tracked::grid_of(step) : tracked::finest)};
    }

private:
    bool coin() { return std::bernoulli_distribution(0.5)(random_); }

    std::mt19937_64 random_{1};
    std::uniform_real_distribution<double> mantissa_{1, 2}, share_{-3, 3};
    std::uniform_int_distribution<int> exponent_{-4, 4};
};

struct Counts {
    int wrong = 0, of = 0;
};

/// How often the error says less than it should.
Counts counted(int tries) {
    Source source;
    Counts counts;
    const auto check = [&](double computed, const Ball& exact, const Tracked& result) {
        const Ball off = (exact - Ball(computed)).magnitude();
        const bool covered = off.lower_double() <= static_cast<double>(result.error) * (1 + 1e-8);
        ++counts.of;
        if (!covered || computed < result.lower || computed > result.upper) ++counts.wrong;
    };
    for (int i = 0; i < tries; ++i) {
        const Pair a = source(), b = source(), c = source();
        const auto at = [](const Ball& x) { return x.at_precision(300); };
        check(a.value + b.value, at(a.exact) + at(b.exact), add(a.tracked, b.tracked));
        check(a.value - b.value, at(a.exact) - at(b.exact), sub(a.tracked, b.tracked));
        check(a.value * b.value, at(a.exact) * at(b.exact), mul(a.tracked, b.tracked));
        check(a.value / b.value, at(a.exact) / at(b.exact), div(a.tracked, b.tracked));
        check(std::fma(a.value, b.value, c.value), at(a.exact) * at(b.exact) + at(c.exact),
              fused(a.tracked, b.tracked, c.tracked));
    }
    return counts;
}

}  // namespace

TEST_CASE("errors of operations on numbers that have errors") {
    const Counts counts = counted(20'000);
    CHECK(counts.of == 100'000);
    CHECK(counts.wrong == 0);
}

TEST_CASE("roundings that count for less are missed") {
    tracked::rounding_of_one = 0.4L;
    const Counts counts = counted(20'000);
    tracked::rounding_of_one = 0.5L;
    CHECK(counts.wrong > 10);
}

TEST_CASE("what is a multiple of a step, and small, is exact") {
    const Tracked near_one(1, 1.5), constant(0x1p-40, 0x1p-40);
    CHECK(sub(near_one, Tracked(1, 1)).error == 0);  // below 1 by no more than 53 places
    CHECK(mul(Tracked(5, 5), constant).error == 0);  // few bits
    CHECK(mul(Tracked(1 + 0x1p-50, 1 + 0x1p-50), Tracked(1 + 0x1p-50, 1 + 0x1p-50)).error > 0);
    CHECK(add(Tracked(0x1p60, 0x1p60), Tracked(1, 1)).error > 0);  // 61 bits
    CHECK(add(Tracked(0x1p-1074, 0x1p-1030), Tracked(0x1p-1074, 0x1p-1030)).error == 0);
    CHECK(mul(Tracked(0x1p-1000, 0x1p-999), Tracked(0x1.8p-60, 0x1.8p-60)).error >= 0x1p-1075L);
    CHECK(mul(Tracked(0x1p1000, 0x1p1000), Tracked(0x1p1000, 0x1p1000)).is_known() == false);
}
