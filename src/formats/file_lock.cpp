#include "formats/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <sigprop/core/base/errors.hpp>

#include "formats/system_call.hpp"

namespace sigprop {
namespace {

[[noreturn]] void refuse_lock(const std::string& path, int error) {
    throw IoError("cannot write " + path + ": " + reason_of(error));
}

/// The file holds the number of the process.
std::string owner_of(int descriptor) {
    std::array<char, 32> text{};
    const ssize_t count = ::pread(descriptor, text.data(), text.size(), 0);
    std::uint64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + std::max<ssize_t>(count, 0), number);
    return read.ec == std::errc{} ? "process " + std::to_string(number) : "another process";
}

}  // namespace

FileLock::FileLock(const std::string& path) : lock_path_(path + ".lock") {
    for (;;) {
        descriptor_ = repeated(
            [&] { return ::open(lock_path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666); });
        if (descriptor_ < 0) refuse_lock(lock_path_, errno);
        if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
            const int error = errno;
            const std::string owner = owner_of(descriptor_);
            ::close(descriptor_);
            if (error != EWOULDBLOCK) refuse_lock(lock_path_, error);
            throw InputError(
                path + ": " + owner +
                " is using this checkpoint: wait until it ends, or give --checkpoint another file");
        }
        // Whoever had the lock before may have removed the file in the meantime: then it locks nothing.
        struct stat held {};
        struct stat named {};
        const bool same = ::fstat(descriptor_, &held) == 0 && ::stat(lock_path_.c_str(), &named) == 0 &&
                          held.st_dev == named.st_dev && held.st_ino == named.st_ino;
        if (same) {
            removed_at_end_.emplace(lock_path_);
            break;
        }
        ::close(descriptor_);
    }
    const std::string owner = std::to_string(::getpid()) + "\n";
    const bool written =
        ::ftruncate(descriptor_, 0) == 0 &&
        ::pwrite(descriptor_, owner.data(), owner.size(), 0) == static_cast<ssize_t>(owner.size());
    static_cast<void>(written);  // the number is a courtesy; the lock holds without it
}

FileLock::~FileLock() {
    removed_at_end_.reset();       // the next one's file has the same name
    ::unlink(lock_path_.c_str());  // before the lock is let go, so that nobody holds a file that is gone
    ::close(descriptor_);
}

}  // namespace sigprop
