#pragma once
// What the branches of a block make of normalised inputs through the real weights: the mean second moment of
// a coordinate of their output, for inputs of random direction and mean square 1, by probes with a standard
// error. Attention is that of a sequence of one token, whose output is W_o W_v x.

#include <sigprop/core/base/context.hpp>
#include <sigprop/core/formula/formula.hpp>

#include "measure/model/matrix.hpp"
#include "measure/model/probed_moment.hpp"

namespace sigprop {

/// Shapes   value [kv_heads head_dim, d], output [d, heads head_dim]; heads with shared values follow each
///          other
/// Errors   std::logic_error where the heads do not divide the sizes
[[nodiscard]] ProbedMoment attention_moment(const RowMatrix& value, const RowMatrix& output,
                                            std::size_t heads, std::size_t kv_heads);

/// output f(hidden x), or output (f(hidden x) up x) where there is an `up`.
/// Shapes   hidden and up [d_ff, d], output [d, d_ff]
/// Errors   std::logic_error where these do not fit together
[[nodiscard]] ProbedMoment feed_forward_moment(const RowMatrix& hidden, const RowMatrix* up,
                                               const RowMatrix& output, const Formula& activation);

}  // namespace sigprop
