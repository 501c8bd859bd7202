#pragma once
// The subjects of `sigprop measure`, one file each.

#include <sigprop/core/base/context.hpp>
#include <sigprop/core/base/dtype.hpp>
#include <sigprop/engine/record.hpp>
#include <vector>

#include "core/parallel/workers.hpp"

#include "command.hpp"

namespace sigprop::tool {

/// They are commands of their own, except for the word before their name.
[[nodiscard]] const std::vector<Command>& measure_subjects();

/// The context for numbers shown beside a measurement: fewer digits unless --digits asks for them.
[[nodiscard]] Context measured_context(const Options& options);
/// The same, restricted to proofs by two routes, without simulation.
[[nodiscard]] Context proved_context(const Options& options);
/// Refuses words after the subject: its files are given by flags, as shown in `flags`.
/// Errors   InputError
void check_words(const Invocation& call, const char* flags);
/// --dtype.
[[nodiscard]] std::optional<Dtype> read_dtype(const GivenFlags& flags);
/// The exit code that follows from the verdicts of the records.
[[nodiscard]] Exit exit_code(const Report& report);

[[nodiscard]] Exit measure_weights(const Invocation& call);
[[nodiscard]] Exit measure_model(const Invocation& call);
[[nodiscard]] Exit measure_attention(const Invocation& call);
[[nodiscard]] Exit measure_elementwise(const Invocation& call);
[[nodiscard]] Exit measure_jacobian(const Invocation& call);
[[nodiscard]] Exit measure_kernel(const Invocation& call);

}  // namespace sigprop::tool
