#pragma once
// Text that somebody else wrote, as a page shows it and never obeys it. These are the only ways in which such
// text enters a page; the page's policy (policy.hpp) is the second fence behind them.

#include <string>
#include <string_view>

#include "formats/json.hpp"

namespace sigprop {

/// The text with a visible name, ⟨U+202E⟩, for each character that is obeyed or hidden
/// (core/base/shown_text.hpp); line ends and tabs stay, bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string visible_text(std::string_view text);

/// The same, escaped for the content of an element or for an attribute in double quotes.
[[nodiscard]] std::string html_text(std::string_view text);

/// The same, cut to so many characters with a "…" that stands for the rest.
[[nodiscard]] std::string html_beginning(std::string_view text, std::size_t characters);

/// JSON for the content of a <script>, which ends at no "</script" and begins no comment: '<' is written
/// \u003c.
[[nodiscard]] std::string script_json(const Json& json);

}  // namespace sigprop
