#pragma once
// What a file ends with so that damage is seen: without a key SHA-256 of its text, which anyone can compute
// anew for a text of their own; with a key HMAC-SHA-256 (RFC 2104), which only those who know the key can.
// The key signs, and hides nothing: whoever reads the file reads everything but the key.

#include <string>
#include <string_view>

#include "formats/text_sink.hpp"

namespace sigprop {

class Seal {
public:
    static constexpr std::size_t min_key_bytes = 16;
    static constexpr std::size_t max_key_bytes = 4096;

    /// A checksum.
    Seal() = default;
    /// A signature by this key.
    /// Errors   InputError if the key is shorter or longer than these bounds
    explicit Seal(std::string key);

    [[nodiscard]] bool is_signature() const noexcept { return !key_.empty(); }
    /// 64 hexadecimal digits, of the text that `write` hands to its argument piece by piece.
    [[nodiscard]] std::string of(const TextSource& write) const;
    [[nodiscard]] std::string of(std::string_view text) const;

private:
    std::string key_;
};

/// The key in a file, byte for byte.
/// Errors   InputError naming the file if it is too short or too long; IoError
[[nodiscard]] Seal read_key(const std::string& path);

}  // namespace sigprop
