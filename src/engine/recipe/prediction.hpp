#pragma once
// What theory says of a model at initialisation: the second moment of its residual stream after each block,
// and the squared gradient at each block's input. Biases are zero, gains one.
//
// A norm of epsilon makes of an input of second moment q one of q/(q + epsilon), the input of a branch.
//
// For a sequence of one token (so that attention averages nothing), normal weights and epsilon 0 the second
// moments are exact at every width: the last matrix of a branch is independent of all before it and has mean
// zero, so that E |x + F|^2 = E |x|^2 + E |F|^2, and what enters a branch has been normalised. With an
// epsilon the first branch is exact, and q of the others differs from network to network, so that q/(q +
// epsilon) of its mean is the limit of large width. With more tokens attention averages values: by Jensen's
// inequality E |F|^2 is at most that of one token and at least 0, whatever the mask, the scores and the
// positions; `least` has 0 there. For other laws of the weights, and for gradients, all this is the limit of
// large width.

#include <sigprop/core/ball/ball.hpp>
#include <string>
#include <vector>

#include "engine/recipe/sized_recipe.hpp"

namespace sigprop {

/// A block's branches: what they make of an input of second moment 1, and their Jacobians' mean squared
/// singular values. Expressions; empty where the recipe has no such branch.
struct BranchGains {
    std::string attention, attention_slope;
    std::string feed_forward, feed_forward_slope;
    std::string before_activation;  ///< std of what the activation sees
    /// By how much W1 and W2, with V if gated, multiply second moments.
    std::string hidden, output;
};

/// Errors   InputError when a branch lacks one of its matrices
[[nodiscard]] BranchGains branch_gains(const SizedRecipe& recipe, std::int64_t layer);

struct StreamPrediction {
    // One for each block's input, and one for the last block's output:
    std::vector<Ball> second_moment;   ///< one token
    std::vector<Ball> least;           ///< attention contributes nothing
    std::vector<Ball> gradient_ratio;  ///< |dL/dx|^2 over that at the output (after the norm of the end)
};

/// Nothing where the recipe has no stream.
/// Accuracy the balls, at digits significant digits and a few
/// Errors   as branch_gains
[[nodiscard]] StreamPrediction predict_stream(const SizedRecipe& recipe, long digits);

}  // namespace sigprop
