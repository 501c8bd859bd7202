#include "formats/place.hpp"

#include <algorithm>

#include "core/base/shown_text.hpp"
#include "core/base/utf8.hpp"

namespace sigprop {
namespace {

std::size_t line_start(std::string_view text, std::size_t offset) {
    const std::size_t newline = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
    return newline == std::string_view::npos ? 0 : newline + 1;
}

}  // namespace

LineColumn line_column(std::string_view text, std::size_t offset) {
    offset = std::min(offset, text.size());
    const std::string_view above = text.substr(0, line_start(text, offset));
    const std::string_view left = text.substr(above.size(), offset - above.size());
    const auto lines = std::count(above.begin(), above.end(), '\n');
    const auto columns =
        std::count_if(left.begin(), left.end(), [](char byte) { return !utf8_continues(byte); });
    return {static_cast<std::size_t>(lines) + 1, static_cast<std::size_t>(columns) + 1};
}

Place place_in(std::string_view text, std::size_t offset, std::size_t length, std::string_view source_name) {
    offset = std::min(offset, text.size());
    const std::size_t begin = line_start(text, offset);
    std::string_view line = text.substr(begin, text.find('\n', offset) - begin);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    const std::size_t column = std::min(offset - begin, line.size());
    const std::size_t most = std::max<std::size_t>(line.size() - column, 1);
    return {std::string(source_name), std::string(line), column,
            std::min(std::max<std::size_t>(length, 1), most)};
}

InputError input_error_at(std::string_view text, std::size_t offset, std::size_t length,
                          std::string_view source_name, std::string_view message) {
    const LineColumn at = line_column(text, offset);
    std::string what = shown_text(source_name);
    what += ':' + std::to_string(at.line) + ':' + std::to_string(at.column) + ": ";
    what += shown_text(
        message);  // which quotes what a stranger wrote: one line, and nothing that a terminal obeys
    return InputError(what, place_in(text, offset, length, source_name));
}

InputError located(const InputError& error, std::string_view text, std::string_view source_name,
                   std::string_view subject) {
    if (!error.place().text.empty()) return error;
    return input_error_at(text, error.place().offset, error.place().length, source_name,
                          std::string(subject) + error.what());
}

}  // namespace sigprop
