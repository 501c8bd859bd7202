#include "own_memory.hpp"

#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cinttypes>
#include <cstdio>
#include <fstream>
#include <string>

namespace sigprop::python {
namespace {

/// One line of /proc/self/maps: "7f00-7f08 r--p 00001000 08:01 1234   /some/file".
struct Mapping {
    std::uintptr_t first = 0, end = 0;
    bool is_readable = false;
    std::uint64_t offset = 0;  ///< in the file
    std::uint64_t inode = 0;
    std::string path;
};

Mapping mapping_of(const std::string& line) {
    Mapping found;
    char rights[5] = {};
    int path = 0;
    const int fields =
        std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " %4s %" SCNx64 " %*s %" SCNu64 " %n",
                    &found.first, &found.end, rights, &found.offset, &found.inode, &path);
    found.is_readable = fields == 5 && rights[0] == 'r';
    if (path > 0) found.path = line.substr(static_cast<std::size_t>(path));
    return found;
}

/// Whether the line's mapping ends at this address or below; there are hundreds of lines.
bool ends_by(const std::string& line, std::uintptr_t address) {
    const std::size_t dash = line.find('-');
    std::uintptr_t end = 0;
    if (dash != std::string::npos)
        std::from_chars(line.data() + dash + 1, line.data() + line.size(), end, 16);
    return end <= address;
}

/// Whether the kernel could copy a byte of every page: quick, and asked of few pages alone, as it loads them.
bool pages_can_be_copied(std::uintptr_t first, std::uintptr_t end) {
    constexpr std::size_t most = 512;
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const std::uintptr_t pages = (end - 1) / page - first / page + 1;
    if (pages > most) return false;
    std::array<iovec, most> bytes = {};
    std::array<char, most> copied = {};
    for (std::uintptr_t i = 0; i < pages;
         ++i)  // the last page of all may be among them, whose end is no address
        bytes[i] = {reinterpret_cast<void*>(i == 0 ? first : (first / page + i) * page), 1};
    const iovec to = {copied.data(), pages};
    return process_vm_readv(getpid(), &to, 1, bytes.data(), pages, 0) == static_cast<ssize_t>(pages);
}

/// Whether the file still has the bytes of the mapping below `end`. To read others ends the process.
bool is_cut(const Mapping& mapping, std::uintptr_t end) {
    struct stat file = {};
    if (mapping.inode == 0 || !mapping.path.starts_with('/')) return false;
    if (stat(mapping.path.c_str(), &file) != 0 || !S_ISREG(file.st_mode) || file.st_ino != mapping.inode)
        return false;
    return mapping.offset + (end - mapping.first) > static_cast<std::uint64_t>(file.st_size);
}

MemoryState state_by_list(std::uintptr_t first, std::uintptr_t end) {
    std::ifstream list("/proc/self/maps");
    if (!list) return MemoryState::readable;
    for (std::string line; first < end && std::getline(list, line);) {
        if (ends_by(line, first)) continue;
        const Mapping mapping = mapping_of(line);
        if (mapping.first > first || !mapping.is_readable) return MemoryState::missing;
        if (is_cut(mapping, std::min(end, mapping.end))) return MemoryState::cut;
        first = mapping.end;
    }
    return first < end ? MemoryState::missing : MemoryState::readable;
}

}  // namespace

MemoryState state_of_memory(std::uintptr_t first, std::uintptr_t end) {
    if (first >= end || pages_can_be_copied(first, end)) return MemoryState::readable;
    // The list is no snapshot: mappings that other threads make or join while it is read may hide one.
    constexpr int max_readings = 4;
    MemoryState state = state_by_list(first, end);
    for (int i = 1; i < max_readings && state == MemoryState::missing; ++i) state = state_by_list(first, end);
    return state;
}

}  // namespace sigprop::python
