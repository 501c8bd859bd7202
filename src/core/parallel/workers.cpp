#include "core/parallel/workers.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "core/ball/threads.hpp"
#include "core/base/limits.hpp"
#include "core/base/poll.hpp"

namespace sigprop {
namespace {

/// Runs workers so that no exception leaves a thread.
class Guard {
public:
    explicit Guard(const SharedWork& work) : work_(work) {}

    void run(std::size_t worker) noexcept {
        try {
            work_(worker, stop_);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!error_) error_ = std::current_exception();
            stop_ = true;
        }
    }
    void rethrow() const {
        if (error_) std::rethrow_exception(error_);
    }

private:
    const SharedWork& work_;
    std::atomic<bool> stop_ = false;
    std::mutex mutex_;
    std::exception_ptr error_;
};

}  // namespace

std::size_t worker_count(int threads, std::uint64_t pieces) {
    return std::min<std::uint64_t>(
        static_cast<std::uint64_t>(std::clamp<std::int64_t>(threads, 1, limits::threads)), pieces);
}

void run_workers(std::size_t count, const SharedWork& work) {
    if (count == 0) return;
    Guard guard(work);
    {
        std::vector<std::jthread> others;  // joined on every way out of the scope
        others.reserve(count - 1);
        try {
            for (std::size_t worker = 1; worker < count; ++worker) {
                others.emplace_back([&guard, worker, polled = PollScope::current()] {
                    const PollScope polls(polled);
                    guard.run(worker);
                    release_thread_caches();
                });
            }
        } catch (const std::system_error&) {
            // Fewer threads run than were requested.
        }
        guard.run(0);
    }
    guard.rethrow();
}

void for_each_index(std::size_t count, int threads, const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::size_t failed = count;  // the smallest index that failed
    std::exception_ptr error;
    // Indices are handed out in order and always finished, so all indices below a failed one are done.
    run_workers(worker_count(threads, count), [&](std::size_t, const std::atomic<bool>&) {
        for (std::size_t i = next++; i < count; i = next++) {
            try {
                work(i);
            } catch (...) {
                const std::lock_guard lock(mutex);
                next = count;
                if (i < failed) {
                    failed = i;
                    error = std::current_exception();
                }
            }
        }
    });
    if (error) std::rethrow_exception(error);
}

}  // namespace sigprop
