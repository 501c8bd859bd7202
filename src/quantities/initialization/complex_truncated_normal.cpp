// The complex normal conditioned on its modulus: |z|^2 is an exponential conditioned on an interval.

#include "quantities/initialization/truncated_normal.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

std::vector<Route> complex_std_routes(const Arguments& arguments) {
    return truncated::complex_std_routes(arguments.real("upper"));
}

std::vector<Route> complex_partial_routes(const Arguments& arguments) {
    const Real& upper = arguments.real("upper");
    const Formula s = Formula::variable();
    return {closed_form([upper](long bits) {
                const Ball square = pow(upper.at(bits), 2);
                return -expm1(-square) - square * exp(-square);
            }),
            expectation({where(s > Formula(upper * upper), Formula(0), s)},
                        Law::truncated_exponential(Real::infinity(1)), Formula::variable(0))};
}

}  // namespace

std::vector<Quantity> complex_truncated_normal_quantities() {
    return {
        {.name = "complex_truncated_normal.std",
         .summary = "Standard deviation of a complex normal whose modulus is truncated.",
         .formula = R"(\sqrt{\frac{1 - (1 + u^2) e^{-u^2}}{1 - e^{-u^2}}}, \quad u = \mathrm{upper})",
         .units = "E|z|^2 = 1 before truncation (each part has variance 1/2); std = sqrt(E|z|^2), `upper` "
                  "bounds |z|",
         .source = "own derivation: |z|^2 is exponential with mean 1, conditioned on |z|^2 <= upper^2",
         .parameters = {{.name = "upper",
                         .meaning = "largest modulus; without truncation the std is 1",
                         .range = "(0, inf)"}},
         .route_notes = {"closed_form: elementary", "definition: the integral of s e^-s over [0, upper^2]"},
         .routes = complex_std_routes},
        {.name = "complex_truncated_normal.partial_second_moment",
         .summary = "Mean of |z|^2 counted only where |z| <= upper: the square of the std without its "
                    "normalisation.",
         .formula =
             R"(\mathbb{E}\left[\left|z\right|^2; \left|z\right| \le u\right] = 1 - (1 + u^2) e^{-u^2}, )"
             R"(\quad u = \mathrm{upper})",
         .units = "E|z|^2 = 1 before truncation; not divided by the mass 1 - e^(-u^2). Its root at u = 2 is "
                  "0.9531116…, which some code takes for the std",
         .source = "own derivation: |z|^2 is exponential with mean 1",
         .parameters = {{.name = "upper", .meaning = "largest modulus counted", .range = "(0, inf)"}},
         .route_notes = {"closed_form: elementary", "definition: the integral of s e^-s, cut at upper^2"},
         .routes = complex_partial_routes}};
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
