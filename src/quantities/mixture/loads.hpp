#pragma once
// The largest load of an expert, enclosed, when each token chooses `active` different experts at random.
//
// A load is binomial. The choices of one token are negatively associated, and so are sums of those of
// independent tokens: with I_e = [L_e <= m] and F = P(L_e <= m), P(all <= m) <= F^experts. Conversely
//     E prod I - F^experts = sum over n of Cov(I_1 ... I_(n-1), I_n) F^(experts - n)
//                         >= Cov(I_1, I_2) sum over n of (n - 1) F^(experts - n),
// for I_1 + ... + I_(n-1) - I_1 ... I_(n-1) rises in every I, too. Two experts' loads are enough: given one,
// the other is the sum of two binomial numbers. With two experts the lower bound is attained.
// Reference: Joag-Dev and Proschan 1983, Annals of Statistics 11(1), theorem 2.11 and
// properties P6 and P7; the converse is Lebowitz's inequality (1972), own derivation.

#include <cstdint>

#include "methods/route.hpp"

namespace sigprop {

/// The mean of the largest load over the mean load, less 1: as wide as what the dependence leaves open, about
/// a hundredth of the value for 64 experts, whatever the bits.
/// Errors   unable where tokens are so many that sums over two loads take too long
[[nodiscard]] Answer bounded_load_violation(std::int64_t experts, std::int64_t active, std::int64_t tokens,
                                            const Context& context);

}  // namespace sigprop
