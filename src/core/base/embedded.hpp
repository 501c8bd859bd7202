#pragma once
// The data shipped inside the library, each the bytes of one file of the source tree: published claims, named
// constants, series, recipes and schemas as JSON; what pages of reports consist of; and, in the command line,
// the checker of certificates. The build writes the definitions (tools/cmake/embed.cmake); their readers
// check them as strictly as a user's file.

#include <span>
#include <string_view>

namespace sigprop::embedded {

struct File {
    std::string_view name;  ///< the file's name, without ".json"
    std::string_view text;
};

/// Sorted by name; empty when the folder holds nothing.
[[nodiscard]] std::span<const File> claims();         ///< src/claims
[[nodiscard]] std::span<const File> constants();      ///< src/constants
[[nodiscard]] std::span<const File> series();         ///< src/series
[[nodiscard]] std::span<const File> recipes();        ///< src/recipes
[[nodiscard]] std::span<const File> architectures();  ///< src/architectures
[[nodiscard]] std::span<const File> found();          ///< src/found
[[nodiscard]] std::span<const File> numbers();        ///< src/numbers
[[nodiscard]] std::span<const File> norms();          ///< src/norms
[[nodiscard]] std::span<const File> schemas();        ///< results/schema
[[nodiscard]] std::span<const File> page();           ///< src/report/page: style and scripts
[[nodiscard]] std::span<const File> checker();        ///< tools/check; the command line alone carries it

}  // namespace sigprop::embedded
