#pragma once
// The digest that reports carry: SHA-256 (FIPS 180-4) as 64 lower-case hexadecimal digits. Computed from
// canonical JSON (write_json), it shows that two reports hold the same records; it is no signature.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "formats/text_sink.hpp"

namespace sigprop {

[[nodiscard]] std::string sha256_hex(std::string_view bytes);
/// Of the text that `write` hands to its argument piece by piece.
[[nodiscard]] std::string sha256_hex(const TextSource& write);

/// Two lower-case hexadecimal digits a byte.
[[nodiscard]] std::string hex_of(std::span<const std::uint8_t> bytes);

}  // namespace sigprop
