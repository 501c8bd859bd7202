#include "formats/temporary_file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>
#include <random>
#include <string_view>
#include <utility>

#include "formats/system_call.hpp"

namespace sigprop {

/// Paths that a signal handler may have to unlink. A fixed table: a handler can neither lock nor
/// allocate. A temporary that finds no free row is still removed by its destructor.
struct RemovedAtEnd::Row {
    enum State : int { free, claimed, live };
    std::atomic<int> state{free};
    std::array<char, PATH_MAX> path{};
    static std::array<Row, 16> all;  // NOLINT: reached from signal handlers
};
static_assert(std::atomic<int>::is_always_lock_free);
std::array<RemovedAtEnd::Row, 16> RemovedAtEnd::Row::all;

namespace {

constexpr std::string_view beginning = ".sigprop-w";
constexpr std::string_view ending = ".tmp";

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

/// Whether this process now has the file alone. Where a file system knows no locks nobody has, and nobody
/// removes.
enum class Held : std::uint8_t { yes, no, unknown };
Held hold(int descriptor) {
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return Held::yes;
    return errno == EWOULDBLOCK ? Held::no : Held::unknown;
}

/// Names are never used twice, so that this one is still that of the file that is locked, or of none.
void remove_if_left(const std::string& path) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (file < 0) return;
    if (hold(file) == Held::yes) ::unlink(path.c_str());
    ::close(file);
}

void remove_left_behind(const std::string& folder) {
    DIR* const names = ::opendir(folder.empty() ? "." : folder.c_str());
    if (names == nullptr) return;
    while (const dirent* const one = ::readdir(names)) {
        const std::string_view name = one->d_name;
        if (name.starts_with(beginning) && name.ends_with(ending)) remove_if_left(folder + std::string(name));
    }
    ::closedir(names);
}

bool is_unlinked(int descriptor) {
    struct stat about {};
    return ::fstat(descriptor, &about) == 0 && about.st_nlink == 0;
}

}  // namespace

RemovedAtEnd::RemovedAtEnd(const std::string& path) noexcept {
    if (path.size() >= PATH_MAX) return;
    for (Row& row : Row::all) {
        int expected = Row::free;
        if (!row.state.compare_exchange_strong(expected, Row::claimed)) continue;
        std::memcpy(row.path.data(), path.c_str(), path.size() + 1);
        row.state.store(Row::live);
        row_ = &row;
        return;
    }
}

RemovedAtEnd::~RemovedAtEnd() {
    if (row_ != nullptr) row_->state.store(Row::free);
}

TemporaryFile::TemporaryFile(const std::string& target) {
    const std::string folder = folder_of(target);
    remove_left_behind(folder);
    std::random_device bits;
    for (int attempt = 0; attempt < 100; ++attempt) {
        path_ = folder + std::string(beginning) + std::to_string(bits()) + std::to_string(bits()) +
                std::string(ending);
        if (open_new() || (error_ != EEXIST && error_ != EWOULDBLOCK)) return;
    }
}

/// Another process may take the file for one that was left behind, until it is locked.
bool TemporaryFile::open_new() {
    // It is recorded before it exists, so that a signal in between does not leave it behind.
    removed_at_end_.emplace(path_);
    descriptor_ =
        repeated([&] { return ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666); });
    error_ = descriptor_ < 0 ? errno : 0;
    if (error_ == 0 && (hold(descriptor_) == Held::no || is_unlinked(descriptor_))) error_ = EWOULDBLOCK;
    // The caller closes the file before it is renamed; this keeps it locked until then.
    if (error_ == 0 && (lock_ = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0)) < 0) error_ = errno;
    if (error_ == 0) return true;
    if (descriptor_ >= 0) {
        ::close(std::exchange(descriptor_, -1));
        ::unlink(path_.c_str());
    }
    removed_at_end_.reset();
    return false;
}

TemporaryFile::~TemporaryFile() {
    if (error_ == 0 && !renamed_) ::unlink(path_.c_str());
    if (lock_ >= 0) ::close(lock_);
}

bool TemporaryFile::rename_to(const std::string& target) noexcept {
    renamed_ = ::rename(path_.c_str(), target.c_str()) == 0;
    return renamed_;
}

void remove_temporaries() noexcept {
    const int error = errno;
    for (RemovedAtEnd::Row& row : RemovedAtEnd::Row::all) {
        if (row.state.load() == RemovedAtEnd::Row::live) ::unlink(row.path.data());
    }
    errno = error;
}

}  // namespace sigprop
