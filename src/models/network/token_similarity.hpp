#pragma once
// How alike the tokens of a sequence are.

#include <span>

#include "models/network/tokens.hpp"

namespace sigprop {

/// The mean over sequences and pairs of different tokens of their cosine, from one pass: with u_t =
/// x_t/|x_t|, the cosines of all pairs add up to (|sum u_t|^2 - sum |u_t|^2) / 2. Shapes   squares[t] =
/// |x_t|^2; sequences of `length` >= 2 tokens; a token that is zero is like no other
template <class Scalar>
[[nodiscard]] double token_similarity(const Tokens<Scalar>& tokens, std::span<const double> squares,
                                      std::size_t length);

}  // namespace sigprop
