#pragma once
// Which numbers of two arrays are the queries and keys of which head.

#include <cstddef>
#include <sigprop/measure/attention/attention.hpp>
#include <string>
#include <vector>

namespace sigprop {

struct AttentionLayout {
    std::size_t heads = 1;      ///< heads of q, with all leading axes flattened
    std::size_t key_heads = 1;  ///< heads of k
    std::size_t queries = 0, keys = 0, dim = 0;
    std::vector<std::size_t> leading, key_leading;  ///< the leading axes

    /// The head of k that a head of q attends to.
    [[nodiscard]] std::size_t key_head(std::size_t head) const { return head / (heads / key_heads); }
    /// The indices of a head in the leading axes of q.
    [[nodiscard]] std::vector<std::size_t> indices(std::size_t head) const;
    [[nodiscard]] std::vector<std::size_t> key_indices(std::size_t key_head) const;
};

/// Errors   InputError as measure_attention says
[[nodiscard]] AttentionLayout attention_layout(const NamedTensor& q, const NamedTensor& k, bool causal);

}  // namespace sigprop
