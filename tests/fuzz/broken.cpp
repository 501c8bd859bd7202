#include "tests/fuzz/broken.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

namespace sigprop::fuzz {

void run_broken(std::string_view bytes) {
    // In an allocation of exactly its size, as a mapped file is not, so that the address sanitizer sees the
    // end.
    const auto text = std::make_unique<char[]>(bytes.size());
    if (!bytes.empty()) std::memcpy(text.get(), bytes.data(), bytes.size());
    std::size_t at = 0;
    if (bytes.size() < 3 || text[at++] != '[') return;
    volatile char seen = 0;
    while (at < bytes.size() && text[at] != ']') {
        if (text[at] == '\\') ++at;  // the fault: nobody asks whether anything follows
        seen = text[at++];
    }
    static_cast<void>(seen);
}

}  // namespace sigprop::fuzz
