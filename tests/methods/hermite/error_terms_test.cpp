// The error terms of Mehler's sum, of the recurrence of Hermite polynomials and of the rule in log x.

#include "tests/support/error_terms.hpp"
#include "methods/hermite/hermite_mean.hpp"
#include "methods/hermite/log_rule.hpp"
#include "methods/hermite/mehler.hpp"

#include <cmath>

using namespace sigprop;
using error_terms::Redesigned;
using error_terms::sharp;

namespace {

constexpr long fine = 200;

/// E |x|^q by the rule.
Ball power_mean(double q, long bits) {
    const LogRule rule(0, bits);
    Ball sum = Ball(0).at_precision(fine);
    for (std::size_t i = 0; i < rule.size(); ++i) sum += rule.weight(i) * exp(Ball(q) * log(rule.node(i)));
    const Ball error = rule.error(SectorBound(1, q));
    return sum + Ball::interval(-error, error);
}

/// 2^(q/2) Gamma((q + 1)/2) / sqrt(pi)
Ball exact_power_mean(double power) {
    const Ball q = Ball(power).at_precision(fine);
    return exp(q / 2 * log(Ball(2).at_precision(fine)) + log_gamma((q + 1) / 2)) / sqrt(Ball::pi(fine));
}

Ball hermite_value(const Ball& point, int order, long bits) {
    HermiteTable table({point}, bits);
    for (int k = 0; k < order; ++k) table.advance();
    return table.value(0);
}

}  // namespace

TEST_CASE("Mehler: everything that the sum leaves out is in its first term") {
    const MehlerProblem problem{Ball(0.5), Ball(2), 10};
    const auto run = [&] {
        int order = 0;
        const auto next = [&order] {
            const bool is_there = order == 0 || order == 5;
            ++order;
            return Ball(is_there ? 1 : 0).at_precision(60);
        };
        return mehler_sum(problem, next, 5, Context()).value;
    };
    sharp("hermite.mehler.rest", 0.5, run, Ball(1 + 0x1p-5));
}

TEST_CASE("the recurrence at a point that is not exact: he_1 = x, where Cramer's bound is 1.09") {
    const auto run = [] { return hermite_value(Ball::interval(Ball(-0.01), Ball(0.01)), 1, 60); };
    sharp("hermite.recurrence.spread", 0.5, run, Ball(0.01));
}

TEST_CASE("the recurrence with 20 bits") {
    // Roundings have either sign, and are seldom as large as the radii that bound them; the factor 4 is for
    // the growth of errors from orders near x^2/4, which no exact start has.
    const Ball x = 1.1;
    const auto run = [&] { return hermite_value(x, 4, 20); };
    sharp("hermite.recurrence.rounding", 0.05, run, hermite_value(x, 4, 300));
}

TEST_CASE("the rule in log x: its step, its first and its last node") {
    const auto coarse = [] { return power_mean(10, 1); };
    sharp("hermite.log_rule.discretisation", 0.5, coarse, exact_power_mean(10));
    {
        const Redesigned end("hermite.log_rule.left_end", 0.4);
        const auto short_left = [] { return power_mean(0, 20); };
        sharp("hermite.log_rule.left_tail", 0.5, short_left, exact_power_mean(0));
    }
    const Redesigned end("hermite.log_rule.right_end", 0.2), step("hermite.log_rule.step", 0.05);
    const auto short_right = [] { return power_mean(3, 20); };
    sharp("hermite.log_rule.right_tail", 0.5, short_right, exact_power_mean(3));
}
