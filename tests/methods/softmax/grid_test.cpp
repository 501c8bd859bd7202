// Sampled rows against proved means over more than a hundred pairs of length and std: the differences, in
// standard errors, have the expected size, neither larger nor smaller. With the std of the proved means off
// by 2 % they do not.

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "methods/softmax/means.hpp"
#include "methods/softmax_sampling/samples.hpp"

using namespace sigprop;

namespace {

const std::vector<std::string> stds = {"0.001", "0.01", "0.1", "0.5", "1", "1.5", "2", "3", "6", "16", "64"};

Real decimal(const std::string& text) { return Rational::from_decimal(text); }

/// Enclosed to about 50 bits.
double proved(RowStatistic what, const Real& std, std::uint64_t n) {
    const auto mean = [&](RowMean which) {
        const Answer found = row_mean(which, LogitLaw::normal(std), n, RowMask::full, 60, Context());
        INFO(found.reason);
        REQUIRE(found.status == Status::ok);
        return found.value;
    };
    if (what == RowStatistic::participation) return mean(RowMean::participation).to_double();
    if (what == RowStatistic::log_partition) return mean(RowMean::log_partition).to_double();
    return (mean(RowMean::log_partition) - mean(RowMean::mean_logit)).to_double();
}

/// The root mean square of differences in standard errors.
struct Agreement {
    double squares = 0;
    int pairs = 0;

    void add(const Answer& sample, double expected) {
        if (sample.status != Status::ok) return;  // the tail is too heavy
        const double z = (sample.value.to_double() - expected) / sample.value.radius_double();
        squares += z * z;
        ++pairs;
    }
    [[nodiscard]] double rms() const { return std::sqrt(squares / pairs); }
};

struct Grid {
    std::vector<std::uint64_t> lengths;
    std::uint64_t samples = 1, seed = 0;
};

void check_agreement(const Grid& grid) {
    using enum RowStatistic;
    struct Pair {
        RowStatistic what;
        Agreement own = {}, other = {};
    };
    Pair all[] = {{entropy}, {participation}, {log_partition}};
    Context context;
    context.samples = grid.samples;
    context.seed = grid.seed;
    for (const std::string& std : stds) {
        for (const std::uint64_t n : grid.lengths) {
            for (Pair& pair : all) {
                const Answer sample =
                    sampled_row_mean(pair.what, {LogitLaw::normal(decimal(std)), n}, context);
                pair.own.add(sample, proved(pair.what, decimal(std), n));
                pair.other.add(sample, proved(pair.what, decimal("1.02") * decimal(std), n));
            }
        }
    }
    for (const Pair& pair : all) {
        CAPTURE(static_cast<int>(pair.what));
        CAPTURE(pair.own.rms());
        CAPTURE(pair.other.rms());
        CHECK(pair.own.pairs >= 100);
        CHECK(pair.own.rms() > 0.8);
        CHECK(pair.own.rms() < 1.2);
        CHECK(pair.other.rms() > 1.5);
    }
}

}  // namespace

TEST_CASE("samples agree with proved means to their standard errors") {
    check_agreement({{2, 3, 5, 8, 16, 32, 64, 128, 256, 512, 1024}});
}

TEST_SUITE("slow") {
    TEST_CASE("many samples agree with proved means to their standard errors") {
        check_agreement({{2, 4, 6, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10'000, 30'000}, 1 << 24, 1});
    }
}
