// Every method on the shared table of known means.

#include "tests/methods/mean/known_integrals.hpp"
#include "methods/mean/gsl.hpp"
#include "methods/quadrature/quadrature.hpp"

#include <doctest/doctest.h>
#include <cmath>
#include <set>
#include <sigprop/methods/sampling/sample_means.hpp>

using namespace sigprop;

namespace {

struct Estimate {
    const char* name;
    MeanResult (*mean)(const MeanProblem&, const Context&);
};

std::vector<Estimate> estimates() {
    std::vector<Estimate> all = {{"boost_gauss_kronrod", boost_gauss_kronrod_mean},
                                 {"boost_tanh_sinh", boost_tanh_sinh_mean}};
    if (gsl_is_available()) {
        all.push_back({"gsl_qagi", gsl_qagi_mean});
        all.push_back({"gsl_qagp", gsl_qagp_mean});
    }
    return all;
}

using Proof = MeanResult (*)(const MeanProblem&, long, const Context&);

void check_proof(const known::Row& row, Proof proof, long bits) {
    const Context context;
    const MeanProblem problem = examine(known::parsed(row.formula), row.law, context);
    const MeanResult result = proof(problem, bits, context);
    CAPTURE(row.formula);
    CAPTURE(result.reason);
    REQUIRE(result.status == Status::ok);
    const Ball truth = row.value(bits + 40);
    CHECK(result.value.overlaps(truth));
    // As narrow as promised: 2^-bits of E|f|, with some tolerance because the scale is rough.
    const double goal = std::ldexp(problem.scale / problem.mass, static_cast<int>(8 - bits));
    CHECK(result.value.radius_double() <= goal);
    // Negative control: the same ball moved by slightly more than 2^8 of its radius is caught.
    const Ball moved = result.value + Ball(256 * result.value.radius_double() + std::ldexp(1.0, -120));
    CHECK_FALSE(moved.overlaps(truth));
}

}  // namespace

TEST_CASE("what exists, what does not, and how many kinks") {
    const Context context;
    for (const known::Row& row : known::rows()) {
        CAPTURE(row.formula);
        const MeanProblem problem = examine(known::parsed(row.formula), row.law, context);
        CAPTURE(problem.reason);
        CHECK(problem.status == row.status);
        CHECK((row.status == Status::ok) == problem.reason.empty());
        if (row.status == Status::ok && !row.hard_for_estimates) CHECK(problem.kinks.size() == row.kinks);
    }
}

TEST_CASE("the trapezoidal proof encloses every known mean") {
    for (const known::Row& row : known::rows()) {
        if (row.status == Status::ok) check_proof(row, arb_trapezoid_mean, 100);
    }
}

TEST_CASE("the adaptive proof encloses every known mean") {
    for (const known::Row& row : known::rows()) {
        if (row.status == Status::ok) check_proof(row, arb_integral_mean, 100);
    }
}

TEST_CASE("estimates agree with the known means, or say that they could not") {
    const Context context;
    for (const known::Row& row : known::rows()) {
        if (row.status != Status::ok || row.hard_for_estimates) continue;
        const MeanProblem problem = examine(known::parsed(row.formula), row.law, context);
        for (const Estimate& method : estimates()) {
            CAPTURE(row.formula);
            CAPTURE(method.name);
            const MeanResult result = method.mean(problem, context);
            CAPTURE(result.reason);
            REQUIRE(result.status == Status::ok);
            CHECK(result.value.overlaps(row.value(100)));
            CHECK(result.value.radius_double() < 1e-9 * (1 + std::fabs(result.value.to_double())));
        }
    }
}

TEST_CASE("Monte Carlo agrees within six standard errors") {
    Context context;
    context.samples = 20'000;
    for (const known::Row& row : known::rows()) {
        // x^10 and e^(x^2/4) have no usable fourth moment at this size.
        // The others have no variance.
        const std::set<std::string> too_heavy = {"x^10",           "exp(x^2/4)",
                                                 "exp(-3*x)",      "1/sqrt(abs(x))",
                                                 "x^-0.5",         "x/abs(x)^1.75 + abs(x)^-0.75",
                                                 "1/sqrt(1 - x^2)"};
        const bool heavy = too_heavy.contains(row.formula);
        if (row.status != Status::ok || row.hard_for_estimates || heavy) continue;
        CAPTURE(row.formula);
        const Formula f = known::parsed(row.formula);
        const SampleMeans sample = monte_carlo_means(std::span(&f, 1), row.law, row.formula, context);
        if (row.formula == "1") continue;  // no spread, no standard error
        CAPTURE(sample.reason);
        REQUIRE(sample.status == Status::ok);
        const double error = std::sqrt(sample.covariance[0]);
        CHECK(std::fabs(sample.means[0] - row.value(64).to_double()) <= 6 * error);
    }
}

TEST_CASE("a peak that rules miss is proved, and the rule that missed it is exposed") {
    const Context context;
    const Formula f = known::parsed("1 + exp(-((x - 0.5)*1024)^2/2)");
    const MeanProblem problem = examine(f, Law::normal(), context);
    const MeanResult proof = arb_trapezoid_mean(problem, 100, context);
    const MeanResult rule = boost_gauss_kronrod_mean(problem, context);
    REQUIRE(proof.status == Status::ok);
    REQUIRE(rule.status == Status::ok);
    CHECK_FALSE(rule.value.overlaps(proof.value));
}
