#pragma once
// What queries and keys make of each other before any training: the logits x^T W_q^T W_k y / sqrt(head_dim)
// of a head, for inputs x and y with independent coordinates of variance 1, have mean 0 and the std ||W_q^T
// W_k||_F / sqrt(head_dim), exactly. With normalised inputs and iid logits the entropy of softmax over n keys
// follows (attention.entropy).

#include <cstddef>
#include <sigprop/formats/npy.hpp>
#include <string>
#include <vector>

namespace sigprop {

/// The std of each head's logits. Keys have fewer heads where queries share them.
/// Shapes   query [heads head_dim, d], key [kv_heads head_dim, d], or transposed for a matrix that is in_out
/// Errors   std::logic_error where the heads do not divide the outputs
[[nodiscard]] std::vector<double> logit_stds(const TensorView& query, bool query_in_out,
                                             const TensorView& key, bool key_in_out, std::size_t heads,
                                             std::size_t kv_heads);

}  // namespace sigprop
