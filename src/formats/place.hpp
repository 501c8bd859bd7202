#pragma once
// Turns a byte offset in a file into what a person needs to find it: source:line:column, the line itself, and
// carets (caret_diagram). A text typed on the command line is a single line: make its Place directly instead.

#include <cstddef>
#include <sigprop/core/base/errors.hpp>
#include <string>
#include <string_view>

namespace sigprop {

/// Both count from 1; a column is a code point, as in editors.
struct LineColumn {
    std::size_t line = 1;
    std::size_t column = 1;
};

/// An offset past the end counts as the end; '\n' ends a line.
[[nodiscard]] LineColumn line_column(std::string_view text, std::size_t offset);

/// The Place whose text is the line that holds the offset.
[[nodiscard]] Place place_in(std::string_view text, std::size_t offset, std::size_t length,
                             std::string_view source_name);

/// The error to throw: what() is "source:line:column: message".
[[nodiscard]] InputError input_error_at(std::string_view text, std::size_t offset, std::size_t length,
                                        std::string_view source_name, std::string_view message);

/// The same error with its line filled in, if its place has an offset but no text, as thrown by the accessors
/// of Json and those of formats/field.hpp, which do not know the text they came from. Its message begins with
/// the subject. Other errors are returned unchanged.
[[nodiscard]] InputError located(const InputError& error, std::string_view text, std::string_view source_name,
                                 std::string_view subject = {});

}  // namespace sigprop
