#pragma once
// A file that one process at a time may keep: a second one is told who has it. The lock is a file beside it,
// PATH.lock, with the process's number in it; it is removed at the end, and one that a killed process left
// behind locks nothing.

#include <optional>
#include <string>

#include "formats/temporary_file.hpp"

namespace sigprop {

class FileLock {
public:
    /// Errors   InputError naming the file, the process that keeps it, and the fix; IoError
    explicit FileLock(const std::string& path);
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    ~FileLock();

private:
    std::string lock_path_;
    int descriptor_ = -1;
    std::optional<RemovedAtEnd> removed_at_end_;  ///< from the moment on that the lock is ours
};

}  // namespace sigprop
