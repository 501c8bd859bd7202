#pragma once
// The statistics that normalise one group of entries: c and r in y_i = (x_i - c) / r. Every layer here is
// this rule with its own choice of c, of the spread s in r and of the place of epsilon. Written once for
// doubles, dual numbers, complex numbers and balls, so that each route to a derivative differentiates the
// same formula. For a layer with axes and gains use normalization.hpp.
//
// References: mean and standard deviation, Ioffe and Szegedy 2015, arXiv:1502.03167, section 3, and Ba, Kiros
// and Hinton 2016, arXiv:1607.06450, eq. 3; rms, also of leading entries alone, Zhang and Sennrich 2019,
// arXiv:1910.07467, eq. 4; length, Karras et al. 2020 (demodulation), arXiv:1912.04958, eq. 3.

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/ball/dual.hpp>
#include <span>

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
    std::size_t leading = 0;  ///< rms, length: use only this many first entries (pRMSNorm); 0: all
    EpsilonPlace epsilon_place = EpsilonPlace::inside_root;

    /// Whether adding the same number to the whole group changes nothing.
    [[nodiscard]] constexpr bool ignores_shift() const {
        return centre != NormCentre::none && (spread == NormSpread::std || spread == NormSpread::range);
    }
};

template <class Scalar>
struct NormStatistics {
    Scalar mean{};
    Scalar centre{};                      ///< c
    Scalar spread{};                      ///< s
    Scalar divisor{};                     ///< r
    bool is_floored = false;              ///< r is the floor and does not move with x
    std::size_t lowest = 0, highest = 0;  ///< indices of the extremes; of equal ones the first
};

/// The number by which extremes and floors are chosen. For balls this proves nothing: callers that use balls
/// first show that no other entry can be the extreme, and that s and the floor differ.
[[nodiscard]] inline double norm_order(double x) { return x; }
[[nodiscard]] inline double norm_order(const Dual& x) { return x.value; }
[[nodiscard]] inline double norm_order(const std::complex<double>& x) { return x.real(); }
[[nodiscard]] inline double norm_order(const Ball& x) { return x.to_double(); }

/// 1 / n; as a ball, at the working precision of `like`.
template <class Scalar>
[[nodiscard]] Scalar norm_share(std::size_t n, const Scalar&) {
    return Scalar(1.0) / Scalar(static_cast<double>(n));
}
[[nodiscard]] inline Ball norm_share(std::size_t n, const Ball& like) {
    return Ball(1).at_precision(like.precision()) / Ball(static_cast<double>(n));
}

/// Shapes   as NormGroup (normalization/rule.hpp)
template <class Scalar>
[[nodiscard]] NormStatistics<Scalar> norm_statistics(const NormRule& rule, std::span<const Scalar> x,
                                                     const Scalar& epsilon) {
    using std::sqrt;
    NormStatistics<Scalar> found;
    const std::size_t seen = rule.leading == 0 ? x.size() : rule.leading;
    const auto by_order = [](const Scalar& a, const Scalar& b) { return norm_order(a) < norm_order(b); };
    // minmax_element would find the last of equal maxima.
    const auto lowest = std::min_element(x.begin(), x.end(), by_order);
    const auto highest = std::max_element(x.begin(), x.end(), by_order);
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

}  // namespace sigprop
