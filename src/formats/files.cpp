#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sigprop/core/base/errors.hpp>
#include <system_error>
#include <utility>

#include "formats/files.hpp"
#include "formats/mapped_file.hpp"
#include "formats/missing_file.hpp"
#include "formats/system_call.hpp"
#include "formats/temporary_file.hpp"

namespace sigprop {
namespace {

[[noreturn]] void refuse_file(const std::string& doing, const std::string& path, int error) {
    if (error == EINTR) throw Interrupted();
    throw IoError("cannot " + doing + ' ' + path + ": " + reason_of(error));
}

[[noreturn]] void refuse_to_read(const std::string& path, int error) {
    if (error == EINTR) throw Interrupted();
    throw IoError("cannot read " + path + ": " + reason_not_read(path, error));
}

void check_path(const std::string& doing, const std::string& path) {
    if (path.empty()) throw IoError("cannot " + doing + " a file without a name");
    if (path.find('\0') != std::string::npos) {
        throw IoError("cannot " + doing + ' ' + path.substr(0, path.find('\0')) +
                      "\\0...: no file name holds a NUL");
    }
}

class Descriptor {
public:
    explicit Descriptor(int number) noexcept : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    [[nodiscard]] int number() const noexcept { return number_; }
    /// Some file systems report a failed write only here. After EINTR it is closed, too.
    [[nodiscard]] bool close() noexcept {
        return ::close(std::exchange(number_, -1)) == 0 || (errno == EINTR && is_call_repeated());
    }

private:
    int number_;
};

[[noreturn]] void refuse_size(const std::string& name, std::size_t max_bytes) {
    throw InputError(
        name + ": the file is larger than " + std::to_string(max_bytes) + " bytes, the most that is read",
        {name, {}, 0, 1});
}

std::string read_all(int descriptor, const std::string& name, std::size_t max_bytes) {
    std::string text;
    struct stat about {};
    if (::fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode)) {
        if (std::cmp_greater(about.st_size, max_bytes)) refuse_size(name, max_bytes);
        text.reserve(static_cast<std::size_t>(about.st_size));
    }
    std::array<char, 65536> block{};
    while (true) {
        const ssize_t count = repeated([&] { return ::read(descriptor, block.data(), block.size()); });
        if (count < 0) refuse_file("read", name, errno);
        if (count == 0) return text;
        if (static_cast<std::size_t>(count) > max_bytes - text.size()) refuse_size(name, max_bytes);
        text.append(block.data(), static_cast<std::size_t>(count));
    }
}

void write_all(int descriptor, std::string_view text, const std::string& name) {
    while (!text.empty()) {
        const ssize_t count = repeated([&] { return ::write(descriptor, text.data(), text.size()); });
        if (count < 0) refuse_file("write", name, errno);
        if (count == 0) refuse_file("write", name, ENOSPC);  // nothing was taken, and no reason given
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

void replace(const std::string& target, const TextSource& text, const mode_t* permissions) {
    TemporaryFile temporary(target);
    if (temporary.error() != 0) refuse_file("write", target, temporary.error());
    Descriptor file(temporary.descriptor());
    text([&](std::string_view piece) { write_all(file.number(), piece, target); });
    if (permissions != nullptr && ::fchmod(file.number(), *permissions) != 0)
        refuse_file("write", target, errno);
    if (repeated([&] { return ::fsync(file.number()); }) != 0 && errno != EINVAL)
        refuse_file("write", target, errno);
    if (!file.close()) refuse_file("write", target, errno);
    if (!temporary.rename_to(target)) refuse_file("write", target, errno);
    // The file is whole either way; this only makes the new name survive a power cut.
    const std::size_t slash = target.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : target.substr(0, slash + 1);
    const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.number() >= 0) static_cast<void>(::fsync(directory.number()));
}

void write_stdout(const TextSource& text) {
    std::cout.flush();
    std::fflush(stdout);
    text([](std::string_view piece) { write_all(STDOUT_FILENO, piece, "standard output"); });
}

/// Whether standard output goes to this file, as to /dev/stdout: a rename would cut that output off.
bool is_stdout(const struct stat& file) {
    struct stat output {};
    return ::fstat(STDOUT_FILENO, &output) == 0 && output.st_dev == file.st_dev &&
           output.st_ino == file.st_ino;
}

/// The path without symbolic links, which a rename would replace.
std::string real_path(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
    return real != nullptr ? std::string(real.get()) : path;
}

/// For a path where there is no file.
void refuse_link_to_nothing(const std::string& path) {
    struct stat about {};
    if (::lstat(path.c_str(), &about) != 0 || !S_ISLNK(about.st_mode)) return;
    throw IoError("cannot write " + path +
                  ": it is a symbolic link to a file that does not exist: remove it");
}

/// Whether the file belongs to procfs or sysfs, whose files pass for regular ones.
bool is_of_kernel(int descriptor) {
    constexpr long proc = 0x9FA0;
    constexpr long sys = 0x62656572;
    struct statfs system {};
    return ::fstatfs(descriptor, &system) == 0 && (system.f_type == proc || system.f_type == sys);
}

}  // namespace

std::string read_file(const std::string& path, std::size_t max_bytes) {
    if (path == "-") return read_all(STDIN_FILENO, "standard input", max_bytes);
    check_path("read", path);
    const Descriptor file(repeated([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); }));
    if (file.number() < 0) refuse_to_read(path, errno);
    return read_all(file.number(), path, max_bytes);
}

