// The error term of the last Newton step towards a root.

#include "tests/support/error_terms.hpp"
#include "methods/roots/scale_root.hpp"

using namespace sigprop;
using error_terms::Redesigned;
using error_terms::sharp;

TEST_CASE("the slope changes between the approximation and the root of 3 s^2 = 1") {
    ScaleEquation equation;
    const auto at = [](const Ball& s, long digits) { return s.at_precision(Context::bits_for(digits) + 16); };
    equation.value = [at](const Ball& s, long digits) { return Answer(3 * pow(at(s, digits), 2)); };
    equation.slope = [at](const Ball& s, long digits) { return Answer(6 * at(s, digits)); };
    equation.curvature = [](const Ball&, const Ball&) { return Ball(6); };
    equation.sign_near_zero = [](const Ball& b) { return b.upper_double() < 0.01 ? -1 : 0; };
    // Newton's step stays at the double in which it begins.
    const Redesigned unrefined("roots.scale_root.digits", 0.1);
    const auto run = [&] {
        const Answer root = smallest_scale_root(equation, 40, Context()).root;
        REQUIRE(root.status == Status::ok);
        return root.value;
    };
    // On a parabola the mean slope is that of the middle, which takes a half of the term; the other half is
    // the distance to the root, which is bounded by twice the step.
    sharp("roots.scale_root.bend", 0.24, run, sqrt(1 / Ball(3).at_precision(2000)).midpoint());
}
