#include "formats/seal.hpp"

#include <nettle/hmac.h>

#include <array>
#include <cstdint>
#include <sigprop/core/base/errors.hpp>

#include "formats/files.hpp"
#include "formats/sha256.hpp"

namespace sigprop {
namespace {

/// nettle reads bytes as uint8_t; the only conversion from char leads through void.
const std::uint8_t* bytes_of(std::string_view text) {
    const void* data = text.data();
    return static_cast<const std::uint8_t*>(data);
}

}  // namespace

Seal::Seal(std::string key) : key_(std::move(key)) {
    if (key_.size() < min_key_bytes || key_.size() > max_key_bytes) {
        throw InputError("a key has " + std::to_string(min_key_bytes) + " to " +
                         std::to_string(max_key_bytes) + " bytes, not " + std::to_string(key_.size()) +
                         ": head -c 32 /dev/urandom > FILE makes one");
    }
}

std::string Seal::of(const TextSource& write) const {
    if (!is_signature()) return sha256_hex(write);
    hmac_sha256_ctx context;
    hmac_sha256_set_key(&context, key_.size(), bytes_of(key_));
    write(
        [&context](std::string_view bytes) { hmac_sha256_update(&context, bytes.size(), bytes_of(bytes)); });
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
    hmac_sha256_digest(&context, digest.size(), digest.data());
    return hex_of(digest);
}

std::string Seal::of(std::string_view text) const {
    return of([text](const TextSink& out) { out(text); });
}

Seal read_key(const std::string& path) {
    try {
        return Seal(read_file(path, Seal::max_key_bytes));
    } catch (const InputError& error) {
        const std::string what = error.what();
        const bool named = what.find(path) != std::string::npos;
        throw InputError(named ? what : path + ": " + what, Place{path, {}, 0, 1});
    }
}

}  // namespace sigprop
