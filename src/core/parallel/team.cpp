#include "core/parallel/team.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace sigprop {
namespace {

constexpr int patience = 4000;  // looks at a counter before a thread sleeps: some microseconds

void wait_for_change(const std::atomic<std::uint64_t>& counter, std::uint64_t old) {
    for (int look = 0; look < patience; ++look) {
        if (counter.load(std::memory_order_acquire) != old) return;
    }
    counter.wait(old, std::memory_order_acquire);
}

}  // namespace

struct Team::State {
    std::vector<std::thread> threads;
    std::vector<std::exception_ptr> failures;  ///< of each thread in the current work
    std::atomic<std::uint64_t> work_number = 0;
    std::atomic<std::uint64_t> busy = 0;  ///< threads that have not finished the current work
    std::atomic<bool> ends = false;
    const std::function<void(std::size_t thread)>* work = nullptr;

    void do_share(std::size_t thread) {
        try {
            (*work)(thread);
        } catch (...) {
            failures[thread] = std::current_exception();
        }
    }

    void serve(std::size_t thread) {
        std::uint64_t seen = 0;
        while (true) {
            wait_for_change(work_number, seen);
            if (ends.load(std::memory_order_acquire)) return;
            const std::uint64_t now = work_number.load(std::memory_order_acquire);
            if (now == seen) continue;
            seen = now;
            do_share(thread);
            if (busy.fetch_sub(1, std::memory_order_acq_rel) == 1) busy.notify_one();
        }
    }

    /// Every thread does its share; the first failure in their order is thrown.
    void run(const std::function<void(std::size_t thread)>& body) {
        work = &body;
        std::fill(failures.begin(), failures.end(), nullptr);
        busy.store(threads.size(), std::memory_order_release);
        work_number.fetch_add(1, std::memory_order_acq_rel);
        work_number.notify_all();
        do_share(0);
        for (std::uint64_t left = busy.load(std::memory_order_acquire); left != 0;
             left = busy.load(std::memory_order_acquire)) {
            wait_for_change(busy, left);
        }
        for (const std::exception_ptr& failure : failures) {
            if (failure) std::rethrow_exception(failure);
        }
    }
};

Team::Team(int threads) : state_(std::make_unique<State>()) {
    const auto others = static_cast<std::size_t>(std::max(threads, 1) - 1);
    state_->failures.resize(others + 1);
    try {
        for (std::size_t i = 0; i < others; ++i)
            state_->threads.emplace_back([state = state_.get(), i] { state->serve(i + 1); });
    } catch (const std::system_error&) {
        // The system starts no more: fewer threads do the same work.
    }
}

Team::~Team() {
    state_->ends.store(true, std::memory_order_release);
    state_->work_number.fetch_add(1, std::memory_order_acq_rel);
    state_->work_number.notify_all();
    for (std::thread& one : state_->threads) one.join();
}

std::size_t Team::size() const noexcept { return state_->threads.size() + 1; }

void Team::split(std::size_t count, std::size_t unit, const Body& body) {
    const std::size_t units = (count + unit - 1) / unit;
    const std::size_t parts = std::min(size(), units);
    if (parts <= 1) {
        if (count > 0) body(0, count);
        return;
    }
    const auto begin_of = [&](std::size_t part) { return std::min(count, units * part / parts * unit); };
    state_->run([&](std::size_t thread) {
        if (thread < parts) body(begin_of(thread), begin_of(thread + 1));
    });
}

void Team::share(std::size_t count, const Piece& body) {
    if (size() == 1 || count <= 1) {
        for (std::size_t i = 0; i < count; ++i) body(i, 0);
        return;
    }
    std::atomic<std::size_t> next = 0;
    state_->run([&](std::size_t thread) {
        for (std::size_t i = next++; i < count; i = next++) body(i, thread);
    });
}

}  // namespace sigprop
