#include "pool.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <sigprop/core/threads.hpp>
#include <thread>
#include <vector>

namespace sigprop::tool {
namespace {

/// Indices are handed out in order, so every index before one that failed has been begun and is finished.
class Pool {
public:
    Pool(std::size_t count, const std::function<void(std::size_t)>& work) : work_(work), errors_(count) {}

    void run() noexcept {
        for (std::size_t i = next_++; i < errors_.size() && !failed_; i = next_++) {
            try {
                work_(i);
            } catch (...) {
                errors_[i] = std::current_exception();
                failed_ = true;
            }
        }
    }
    void rethrow() const {
        for (const std::exception_ptr& error : errors_) {
            if (error) std::rethrow_exception(error);
        }
    }

private:
    const std::function<void(std::size_t)>& work_;
    std::vector<std::exception_ptr> errors_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> failed_{false};
};

}  // namespace

void for_each_index(std::size_t count, int threads, const std::function<void(std::size_t)>& work) {
    Pool pool(count, work);
    const std::size_t helpers = std::min(count, static_cast<std::size_t>(std::max(threads, 1)));
    std::vector<std::thread> running;
    for (std::size_t i = 1; i < helpers; ++i) {
        running.emplace_back([&pool] {
            pool.run();
            release_thread_caches();
        });
    }
    pool.run();
    for (std::thread& thread : running) thread.join();
    pool.rethrow();
}

}  // namespace sigprop::tool
