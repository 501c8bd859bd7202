#pragma once
// Files that a command reads, whose errors say what the file was to be: "cannot read the report runs/a.json:
// …".

#include <sigprop/core/base/errors.hpp>
#include <string>

namespace sigprop::tool {

/// read(), whose "cannot read PATH" becomes "cannot read WHAT PATH".
/// Errors   those of read()
template <class Read>
auto reading(const std::string& what, const std::string& path, const Read& read) {
    try {
        return read();
    } catch (const IoError& error) {
        const std::string text = error.what();
        const std::string begin = "cannot read " + path;
        if (path == "-" || !text.starts_with(begin)) throw;
        throw IoError("cannot read " + what + " " + text.substr(begin.size() - path.size()));
    }
}

/// The text of a file that was to be `what`.
/// Errors   as read_file
[[nodiscard]] std::string read_named(const std::string& what, const std::string& path);

}  // namespace sigprop::tool
