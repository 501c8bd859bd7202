#pragma once
// What one call of a framework's initialiser draws its weights from: a law with the numbers that the call
// really passes to its sampler. Each framework's file makes a Draw of a call's arguments; what is asked about
// it (`of`) is answered here, so that a std means the same for all of them: that of the weights as they come
// out, about their mean, in exact arithmetic (the constants of the source as printed, no rounding to a
// dtype).

#include <optional>
#include <vector>

#include "quantities/initialization/truncated_normal.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {
enum class LawNumber : std::uint8_t;
}

namespace sigprop::frameworks {

using Routes = std::vector<Route>;

struct Draw {
    Routes std, mean;
    std::optional<Real> lower, upper;  ///< no weight lies outside; none for a normal
    Real argument;                     ///< what the sampler gets: a std before truncation, or a half-width
    Routes rms = {};                   ///< root mean square, where the law is asked for that

    /// The routes to what the call asks for.
    /// Errors   InputError about `of` for a bound that the law does not have
    [[nodiscard]] Routes routes(LawNumber of) const;
};

// Of all of these the caller's table has checked the arguments: a std is positive, a mean finite, and of two
// limits the lower is below the upper.
[[nodiscard]] Draw normal_draw(const Real& mean, const Real& std);
/// N(mean, std^2) on [lower, upper], limits in the units of the weights; either may be infinite.
[[nodiscard]] Draw truncated_draw(const truncated::Standardised& s, const Real& lower, const Real& upper);
/// mean + std times a standard normal on [lower, upper].
[[nodiscard]] Draw scaled_truncated_draw(const Real& mean, const Real& std, const Real& lower,
                                         const Real& upper);
/// Uniform between two finite bounds.
[[nodiscard]] Draw uniform_draw(const Real& lower, const Real& upper);
/// std times a complex normal with E|z|^2 = 1, on |z| <= limit, which may be infinite.
[[nodiscard]] Draw complex_normal_draw(const Real& std, const Real& limit);
/// std times a uniform point of the disk on which E|z|^2 = 1.
[[nodiscard]] Draw disk_draw(const Real& std);
/// A share of all entries is `value`, the others are 0: identities, and constants, whose share is 1.
[[nodiscard]] Draw entries_draw(const Real& value, const Real& share);
/// A share of all entries is normal about 0, the others are 0.
[[nodiscard]] Draw sparse_draw(const Real& std, const Real& share);

[[nodiscard]] Real square_root(const Real& x);

}  // namespace sigprop::frameworks
