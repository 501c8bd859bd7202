#pragma once
// A file as bytes in memory, mapped when it is opened. A mapped file that shrinks while it is read ends the process
// (mapped_files.hpp names it then).

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace sigprop {

class MappedFile {
public:
    /// Errors   IoError if it is missing, unreadable, or not a regular file (a folder, a pipe)
    explicit MappedFile(const std::string& path);
    /// A temporary file without a name, in TMPDIR or /tmp, that `fill` has written to its descriptor. `path` stands for
    /// it in messages.
    /// Errors   IoError, and what fill throws
    MappedFile(const std::string& path, const std::function<void(int descriptor)>& fill);
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }
    /// Says that bytes `first` to `last` are no longer needed: the memory of the pages that lie among them is
    /// released until they are read again.
    void release(std::size_t first, std::size_t last) const noexcept;

private:
    std::span<const std::byte> bytes_;
};

}  // namespace sigprop
