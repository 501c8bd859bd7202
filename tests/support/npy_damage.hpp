#pragma once
// .npy files that are damaged or inconsistent, for fuzzing whatever reads them.

#include <algorithm>
#include <memory>
#include <sigprop/core/random/random.hpp>

#include "tests/support/npy_samples.hpp"

namespace npy_samples {

/// Bytes in an allocation of exactly their size, so that the address sanitizer sees a read beyond their end.
class Alone {
public:
    explicit Alone(const std::string& bytes)
        : size_(bytes.size()), bytes_(std::make_unique<std::byte[]>(bytes.size())) {
        std::ranges::copy(bytes_of(bytes), bytes_.get());
    }
    [[nodiscard]] std::span<const std::byte> span() const { return {bytes_.get(), size_}; }

private:
    std::size_t size_;
    std::unique_ptr<std::byte[]> bytes_;
};

/// Changes, drops or inserts up to four characters of the header; each i is different damage.
inline std::string mutated(std::string bytes, const sigprop::RandomStream& random, std::uint64_t i) {
    for (std::uint64_t change = 0; change <= random.bits(i) % 4; ++change) {
        const std::uint64_t bits = random.bits(i, static_cast<std::uint16_t>(change + 1));
        const std::size_t at = bits % 3 == 0 ? bits / 3 % 10 : 10 + bits / 3 % 64;
        const std::string likely = "(),'0123456789<>{}:fOLuV -\xff";
        const char c = likely[(bits >> 8U) % likely.size()];
        switch ((bits >> 32U) % 3) {
            case 0: bytes[at] = c; break;
            case 1: bytes.erase(at, 1 + (bits >> 40U) % 3); break;
            default: bytes.insert(at, (bits >> 40U) % 4, c);
        }
    }
    return bytes;
}

}  // namespace npy_samples
