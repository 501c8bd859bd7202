// Ranks share a simulation: here they are threads of one process, so no launcher is needed.

#include <condition_variable>
#include <mutex>
#include <thread>

#include "tests/methods/sampling/observed_simulation.hpp"

using namespace sigprop;

namespace {

/// Ranks that are threads of this process.
class Table {
public:
    explicit Table(int size) : frames_(static_cast<std::size_t>(size)) {}

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
    ThreadRank(Table& table, int rank, int size) : table_(table), rank_(rank), size_(size) {}
    int rank() const noexcept override { return rank_; }
    int size() const noexcept override { return size_; }
    std::vector<std::string> exchange(const std::string& own) override { return table_.exchange(rank_, own); }

private:
    Table& table_;
    int rank_, size_;
};

}  // namespace

TEST_CASE("any number of ranks and threads, the same totals") {
    const Sampled sampled(std::uint64_t{50} << 16, 3);
    const SampleTotals straight = sampled.run({});
    for (const int size : {1, 2, 3, 5}) {
        Table table(size);
        std::vector<std::optional<SampleTotals>> found(static_cast<std::size_t>(size));
        std::vector<std::thread> threads;
        for (int r = 0; r < size; ++r) {
            threads.emplace_back([&, r] {
                ThreadRank rank(table, r, size);
                Context context;
                context.ranks = &rank;
                context.threads = 1;
                found[static_cast<std::size_t>(r)] = sampled.run(context);
            });
        }
        for (std::thread& thread : threads) thread.join();
        for (const auto& totals : found) CHECK((totals && *totals == straight));
    }
}

TEST_CASE("a rank that is told to stop stops all, with one state") {
    const Sampled sampled(std::uint64_t{1} << 50);
    Table table(3);
    std::vector<Observer> observers(3);
    std::vector<std::thread> threads;
    std::atomic<int> interrupted{0};
    for (int r = 0; r < 3; ++r) {
        threads.emplace_back([&, r] {
            ThreadRank rank(table, r, 3);
            Observer& mine = observers[static_cast<std::size_t>(r)];
            if (r == 1) mine.stop_after = 2;
            Context context;
            context.ranks = &rank;
            context.store = &mine;
            context.cancelled = &mine.stop;
            try {
                static_cast<void>(sampled.run(context));
            } catch (const Interrupted&) {
                ++interrupted;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(interrupted == 3);
    CHECK(observers[0].state == observers[1].state);
    CHECK(observers[0].state == observers[2].state);
}
