#pragma once
// A sweep whose places are shared by the ranks of a run.

#include <sigprop/engine/series/sweep.hpp>

namespace sigprop {

/// As sweep, and the same on every rank: each place is computed by one of `ranks`, with the context, which
/// must have none of its own then. Null: by this process alone.
[[nodiscard]] std::vector<Series> shared_sweep(std::string_view id, std::string_view expression,
                                               const std::vector<Axis>& axes, const Context& context,
                                               const Executor& execute, Ranks* ranks);

}  // namespace sigprop
