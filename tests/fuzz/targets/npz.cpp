#include <algorithm>

#include "formats/zip.hpp"
#include "tests/fuzz/targets/tensors.hpp"

namespace sigprop::fuzz {

/// The entries of an archive lie in it and apart from each other, and none unpacks to more than was asked
/// for.
void run_npz(std::string_view bytes) {
    const Alone file(bytes);
    const auto refused = [](const InputError& error) { require_told(error, "in.npz: "); };
    std::vector<ZipEntry> entries;
    if (!accepts([&] { entries = read_zip(file.span(), "in.npz"); }, refused)) return;
    std::size_t before = 0;
    for (const ZipEntry& one : entries) {
        require(before <= one.first && one.first <= one.last && one.last <= bytes.size(),
                "an entry lies in the archive, behind those before it");
        require(one.deflated || one.size == one.last - one.first, "a stored entry has its own size");
        before = one.last;
        if (!one.deflated) continue;
        constexpr std::size_t most = 5000;
        const auto unpacked = [&] {
            const std::string beginning = unpack_beginning(file.span(), one, most, "in.npz");
            require(beginning.size() <= std::min<std::size_t>(most, one.size),
                    "no more is unpacked than there is");
        };
        accepts(unpacked, refused);
    }
}

}  // namespace sigprop::fuzz
