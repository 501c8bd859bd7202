#pragma once
// The subjects of `sigprop measure`, one file each.

#include <sigprop/core/base/executor.hpp>
#include <sigprop/engine/record.hpp>
#include <vector>

#include "command.hpp"

namespace sigprop::tool {

/// They are commands of their own, except for the word before their name.
[[nodiscard]] const std::vector<Command>& measure_subjects();

/// The options' context for what is shown beside a measurement: fewer digits unless --digits asks for them.
[[nodiscard]] Context measured_context(const Options& options);
/// The same with proofs by two routes and no simulation.
[[nodiscard]] Context proved_context(const Options& options);
/// Pieces of work on all threads of the context.
[[nodiscard]] Executor on_threads(const Context& context);
/// Refuses words beside the subject: its files are given by flags, as in `flags`.
/// Errors   InputError
void check_words(const Invocation& call, const char* flags);
/// What the verdicts of the records amount to.
[[nodiscard]] Exit exit_code(const Report& report);

[[nodiscard]] Exit measure_weights(const Invocation& call);
[[nodiscard]] Exit measure_attention(const Invocation& call);
[[nodiscard]] Exit measure_elementwise(const Invocation& call);
[[nodiscard]] Exit measure_jacobian(const Invocation& call);

}  // namespace sigprop::tool
