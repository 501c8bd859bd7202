// The complex normal conditioned on its modulus: |z|^2 is an exponential conditioned on an interval.

#include "catalogue/initialization.hpp"
#include "quantities/initialization/truncated_normal.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

std::vector<Route> complex_std_routes(const ComplexTruncatedNormalArguments& given) {
    return truncated::complex_std_routes(given.upper);
}

std::vector<Route> complex_partial_routes(const ComplexTruncatedNormalArguments& given) {
    const Formula s = Formula::variable();
    return {closed_form([upper = given.upper](long bits) {
                const Ball square = pow(upper.at(bits), 2);
                return -expm1(-square) - square * exp(-square);
            }),
            expectation({where(s > Formula(given.upper * given.upper), Formula(0), s)},
                        Law::truncated_exponential(Real::infinity(1)), Formula::variable(0))};
}

}  // namespace

std::vector<Quantity> complex_truncated_normal_quantities() {
    return {quantity("complex_truncated_normal.std", complex_std_routes),
            quantity("complex_truncated_normal.partial_second_moment", complex_partial_routes)};
}

namespace truncated {

std::vector<Route> complex_std_routes(const Real& upper) {
    const bool whole = upper.infinite_sign() > 0;
    const Law law = Law::truncated_exponential(whole ? upper : upper * upper);
    return {closed_form([upper, whole](long bits) {
                if (whole) return Ball(1).at_precision(bits);
                const Ball square = pow(upper.at(bits), 2);
                return sqrt(1 + square * exp(-square) / expm1(-square));
            }),
            expectation({Formula::variable()}, law, sqrt(Formula::variable(0)))};
}

}  // namespace truncated
}  // namespace sigprop
