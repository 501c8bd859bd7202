#include "measure/attention/heads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "formats/list_text.hpp"

namespace sigprop {
namespace {

/// Calls use(i, value) for `count` numbers of a view from `first` on.
template <class Use>
void for_each_number(const TensorView& view, std::size_t first, std::size_t count, const Use& use) {
    constexpr std::size_t block = 4096;
    std::array<double, block> values;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled part by part
    for (std::size_t at = 0; at < count; at += block) {
        const std::span<double> part = std::span(values).first(std::min(block, count - at));
        view.read(first + at, part);
        for (std::size_t i = 0; i < part.size(); ++i) use(at + i, part[i]);
    }
}

/// The mean over positions of each coordinate's finite entries; 0 where there is no such mean.
std::vector<double> mean_position(const TensorView& view, std::size_t first, std::size_t count,
                                  std::size_t dim) {
    std::vector<double> means(dim);
    std::vector<double> counts(dim);
    for_each_number(view, first, count, [&](std::size_t i, double value) {
        if (!std::isfinite(value)) return;
        means[i % dim] += value;
        counts[i % dim] += 1;
    });
    for (std::size_t j = 0; j < dim; ++j) {
        means[j] = counts[j] > 0 && std::isfinite(means[j]) ? means[j] / counts[j] : 0;
    }
    return means;
}

/// The index of the first number that is not finite.
template <class Scalar>
std::optional<std::size_t> first_not_finite(std::span<const Scalar> numbers) {
    const auto found =
        std::find_if(numbers.begin(), numbers.end(), [](Scalar value) { return !std::isfinite(value); });
    if (found == numbers.end()) return std::nullopt;
    return static_cast<std::size_t>(found - numbers.begin());
}

/// "q[0, 3, 7] is NaN"
template <class Scalar>
std::string fault(const char* name, std::vector<std::size_t> head, std::size_t at, std::size_t dim,
                  Scalar value) {
    head.push_back(at / dim);
    head.push_back(at % dim);
    return fmt::format("{}{} is {}", name, list_text(head), std::isnan(value) ? "NaN" : "infinite");
}

}  // namespace

template <class Scalar>
AttentionHeads<Scalar>::AttentionHeads(const NamedTensor& q, const NamedTensor& k,
                                       const AttentionLayout& layout, bool centred)
    : q_(q),
      k_(k),
      layout_(layout),
      centred_(centred),
      key_head_(std::numeric_limits<std::size_t>::max()),
      queries_(layout.queries * layout.dim),
      keys_(layout.keys * layout.dim) {}

template <class Scalar>
void AttentionHeads<Scalar>::read(std::size_t head) {
    head_ = head;
    for_each_number(q_.view, head * queries_.size(), queries_.size(),
                    [&](std::size_t i, double value) { queries_[i] = static_cast<Scalar>(value); });
    if (q_.done) q_.done((head + 1) * queries_.size());
    if (layout_.key_head(head) != key_head_) read_keys(layout_.key_head(head));
}

template <class Scalar>
void AttentionHeads<Scalar>::read_keys(std::size_t key_head) {
    const std::size_t first = key_head * keys_.size();
    if (centred_) common_ = mean_position(k_.view, first, keys_.size(), layout_.dim);
    for_each_number(k_.view, first, keys_.size(), [&](std::size_t i, double value) {
        keys_[i] = static_cast<Scalar>(centred_ ? value - common_[i % layout_.dim] : value);
    });
    if (k_.done) k_.done((key_head + 1) * keys_.size());
    key_head_ = key_head;
}

template <class Scalar>
std::vector<double> AttentionHeads<Scalar>::subtracted() const {
    std::vector<double> products;
    if (!centred_) return products;
    for (std::size_t i = 0; i < queries_.size(); i += layout_.dim) {
        double product = 0;
        for (std::size_t j = 0; j < layout_.dim; ++j) {
            product += static_cast<double>(queries_[i + j]) * common_[j];
        }
        products.push_back(product);
    }
    return products;
}

template <class Scalar>
std::string AttentionHeads<Scalar>::cause(std::size_t query, std::size_t seen) const {
    const std::size_t dim = layout_.dim;
    const std::span<const Scalar> queries = queries_;
    const std::size_t begin = query * dim;
    if (const auto at = first_not_finite(queries.subspan(begin, dim))) {
        return fault("q", layout_.indices(head_), begin + *at, dim, queries[begin + *at]);
    }
    const std::span<const Scalar> keys = std::span<const Scalar>(keys_).first(seen * dim);
    if (const auto at = first_not_finite(keys)) {
        return fault("k", layout_.key_indices(key_head_), *at, dim, keys[*at]);
    }
    return std::string("q and k are finite there, but the logits overflow ") +
           (sizeof(Scalar) == sizeof(float) ? "float32" : "float64");
}

template class AttentionHeads<float>;
template class AttentionHeads<double>;

}  // namespace sigprop
