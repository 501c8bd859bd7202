#pragma once
// The two errors that are thrown. Bad input (a name that does not exist, `lower >= upper`, a malformed
// file) is an InputError and says where it happened and what to write instead; trouble with the machine
// (a missing file, a full disk) is an IoError. A mathematical outcome (no convergence, no solution) is
// neither: it is a value, the `status` of an Evidence.

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace sigprop {

/// Where in a text an error was found: offset and length count bytes of `text`.
struct Place {
    std::string source;  ///< what the text is: "expression", a file name, "--digits"
    std::string text;    ///< the whole text, or the line that matters; empty when there is none
    std::size_t offset = 0;
    std::size_t length = 1;
};

/// Something the user wrote cannot be used. what() is one line: the place, what is wrong, and the fix.
/// `place().text` is non-empty when a caret can be drawn under it (see caret_diagram).
class InputError : public std::runtime_error {
public:
    explicit InputError(const std::string& message, Place place = {})
        : std::runtime_error(message), place_(std::move(place)) {}
    /// An objection to an argument: the parameters that it is about, the one to point at first. Whoever knows
    /// where the arguments stand gives it a place: at the first of them that was written.
    [[nodiscard]] static InputError about(std::vector<std::string> parameters, const std::string& message) {
        InputError error(message);
        error.parameters_ = std::move(parameters);
        return error;
    }
    [[nodiscard]] const Place& place() const noexcept { return place_; }
    /// Empty when the error is not about a parameter, or nobody said which.
    [[nodiscard]] const std::vector<std::string>& parameters() const noexcept { return parameters_; }

private:
    Place place_;
    std::vector<std::string> parameters_;
};

/// The environment refused: file missing, disk full, permission denied. The message names the path.
class IoError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The user pressed Ctrl-C; carried to `main` so that no partial file is left behind.
class Interrupted : public std::runtime_error {
public:
    Interrupted() : std::runtime_error("interrupted") {}
};

/// The time the user allowed is over. Methods throw it (Context::check_cancelled) and whoever gathers their
/// evidence catches it: it ends as `unable`, never at the user.
class TimeSpent : public std::runtime_error {
public:
    TimeSpent() : std::runtime_error("the time allowed by --budget is over") {}
};

/// The two lines that point at a place: the text, then carets under the offending part. Long texts are
/// cut to a window around it, UTF-8 counts one column per code point. Empty when the place has no text.
[[nodiscard]] std::string caret_diagram(const Place& place);

}  // namespace sigprop
