#include <algorithm>
#include <array>
#include <filesystem>
#include <sigprop/core/base/errors.hpp>
#include <system_error>

#include "core/expression/expression.hpp"
#include "formats/files.hpp"

#include "judgement/decimal.hpp"
#include "judgement/stated_from.hpp"

namespace sigprop {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void reject(const char* key, const std::string& message) {
    throw InputError(message, Place{key, {}});
}

/// Whether all names are functions and constants that everybody knows, so that the text tells nothing.
bool is_of_numbers(const Expression& expression) {
    using enum Expression::Kind;
    constexpr std::array<std::string_view, 5> known = {"pi", "e", "sqrt", "exp", "log"};
    const Expression::Kind kind = expression.kind;
    const bool named = kind == name || kind == call;
    if (named ? std::ranges::find(known, expression.name) == known.end()
              : kind != number && kind != unary_minus && kind != binary) {
        return false;
    }
    return std::ranges::all_of(expression.arguments, [](const Argument& one) {
        return one.key.empty() && is_of_numbers(one.value);
    });
}

bool is_number(const std::string& text) {
    if (text == "none" || parse_decimal(text)) return true;
    try {
        return is_of_numbers(parse_expression(text));
    } catch (const InputError&) {
        return false;
    }
}

/// Whether the file lies below the folder. The root folder counts as none: everything lies below it.
bool is_below(const fs::path& file, const fs::path& folder) {
    std::error_code error;
    const fs::path real = fs::canonical(folder, error);
    if (real == real.root_path()) return false;  // also without such a folder: both are then empty
    return std::mismatch(real.begin(), real.end(), file.begin(), file.end()).first == real.end();
}

}  // namespace

StatedFiles::StatedFiles(const std::string& directory, StatedFromPaths allowed, StatedFileLimits limits)
    : directory_(directory), allowed_(allowed), limits_(limits) {}

/// The file that the path leads to, links followed. A path that leads outside is refused whether or not there
/// is such a file: not even that is told.
std::string StatedFiles::resolved(const std::string& path) const {
    if (path.empty()) reject("path", "path is empty: name the file to read");
    if (path.find('\0') != std::string::npos)
        reject("path", "path has a NUL character: a file name cannot have one");
    std::error_code error;
    const fs::path file = fs::weakly_canonical(fs::absolute(fs::path(directory_) / path), error);
    if (error) throw IoError("cannot read " + path + ": " + error.message());
    if (allowed_ == StatedFromPaths::inside && !is_below(file, ".") && !is_below(file, directory_)) {
        reject("path", path +
                           " is outside the working directory and the folder of the claims file: run the "
                           "command in a folder that contains both, or allow it by --allow-outside");
    }
    if (std::ranges::find(file, fs::path(".git")) != file.end()) {
        reject("path", path + " is inside .git, which may contain a password: name another file");
    }
    return file.string();
}

const std::string& StatedFiles::content_of(const std::string& path) {
    const std::string file = resolved(path);
    const auto known = contents_.find(file);
    if (known != contents_.end()) return known->second;
    std::string content;
    try {
        content = read_regular_file(file, max_stated_bytes);
    } catch (const InputError& error) {
        reject("path", error.what());
    }
    bytes_ += content.size();
    if (bytes_ > limits_.bytes) {
        reject("path", "the files of the claims before it and " + path + " together have more than " +
                           std::to_string(limits_.bytes) + " bytes, the limit of what is read");
    }
    return contents_.emplace(file, std::move(content)).first->second;
}

Found StatedFiles::find(const std::string& path, const std::string& pattern) {
    Found found = find_stated(content_of(path), path, pattern);
    searched_ += found.cost;
    if (searched_ > limits_.cost) {
        reject("regex",
               "the search in the files of the claims up to this one takes too long: write simpler regexes, "
               "or name smaller files");
    }
    if (!is_number(found.text)) {
        reject("regex",
               "the match of the regex in " + path + ":" + std::to_string(found.line) +
                   " is not a number (and is not shown): put (…) around a finite decimal such as 0.7737413 " +
                   "or 1.5e-3, without quotes, separators and suffix");
    }
    return found;
}

}  // namespace sigprop