std::string read_regular_file(const std::string& path, std::size_t max_bytes) {
    check_path("read", path);
    const auto check_regular = [&path](const struct stat& about) {
        if (!S_ISREG(about.st_mode)) throw InputError(path + " is not a regular file", {path, {}, 0, 1});
    };
    struct stat about {};
    if (::lstat(path.c_str(), &about) != 0) refuse_file("read", path, errno);
    check_regular(about);
    // What was looked at may have been replaced in the meantime: neither wait for a FIFO nor follow a link.
    const Descriptor file(repeated(
        [&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY); }));
    if (file.number() < 0 || ::fstat(file.number(), &about) != 0) refuse_file("read", path, errno);
    check_regular(about);
    if (is_of_kernel(file.number())) {
        throw InputError(path + " is no file on a disk: the kernel makes it up", {path, {}, 0, 1});
    }
    return read_all(file.number(), path, max_bytes);
}

std::string read_stored_file(const std::string& path, std::size_t max_bytes) {
    const MappedFile file(path);
    if (file.bytes().size() > max_bytes) refuse_size(path, max_bytes);
    std::string text(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
    file.check_whole();
    return text;
}

void write_file_atomically(const std::string& path, std::string_view text) {
    write_file_atomically(path, [text](const TextSink& out) { out(text); });
}

void write_file_atomically(const std::string& path, const TextSource& text) {
    if (path == "-") return write_stdout(text);
    check_path("write", path);
    struct stat about {};
    if (::stat(path.c_str(), &about) != 0) {
        if (errno != ENOENT) refuse_file("write", path, errno);
        refuse_link_to_nothing(path);
        replace(path, text, nullptr);
        return;
    }
    if (S_ISDIR(about.st_mode)) refuse_file("write", path, EISDIR);
    if (is_stdout(about)) return write_stdout(text);
    if (!S_ISREG(about.st_mode)) {
        Descriptor file(repeated([&] { return ::open(path.c_str(), O_WRONLY | O_CLOEXEC); }));
        if (file.number() < 0) refuse_file("write", path, errno);
        text([&](std::string_view piece) { write_all(file.number(), piece, path); });
        if (!file.close()) refuse_file("write", path, errno);
        return;
    }
    if (::access(path.c_str(), W_OK) != 0) refuse_file("write", path, errno);
    const mode_t permissions = about.st_mode & 07777U;
    replace(real_path(path), text, &permissions);
}

void check_writable(const std::string& path) {
    check_path("write", path);
    struct stat about {};
    const bool there = ::stat(path.c_str(), &about) == 0;
    if (there && S_ISDIR(about.st_mode)) refuse_file("write", path, EISDIR);
    if (there && ::access(path.c_str(), W_OK) != 0) refuse_file("write", path, errno);
    if (there && (!S_ISREG(about.st_mode) || is_stdout(about))) return;
    if (!there) refuse_link_to_nothing(path);
    const std::string real = there ? real_path(path) : path;
    const std::size_t slash = real.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : real.substr(0, slash + 1);
    if (::access(folder.c_str(), W_OK | X_OK) != 0) {
        throw IoError("cannot write " + path + ": the folder " + folder + ": " + reason_of(errno));
    }
}

bool is_standard_output(const std::string& path) {
    struct stat about {};
    return path == "-" || (::stat(path.c_str(), &about) == 0 && is_stdout(about));
}

}  // namespace sigprop
