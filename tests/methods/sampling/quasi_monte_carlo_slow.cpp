// Coverage: over 2,000 seeds the intervals of Student's t with 31 degrees of freedom miss as often as stated,
// at every number of samples, and one scrambling used as if it were many does not.

#include <doctest/doctest.h>

#include <cmath>
#include <sigprop/methods/sampling/sample_means.hpp>
#include <string>
#include <vector>

#include "methods/mean/mean.hpp"

using namespace sigprop;

namespace {

const Formula x = Formula::variable();
const Formula partner = Formula(3) / 5 * x + Formula(4) / 5 * Formula::variable(1);
constexpr int seeds = 2000;
constexpr double t95 = 2.0395134464;
constexpr double t99 = 2.7440419188;

struct Case {
    std::string name;
    Formula integrand;
    Law law;
    double truth;  // by mpmath
    int from = 10;
};

struct Misses {
    int at_95 = 0;
    int at_99 = 0;
    int refused = 0;
    double squares = 0;

    void add(const SampleMeans& found, double truth, double narrowed = 1) {
        if (found.status != Status::ok) {
            ++refused;
            return;
        }
        const double off = std::fabs(found.means[0] - truth);
        const double error = std::sqrt(found.covariance[0]) * narrowed;
        squares += off * off;
        if (off > t95 * error) ++at_95;
        if (off > t99 * error) ++at_99;
    }
    /// Within 4 standard deviations of the binomial law to either side.
    [[nodiscard]] bool are_as_stated() const {
        return std::abs(at_95 - 100) < 4 * 9.75 && std::abs(at_99 - 20) < 4 * 4.45;
    }
};

Misses misses(const Case& row, int log2_samples, double narrowed = 1) {
    Misses found;
    for (int seed = 0; seed < seeds; ++seed) {
        Context context;
        context.samples = std::uint64_t{1} << log2_samples;
        context.seed = static_cast<std::uint64_t>(seed);
        found.add(quasi_monte_carlo_means(std::span(&row.integrand, 1), row.law, row.name, context),
                  row.truth, narrowed);
    }
    return found;
}

}  // namespace

TEST_SUITE_BEGIN("slow");

TEST_CASE("intervals of scrambled nets miss as often as they say") {
    const std::vector<Case> cases = {
        {"sigmoid^2", pow(sigmoid(x), 2), Law::normal(), 0.29337903585809296},
        {"relu^2", pow(relu(x), 2), Law::normal(), 0.5},
        {"z^2", pow(x, 2), Law::normal(), 1},
        {"relu^4", pow(relu(x), 4), Law::normal(), 1.5,
         12},  // 32 points a net are too few: 1.9 % missed at 99 %
        {"truncated variance", pow(x, 2), Law::truncated_normal(-2, 2), 0.77374130354992325},
        {"correlation", relu(x) * relu(partner), Law::normals(2), 0.33877378388325630},
    };
    for (const Case& row : cases) {
        CAPTURE(row.name);
        double first = 0;
        double last = 0;
        for (int m = row.from; m <= 14; ++m) {
            CAPTURE(m);
            const Misses found = misses(row, m);
            CAPTURE(found.at_95);
            CAPTURE(found.at_99);
            CHECK(found.are_as_stated());
            CHECK(found.refused <= 60);
            if (m == row.from) first = found.squares;
            last = found.squares;
        }
        const double slope = std::log2(last / first) / (2 * (14 - row.from));
        CAPTURE(slope);
        CHECK(slope < -1.0);
        CHECK(slope > -1.7);
        CHECK_FALSE(misses(row, row.from, 0.8).are_as_stated());  // errors stated too small are caught
    }
}

TEST_SUITE_END();
