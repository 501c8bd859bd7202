#include "formats/mapped_files.hpp"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>

#include "core/base/shown_text.hpp"

namespace sigprop {

/// A handler can neither lock nor allocate, so that rows are never freed: they are used again.
struct MappedRow {
    enum State : int { free, claimed, live };
    std::atomic<int> state{claimed};
    std::atomic<bool> shorter{false};
    IfShorter if_shorter = IfShorter::ends_process;
    std::uintptr_t begin = 0, end = 0, page = 0;
    std::array<char, 1024> path{};
    MappedRow* next = nullptr;
};

namespace {

std::atomic<MappedRow*> rows{nullptr};  // NOLINT: reached from signal handlers

MappedRow* row_at(const void* address) noexcept {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    for (MappedRow* row = rows.load(); row != nullptr; row = row->next) {
        if (row->state.load() == MappedRow::live && at >= row->begin && at < row->end) return row;
    }
    return nullptr;
}

MappedRow* free_row() {
    for (MappedRow* row = rows.load(); row != nullptr; row = row->next) {
        int expected = MappedRow::free;
        if (row->state.compare_exchange_strong(expected, MappedRow::claimed)) return row;
    }
    auto* const made = new MappedRow;
    made->next = rows.load();
    while (!rows.compare_exchange_weak(made->next, made)) {
    }
    return made;
}

/// The handler of SIGBUS: there while a file is mapped whose missing pages read as zeros.
class SigbusHandler {
public:
    void add_reader() {
        const std::lock_guard lock(mutex_);
        if (readers_++ > 0) return;
        const struct sigaction found = current();
        // One that was put above ours hands on to ours: above it, ours would get back what it hands on.
        if (is_one(found, ours_) || (is_buried_ && is_one(found, above_))) return;
        before_ = found;
        is_buried_ = false;
        sigaction(SIGBUS, &ours_, nullptr);
    }

    void remove_reader() noexcept {
        const std::lock_guard lock(mutex_);
        if (--readers_ > 0) return;
        above_ = current();
        is_buried_ = !is_one(above_, ours_);
        if (!is_buried_) sigaction(SIGBUS, &before_, nullptr);
    }

private:
    static struct sigaction made() {
        struct sigaction one {};
        one.sa_sigaction = &SigbusHandler::on_fault;
        one.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&one.sa_mask);
        return one;
    }
    static struct sigaction current() {
        struct sigaction one {};
        sigaction(SIGBUS, nullptr, &one);
        return one;
    }
    static bool is_one(const struct sigaction& one, const struct sigaction& other) {
        const bool takes_more = (one.sa_flags & SA_SIGINFO) != 0;
        if (takes_more != ((other.sa_flags & SA_SIGINFO) != 0)) return false;
        return takes_more ? one.sa_sigaction == other.sa_sigaction : one.sa_handler == other.sa_handler;
    }

    static bool zeros_at(void* address) noexcept {
        MappedRow* const row = row_at(address);
        if (row == nullptr || row->if_shorter != IfShorter::reads_zeros) return false;
        const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(address) / row->page * row->page;
        row->shorter = true;
        // Behind a page that is missing all others are, too.
        return ::mmap(reinterpret_cast<void*>(first), row->end - first, PROT_READ,  // NOLINT: an address
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
    }

    static void on_fault(int signal, siginfo_t* fault, void* context) {
        const int error = errno;
        const bool by_kernel = fault->si_code > 0;
        if (!by_kernel || !zeros_at(fault->si_addr)) pass_on(signal, fault, context);
        errno = error;
    }

    /// As if ours were not there. The handler before may jump out of this one.
    static void pass_on(int signal, siginfo_t* fault, void* context) {
        if ((before_.sa_flags & SA_SIGINFO) != 0) return before_.sa_sigaction(signal, fault, context);
        const bool is_sent = fault->si_code <= 0;  // by a process; a fault comes again by itself
        if (before_.sa_handler == SIG_IGN && is_sent) return;
        if (before_.sa_handler != SIG_DFL && before_.sa_handler != SIG_IGN) return before_.sa_handler(signal);
        ::signal(signal, SIG_DFL);
        if (is_sent) ::raise(signal);
    }

    std::mutex mutex_;
    int readers_ = 0;
    bool is_buried_ = false;
    struct sigaction ours_ = made(), above_{};
    static inline struct sigaction before_ {};
};

SigbusHandler& handler() {
    static auto& one = *new SigbusHandler;  // lives as long as any thread
    return one;
}

}  // namespace

MappedRow* note_mapped(std::span<const std::byte> bytes, const std::string& path, IfShorter if_shorter) {
    if (bytes.empty()) return nullptr;
    const std::string shown = shown_text(path);
    MappedRow& row = *free_row();
    row.page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    row.begin = reinterpret_cast<std::uintptr_t>(bytes.data());
    row.end = row.begin + (bytes.size() + row.page - 1) / row.page * row.page;
    row.if_shorter = if_shorter;
    row.shorter = false;
    const std::size_t length = std::min(shown.size(), row.path.size() - 1);
    std::memcpy(row.path.data(), shown.data(), length);
    row.path[length] = '\0';
    if (if_shorter == IfShorter::reads_zeros) handler().add_reader();
    row.state.store(MappedRow::live);
    return &row;
}

void forget_mapped(MappedRow* row) noexcept {
    if (row == nullptr) return;
    const IfShorter was = row->if_shorter;
    row->state.store(MappedRow::free);
    if (was == IfShorter::reads_zeros) handler().remove_reader();
}

bool is_shorter(const MappedRow* row) noexcept { return row != nullptr && row->shorter; }

const char* mapped_file_at(const void* address) noexcept {
    const MappedRow* const row = row_at(address);
    return row == nullptr ? nullptr : row->path.data();
}

}  // namespace sigprop
