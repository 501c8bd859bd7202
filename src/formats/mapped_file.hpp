#pragma once
// A file as bytes in memory, mapped when it is opened. When it becomes shorter while it is read, zeros are
// read in the place of what is missing (mapped_files.hpp): whoever has read asks check_whole() before the
// numbers are used.

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "formats/mapped_files.hpp"

namespace sigprop {

class MappedFile {
public:
    /// Errors   IoError if it is missing, unreadable, or not a regular file (a folder, a pipe)
    explicit MappedFile(const std::string& path, IfShorter if_shorter = IfShorter::reads_zeros);
    /// A temporary file without a name, in TMPDIR or /tmp, that `fill` has written to its descriptor. `path`
    /// stands for it in messages.
    /// Errors   IoError, and what fill throws
    MappedFile(const std::string& path, const std::function<void(int descriptor)>& fill);
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }
    /// Errors   IoError when the file became shorter and somebody has read what it no longer has
    void check_whole() const;
    /// Says that bytes `first` to `last` are no longer needed: the memory of the pages that lie among them is
    /// released until they are read again.
    void release(std::size_t first, std::size_t last) const noexcept;

private:
    std::string path_;
    std::span<const std::byte> bytes_;
    MappedRow* row_;
};

/// All of the bytes, for what fills a temporary file.
/// Errors   IoError
void write_temporary(int descriptor, std::span<const std::byte> bytes);

}  // namespace sigprop
