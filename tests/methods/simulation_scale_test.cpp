// Simulations of any size: 2^63 samples begin, tell how far they are, stop and go on; ranks share a
// simulation without a launcher when they are threads.

#include "methods/simulation.hpp"

#include <doctest/doctest.h>

#include <condition_variable>
#include <mutex>
#include <sigprop/core/errors.hpp>
#include <sigprop/core/simulation.hpp>
#include <thread>

#include "methods/simulation_state.hpp"

using namespace sigprop;

namespace {

const Formula x = Formula::variable();

struct Sampled {
    explicit Sampled(std::uint64_t samples, std::uint64_t groups = 1)
        : source(LawSampler::prepare(Law::normal()).value(), RandomStream(7, "simulation")),
          plan{integrands, source, samples, groups, {0.1}},
          evaluator(integrands) {}

    SampleTotals run(const Context& context) const {
        return run_simulation(plan, evaluator, {"test", "test"}, context);
    }

    std::vector<Formula> integrands{relu(x)};
    RandomSource source;
    SamplePlan plan;
    BlockEvaluator evaluator;
};

/// Keeps the last state and what was shown; asks to stop when it kept or saw enough.
struct Observer final : SimulationStore, SimulationWatch {
    std::optional<std::string> find(std::string_view) override { return state; }
    void keep(std::string_view, std::string text, bool) override {
        state = std::move(text);
        if (++kept == stop_after) stop = true;
    }
    void show(std::string_view, std::uint64_t done, std::uint64_t samples) override {
        CHECK(done <= samples);
        CHECK(done >= last);
        last = done;
        all = samples;
        if (--shows_left == 0) stop = true;
    }

    std::optional<std::string> state;
    std::atomic<bool> stop = false;
    int kept = 0;
    int stop_after = -1;
    int shows_left = -1;
    std::uint64_t last = 0;
    std::uint64_t all = 0;
};

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

TEST_CASE("2^63 samples: stopped, taken up, and stopped again") {
    for (const std::uint64_t groups : {std::uint64_t{1}, std::uint64_t{1} << 5}) {
        const Sampled sampled((std::uint64_t{1} << 63) / groups, groups);
        CHECK(sampled.plan.block_count() == std::uint64_t{1} << 47);
        Observer observer;
        Context context;
        context.store = &observer;
        context.watch = &observer;
        context.cancelled = &observer.stop;
        std::uint64_t finished = 0;
        for (int run = 0; run < 2; ++run) {
            observer.stop = false;
            observer.shows_left = 2;  // one round
            CHECK_THROWS_AS(static_cast<void>(sampled.run(context)), Interrupted);
            const SimulationState state = SimulationState::read(observer.state.value(), sampled.plan);
            CHECK(state.finished.size() > finished);
            CHECK(state.finished.ranges().size() == 1);
            finished = state.finished.size();
            CHECK(observer.all == std::uint64_t{1} << 63);
        }
    }
}

TEST_CASE("the last blocks of 2^63 samples are like any other") {
    const Sampled sampled((std::uint64_t{1} << 63) - 1);
    SimulationState state(sampled.plan);
    state.finished.add({0, sampled.plan.block_count() - 2});
    Observer observer;
    observer.state = state.text();
    Context context;
    context.store = &observer;
    context.watch = &observer;
    context.threads = 2;
    const SampleTotals totals = sampled.run(context);
    CHECK(observer.last == sampled.plan.samples());
    // 2^17 - 1 samples, the shift 0.1 taken off: E relu = 0.3989, within 6 standard errors of 0.5838 / 362
    CHECK(totals.sums[0].to_double() / 131071 > 0.2989 - 0.0097);
    CHECK(totals.sums[0].to_double() / 131071 < 0.2989 + 0.0097);
}

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
