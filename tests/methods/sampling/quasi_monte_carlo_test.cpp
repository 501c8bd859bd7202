// Randomised quasi-Monte Carlo: means and their errors under every law, the choices that determine them, and
// refusals.

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <sigprop/methods/sampling/sample_means.hpp>
#include <string>
#include <vector>

#include "methods/mean/mean.hpp"
#include "methods/route.hpp"

using namespace sigprop;

namespace {

const Formula x = Formula::variable();
const Formula y = Formula::variable(1);
const Real inf = Real::infinity(1);

SampleMeans means(const std::vector<Formula>& integrands, const Law& law, std::uint64_t samples = 1 << 17,
                  int threads = 1, std::uint64_t seed = 1) {
    Context context;
    context.samples = samples;
    context.threads = threads;
    context.seed = seed;
    return quasi_monte_carlo_means(integrands, law, "test", context);
}

double error_of(const SampleMeans& found) { return std::sqrt(found.covariance[0]); }

struct Row {
    std::string name;
    Formula integrand;
    Law law;
    double mean;       // by quadrature in 60 digits, in another program
    double deviation;  // of the integrand
};

std::vector<Row> rows() {
    const Law far = Law::truncated_normal(30, inf);
    const Formula partner = Formula(3) / 5 * x + Formula(4) / 5 * y;
    Law pair = Law::truncated_normal(-1, 2);
    pair.dimension = 2;
    return {
        {"z", x, Law::normal(), 0, 1},
        {"z^2", pow(x, 2), Law::normal(), 1, 1.41},
        {"relu^4", pow(relu(x), 4), Law::normal(), 1.5, 7.09},
        {"sigmoid^2", pow(sigmoid(x), 2), Law::normal(), 0.29337903585809296, 0.2134},
        {"exp", exp(x), Law::normal(), 1.6487212707001282, 2.161},
        {"2 sigma", pow(x, 2), Law::truncated_normal(-2, 2), 0.77374130354992325, 0.904},
        {"half", x, Law::truncated_normal(0, inf), 0.79788456080286536, 0.603},
        {"[1, inf]", x, Law::truncated_normal(1, inf), 0.52513527616098121, 0.446},
        {"[3, 4]", x, Law::truncated_normal(3, 4), 0.26045428559002115, 0.222},
        {"[30, 31]", pow(x, 2), Law::truncated_normal(30, 31), 0.0022099769896304292, 0.00493},
        {"[30, inf]", x, far, 0.033259667433677037, 0.0332},
        {"[-inf, -30]", x, Law::truncated_normal(-inf, -30), -0.033259667433677037, 0.0332},
        {"exponential", x, Law::truncated_exponential(4), 0.92537055854490381, 0.834},
        {"exponential, whole", pow(x, 2), Law::truncated_exponential(inf), 2, 4.47},
        {"uniform", exp(x), Law::uniform(-3, 5), 18.545421504276092, 33.0},
        {"arc cosine kernel", relu(x) * relu(partner), Law::normals(2), 0.33877378388325630, 0.89},
        {"truncated pair", pow(x * y, 2), pair, 0.32775141036914336, 0.83},
    };
}

}  // namespace

TEST_CASE("means lie within the interval, which is narrow, and a planted bias does not") {
    for (const Row& row : rows()) {
        CAPTURE(row.name);
        const SampleMeans found = means({row.integrand}, row.law);
        CAPTURE(found.reason);
        REQUIRE(found.status == Status::ok);
        const double error = error_of(found);
        CHECK(found.samples == 1 << 17);
        CHECK(found.degrees_of_freedom == 31);
        CHECK(std::fabs(found.means[0] - row.mean) < 4.5 * error);  // 31 degrees of freedom: once in 11,000
        CHECK(error < row.deviation / 362 / 10);                    // plain Monte Carlo's, a tenth
        const double biased = row.mean + 10 * error;
        CHECK(std::fabs(found.means[0] - biased) > 4.5 * error);
    }
}

