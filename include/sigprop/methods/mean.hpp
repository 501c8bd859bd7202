#pragma once
// The mean of a formula under a law: the one question every quadrature and sampling method answers. The
// problem is examined once (does the mean exist, where are the kinks), and only then handed to the
// methods; a method never sees an integrand that was proved to diverge or has a pole nobody integrated.

#include <cstdint>
#include <optional>
#include <sigprop/core/context.hpp>
#include <sigprop/core/evidence.hpp>
#include <sigprop/core/formula.hpp>
#include <sigprop/core/growth.hpp>
#include <sigprop/core/law.hpp>
#include <span>
#include <string>
#include <vector>

namespace sigprop {

/// E f(X) for X of the law, of one variable: (integral of f w) / (integral of w) over
/// [law.lower, law.upper].
struct MeanProblem {
    Formula integrand = Formula(0);
    Law law;
    /// ok: the integrand is finite on every piece and its mean exists. domain: proved that there is no such
    /// mean. unable: neither could be shown. Methods are called only when ok.
    Status status = Status::ok;
    std::string reason;
    /// Where the integrand (or one of its switches) is not analytic, strictly inside the limits, ascending,
    /// rounded to double: quadrature rules are split there.
    std::vector<double> kinks;
    /// The integrals of |f| w and of w, roughly: scales for tolerances, from which nothing is proved.
    double scale = 1;
    double mass = 1;
    /// Proved bounds of the weighted integrand |f w| beyond `reach` on the infinite sides of the law: the
    /// left one is in -x.
    double reach = 0;
    std::optional<LogBound> left_tail, right_tail;
};

/// Proves or refutes that the mean exists, and finds the kinks. `integrand` is a formula in x0.
[[nodiscard]] MeanProblem examine(const Formula& integrand, const Law& law, const Context& context);

/// What one method found. For an estimate the radius of `value` is max(reported error, 2^-46 L1) where L1
/// is the mean of |f|; for an enclosure it is proved.
struct MeanResult {
    Status status = Status::unable;
    Ball value;
    std::string reason;
    std::uint64_t evaluations = 0;
};

/// Enclosures to about `bits` bits relative to max(|mean|, 2^-bits E|f|); wider when the budget runs out.
[[nodiscard]] MeanResult arb_integral_mean(const MeanProblem& problem, long bits, const Context& context);
[[nodiscard]] MeanResult arb_trapezoid_mean(const MeanProblem& problem, long bits, const Context& context);

/// Estimates in double precision.
[[nodiscard]] MeanResult boost_gauss_kronrod_mean(const MeanProblem& problem, const Context& context);
[[nodiscard]] MeanResult boost_tanh_sinh_mean(const MeanProblem& problem, const Context& context);
/// GSL's qagi/qagiu/qagil on infinite ranges and qagp between kinks; present when built SIGPROP_WITH_GSL.
[[nodiscard]] MeanResult gsl_qagi_mean(const MeanProblem& problem, const Context& context);
[[nodiscard]] MeanResult gsl_qagp_mean(const MeanProblem& problem, const Context& context);
[[nodiscard]] bool gsl_is_available();

/// Several means over one stream of samples of one law.
struct SampleMeans {
    Status status = Status::unable;
    std::string reason;
    std::uint64_t samples = 0;
    std::vector<double> means;       ///< one an integrand
    std::vector<double> covariance;  ///< of the means (already divided by samples), row-major
    int degrees_of_freedom = 0;      ///< as in Evidence
};

/// Plain Monte Carlo, under laws of any dimension. The result depends on context.seed, context.samples and `stream` only, never on the
/// number of threads. `stream` is the canonical text of the quantity asked for.
[[nodiscard]] SampleMeans monte_carlo_means(std::span<const Formula> integrands, const Law& law,
                                            std::string_view stream, const Context& context);

/// Randomised quasi-Monte Carlo: the means over 32 independent scramblings of a Sobol' net of 2^m points each,
/// the largest that 32 times fits into context.samples; the error is their spread, with 31 degrees of freedom.
/// For smooth integrands it falls like samples^-3/2. The result depends on what monte_carlo_means depends on.
[[nodiscard]] SampleMeans quasi_monte_carlo_means(std::span<const Formula> integrands, const Law& law,
                                                  std::string_view stream, const Context& context);

}  // namespace sigprop
