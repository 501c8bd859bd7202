#pragma once
// Means by quadrature: two rules that prove their error, and the rules of Boost and GSL as independent
// evidence. Each source file of this directory that is named after a method defines that method.

#include <sigprop/core/base/context.hpp>

#include "methods/mean/mean.hpp"

namespace sigprop {

/// Enclosures with an error of about 2^-bits max(|mean|, 2^-bits E|f|); wider when the budget runs out.
[[nodiscard]] MeanResult arb_integral_mean(const MeanProblem& problem, long bits, const Context& context);
[[nodiscard]] MeanResult arb_trapezoid_mean(const MeanProblem& problem, long bits, const Context& context);

/// The largest degree of a rule of Gauss-Legendre whose nodes are computed within half of the time left: Arb
/// computes all nodes of a rule in one call that cannot be left, at up to twice the precision, in a time that
/// grows like degree^2 bits.
[[nodiscard]] long max_degree(long bits, double seconds_left);

/// Estimates in double precision.
[[nodiscard]] MeanResult boost_gauss_kronrod_mean(const MeanProblem& problem, const Context& context);
[[nodiscard]] MeanResult boost_tanh_sinh_mean(const MeanProblem& problem, const Context& context);
/// GSL's qagi/qagiu/qagil on infinite ranges and qagp between kinks; `unable` unless built SIGPROP_WITH_GSL.
[[nodiscard]] MeanResult gsl_qagi_mean(const MeanProblem& problem, const Context& context);
[[nodiscard]] MeanResult gsl_qagp_mean(const MeanProblem& problem, const Context& context);

}  // namespace sigprop
