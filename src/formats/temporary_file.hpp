#pragma once
// A file of our own beside a target that it will replace. It is locked until it has the target's name: what a
// killed process left behind has no lock, and the next one that writes into the folder removes it.

#include <optional>
#include <string>

namespace sigprop {

/// A path that remove_temporaries() unlinks as long as this lives.
class RemovedAtEnd {
public:
    explicit RemovedAtEnd(const std::string& path) noexcept;
    RemovedAtEnd(const RemovedAtEnd&) = delete;
    RemovedAtEnd& operator=(const RemovedAtEnd&) = delete;
    ~RemovedAtEnd();

private:
    struct Row;
    friend void remove_temporaries() noexcept;

    Row* row_ = nullptr;  ///< none where all are taken
};

class TemporaryFile {
public:
    /// Opens a new file in the folder of the target; error() says whether that failed.
    explicit TemporaryFile(const std::string& target);
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    /// Unlinks the file unless it was renamed. The descriptor is the caller's.
    ~TemporaryFile();

    [[nodiscard]] int error() const noexcept { return error_; }
    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }
    [[nodiscard]] bool rename_to(const std::string& target) noexcept;

private:
    [[nodiscard]] bool open_new();

    std::string path_;
    std::optional<RemovedAtEnd> removed_at_end_;
    int descriptor_ = -1;
    int lock_ = -1;
    int error_ = 0;
    bool renamed_ = false;
};

/// Removes the temporaries that exist at this moment. Async-signal-safe: for a handler that ends the
/// process without unwinding. When Interrupted is thrown instead, destructors have removed them already.
void remove_temporaries() noexcept;

}  // namespace sigprop
