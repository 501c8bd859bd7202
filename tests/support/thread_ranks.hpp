#pragma once
// Ranks that are threads of one process, so that tests of shared work need no launcher.

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/ball/threads.hpp"
#include "core/base/simulation.hpp"

namespace sigprop {

/// Ranks that are threads of this process.
class RankTable {
public:
    explicit RankTable(int size) : frames_(static_cast<std::size_t>(size)) {}

    std::vector<std::string> exchange(int rank, const std::string& own) {
        std::unique_lock lock(mutex_);
        frames_[static_cast<std::size_t>(rank)] = own;
        if (++arrived_ == static_cast<int>(frames_.size())) {
            whole_ = frames_;
            arrived_ = 0;
            ++meetings_;
            all_here_.notify_all();
            return whole_;
        }
        all_here_.wait(lock, [this, meeting = meetings_] { return meetings_ != meeting; });
        return whole_;
    }

private:
    std::mutex mutex_;
    std::condition_variable all_here_;
    std::vector<std::string> frames_, whole_;
    int arrived_ = 0;
    int meetings_ = 0;
};

class ThreadRank final : public Ranks {
public:
    ThreadRank(RankTable& table, int rank, int size) : table_(table), rank_(rank), size_(size) {}
    int rank() const noexcept override { return rank_; }
    int size() const noexcept override { return size_; }
    std::vector<std::string> exchange(const std::string& own) override { return table_.exchange(rank_, own); }

private:
    RankTable& table_;
    int rank_, size_;
};

/// Calls work(rank) on as many threads.
inline void on_ranks(int size, const std::function<void(Ranks&)>& work) {
    RankTable table(size);
    std::vector<std::thread> threads;
    for (int r = 0; r < size; ++r) {
        threads.emplace_back([&, r] {
            ThreadRank rank(table, r, size);
            work(rank);
            release_thread_caches();  // FLINT's, which LeakSanitizer would count
        });
    }
    for (std::thread& thread : threads) thread.join();
}

}  // namespace sigprop
