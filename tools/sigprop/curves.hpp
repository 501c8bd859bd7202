#pragma once
// Shared by all forms of `sweep`: points on several threads, the forms of the result, the exit code.

#include <sigprop/engine/record.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "delivery.hpp"
#include "simulations.hpp"

namespace sigprop::tool {

/// The series of one expression under the context; the number of threads does not change them.
[[nodiscard]] std::vector<Series> sweep_in_parallel(std::string_view id, std::string_view expression,
                                                    const std::vector<Axis>& axes, const Context& context,
                                                    Simulations& simulations, bool show_progress);

/// Identifies the subject of a checkpoint: the expression and every axis.
[[nodiscard]] std::string subject_of(std::string_view expression, const std::vector<Axis>& axes);

/// The exit code for the series of one expression: undecided when at some point no method is ok or, if
/// `domain_counts`, proves that there is no value; internal where proofs contradict each other or
/// after an internal error.
[[nodiscard]] Exit exit_code(const std::vector<Series>& all, bool domain_counts);

/// As CSV a row for each point, or with `evidence` for each point and method.
[[nodiscard]] Forms series_forms(bool evidence);

/// The requests to `sweep` other than its expression.
struct SweepOptions {
    std::vector<std::string> over;    ///< the axes of an expression
    std::vector<std::string> series;  ///< files of series
    bool shipped = false;             ///< the series shipped with the library
};
[[nodiscard]] SweepOptions read_sweep_options(const GivenFlags& flags);

/// Runs sweep --shipped and --series FILE; the words are globs over the ids.
[[nodiscard]] Exit run_series(const Invocation& call, const SweepOptions& wanted);

}  // namespace sigprop::tool
