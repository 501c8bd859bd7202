#pragma once
// Standard output carries only results; all other messages go to standard error.

#include <cstddef>
#include <string>
#include <string_view>

namespace sigprop::tool {

/// Writes to standard output at once. It is no error if nobody reads any more (`| head`).
/// Errors   IoError (a full disk), Interrupted
void print(std::string_view text);

/// Writes to standard error and ignores failures.
void say(std::string_view text) noexcept;

/// Says "sigprop: message" on one line, the message as shown_text has it and cut where it is very long.
void complain(std::string_view message) noexcept;

/// The same text, for a message that is said later.
[[nodiscard]] std::string shown_message(std::string_view message);

/// If `wanted`, nothing is printed or said from here on: only one of several ranks speaks.
void silence(bool wanted) noexcept;

/// The text with each line indented by `blanks`.
[[nodiscard]] std::string indented(std::string_view text, std::size_t blanks);

/// Columns of the terminal on standard output; 140 for a file or a pipe, so that ids and constants of
/// ordinary length stay whole where nothing forces a cut.
[[nodiscard]] std::size_t terminal_width();

/// The same, with lines wider than the terminal broken at blanks and continued two columns further right.
[[nodiscard]] std::string fitted(std::string_view text, std::size_t blanks);

/// "  units       nats", with the lines of a longer text below each other; "" for an empty text.
[[nodiscard]] std::string titled(std::string_view title, std::string_view text);

/// "12 of 48 claims" on one line of a terminal, erased at the end; nothing where standard error is a file.
class Progress {
public:
    Progress(std::size_t total, std::string_view what, bool wanted);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();
    void show(std::size_t done) const noexcept;

private:
    std::size_t total_;
    std::string what_;
    bool shown_;
};

}  // namespace sigprop::tool
