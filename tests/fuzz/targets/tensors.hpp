#pragma once
// What holds of every tensor that a file describes, whatever its format.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <sigprop/formats/npy.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/tensor_formats.hpp"
#include "tests/fuzz/targets.hpp"

namespace sigprop::fuzz {

/// Bytes in an allocation of exactly their size, so that the address sanitizer sees a read beyond their end.
class Alone {
public:
    explicit Alone(std::string_view bytes)
        : size_(bytes.size()), bytes_(std::make_unique<std::byte[]>(bytes.size())) {
        if (!bytes.empty()) std::memcpy(bytes_.get(), bytes.data(), bytes.size());
    }
    [[nodiscard]] std::span<const std::byte> span() const { return {bytes_.get(), size_}; }

private:
    std::size_t size_;
    std::unique_ptr<std::byte[]> bytes_;
};

/// A file in memory that can be opened by a path, as long as this lives.
class MemoryFile {
public:
    explicit MemoryFile(std::string_view bytes) : descriptor_(::memfd_create("fuzz", MFD_CLOEXEC)) {
        require(descriptor_ >= 0, "there is memory for a file");
        require(::write(descriptor_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
                "the file can be written");
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() { ::close(descriptor_); }
    [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

private:
    int descriptor_;
};

/// The first and the last numbers can be read.
inline void require_ends(const TensorView& view) {
    std::array<double, 64> some{};
    const std::size_t count = std::min(some.size(), view.numbers());
    view.read(0, std::span(some).first(count));
    view.read(view.numbers() - count, std::span(some).first(count));
    view.read_stored(0, std::span(some).first(count));
    view.read_stored(view.numbers() - count, std::span(some).first(count));
    if (view.size() > 0) static_cast<void>(view.indices_of_stored(view.size() - 1));
}

/// Tensors lie in the file, in the order of their bytes; those of a known type have the bytes that their
/// shape takes.
inline void require_stored(const std::vector<StoredTensor>& tensors, std::size_t file_size) {
    std::size_t before = 0;
    for (const StoredTensor& one : tensors) {
        require(one.first <= one.last && one.last <= file_size, "a tensor lies in its file");
        require(before <= one.first || one.first == one.last, "tensors do not overlap");
        before = std::max(before, one.last);
        if (one.type && !one.is_coded)
            require(one.last - one.first == one.size() * size_of(*one.type),
                    "a tensor has the bytes of its shape");
    }
}

/// The same of a whole file, and the numbers can be read: those that lie in it as they are, and those that
/// are made from it.
inline void require_listed(const TensorListing& listing, std::span<const std::byte> file) {
    const bool is_coded = std::ranges::any_of(listing.tensors, &StoredTensor::is_coded);
    require(is_coded == static_cast<bool>(listing.open), "only what is coded has to be opened");
    require_stored(listing.tensors, file.size());
    for (std::size_t i = 0; i < listing.tensors.size(); ++i) {
        const StoredTensor& one = listing.tensors[i];
        if (!one.type) continue;
        if (one.is_coded) {
            const TensorElements open = listing.open(one, i);
            require(open.view.shape() == one.shape, "a tensor has the shape that was announced");
            require(open.grid.rms >= 0 && open.grid.max <= std::numeric_limits<float>::max() * 2.0,
                    "how far weights lie is a number");
            require_ends(open.view);
            continue;
        }
        require_ends(TensorView({.shape = one.shape, .type = *one.type},
                                file.subspan(one.first, one.last - one.first)));
    }
}

}  // namespace sigprop::fuzz
