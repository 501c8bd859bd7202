// What every rule makes of means of many kinds: evaluations, width and value of the proofs, value and error
// of the estimates, or why there is none. Work_test.cpp does so for the known means; here are those that are
// hard, with a small budget. The rules choose steps, strips, coverings, panels and cuts; plans.txt holds what
// comes of it, so that no choice changes unnoticed.
//
// After a change that is meant: SIGPROP_WRITE_TABLES=1 with this test writes the file anew, and its
// difference is read.

#include <doctest/doctest.h>
#include <flint/flint.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "methods/mean/gsl.hpp"
#include "methods/quadrature/quadrature.hpp"
#include "tests/methods/ball_digest.hpp"
#include "tests/methods/mean/mean_cases.hpp"

using namespace sigprop;

namespace {

constexpr const char* path = SIGPROP_SOURCE_DIR "/tests/methods/mean/plans.txt";

Context small_budget() {
    Context context;
    context.budget = 6'000;
    return context;
}

/// Of the midpoint: bounds of errors are computed in doubles and may differ in their last bit from compiler
/// to compiler.
std::string digest_of(const Ball& ball) { return ball_digest(ball.midpoint()); }

/// The results of both proofs, which must overlap.
std::string proofs_of(const MeanProblem& problem, long bits) {
    std::string text;
    std::vector<Ball> found;
    for (const bool trapezoid : {true, false}) {
        const MeanResult one =
            (trapezoid ? arb_trapezoid_mean : arb_integral_mean)(problem, bits, small_budget());
        text += fmt::format("  {} {}: {} evaluations, ", trapezoid ? "trapezoid" : "adaptive", bits,
                            one.evaluations);
        if (one.status == Status::ok) {
            const double width = std::log2(one.value.radius_double() * problem.mass / problem.scale);
            text += fmt::format("width 2^{:.1f}, ", width);
            // What is too wide to be of use depends on the last bits of bounds in doubles.
            text += (width < -8 ? digest_of(one.value) : "wide") + "\n";
            found.push_back(one.value);
        } else {
            text += one.reason + "\n";
        }
    }
    if (found.size() == 2) CHECK(found[0].overlaps(found[1]));
    return text;
}

std::string estimates_of(const MeanProblem& problem) {
    struct Rule {
        const char* name;
        MeanResult (*mean)(const MeanProblem&, const Context&);
    };
    std::string text;
    for (const Rule& rule :
         {Rule{"gauss_kronrod", boost_gauss_kronrod_mean}, Rule{"tanh_sinh", boost_tanh_sinh_mean},
          Rule{"qagi", gsl_qagi_mean}, Rule{"qagp", gsl_qagp_mean}}) {
        const MeanResult one = rule.mean(problem, small_budget());
        text += fmt::format("  {}: {} evaluations, ", rule.name, one.evaluations);
        text += one.status == Status::ok
                    ? fmt::format("{:.9g} within {:.1g}\n", one.value.to_double(), one.value.radius_double())
                    : one.reason + "\n";
    }
    return text;
}

std::string plans_of(const known::Case& one, bool known_mean) {
    const MeanProblem problem = examine(known::parsed(one.formula), one.law, Context());
    std::string text = fmt::format("{} of {}\n", one.formula, one.law.text());
    if (problem.status != Status::ok) return text;
    CAPTURE(text);
    if (!known_mean) text += proofs_of(problem, 53) + proofs_of(problem, 110);
    return text + estimates_of(problem);
}

/// Where the mathematical functions round in another way, as on other processors than x86, estimates are
/// other numbers.
std::string comparable(const std::string& text) {
#if defined(__x86_64__)
    return text;
#else
    std::string proofs;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with(' ') || line.starts_with("  trapezoid") || line.starts_with("  adaptive"))
            proofs += line + "\n";
    return proofs;
#endif
}

/// The cases whose numbers leave this remainder when divided by the tests' number.
void check_plans(std::size_t part, std::size_t parts) {
    std::ifstream file(path);
    std::string flint;
    std::getline(file, flint);
    std::vector<std::string> expected;
    for (std::string line; std::getline(file, line);) {
        if (expected.empty() || !line.starts_with(' ')) expected.emplace_back();
        expected.back() += line + "\n";
    }
    const std::vector<known::Case> all = known::cases();
    const std::string head = std::string("# With FLINT ") + FLINT_VERSION;
    const bool write = std::getenv("SIGPROP_WRITE_TABLES") != nullptr;
    const std::size_t known_means = known::rows().size();
    if (!write) REQUIRE(expected.size() == all.size());
    expected.resize(all.size());
    for (std::size_t i = part; i < all.size(); i += parts) {
        const std::string found = plans_of(all[i], i < known_means);
        if (write) expected[i] = found;
        // Another release rounds in other places; GSL can be left out of a build.
        if (flint == head && gsl_is_available()) CHECK(comparable(found) == comparable(expected[i]));
    }
    if (!write) return;
    std::ofstream out(path);
    out << head << '\n';
    for (const std::string& one : expected) out << (one.empty() ? "?\n" : one);
}

}  // namespace

// Eight of them, so that each is short.
TEST_CASE("plans of means: part 1") { check_plans(0, 8); }
TEST_CASE("plans of means: part 2") { check_plans(1, 8); }
TEST_CASE("plans of means: part 3") { check_plans(2, 8); }
TEST_CASE("plans of means: part 4") { check_plans(3, 8); }
TEST_CASE("plans of means: part 5") { check_plans(4, 8); }
TEST_CASE("plans of means: part 6") { check_plans(5, 8); }
TEST_CASE("plans of means: part 7") { check_plans(6, 8); }
TEST_CASE("plans of means: part 8") { check_plans(7, 8); }
