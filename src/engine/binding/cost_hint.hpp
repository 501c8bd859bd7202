#pragma once
// Which of several expressions to start first, so that the last one to end does not run alone. A guess from
// the methods and the arguments, so that it is the same in every run; it decides about the order of work and
// nothing else.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/binding/binder.hpp"

namespace sigprop {

/// Larger for an expression that probably takes longer: sampled networks before values that are computed by a
/// method of their own, those before means and closed forms; among equals, the one with more, then larger
/// sizes in its text.
[[nodiscard]] std::uint64_t cost_hint(const BoundExpression& bound, const Context& context);

/// Whether it samples whole networks: each is work for one thread, and there are many of them.
[[nodiscard]] bool simulates_networks(const BoundExpression& bound, const Context& context);

/// The indices 0, …, costs.size() - 1, those of large costs first; of equal costs in their order.
[[nodiscard]] std::vector<std::size_t> costliest_first(std::span<const std::uint64_t> costs);

}  // namespace sigprop
