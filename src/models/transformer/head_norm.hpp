#pragma once
// qk_norm and cosine: queries or keys of each head are divided by their root mean square, with the epsilon of
// the norms and in its place, or by their length, then multiplied by a gain that all heads share. A head's
// vector of zeros stays zero, with gradient 0, where epsilon is 0.
//
// Backward, with n = x / divisor and m the mean of g n:  (g - m n divisor / root mean square) / divisor,
// where an epsilon inside the root belongs to it.

#include <vector>

#include "models/transformer/parameters.hpp"
#include "models/transformer/token_loops.hpp"

namespace sigprop {

template <class Scalar>
class HeadNorm {
public:
    HeadNorm() = default;
    HeadNorm(const Architecture& design, Learned<Scalar> gain)
        : width_(design.width_of_head()),
          share_(design.scores == ScoreKind::cosine ? 1 : 1 / static_cast<double>(width_)),
          epsilon_(design.scores == ScoreKind::cosine ? 0 : design.norm.epsilon),
          place_(design.norm.epsilon_place),
          gain_(gain) {}

    /// In place: [heads head width × tokens].
    void forward(Tokens<Scalar>& heads, Team& team);
    void backward(Tokens<Scalar>& gradient, Team& team);

private:
    std::size_t width_ = 1;
    double share_ = 1, epsilon_ = 0;
    EpsilonPlace place_ = EpsilonPlace::inside_root;
    Learned<Scalar> gain_;
    Tokens<Scalar> normalised_;
    std::vector<double> inverse_;  ///< [heads × tokens]
};

extern template class HeadNorm<float>;
extern template class HeadNorm<double>;

}  // namespace sigprop
