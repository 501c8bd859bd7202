#pragma once
// An expression over a grid: what a curve is made of.

#include <sigprop/core/base/context.hpp>
#include <sigprop/core/base/executor.hpp>
#include <sigprop/engine/record.hpp>
#include <string_view>
#include <vector>

namespace sigprop {

/// "n=64:1048576:x2" (geometric), "std=0.5:4:+0.5" (linear), "n=1,2,5" (list), exact decimals; for what is no
/// number "f=gelu,celu(2)" (activations, formulas in quotes, choices) and "f=*" (every activation by name).
[[nodiscard]] Axis parse_axis(std::string_view text);

/// The expression over the grid of the axes, whose names are free variables in it: one series a method. The
/// points are independent of each other and of how they are run. Where proofs contradict each other, every
/// value of the point is `unreliable`.
/// The axes `samples` (2 to 2^63) and `seed` (0 to 2^64 - 1) are reserved: they are no variables, but replace
/// Context::samples and Context::seed. Series of samples have them; what is not sampled depends on neither,
/// is computed once, and its series do not have them. A run that misses a proof makes both `unreliable`.
/// Errors   InputError naming the axis, also when the expression has a variable called `samples` or `seed`
[[nodiscard]] std::vector<Series> sweep(std::string_view id, std::string_view expression,
                                        const std::vector<Axis>& axes, const Context& context,
                                        const Executor& execute = run_in_order);

/// Checks that the expression holds every axis that is not reserved and binds at the first point; throws as
/// sweep would.
void check_sweep(std::string_view expression, const std::vector<Axis>& axes);

/// Whether its first point samples networks: points then run one after the other, each on all threads.
[[nodiscard]] bool sweep_samples_networks(std::string_view expression, const std::vector<Axis>& axes,
                                          const Context& context);

}  // namespace sigprop
