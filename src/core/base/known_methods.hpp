#pragma once
// The names of all methods, in one list, and what --methods, Python's `methods` and a series file choose from
// it: a pattern that no name matches is bad input, because its author meant another one. A pattern that
// matches a name may still select nothing of a certain quantity; that is no error but an outcome (`unable`).

#include <sigprop/core/base/method_filter.hpp>
#include <span>
#include <string>
#include <string_view>

namespace sigprop {

/// Every method that can be selected, in alphabetical order.
[[nodiscard]] std::span<const std::string_view> known_methods();
[[nodiscard]] bool is_known_method(std::string_view name);

/// What else evidence may name as its source, where nothing is selected: what was measured in somebody's
/// tensors, and a fault of the library.
[[nodiscard]] bool is_other_source(std::string_view name);

/// The filter that is written after `option`, "--methods=" or "methods=".
/// Errors   InputError at the first part that is empty or that matches no method, with the nearest methods
[[nodiscard]] MethodFilter chosen_methods(const std::string& globs, const std::string& option);

/// The same for a filter that a caller made.
void require_known(const MethodFilter& methods);

}  // namespace sigprop
