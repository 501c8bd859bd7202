#include "formats/mapped_files.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>

#include "core/base/shown_text.hpp"

namespace sigprop {
namespace {

/// A fixed table: a handler can neither lock nor allocate.
struct Row {
    enum State : int { free, claimed, live };
    std::atomic<int> state{free};
    std::uintptr_t begin = 0, end = 0;
    std::array<char, 1024> path{};
};
std::array<Row, 64> rows;  // NOLINT: reached from signal handlers

}  // namespace

void note_mapped(std::span<const std::byte> bytes, const std::string& path) {
    if (bytes.empty()) return;
    const std::string shown = shown_text(path);
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    for (Row& row : rows) {
        int expected = Row::free;
        if (!row.state.compare_exchange_strong(expected, Row::claimed)) continue;
        row.begin = reinterpret_cast<std::uintptr_t>(bytes.data());
        row.end = row.begin + (bytes.size() + page - 1) / page * page;
        const std::size_t length = std::min(shown.size(), row.path.size() - 1);
        std::memcpy(row.path.data(), shown.data(), length);
        row.path[length] = '\0';
        row.state.store(Row::live);
        return;
    }
}

void forget_mapped(std::span<const std::byte> bytes) noexcept {
    const auto begin = reinterpret_cast<std::uintptr_t>(bytes.data());
    for (Row& row : rows) {
        if (row.state.load() == Row::live && row.begin == begin) row.state.store(Row::free);
    }
}

const char* mapped_file_at(const void* address) noexcept {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    for (const Row& row : rows) {
        if (row.state.load() == Row::live && at >= row.begin && at < row.end) return row.path.data();
    }
    return nullptr;
}

}  // namespace sigprop
