#pragma once
// Whether a file is one that we wrote, so that writing another one over it costs nothing that cannot be made
// again.

#include <cstddef>
#include <string_view>

namespace sigprop {

/// The first line of a report in Markdown, which pages do not show.
inline constexpr std::string_view markdown_mark = "<!-- written by sigprop -->\n";

/// How much of a file is_own_report wants to see.
inline constexpr std::size_t report_mark_bytes = 512;

/// By its first bytes: JSON with schema_version and our name, JUnit with our name, CSV with one of our
/// headers, Markdown with our mark or our table of claims, a page with our mark, or nothing at all.
[[nodiscard]] bool is_own_report(std::string_view beginning);

}  // namespace sigprop
