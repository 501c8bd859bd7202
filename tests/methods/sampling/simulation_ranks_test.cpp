// Ranks share a simulation: here they are threads of one process, so no launcher is needed.

#include <thread>

#include "tests/methods/sampling/observed_simulation.hpp"
#include "tests/support/thread_ranks.hpp"

using namespace sigprop;

TEST_CASE("any number of ranks and threads, the same totals") {
    const Sampled sampled(std::uint64_t{50} << 16, 3);
    const SampleTotals straight = sampled.run({});
    for (const int size : {1, 2, 3, 5}) {
        RankTable table(size);
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
    RankTable table(3);
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
