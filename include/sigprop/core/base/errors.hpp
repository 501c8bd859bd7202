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
    /// An error about an argument: `parameters` are those it concerns, beginning with the one to point at. A
    /// caller who knows where the arguments stand sets its place, at the first of these that was written.
    [[nodiscard]] static InputError about(std::vector<std::string> parameters, const std::string& message) {
        InputError error(message);
        error.parameters_ = std::move(parameters);
        return error;
    }
    [[nodiscard]] const Place& place() const noexcept { return place_; }
    /// Empty if the error is not about a parameter, or if nobody named the parameter.
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

/// The time that the user allowed has run out. Methods throw this (Context::check_cancelled), and the code
/// that gathers their evidence catches it: it becomes `unable` and never reaches the user.
class TimeSpent : public std::runtime_error {
public:
    TimeSpent() : std::runtime_error("the time allowed by --budget is over") {}
};

/// Two lines that point at a place: the text, then carets under the offending part. A long text is cut to a
/// window around it, and a code point counts as one column. Empty if the place has no text.
[[nodiscard]] std::string caret_diagram(const Place& place);

}  // namespace sigprop
