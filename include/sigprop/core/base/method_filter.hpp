#pragma once
// Selects the methods that give evidence, by comma-separated globs; `!glob` excludes. An exclusion wins
// wherever it stands, and a filter of exclusions alone selects everything else. A filter is a value, made
// once from the text of --methods; other filters are derived from it, never from an edited text.

#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

class MethodFilter {
public:
    /// Implicit, so that one can write {.methods = "arb_*,!monte_carlo"}. A pattern is `*`, `?`, `[…]`.
    MethodFilter(const char* globs) : MethodFilter(std::string(globs)) {}
    MethodFilter(const std::string& globs);

    /// Whether the method may give evidence.
    [[nodiscard]] bool selects(std::string_view method) const;
    /// Whether the method is selected and one of the patterns is its exact name.
    [[nodiscard]] bool names(std::string_view method) const;
    /// The same filter with one more method excluded.
    [[nodiscard]] MethodFilter without(std::string_view method) const;
    /// The filter as one would write it after --methods.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const MethodFilter&, const MethodFilter&) = default;

private:
    struct Pattern {
        std::string glob;
        bool excludes = false;
        friend bool operator==(const Pattern&, const Pattern&) = default;
    };
    std::vector<Pattern> patterns_;  ///< in the order written
};

/// Shell-style match: `*`, `?`, `[a-c]`, `[!a-c]`; the whole text must match.
[[nodiscard]] bool glob_match(std::string_view pattern, std::string_view text);

}  // namespace sigprop
