#include "measure/attention/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sigprop/core/base/errors.hpp>

#include "core/base/shape.hpp"
#include "formats/list_text.hpp"

namespace sigprop {
namespace {

using Lengths = std::vector<std::size_t>;

Lengths leading_axes(const Lengths& shape) { return {shape.begin(), shape.end() - 2}; }

void check_tensor(const NamedTensor& tensor, const char* role) {
    const Lengths& shape = tensor.view.shape();
    if (tensor.view.is_complex()) {
        throw InputError(tensor.name + ": complex arrays are not supported; " + role + " must be real");
    }
    if (shape.size() < 2) {
        throw InputError(
            fmt::format("{}: an array of shape {} has no axes [positions, dim]; give [positions, dim], "
                        "[heads, positions, dim] or [batch, heads, positions, dim]",
                        tensor.name, list_text(shape)));
    }
    if (tensor.view.size() == 0) {
        throw InputError(
            fmt::format("{}: there are no {}: the shape is {}", tensor.name, role, list_text(shape)));
    }
    if (tensor.view.is_fortran_order()) {
        throw InputError(tensor.name +
                         ": it is in Fortran order (the first axis runs fastest), so the heads are not "
                         "contiguous; save it with numpy.save(path, numpy.ascontiguousarray(array))");
    }
}

[[noreturn]] void refuse_pair(const NamedTensor& q, const NamedTensor& k, const std::string& why) {
    throw InputError(fmt::format("{} of shape {} and {} of shape {}: {}", q.name, list_text(q.view.shape()),
                                 k.name, list_text(k.view.shape()), why));
}

void check_leading_axes(const NamedTensor& q, const NamedTensor& k) {
    const Lengths mine = leading_axes(q.view.shape());
    const Lengths theirs = leading_axes(k.view.shape());
    if (mine.size() != theirs.size()) {
        refuse_pair(q, k,
                    "q and k must have the same number of axes; add the missing ones, as in k[None], or "
                    "remove them, as in q[0]");
    }
    if (mine.empty()) return;
    if (!std::equal(mine.begin(), mine.end() - 1, theirs.begin())) {
        refuse_pair(
            q, k,
            "only the heads, the last axis before [positions, dim], may differ (grouped-query attention)");
    }
    if (mine.back() % theirs.back() != 0) {
        refuse_pair(
            q, k,
            fmt::format("grouped-query attention needs a number of heads in k, {}, that divides the {} of q",
                        theirs.back(), mine.back()));
    }
}

}  // namespace

std::vector<std::size_t> AttentionLayout::indices(std::size_t head) const {
    return indices_of(head, leading);
}

std::vector<std::size_t> AttentionLayout::key_indices(std::size_t key_head) const {
    return indices_of(key_head, key_leading);
}

AttentionLayout attention_layout(const NamedTensor& q, const NamedTensor& k, bool causal) {
    check_tensor(q, "queries");
    check_tensor(k, "keys");
    const Lengths& mine = q.view.shape();
    const Lengths& theirs = k.view.shape();
    AttentionLayout layout;
    layout.dim = mine.back();
    layout.queries = mine[mine.size() - 2];
    layout.keys = theirs[theirs.size() - 2];
    if (layout.dim != theirs.back()) {
        const bool transposed = theirs.size() == mine.size() && layout.keys == layout.dim;
        refuse_pair(
            q, k,
            fmt::format("q . k needs the same dim (the last axis) in both, not {} and {}{}", layout.dim,
                        theirs.back(),
                        transposed
                            ? "; k looks transposed: save numpy.ascontiguousarray(numpy.swapaxes(k, -1, -2))"
                            : ""));
    }
    check_leading_axes(q, k);
    if (layout.keys < 2) {
        refuse_pair(q, k, "a single key always has the weight 1; give two or more");
    }
    if (causal && layout.queries > layout.keys) {
        refuse_pair(q, k,
                    fmt::format("--causal puts the queries at the last positions of the keys, but there are "
                                "{} queries for {} keys",
                                layout.queries, layout.keys));
    }
    layout.leading = leading_axes(mine);
    layout.key_leading = leading_axes(theirs);
    layout.heads = entries_of(layout.leading);
    layout.key_heads = entries_of(layout.key_leading);
    return layout;
}

}  // namespace sigprop
