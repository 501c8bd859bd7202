#pragma once
// Statistics of the stream's tokens, for TransformerView.

#include <cstddef>

#include "core/parallel/team.hpp"
#include "models/network/tokens.hpp"

namespace sigprop {

/// |x|^2 / width, mean over tokens.
template <class Scalar>
[[nodiscard]] double mean_square(const Tokens<Scalar>& x);
template <class Scalar>
[[nodiscard]] double mean_square(const Tokens<Scalar>& x, Team& team);
/// The cosine of each token's a and b, mean over tokens; with a zero vector it is 0.
template <class Scalar>
[[nodiscard]] double mean_cosine(const Tokens<Scalar>& a, const Tokens<Scalar>& b);
/// The cosine of different tokens of a sequence, mean over pairs; NaN for sequences of one token.
template <class Scalar>
[[nodiscard]] double mean_similarity(const Tokens<Scalar>& x, std::size_t length);

extern template double mean_square(const Tokens<float>&);
extern template double mean_square(const Tokens<double>&);
extern template double mean_square(const Tokens<float>&, Team&);
extern template double mean_square(const Tokens<double>&, Team&);
extern template double mean_cosine(const Tokens<float>&, const Tokens<float>&);
extern template double mean_cosine(const Tokens<double>&, const Tokens<double>&);
extern template double mean_similarity(const Tokens<float>&, std::size_t);
extern template double mean_similarity(const Tokens<double>&, std::size_t);

}  // namespace sigprop
