#pragma once
// The Content-Security-Policy of a page: nothing but its own style and its own scripts, each by its hash.
// Text that slipped through as markup could still run nothing, load nothing and send nothing. Reference: W3C,
// Content Security Policy Level 3; Trusted Types.

#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

/// The content of the <meta http-equiv="Content-Security-Policy"> for a page with these contents of <style>
/// and <script> elements, byte for byte.
[[nodiscard]] std::string page_policy(const std::vector<std::string_view>& styles,
                                      const std::vector<std::string_view>& scripts);

/// "sha256-" and the base64 of the text's SHA-256.
[[nodiscard]] std::string hash_source(std::string_view text);

}  // namespace sigprop
