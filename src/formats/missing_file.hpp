#pragma once
// What is said of a file that is not there: the name beside it that was probably meant.

#include <string>

namespace sigprop {

/// reason_of(error), and where there is no such file what may have been meant: "No such file or directory;
/// did you mean runs/pre.json?". Not for paths that strangers choose: it names what lies in the folder.
[[nodiscard]] std::string reason_not_read(const std::string& path, int error);

}  // namespace sigprop
