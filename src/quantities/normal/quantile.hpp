#pragma once
// Quantiles of the standard normal law: the number above which it has a given mass. Newton's steps find it,
// the signs of the rest on both sides prove it, for the mass above a number falls.

#include <sigprop/core/ball/ball.hpp>

namespace sigprop {

/// Normal mass above x, as precise in the right tail as in the left one.
[[nodiscard]] Ball normal_mass_above(const Ball& x);

/// The x with this mass above it, to about 2^-bits or as far as `mass` is known; not finite unless 0 < mass <
/// 1 is shown.
[[nodiscard]] Ball upper_normal_quantile(const Ball& mass, long bits);

}  // namespace sigprop
