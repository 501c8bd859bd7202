#pragma once
// Checks that two independent proofs of the second moment of a formula overlap and are narrow enough.

#include "methods/quadrature/quadrature.hpp"
#include "tests/methods/mean/known_integrals.hpp"

#include <doctest/doctest.h>

namespace known {

inline MeanProblem second_moment(const std::string& formula, double std) {
    const Formula x = Formula(std) * Formula::variable();
    const Formula f = parsed(formula).substitute(std::span(&x, 1));
    return examine(pow(f, 2), Law::normal(), Context());
}

inline void check_two_proofs(const std::string& formula, double std, long bits) {
    CAPTURE(formula);
    CAPTURE(std);
    CAPTURE(bits);
    const Context context;
    const MeanProblem problem = second_moment(formula, std);
    REQUIRE(problem.status == Status::ok);
    const MeanResult a = arb_trapezoid_mean(problem, bits, context);
    const MeanResult b = arb_integral_mean(problem, bits, context);
    CAPTURE(a.reason);
    CAPTURE(b.reason);
    REQUIRE(a.status == Status::ok);
    REQUIRE(b.status == Status::ok);
    CHECK(a.value.overlaps(b.value));
    CHECK(a.value.accuracy_bits() >= bits - 8);
    CHECK(b.value.accuracy_bits() >= bits - 8);
    // Negative control: moved by a few units of its accuracy, one proof leaves the other.
    const Ball moved = a.value + Ball::power_of_two(a.value.magnitude_exponent() - bits + 16);
    CHECK_FALSE(moved.overlaps(b.value));
}

}  // namespace known
