#pragma once
// The numbers of one head at a time, converted from arrays of any type. The mean key is subtracted from all
// keys: it adds the same amount to every logit of a row, which softmax does not see, but where it is large
// (keys with a bias) the spread of the logits would drown in its rounding.

#include <cstddef>
#include <sigprop/measure/attention/attention.hpp>
#include <string>
#include <vector>

#include "measure/attention/layout.hpp"

namespace sigprop {

template <class Scalar>
class AttentionHeads {
public:
    /// Not `centred`, keys keep their mean, which a cap makes matter. Arrays and layout must outlive this.
    AttentionHeads(const NamedTensor& q, const NamedTensor& k, const AttentionLayout& layout, bool centred);

    /// Reads a head of q and its head of k, in any order; in ascending order each key head is read once.
    void read(std::size_t head);

    /// The head read last; valid until the next read.
    [[nodiscard]] AttentionHead<Scalar> head() const { return {queries_, keys_, layout_.dim}; }
    /// The amount subtracted from each query's logits, for a scale of 1; empty when nothing was.
    [[nodiscard]] std::vector<double> subtracted() const;
    /// Why the row of a query over its first `seen` keys is not finite, in words.
    [[nodiscard]] std::string cause(std::size_t query, std::size_t seen) const;

private:
    void read_keys(std::size_t key_head);

    const NamedTensor& q_;
    const NamedTensor& k_;
    const AttentionLayout& layout_;
    bool centred_;
    std::size_t head_ = 0, key_head_;
    std::vector<Scalar> queries_, keys_;
    std::vector<double> common_;  ///< the mean key, [dim]; empty when not centred
};

extern template class AttentionHeads<float>;
extern template class AttentionHeads<double>;

}  // namespace sigprop
