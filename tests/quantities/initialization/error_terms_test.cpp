// The error terms of the beta integrals: B(1, 1) = 1, and the same with -log x, which is 1 too.

#include "tests/support/error_terms.hpp"
#include "quantities/initialization/beta_integral.hpp"

using namespace sigprop;
using error_terms::Redesigned;
using error_terms::sharp;

namespace {

Ball integral(bool times_log, long bits) {
    const Answer value = beta_integral(Ball(1), Ball(1), times_log, bits, Context());
    REQUIRE(value.status == Status::ok);
    return value.value;
}
Ball plain() { return integral(false, 60); }
Ball logarithmic() { return integral(true, 60); }

}  // namespace

TEST_CASE("sums that end too early") {
    const Redesigned terms("initialization.beta_integral.terms", 0.3);
    sharp("initialization.beta_integral.ends", 0.5, plain, Ball(1));
    sharp("initialization.beta_integral.log_ends", 0.5, logarithmic, Ball(1));
}

TEST_CASE("steps that are twice as wide") {
    // The integrand's modulus on the edge of the strip is largest where its phase turns; the bound is
    // relative to the sum, at twice its size; and for the logarithm it adds what log x can be on the edge.
    const Redesigned step("initialization.beta_integral.step", 2);
    sharp("initialization.beta_integral.discretisation", 0.03, plain, Ball(1));
    sharp("initialization.beta_integral.log_discretisation", 0.003, logarithmic, Ball(1));
}
