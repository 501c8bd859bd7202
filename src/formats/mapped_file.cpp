#include "formats/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <sigprop/core/base/errors.hpp>

#include "formats/missing_file.hpp"
#include "formats/system_call.hpp"

namespace sigprop {
namespace {

[[noreturn]] void refuse_io(const std::string& path, const std::string& why) {
    throw IoError("cannot read " + path + ": " + why);
}

std::span<const std::byte> map(int descriptor, const std::string& path) {
    struct stat about {};
    if (::fstat(descriptor, &about) != 0) refuse_io(path, reason_of(errno));
    if (S_ISDIR(about.st_mode)) refuse_io(path, "it is a folder");
    if (!S_ISREG(about.st_mode)) {
        refuse_io(path, "it is a pipe or a device; arrays are mapped, so save it as a file first");
    }
    const auto size = static_cast<std::size_t>(about.st_size);
    if (size == 0) return {};
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (address == MAP_FAILED) refuse_io(path, reason_of(errno));
    static_cast<void>(::madvise(address, size, MADV_SEQUENTIAL));
    return {static_cast<const std::byte*>(address), size};
}

/// Maps what the descriptor has once `fill`, if there is one, has written to it; closes it in any case.
std::span<const std::byte> map_filled(int descriptor, const std::string& path,
                                      const std::function<void(int)>& fill) {
    try {
        if (fill) fill(descriptor);
        const std::span<const std::byte> bytes = map(descriptor, path);
        ::close(descriptor);
        return bytes;
    } catch (...) {
        ::close(descriptor);
        throw;
    }
}

std::span<const std::byte> map_file(const std::string& path) {
    if (path == "-") refuse_io("standard input", "arrays are mapped, so save it as a file first");
    if (path.empty() || path.find('\0') != std::string::npos)
        refuse_io(path.c_str(), "no file has this name");
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    const int descriptor = repeated([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); });
    if (descriptor < 0) refuse_io(path, reason_not_read(path, errno));
    return map_filled(descriptor, path, {});
}

int open_temporary() {
    std::error_code none;
    const std::string folder = std::filesystem::temp_directory_path(none).string();
    const int unnamed = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (unnamed >= 0) return unnamed;
    std::string name = folder + "/sigprop-XXXXXX";  // some file systems know no files without a name
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named < 0) {
        throw IoError("cannot make a temporary file in " + folder + ": " + reason_of(errno) +
                      "; TMPDIR says where it is made");
    }
    ::unlink(name.c_str());
    return named;
}

}  // namespace

MappedFile::MappedFile(const std::string& path, IfShorter if_shorter)
    : path_(path), bytes_(map_file(path)), row_(note_mapped(bytes_, path, if_shorter)) {}

MappedFile::MappedFile(const std::string& path, const std::function<void(int)>& fill)
    : path_(path),
      bytes_(map_filled(open_temporary(), path, fill)),
      row_(note_mapped(bytes_, path, IfShorter::reads_zeros)) {}

void MappedFile::check_whole() const {
    if (is_shorter(row_))
        refuse_io(path_, "it became shorter while it was read; run again when nothing writes to it");
}

MappedFile::~MappedFile() {
    forget_mapped(row_);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): munmap takes what mmap gave
    if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

void MappedFile::release(std::size_t first, std::size_t last) const noexcept {
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t begin = (first + page - 1) / page * page;
    const std::size_t end = std::min(last, bytes_.size()) / page * page;
    if (begin >= end) return;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): only pages of a file that is mapped for reading
    static_cast<void>(::madvise(const_cast<std::byte*>(bytes_.data()) + begin, end - begin, MADV_DONTNEED));
}

void write_temporary(int descriptor, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0)
            throw IoError("cannot write a temporary file: " + reason_of(errno) +
                          "; TMPDIR says where it is made");
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
}

}  // namespace sigprop
