#pragma once
// How one group of entries is normalised: y_i = (x_i - c) / r, with c and r statistics of the group. Every
// layer here is this rule with its own choice of c, r and of where epsilon stands, applied to groups that
// its axes make (normalization.hpp). Written once for doubles, dual numbers, complex numbers and balls, so
// that each route to a derivative differentiates the same formula.
//
// With c_j = dc/dx_j and r_j = dr/dx_j the Jacobian is a perturbation of the identity of rank two,
//
//     J_ij = (delta_ij - c_j - y_i r_j) / r,        (J^T g)_j = (g_j - c_j sum(g) - r_j (y . g)) / r,
//
// which is all that the exact Jacobian and a backward pass need: O(n) memory. The wrong tool for whole
// layers with axes, gains and running statistics.

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <sigprop/core/ball.hpp>
#include <sigprop/core/dual.hpp>
#include <span>
#include <vector>

namespace sigprop {

/// c: nothing, the mean, or the smallest entry.
enum class NormCentre : std::uint8_t { none, mean, minimum };

/// s: sqrt(mean x^2), sqrt(sum (x - mean)^2 / (n - correction)), sqrt(sum x^2), or max - min.
enum class NormSpread : std::uint8_t { rms, std, length, range };

/// r: sqrt(s^2 + eps), s + eps, max(s, eps), or sqrt(max(s^2, eps)).
enum class EpsilonPlace : std::uint8_t { inside_root, outside_root, floor, floor_of_square };

struct NormRule {
    NormCentre centre = NormCentre::none;
    NormSpread spread = NormSpread::rms;
    int correction = 0;       ///< std divides by n - correction: 0 biased, 1 unbiased
    std::size_t leading = 0;  ///< rms, length: of the first so many entries alone (pRMSNorm); 0: of all
    EpsilonPlace epsilon_place = EpsilonPlace::inside_root;
};

template <class Scalar>
struct NormStatistics {
    Scalar mean{};
    Scalar centre{};                      ///< c
    Scalar spread{};                      ///< s
    Scalar divisor{};                     ///< r
    bool is_floored = false;              ///< r is the floor and does not move with x
    std::size_t lowest = 0, highest = 0;  ///< where the extremes are
};

/// What extremes and floors are chosen by. Of balls this decides nothing that is proved: whoever has balls
/// shows first that no other entry can be the extreme, and that s and the floor differ.
[[nodiscard]] inline double norm_order(double x) { return x; }
[[nodiscard]] inline double norm_order(const Dual& x) { return x.value; }
[[nodiscard]] inline double norm_order(const std::complex<double>& x) { return x.real(); }
[[nodiscard]] inline double norm_order(const Ball& x) { return x.to_double(); }

/// 1 / n, of a ball at the precision that `like` works at.
template <class Scalar>
[[nodiscard]] Scalar norm_share(std::size_t n, const Scalar&) {
    return Scalar(1.0) / Scalar(static_cast<double>(n));
}
[[nodiscard]] inline Ball norm_share(std::size_t n, const Ball& like) {
    return Ball(1).at_precision(like.precision()) / Ball(static_cast<double>(n));
}

template <class Scalar>
[[nodiscard]] NormStatistics<Scalar> norm_statistics(const NormRule& rule, std::span<const Scalar> x,
                                                     const Scalar& epsilon) {
    using std::sqrt;
    NormStatistics<Scalar> found;
    const std::size_t seen = rule.leading == 0 ? x.size() : rule.leading;
    const auto by_order = [](const Scalar& a, const Scalar& b) { return norm_order(a) < norm_order(b); };
    const auto [lowest, highest] = std::minmax_element(x.begin(), x.end(), by_order);
    found.lowest = static_cast<std::size_t>(lowest - x.begin());
    found.highest = static_cast<std::size_t>(highest - x.begin());
    const auto count = [](std::size_t n) { return Scalar(static_cast<double>(n)); };
    Scalar sum(0.0), squares(0.0);
    for (const Scalar& one : x) sum = sum + one;
    found.mean = sum / count(x.size());
    const bool about_mean = rule.spread == NormSpread::std;
    for (std::size_t i = 0; i < seen; ++i) {
        const Scalar from = about_mean ? x[i] - found.mean : x[i];
        squares = squares + from * from;
    }
    if (rule.centre == NormCentre::mean) found.centre = found.mean;
    if (rule.centre == NormCentre::minimum) found.centre = *lowest;
    Scalar square = squares;
    if (rule.spread == NormSpread::rms) square = squares / count(seen);
    if (about_mean) square = squares / count(x.size() - static_cast<std::size_t>(rule.correction));
    const bool is_range = rule.spread == NormSpread::range;
    found.spread = is_range ? *highest - *lowest : sqrt(square);
    if (is_range) square = found.spread * found.spread;
    switch (rule.epsilon_place) {
        case EpsilonPlace::inside_root: found.divisor = sqrt(square + epsilon); break;
        case EpsilonPlace::outside_root: found.divisor = found.spread + epsilon; break;
        case EpsilonPlace::floor:
            found.is_floored = norm_order(found.spread) < norm_order(epsilon);
            found.divisor = found.is_floored ? epsilon : found.spread;
            break;
        case EpsilonPlace::floor_of_square:
            found.is_floored = norm_order(square) < norm_order(epsilon);
            found.divisor = found.is_floored ? sqrt(epsilon) : found.spread;
            break;
    }
    return found;
}

/// The rule at one group, and its derivative there.
/// Shapes   x of n >= 1 entries (std: n > correction), rule.leading <= n; spans outlive the group
/// Errors   none: where the divisor is zero the scalar's infinities and NaN come out; callers refuse first
template <class Scalar>
class NormGroup {
public:
    NormGroup(const NormRule& rule, std::span<const Scalar> x, const Scalar& epsilon)
        : rule_(rule), x_(x), found_(norm_statistics(rule, x, epsilon)) {}

    [[nodiscard]] const NormStatistics<Scalar>& statistics() const { return found_; }
    [[nodiscard]] std::size_t size() const { return x_.size(); }

    [[nodiscard]] Scalar output(std::size_t i) const { return (x_[i] - found_.centre) / found_.divisor; }

    /// c_j = dc/dx_j
    [[nodiscard]] Scalar centre_slope(std::size_t j) const {
        if (rule_.centre == NormCentre::mean) return norm_share(x_.size(), found_.divisor);
        return Scalar(rule_.centre == NormCentre::minimum && j == found_.lowest ? 1.0 : 0.0);
    }

    /// r_j = dr/dx_j
    [[nodiscard]] Scalar divisor_slope(std::size_t j) const {
        if (found_.is_floored) return Scalar(0.0);
        // dr/ds = s / r inside the root, else 1; s ds/dx_j is what the sum of squares gives.
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
};

}  // namespace sigprop
