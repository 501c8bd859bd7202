// Where rules in double precision split their range: at steps and peaks that they would overlook, and nowhere
// else.

#include "methods/quadrature/estimate_panels.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "tests/methods/mean/known_integrals.hpp"
#include "tests/methods/quadrature/quadrature_methods.hpp"

using namespace quadrature;

namespace {

MeanProblem question(const std::string& f, const Law& law = Law::normal()) {
    return examine(known::parsed(f), law, Context());
}

EstimatePanels panels(const std::string& f, const Law& law = Law::normal()) {
    return estimate_panels(question(f, law), Context());
}

/// How near the closest end is to a place.
double distance(const EstimatePanels& found, double place) {
    double least = HUGE_VAL;
    for (const double x : found.ends) least = std::min(least, std::fabs(x - place));
    return least;
}

struct Steep {
    const char* f;
    double place, width;
};

const Steep steep[] = {
    {"erf(3e6*x - 25)", 25 / 3e6, 1 / 3e6},
    {"tanh(1e9*x + 3e9)", -3, 1e-9},
    {"sigmoid(1e4*(x - 2.5))", 2.5, 1e-4},
    {"atan(1e5*x)", 0, 1e-5},
    {"x/sqrt(x^2 + 1e-8)", 0, 1e-4},
    {"exp(-(1e5*(x - 0.3))^2)", 0.3, 1e-5},
    {"1 + exp(-(1e7*(x + 1.7))^2)/1000", -1.7, 1e-7},
    {"relu(x)*erf(1e6*x)", 0, 1e-6},
};

}  // namespace

TEST_CASE("what every rule sees is not split") {
    for (const std::string f : {"x", "tanh(x)", "erf(x)", "exp(x)", "x^20", "x*normal_cdf(x)", "softplus(x)",
                                "cos(3*x)", "sigmoid(2*x - 1)", "relu(x)", "abs(x - 1)", "x/(1 + x^2)",
                                "x/(1 + exp(-1.702*x))", "abs(x)^1.5"}) {
        CAPTURE(f);
        const EstimatePanels found = panels(f);
        CHECK(found.complete);
        CHECK(found.ends.empty());
    }
    CHECK(panels("x^2", Law::truncated_exponential(1'000'000)).ends.empty());
}

TEST_CASE("a steep step and a narrow peak are split as finely as they are narrow") {
    for (const Steep& one : steep) {
        CAPTURE(std::string(one.f));
        const EstimatePanels found = panels(one.f);
        CHECK(found.complete);
        CHECK(std::ranges::is_sorted(found.ends));
        CHECK(distance(found, one.place) < 8 * one.width);
        CHECK(found.ends.size() < 400);
    }
}

TEST_CASE("an integrand with more detail than can be looked at is told apart") {
    CHECK_FALSE(panels("sin(1e7*x)").complete);
    CHECK(panels("sin(40*x)").complete);
    MeanProblem waves = question("sin(1e7*x)");
    waves.is_seen_by_estimates = false;
    const MeanResult refused = boost_gauss_kronrod_mean(waves, Context());
    CHECK(refused.status == Status::unable);
    CHECK(refused.reason.find("more steps, peaks or waves") != std::string::npos);
}

TEST_CASE("split there, all rules find the integral that they missed") {
    MeanProblem steps = question("erf(3e6*x - 25)^2");
    const double right = 1 - 2.12206590781820584e-7;  // the closed form: Owen's T
    const double wrong = boost_gauss_kronrod_mean(steps, Context()).value.to_double();
    CHECK(std::fabs(wrong - right) > 1e-7);
    steps.panel_ends = estimate_panels(steps, Context()).ends;
    for (const Method& method : methods()) {
        CAPTURE(method.name);
        const MeanResult found = method.mean(steps, Context());
        REQUIRE(found.status == Status::ok);
        CHECK(std::fabs(found.value.to_double() - right) < 1e-12);
    }
}
