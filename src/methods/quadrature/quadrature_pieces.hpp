#pragma once
// Shared by the quadrature rules in double precision: the weighted integrand f w as a plain function, the
// places where a range must be split or may be cut, and the mean from two integrals. Everything here is an
// estimate: 128 samples per side show where f w is negligible; mean_support.hpp has proofs.
//
// A range is cut where w < 2^-70 max w and |f| w < 2^-70 max |f| w from there on, as far as doubles can tell:
// only up to where w falls below 1e-300 or f overflows. If f w still matters there, as for E exp(0.49 z^2),
// the mean cannot be computed in double precision and every method is `unable`. Beside a singular point f w
// is integrated in the logarithm of the distance from it (singular_mean.hpp).

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/formula/evaluator.hpp"
#include "methods/mean/mean.hpp"

namespace sigprop {

/// Why a rule gives up; caught by quadrature_mean, which turns it into status unable.
struct Stop {
    std::string reason;
};

/// What a rule reports: the integral, its error estimate, and the integral of the absolute value.
struct Integral {
    double value = 0;
    double error = 0;
    double magnitude = 0;

    Integral& operator+=(const Integral& other);
};

/// The error, relative to the integral of the absolute value, that rules aim at; smaller differences are
/// roundoff. A rule that ends above `accepted_error` has not converged.
inline constexpr double wanted_error = 0x1p-44;
inline constexpr double accepted_error = 0x1p-30;

enum class Ends {
    cut,            ///< every end finite
    keep_infinite,  ///< infinite ends stay: the rule has a transformation for them
};

class WeightedIntegrand {
public:
    WeightedIntegrand(const MeanProblem& problem, const Context& context);

    /// f(x) w(x); 0 where doubles cannot represent w or f. Throws Stop when it is not finite or the budget is
    /// used up, Interrupted when the user asked to stop.
    double operator()(double x);
    /// From now on operator() returns w(x) alone, whose integral is the normaliser.
    void select_weight_alone() { weight_alone_ = true; }
    /// From now on operator() returns this formula; without one f w again.
    void select(const Formula* beside_singular_point);
    /// The ends of the pieces, strictly ascending: the range, split at the kinks. Call it first.
    [[nodiscard]] std::vector<double> break_points(Ends ends);

    /// The integral of |f| w (or w) by a coarse sum: a scale for absolute tolerances.
    [[nodiscard]] double rough_magnitude() const { return weight_alone_ ? rough_mass_ : rough_magnitude_; }
    /// The roundoff error as a fraction of the integral of |f| w: 2^-46, or more where f loses digits by
    /// cancellation, or where the integral comes from so far out that the weight itself is ill-conditioned
    /// (the standard normal beyond 8).
    [[nodiscard]] double roundoff() const { return roundoff_; }
    [[nodiscard]] std::uint64_t evaluations() const noexcept { return evaluations_; }

private:
    struct Sample {
        double x, weight, weighted;  ///< weighted: f(x) w(x), in a scan |f(x)| w(x)
    };
    struct Side {
        double limit = 0;             ///< the law's limit; may be infinite
        std::vector<Sample> samples;  ///< outward from the mode
    };

    [[nodiscard]] Sample sample(double x);
    [[nodiscard]] bool is_beside_singular_point(double x) const;
    [[nodiscard]] double weight_cut(double start, double limit);
    [[nodiscard]] Side scan(double start, double limit);
    void set_roundoff(const Side& left, const Side& right, double scale);
    [[nodiscard]] static double negligible_from(const Side& side, double weight_scale, double scale);

    const MeanProblem& problem_;
    const Context& context_;
    Evaluator<double> evaluate_;
    std::optional<Evaluator<double>> selected_;
    bool weight_alone_ = false;
    double cut_lower_, cut_upper_;
    double rough_magnitude_ = 0, rough_mass_ = 0;
    double roundoff_ = 0x1p-46;
    std::uint64_t evaluations_ = 0;
};

/// Integrates f between the first and the last break point, piece by piece.
using Rule = Integral (*)(WeightedIntegrand& f, std::span<const double> breaks);

/// The mean of the problem by one rule, applied to the numerator and, over the same pieces, to the
/// normaliser, which for the standard normal is known to be sqrt(2 pi). Evaluations of both are counted.
[[nodiscard]] MeanResult quadrature_mean(const MeanProblem& problem, const Context& context, Ends ends,
                                         Rule rule);

}  // namespace sigprop
