#pragma once
// Values that a user gives to flags of `measure`: expressions, each of which stands for one double.

#include <sigprop/core/base/context.hpp>
#include <string>

namespace sigprop {

/// Errors   InputError "--flag problem", pointing at the text
[[noreturn]] void refuse_flag(const std::string& flag, const std::string& text, const std::string& problem);

/// The double nearest to the expression's value; infinite beyond the range.
/// Errors   InputError naming the flag for a text that is no expression or has no value
[[nodiscard]] double flag_value(const std::string& flag, const std::string& text, const Context& context);

}  // namespace sigprop