TEST_CASE("the error falls like samples^-3/2, and the error that is stated with it") {
    const Formula smooth = pow(sigmoid(x), 2);
    double squares[2] = {};
    double stated[2] = {};
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        for (const int k : {0, 1}) {
            const SampleMeans found = means({smooth}, Law::normal(), k == 0 ? 1 << 10 : 1 << 15, 1, seed);
            squares[k] += std::pow(found.means[0] - 0.29337903585809296, 2);
            stated[k] += found.covariance[0];
        }
    }
    const double slope = std::log2(squares[1] / squares[0]) / 10;
    CHECK(slope < -1.35);
    CHECK(slope > -1.65);
    for (const int k : {0, 1}) CHECK(std::fabs(std::log2(stated[k] / squares[k])) < 0.7);
}

TEST_CASE("seed, stream and samples decide; threads do not") {
    const std::vector<Formula> integrands = {sigmoid(x), pow(x, 2) * y};
    const auto same = [](const SampleMeans& a, const SampleMeans& b) {
        return a.means == b.means && a.covariance == b.covariance;
    };
    const auto sampled = [&](std::uint64_t samples, int threads, std::uint64_t seed) {
        return means(integrands, Law::normals(2), samples, threads, seed);
    };
    const SampleMeans one = sampled(1 << 12, 1, 1);
    for (const int threads : {2, 3, 8}) CHECK(same(sampled(1 << 12, threads, 1), one));
    CHECK_FALSE(same(sampled(1 << 12, 1, 2), one));
    CHECK(same(sampled(1 << 22, 1, 1), sampled(1 << 22, 3, 1)));  // several batches a scrambling
    CHECK(same(means({x}, Law::normal(), 5000), means({x}, Law::normal(), 4096)));
    CHECK(means({x}, Law::normal(), 8191).samples == 4096);
    CHECK_FALSE(same(means({x}, Law::normal(), 8192), means({x}, Law::normal(), 4096)));
    Context context;
    CHECK(quasi_monte_carlo_means(std::array{x}, Law::normal(), "a", context).means !=
          quasi_monte_carlo_means(std::array{x}, Law::normal(), "b", context).means);
}

TEST_CASE("several means have a covariance") {
    const SampleMeans found =
        means({pow(x, 2), 2 * pow(x, 2), x, pow(x, 2) + 1e6, Formula(3)}, Law::normal());
    REQUIRE(found.status == Status::ok);
    const auto covariance = [&](std::size_t i, std::size_t j) { return found.covariance[i * 5 + j]; };
    CHECK(std::fabs(covariance(0, 1) / covariance(0, 0) - 2) < 1e-9);
    CHECK(std::fabs(covariance(1, 0) / covariance(1, 1) - 0.5) < 1e-9);
    CHECK(std::fabs(covariance(0, 2)) < 0.8 * std::sqrt(covariance(0, 0) * covariance(2, 2)));
    CHECK(found.means[4] == 3);
    CHECK(std::sqrt(covariance(4, 4)) == 3 * 0x1p-46);  // rounding error always counts
    CHECK(covariance(4, 0) == 0);
}

TEST_CASE("it testifies beside plain Monte Carlo") {
    Expectation second_moment;
    second_moment.integrands = {pow(x, 2), pow(x, 4)};
    second_moment.law = Law::normal();
    second_moment.combine = combination(y / x);
    Context context;
    context.methods = "*monte_carlo";
    const Route plan = second_moment;
    const std::vector<Evidence> found = gather_evidence(std::span(&plan, 1), context);
    REQUIRE(found.size() == 2);
    CHECK(found[0].method == "monte_carlo");
    CHECK(found[0].degrees_of_freedom == 0);
    CHECK(found[1].method == "quasi_monte_carlo");
    CHECK(found[1].kind == Kind::sample);
    CHECK(found[1].degrees_of_freedom == 31);
    CHECK(found[1].work.samples == context.samples);
    CHECK(found[1].value.radius_double() < found[0].value.radius_double() / 10);
    CHECK(std::fabs(found[1].value.to_double() - 3) < 4.5 * found[1].value.radius_double());
    context.methods = "!quasi_monte_carlo,monte_carlo";
    CHECK(gather_evidence(std::span(&plan, 1), context).size() == 1);
}
