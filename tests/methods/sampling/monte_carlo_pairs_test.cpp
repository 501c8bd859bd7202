// Monte Carlo under laws of several variables.

#include <doctest/doctest.h>

#include <cmath>
#include <sigprop/methods/sampling/sample_means.hpp>

#include "methods/mean/mean.hpp"
#include "methods/route.hpp"

using namespace sigprop;

namespace {

const Formula x0 = Formula::variable(0);
const Formula x1 = Formula::variable(1);
const Formula x2 = Formula::variable(2);

SampleMeans means(const std::vector<Formula>& integrands, const Law& law, int threads = 1) {
    Context context;
    context.samples = 200'000;
    context.threads = threads;
    context.seed = 7;
    return monte_carlo_means(integrands, law, "pairs", context);
}

Law truncated_pair() {
    Law law = Law::truncated_normal(-1, 2);
    law.dimension = 2;
    return law;
}

}  // namespace

TEST_CASE("the copies are independent and have the law's moments") {
    for (const Law& law : {Law::normals(3), Law::normals(2), truncated_pair()}) {
        const Formula other = law.dimension > 2 ? x2 : x1;
        const SampleMeans found =
            means({x0, other, x0 * other, pow(x0, 2), pow(other, 2), pow(x0 * other, 2)}, law);
        REQUIRE(found.status == Status::ok);
        const auto differs = [&](std::size_t i, double truth) {
            return std::fabs(found.means[i] - truth) > 6 * std::sqrt(found.covariance[i * 6 + i]);
        };
        const bool normal = law.sampler == Sampler::normal;
        // N(0, 1) on [-1, 2]: mean and second moment by mpmath.
        const double mean = normal ? 0 : 0.22963717909132896862;
        const double square = normal ? 1 : 0.57249577323255703035;
        CAPTURE(law.text());
        for (const std::size_t i : {0U, 1U}) CHECK_FALSE(differs(i, mean));
        CHECK_FALSE(differs(2, mean * mean));
        for (const std::size_t i : {3U, 4U}) CHECK_FALSE(differs(i, square));
        CHECK_FALSE(differs(5, square * square));
        CHECK(differs(5, 1.1 * square * square));
    }
}

TEST_CASE("the first variable is that of the law of one variable, on any number of threads") {
    const SampleMeans one = means({x0, pow(x0, 2)}, Law::normal());
    const SampleMeans two = means({x0, pow(x0, 2)}, Law::normals(2), 3);
    CHECK(one.means == two.means);
    CHECK(one.covariance == two.covariance);
    CHECK(means({x1}, Law::normals(2)).means != means({x0}, Law::normals(2)).means);
}

TEST_CASE("a bad sample is named by its point") {
    const SampleMeans found = means({x0 / (x1 - x1)}, Law::normals(2));
    CHECK(found.status == Status::unable);
    CHECK(found.reason.find("is not finite at x = (") != std::string::npos);
    CHECK_THROWS_AS((void)means({x2}, Law::normals(2)), std::logic_error);
}

TEST_CASE("only samples testify") {
    CHECK(examine(x0, Law::normals(2), Context()).status == Status::unable);
    Expectation pair;
    pair.integrands = {x0 * x1, pow(x0, 2)};
    pair.law = Law::normals(2);
    pair.combine = combination(x0 / x1);
    const Route plan = pair;
    const std::vector<Evidence> found = gather_evidence(std::span(&plan, 1), Context());
    REQUIRE(found.size() == 2);
    CHECK(found[0].method == "monte_carlo");
    CHECK(found[1].method == "quasi_monte_carlo");
    for (const Evidence& one : found) CHECK(one.status == Status::ok);
    // An integrand of only the first variable is examined: without a mean it is not sampled.
    pair.integrands[1] = exp(pow(x0, 2));
    const Route divergent = pair;
    CHECK(gather_evidence(std::span(&divergent, 1), Context())[0].status == Status::domain);
}
