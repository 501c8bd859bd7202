#pragma once
// Numbers that a user writes behind a flag of `measure`: expressions, of which one double is wanted.

#include <sigprop/core/base/context.hpp>
#include <string>

namespace sigprop {

/// Errors   InputError "--flag problem", pointing at the text
[[noreturn]] void refuse_flag(const std::string& flag, const std::string& text, const std::string& problem);

/// The double nearest to what the expression is; infinite where that is beyond the range.
/// Errors   InputError naming the flag for what is no expression or has no value
[[nodiscard]] double flag_value(const std::string& flag, const std::string& text, const Context& context);

}  // namespace sigprop
