#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <random>
#include <sigprop/core/base/errors.hpp>
#include <system_error>
#include <utility>

#include "formats/files.hpp"

namespace sigprop {
namespace {

/// Paths that a signal handler may have to unlink. A fixed table: a handler can neither lock nor
/// allocate. A temporary that finds no free row is still removed by its destructor.
struct Row {
    enum State : int { free, claimed, live };
    std::atomic<int> state{free};
    std::array<char, PATH_MAX> path{};
};
static_assert(std::atomic<int>::is_always_lock_free);
std::array<Row, 16> rows;  // NOLINT: reached from signal handlers

Row* claim_row(const std::string& path) {
    if (path.size() >= PATH_MAX) return nullptr;
    for (Row& row : rows) {
        int expected = Row::free;
        if (!row.state.compare_exchange_strong(expected, Row::claimed)) continue;
        std::memcpy(row.path.data(), path.c_str(), path.size() + 1);
        row.state.store(Row::live);
        return &row;
    }
    return nullptr;
}

[[noreturn]] void refuse(const std::string& doing, const std::string& path, int error) {
    if (error == EINTR) throw Interrupted();
    throw IoError("cannot " + doing + ' ' + path + ": " + std::generic_category().message(error));
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
    /// Some file systems report a failed write only here.
    [[nodiscard]] bool close() noexcept { return ::close(std::exchange(number_, -1)) == 0; }

private:
    int number_;
};

std::string read_all(int descriptor, const std::string& name, std::size_t max_bytes) {
    std::string text;
    const auto too_large = [&] {
        throw InputError(
            name + ": the file is larger than " + std::to_string(max_bytes) + " bytes, the most that is read",
            {name, {}, 0, 1});
    };
    struct stat about {};
    if (::fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode)) {
        if (std::cmp_greater(about.st_size, max_bytes)) too_large();
        text.reserve(static_cast<std::size_t>(about.st_size));
    }
    std::array<char, 65536> block{};
    while (true) {
        const ssize_t count = ::read(descriptor, block.data(), block.size());
        if (count < 0) refuse("read", name, errno);
        if (count == 0) return text;
        if (static_cast<std::size_t>(count) > max_bytes - text.size()) too_large();
        text.append(block.data(), static_cast<std::size_t>(count));
    }
}

void write_all(int descriptor, std::string_view text, const std::string& name) {
    while (!text.empty()) {
        const ssize_t count = ::write(descriptor, text.data(), text.size());
        if (count < 0) refuse("write", name, errno);
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

/// A file of our own next to its target, unlinked unless it was renamed.
class Temporary {
public:
    explicit Temporary(const std::string& target) {
        const std::size_t slash = target.rfind('/');
        const std::string folder = slash == std::string::npos ? "" : target.substr(0, slash + 1);
        std::random_device bits;
        for (int attempt = 0; attempt < 100; ++attempt) {
            path_ = folder + ".sigprop-" + std::to_string(bits()) + std::to_string(bits()) + ".tmp";
            // It is recorded before it exists, so that a signal in between does not leave it behind.
            row_ = claim_row(path_);
            descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (descriptor_ >= 0) return;
            const int error = errno;
            release_row();
            if (error != EEXIST) refuse("write", target, error);
        }
        refuse("write", target, EEXIST);
    }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    ~Temporary() {
        if (!renamed_) ::unlink(path_.c_str());
        release_row();
    }
    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
    [[nodiscard]] bool rename_to(const std::string& target) noexcept {
        renamed_ = ::rename(path_.c_str(), target.c_str()) == 0;
        return renamed_;
    }

private:
    void release_row() noexcept {
        if (row_ != nullptr) row_->state.store(Row::free);
        row_ = nullptr;
    }

    std::string path_;
    Row* row_ = nullptr;
    int descriptor_ = -1;
    bool renamed_ = false;
};

void replace(const std::string& target, const TextSource& text, const mode_t* permissions) {
    Temporary temporary(target);
    Descriptor file(temporary.descriptor());
    text([&](std::string_view piece) { write_all(file.number(), piece, target); });
    if (permissions != nullptr && ::fchmod(file.number(), *permissions) != 0) refuse("write", target, errno);
    if (::fsync(file.number()) != 0 && errno != EINVAL) refuse("write", target, errno);
    if (!file.close()) refuse("write", target, errno);
    if (!temporary.rename_to(target)) refuse("write", target, errno);
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
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.number() < 0) refuse("read", path, errno);
    return read_all(file.number(), path, max_bytes);
}

std::string read_regular_file(const std::string& path, std::size_t max_bytes) {
    check_path("read", path);
    const auto check_regular = [&path](const struct stat& about) {
        if (!S_ISREG(about.st_mode)) throw InputError(path + " is not a regular file", {path, {}, 0, 1});
    };
    struct stat about {};
    if (::lstat(path.c_str(), &about) != 0) refuse("read", path, errno);
    check_regular(about);
    // What was looked at may have been replaced in the meantime: neither wait for a FIFO nor follow a link.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY));
    if (file.number() < 0 || ::fstat(file.number(), &about) != 0) refuse("read", path, errno);
    check_regular(about);
    if (is_of_kernel(file.number())) {
        throw InputError(path + " is no file on a disk: the kernel makes it up", {path, {}, 0, 1});
    }
    return read_all(file.number(), path, max_bytes);
}

void write_file_atomically(const std::string& path, std::string_view text) {
    write_file_atomically(path, [text](const TextSink& out) { out(text); });
}

void write_file_atomically(const std::string& path, const TextSource& text) {
    if (path == "-") return write_stdout(text);
    check_path("write", path);
    struct stat about {};
    if (::stat(path.c_str(), &about) != 0) {
        if (errno != ENOENT) refuse("write", path, errno);
        refuse_link_to_nothing(path);
        replace(path, text, nullptr);
        return;
    }
    if (S_ISDIR(about.st_mode)) refuse("write", path, EISDIR);
    if (is_stdout(about)) return write_stdout(text);
    if (!S_ISREG(about.st_mode)) {
        Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
        if (file.number() < 0) refuse("write", path, errno);
        text([&](std::string_view piece) { write_all(file.number(), piece, path); });
        if (!file.close()) refuse("write", path, errno);
        return;
    }
    if (::access(path.c_str(), W_OK) != 0) refuse("write", path, errno);
    const mode_t permissions = about.st_mode & 07777U;
    replace(real_path(path), text, &permissions);
}

void check_writable(const std::string& path) {
    check_path("write", path);
    struct stat about {};
    const bool there = ::stat(path.c_str(), &about) == 0;
    if (there && S_ISDIR(about.st_mode)) refuse("write", path, EISDIR);
    if (there && ::access(path.c_str(), W_OK) != 0) refuse("write", path, errno);
    if (there && (!S_ISREG(about.st_mode) || is_stdout(about))) return;
    if (!there) refuse_link_to_nothing(path);
    const std::string real = there ? real_path(path) : path;
    const std::size_t slash = real.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : real.substr(0, slash + 1);
    if (::access(folder.c_str(), W_OK | X_OK) != 0) {
        throw IoError("cannot write " + path + ": the folder " + folder + ": " +
                      std::generic_category().message(errno));
    }
}

bool is_standard_output(const std::string& path) {
    struct stat about {};
    return path == "-" || (::stat(path.c_str(), &about) == 0 && is_stdout(about));
}

void remove_temporaries() noexcept {
    const int error = errno;
    for (Row& row : rows) {
        if (row.state.load() == Row::live) ::unlink(row.path.data());
    }
    errno = error;
}

}  // namespace sigprop
