#pragma once
// Which methods testify: globs with commas between them, `!glob` leaves out. An exclusion wins wherever it
// stands; exclusions alone leave out of everything. A value: it is made once from the text of --methods, and
// what is derived from it is another filter, never an edited text.

#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

class MethodFilter {
public:
    /// Implicit, so that a context is written {.methods = "arb_*,!monte_carlo"}. A pattern is `*`, `?`, `[…]`.
    MethodFilter(const char* globs) : MethodFilter(std::string(globs)) {}
    MethodFilter(const std::string& globs);

    /// Whether the method may testify.
    [[nodiscard]] bool selects(std::string_view method) const;
    /// Whether it is selected, and one of the patterns is its very name.
    [[nodiscard]] bool names(std::string_view method) const;
    /// The same filter leaving out one method more.
    [[nodiscard]] MethodFilter without(std::string_view method) const;
    /// As it would be written after --methods.
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
