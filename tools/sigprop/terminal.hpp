#pragma once
// Standard output carries results and nothing else; everything said on the way goes to standard error.

#include <cstddef>
#include <string>
#include <string_view>

namespace sigprop::tool {

/// To standard output, at once. That nobody reads it any more (`| head`) is no error.
/// Errors   IoError (a full disk), Interrupted
void print(std::string_view text);

/// To standard error; trouble there is ignored.
void say(std::string_view text) noexcept;

/// When wanted, nothing is printed or said from here on: of several ranks one speaks.
void silence(bool wanted) noexcept;

/// The text with every line of it starting with so many blanks.
[[nodiscard]] std::string indented(std::string_view text, std::size_t blanks);

/// Columns of the terminal on standard output; 140 for a file or a pipe, where nothing forces a cut and ids
/// and constants of ordinary length stay whole.
[[nodiscard]] std::size_t terminal_width();

/// The same with lines wider than the terminal broken at blanks; they go on two columns further right.
[[nodiscard]] std::string fitted(std::string_view text, std::size_t blanks);

/// "12 of 48 claims" on one line of a terminal, gone at the end; nothing where standard error is a file.
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
