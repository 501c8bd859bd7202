#pragma once
// Operations on all tokens at once: sums over each token's features, and sums of tokens with a factor for
// each. A token's sum is a double, added feature by feature in their order; vectors run along tokens, so
// every vector width gives the same bits.

#include <span>

#include "models/network/tokens.hpp"

namespace sigprop {

/// sums[t] = sum over i of a(i, t).
template <class Scalar>
void feature_sums(const Tokens<Scalar>& a, std::span<double> sums);
/// sums[t] = sum over i of a(i, t) b(i, t).
template <class Scalar>
void feature_products(const Tokens<Scalar>& a, const Tokens<Scalar>& b, std::span<double> sums);
/// sums[t] = sum over i of (a(i, t) - shifts[t])^2.
template <class Scalar>
void shifted_squares(const Tokens<Scalar>& a, std::span<const double> shifts, std::span<double> sums);

/// out(i, t) = (a(i, t) - shifts[t]) factors[t]; out may be a. All numbers are rounded to Scalar first.
template <class Scalar>
void shift_and_scale(const Tokens<Scalar>& a, std::span<const double> shifts, std::span<const double> factors,
                     Tokens<Scalar>& out);
/// out = a_factor a + b_factor b; out may be either.
template <class Scalar>
void weighted_sum(double a_factor, const Tokens<Scalar>& a, double b_factor, const Tokens<Scalar>& b,
                  Tokens<Scalar>& out);
/// out(i, t) = a_factors[t] a(i, t) + b_factors[t] b(i, t) + shifts[t]; out may be either.
template <class Scalar>
void weighted_sum(std::span<const double> a_factors, const Tokens<Scalar>& a,
                  std::span<const double> b_factors, const Tokens<Scalar>& b, std::span<const double> shifts,
                  Tokens<Scalar>& out);

// Reading a matrix of megabytes from memory takes the time, so the products that a network needs of such a
// sum are taken in the same pass: feature_products(out, out) and, unless `products` is empty, those with a.

template <class Scalar>
void weighted_sum(double a_factor, const Tokens<Scalar>& a, double b_factor, const Tokens<Scalar>& b,
                  Tokens<Scalar>& out, std::span<double> squares, std::span<double> products = {});
/// out(i, t) = out_factor out(i, t) + (a_factors[t] a(i, t) + b_factors[t] b(i, t) + shifts[t]).
template <class Scalar>
void add_weighted_sum(double out_factor, std::span<const double> a_factors, const Tokens<Scalar>& a,
                      std::span<const double> b_factors, const Tokens<Scalar>& b,
                      std::span<const double> shifts, Tokens<Scalar>& out, std::span<double> squares);

/// The sum over all tokens, added in their order.
[[nodiscard]] double total(std::span<const double> sums);

}  // namespace sigprop
