#pragma once
// Reads a stated number out of the code that uses it, so that the code itself is checked and not a copy.
// Claims files come with pull requests from anybody, so a search takes time in proportion to the file: RE2
// does not backtrack, and has neither look-around nor back-references.
// Reference: https://github.com/google/re2/wiki/Syntax

#include <cstddef>
#include <map>
#include <sigprop/judgement/claim.hpp>
#include <string>
#include <string_view>

namespace sigprop {

inline constexpr std::size_t max_pattern_length = 1'000;
/// The limit on the steps of the compiled pattern times the bytes of the file: what a search may cost at
/// worst.
inline constexpr std::size_t max_search_cost = 3'000'000'000;
/// The same for all claims of one file together.
inline constexpr std::size_t max_search_cost_together = 50'000'000'000;

/// The limits on one file, and on all files of the claims of one file together.
inline constexpr std::size_t max_stated_bytes = 100'000'000;
inline constexpr std::size_t max_stated_bytes_together = 400'000'000;

struct Found {
    std::string text;
    std::size_t line = 0;
    std::size_t cost = 0;  ///< steps of the compiled pattern times bytes of the file
};

/// The text matched by the only group of a pattern in RE2's syntax, searched line by line ('\n' or "\r\n"
/// ends a line). Characters are UTF-8; bytes that are not UTF-8 are matched by \C alone.
/// Errors   InputError unless the pattern has one group and matches once in the whole file, and for a file or
///          pattern beyond these limits; its place's source is the key at fault, "regex" or "path"
[[nodiscard]] Found find_stated(std::string_view content, const std::string& path,
                                const std::string& pattern);

struct StatedFileLimits {
    std::size_t bytes = max_stated_bytes_together;
    std::size_t cost = max_search_cost_together;
};

/// The files that the claims of one file read their numbers from, each read once.
class StatedFiles {
public:
    /// Paths start at `directory`; "" is the working directory.
    StatedFiles(const std::string& directory, StatedFromPaths allowed, StatedFileLimits limits = {});

    /// As find_stated, for a file by its path as the claim writes it. What was matched must be "none", a
    /// decimal or an expression of numbers (2/3, sqrt(2)): messages and reports show it, and anything else in
    /// a file may be a secret.
    /// Errors   as find_stated; InputError for a path outside of what is allowed, a file that is not regular
    ///          or belongs to git, and beyond the limits; IoError for a file that cannot be read
    [[nodiscard]] Found find(const std::string& path, const std::string& pattern);

private:
    [[nodiscard]] std::string resolved(const std::string& path) const;
    [[nodiscard]] const std::string& content_of(const std::string& path);

    std::string directory_;
    StatedFromPaths allowed_;
    StatedFileLimits limits_;
    std::map<std::string, std::string> contents_;  ///< by resolved path
    std::size_t bytes_ = 0;                        ///< of all contents
    std::size_t searched_ = 0;                     ///< the cost of all searches
};

}  // namespace sigprop
