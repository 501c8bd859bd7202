#pragma once
// The numbers of one head at a time, converted from arrays of any type. What all keys have in common is
// subtracted from them: it adds the same to every logit of a row, which softmax does not see, and where it is
// large (keys with a bias) the spread of the logits would drown in its rounding.

#include <cstddef>
#include <sigprop/measure/attention/attention.hpp>
#include <string>
#include <vector>

#include "measure/attention/layout.hpp"

namespace sigprop {

template <class Scalar>
class AttentionHeads {
public:
    /// Keys keep what they have in common where a cap makes it count. Arrays and layout must stay.
    AttentionHeads(const NamedTensor& q, const NamedTensor& k, const AttentionLayout& layout, bool centred);

    /// Reads a head of q and its head of k, in any order; ascending order reads each key head once.
    void read(std::size_t head);

    /// What was read last; ends with the next.
    [[nodiscard]] AttentionHead<Scalar> head() const { return {queries_, keys_, layout_.dim}; }
    /// What was subtracted from each query's logits, of scale 1; empty when nothing was.
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
