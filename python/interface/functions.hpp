#pragma once
// The functions of the interface: rows of a name and what it runs, one table for each file.

#include <span>

#include "request.hpp"

namespace sigprop::python {

struct Function {
    const char* name;
    Value (*run)(const Request& request);
};

[[nodiscard]] std::span<const Function> answer_functions();
[[nodiscard]] std::span<const Function> array_functions();
[[nodiscard]] std::span<const Function> catalogue_functions();
[[nodiscard]] std::span<const Function> measure_functions();
/// Answers of the command line, which a build of readers does not have.
[[nodiscard]] std::span<const Function> name_functions();
[[nodiscard]] std::span<const Function> normal_rule_functions();
[[nodiscard]] std::span<const Function> recipe_functions();
[[nodiscard]] std::span<const Function> report_functions();
[[nodiscard]] std::span<const Function> sweep_functions();
[[nodiscard]] std::span<const Function> train_functions();
[[nodiscard]] std::span<const Function> verify_functions();

}  // namespace sigprop::python
