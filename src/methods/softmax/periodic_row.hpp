#pragma once
// The integrals of softmax/sum.hpp for full rows of one length, over columns that are Fourier series
// (softmax/periodic_columns.hpp): a hundred products for a point where a table takes thousands, once the
// logits spread widely. Not for causal rows, capped logits, or many lengths at once.
//
// 1. The trapezoidal rule over u is that of softmax/bounds.hpp, with a strip |Im u| <= a. For a < pi/2, any
// law:
//    |g| <= 1, |phi_p(u + ia)| <= G phi_p(u + log cos a), G = (cos a)^-p, and |1 - g(u + ia)| <= 2.32 (1 -
//    g(u)). For a normal law and any a, by moving x: |phi_p(u + ia)| <= G phi_p(u), |1 - g(u + ia)| <= G (1 -
//    g(u)) and |g(u + ia)| <= G g(u), G = e^(a^2/(2 s^2)); and |g(u + ia)| <= C wherever |Phi(z + i a/s)| <=
//    C (softmax/normal_cdf_strip.hpp), as g(u) = E Phi((log Y - u)/s) for Y with the density e^-y.
// 2. So the integral of |c phi^keys g^(n-keys)| is at most c G^keys C^(n-keys) times that of phi^keys, which
// is
//    (p-1)!, or at most that times (p/e)^p and (p-1)!/(s sqrt(2 pi)), bounds of y^p e^-y and of phi; of the
//    moment, G (s + a), as E |x| <= s.
// 3. log S: g and exp(-e^u) are P(U > u), U = log Y - x or log Y of mean -gamma, so the integral of H - g^n
// is
//    E log S + gamma for H(u) = P(a z > u), z normal; and the sum of H(u_k) less 1 for k < 0 and 1/2 for k =
//    0 is 0, as H(-u) = 1 - H(u). So
//        E log S = -gamma + h (1/2 - first) - h sum over k >= first of g(u_k)^n + errors.
//    On the edges H - [u < 0] has the integral e^(1/2) a sqrt(2/pi); for u < 0 |1 - g^n| <= n C^(n-1) |1 -
//    g|, and for u > 0 |g^n| <= C^(n-1) |g|, together with at most n C^(n-1) G (E |U| + |log cos a|), E |U|
//    <= s + 1.41.

#include <memory>
#include <mutex>
#include <optional>
#include <sigprop/core/base/context.hpp>

#include "methods/softmax/periodic_columns.hpp"

namespace sigprop {

class PeriodicRow {
public:
    PeriodicRow(const LogitLaw& law, std::uint64_t n, const PeriodicPlan& plan);

    [[nodiscard]] const PeriodicPlan& plan() const { return plan_; }
    /// As weighted_integral and log_integral.
    [[nodiscard]] Ball weighted(SoftmaxColumn column, int keys, const Context& context) const;
    [[nodiscard]] Ball logarithm(const Context& context) const;
    /// The size of everything made so far.
    [[nodiscard]] std::size_t bytes() const;

private:
    [[nodiscard]] const ArbVector& column(SoftmaxColumn which, const Context& context) const;
    /// g^(n-2) at the points.
    [[nodiscard]] const ArbVector& powers(const Context& context) const;
    [[nodiscard]] Ball point(long k, long bits) const;
    /// G and C^(n - keys).
    [[nodiscard]] Ball growth(int power) const;
    [[nodiscard]] Ball survival(int keys) const;
    /// The sum of bounds of the column beyond the points; side 1 is the left, -1 the right.
    [[nodiscard]] Ball outside(SoftmaxColumn which, int keys, int side) const;
    /// The bound of g^count at the last point and beyond.
    [[nodiscard]] Ball last_power(std::uint64_t count, const Context& context) const;
    [[nodiscard]] Ball modulus(SoftmaxColumn which, int keys) const;
    [[nodiscard]] Ball log_modulus() const;
    /// The error of the rule for integrals of moduli of at most this.
    [[nodiscard]] Ball discretisation(const Ball& modulus) const;

    std::uint64_t n_;
    PeriodicPlan plan_;
    ProvedTails tails_;
    PeriodicColumns columns_;
    mutable std::recursive_mutex mutex_;
    mutable std::array<std::optional<ArbVector>, softmax_columns> made_;
    mutable std::optional<ArbVector> powers_;
    mutable std::size_t bytes_ = 0;
};

/// The plan, remembered.
[[nodiscard]] std::shared_ptr<const PeriodicPlan> remembered_plan(const LogitLaw& law, std::uint64_t n,
                                                                  int power, long bits);
/// The row with that plan, remembered: means of one row share its columns.
[[nodiscard]] std::shared_ptr<const PeriodicRow> remembered_row(const LogitLaw& law, std::uint64_t n,
                                                                int power, long bits);

}  // namespace sigprop
