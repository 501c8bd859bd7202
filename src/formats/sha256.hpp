#pragma once
// The digest that reports carry: SHA-256 (FIPS 180-4) as 64 lower-case hexadecimal digits. Computed from
// canonical JSON (write_json), it shows that two reports hold the same records; it is no signature.

#include <string>
#include <string_view>

namespace sigprop {

[[nodiscard]] std::string sha256_hex(std::string_view bytes);

}  // namespace sigprop
