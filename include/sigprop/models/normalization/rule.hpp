#pragma once
// How one group of entries is normalised, and its derivative: y_i = (x_i - c) / r with the statistics of
// normalization/statistics.hpp; a layer's axes make the groups (normalization.hpp).
//
// With c_j = dc/dx_j and r_j = dr/dx_j the Jacobian is a perturbation of the identity of rank two,
//
//     J_ij = (delta_ij - c_j - y_i r_j) / r,        (J^T g)_j = (g_j - c_j sum(g) - r_j (y . g)) / r,
//
// which is all that the exact Jacobian and a backward pass need: O(n) memory. Whole layers with axes, gains
// and running statistics are elsewhere. Source: own derivation, the quotient rule; for the mean and the
// standard deviation it is the backward pass of Ioffe and Szegedy 2015, arXiv:1502.03167, section 3.

#include <sigprop/models/normalization/statistics.hpp>
#include <vector>

namespace sigprop {

/// Whether the number is certainly 0, in every direction; false for scalar types without a specialisation.
template <class Scalar>
[[nodiscard]] bool norm_is_zero(const Scalar&) {
    return false;
}
[[nodiscard]] inline bool norm_is_zero(double x) { return x == 0; }
[[nodiscard]] inline bool norm_is_zero(const Dual& x) { return x.value == 0; }
[[nodiscard]] inline bool norm_is_zero(const std::complex<double>& x) { return x == 0.0; }
[[nodiscard]] inline bool norm_is_zero(const Ball& x) { return x.is_exact() && x.contains_zero(); }

/// The rule at one group, and its derivative there.
/// Shapes   x of n >= 1 entries (std: n > correction), rule.leading <= n; spans outlive the group
/// Errors   none: where the divisor is 0 or has a kink the scalar's infinities and NaN come out; callers
///          check first. Among equal extremes the first moves; a spread equal to the floor is the divisor
template <class Scalar>
class NormGroup {
public:
    NormGroup(const NormRule& rule, std::span<const Scalar> x, const Scalar& epsilon)
        : rule_(rule), x_(x), found_(norm_statistics(rule, x, epsilon)) {
        // r = s + eps has a kink where s is 0, and so has y, except where y is 0: there x_i - c is of first
        // order and y = (x - c)/(s + eps) = (x - c)/eps + O(|x - c|^2).
        const bool is_root = rule.epsilon_place == EpsilonPlace::outside_root &&
                             rule.spread != NormSpread::range && norm_is_zero(found_.spread);
        if (!is_root) return;
        const auto is_centre = [this](const Scalar& one) { return norm_is_zero(one - found_.centre); };
        is_flat_ = std::all_of(x.begin(), x.end(), is_centre);
        has_kink_ = !is_flat_;
    }

    [[nodiscard]] const NormStatistics<Scalar>& statistics() const { return found_; }
    [[nodiscard]] std::size_t size() const { return x_.size(); }
    /// Epsilon outside the root, s = 0 and yet not every y_i = 0 (pRMSNorm: leading entries of 0).
    [[nodiscard]] bool has_kink() const { return has_kink_; }
    /// The same with every y_i = 0: r_j y_i is then taken as its limit 0.
    [[nodiscard]] bool is_flat() const { return is_flat_; }

    [[nodiscard]] Scalar output(std::size_t i) const { return (x_[i] - found_.centre) / found_.divisor; }

    /// c_j = dc/dx_j
    [[nodiscard]] Scalar centre_slope(std::size_t j) const {
        if (rule_.centre == NormCentre::mean) return norm_share(x_.size(), found_.divisor);
        return Scalar(rule_.centre == NormCentre::minimum && j == found_.lowest ? 1.0 : 0.0);
    }

    /// r_j = dr/dx_j
    [[nodiscard]] Scalar divisor_slope(std::size_t j) const {
        if (found_.is_floored || is_flat_) return Scalar(0.0);
        // dr/ds = s / r inside the root, else 1; the sum of squares gives s ds/dx_j.
        const bool inside = rule_.epsilon_place == EpsilonPlace::inside_root;
        const Scalar& length = inside ? found_.divisor : found_.spread;
        if (rule_.spread == NormSpread::range) {
            const double sign = (j == found_.highest ? 1.0 : 0.0) - (j == found_.lowest ? 1.0 : 0.0);
            return inside ? Scalar(sign) * found_.spread / found_.divisor : Scalar(sign);
        }
        const std::size_t seen = rule_.leading == 0 ? x_.size() : rule_.leading;
        if (j >= seen) return Scalar(0.0);
        if (rule_.spread == NormSpread::length) return x_[j] / length;
        if (rule_.spread == NormSpread::rms) return x_[j] / (Scalar(static_cast<double>(seen)) * length);
        const auto freedom = static_cast<double>(x_.size() - static_cast<std::size_t>(rule_.correction));
        return (x_[j] - found_.mean) / (Scalar(freedom) * length);
    }

    /// J_ij = dy_i/dx_j
    [[nodiscard]] Scalar jacobian(std::size_t i, std::size_t j) const {
        const Scalar identity(i == j ? 1.0 : 0.0);
        return (identity - centre_slope(j) - output(i) * divisor_slope(j)) / found_.divisor;
    }

    /// J^T g
    [[nodiscard]] std::vector<Scalar> transposed(std::span<const Scalar> g) const {
        Scalar sum(0.0), along(0.0);
        for (std::size_t i = 0; i < g.size(); ++i) {
            sum = sum + g[i];
            along = along + output(i) * g[i];
        }
        std::vector<Scalar> result(g.size());
        for (std::size_t j = 0; j < g.size(); ++j) {
            result[j] = (g[j] - centre_slope(j) * sum - divisor_slope(j) * along) / found_.divisor;
        }
        return result;
    }

private:
    NormRule rule_;
    std::span<const Scalar> x_;
    NormStatistics<Scalar> found_;
    bool is_flat_ = false, has_kink_ = false;
};

}  // namespace sigprop
