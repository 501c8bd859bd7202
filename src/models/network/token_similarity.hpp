#pragma once
// How similar the tokens of a sequence are.

#include <span>

#include "models/network/tokens.hpp"

namespace sigprop {

/// The mean cosine over sequences and pairs of different tokens, from one pass: with u_t = x_t/|x_t|, the
/// cosines of all pairs add up to (|sum u_t|^2 - sum |u_t|^2) / 2. A zero token has the cosine 0.
/// Shapes   squares[t] = |x_t|^2; sequences of `length` >= 2 tokens
template <class Scalar>
[[nodiscard]] double token_similarity(const Tokens<Scalar>& tokens, std::span<const double> squares,
                                      std::size_t length);

}  // namespace sigprop
