#include <nettle/sha2.h>

#include <array>

#include "formats/sha256.hpp"

namespace sigprop {

std::string sha256_hex(const TextSource& write) {
    sha256_ctx context;
    sha256_init(&context);
    write([&context](std::string_view bytes) {
        // nettle reads bytes as uint8_t; the only conversion from char leads through void.
        const void* data = bytes.data();
        sha256_update(&context, bytes.size(), static_cast<const std::uint8_t*>(data));
    });
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
    sha256_digest(&context, digest.size(), digest.data());
    return hex_of(digest);
}

std::string hex_of(std::span<const std::uint8_t> bytes) {
    constexpr std::string_view hex = "0123456789abcdef";
    std::string text;
    for (const unsigned byte : bytes) {
        text += hex[byte >> 4U];
        text += hex[byte & 15U];
    }
    return text;
}

std::string sha256_hex(std::string_view bytes) {
    return sha256_hex([bytes](const TextSink& out) { out(bytes); });
}

}  // namespace sigprop
