#pragma once
// Names that strangers chose, as text: a byte that is not UTF-8 becomes the four characters \xff, so that two
// names that differ in such bytes still differ in a report. Unlike shown_text it leaves every character as it
// is.

#include <string>
#include <string_view>

namespace sigprop {

[[nodiscard]] std::string valid_text(std::string_view text);

}  // namespace sigprop
