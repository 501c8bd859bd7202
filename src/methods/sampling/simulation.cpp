#include "methods/sampling/simulation.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <sigprop/core/base/errors.hpp>
#include <utility>

#include "core/base/simulation.hpp"

#include "core/parallel/workers.hpp"
#include "methods/sampling/simulation_state.hpp"

namespace sigprop {
namespace {

/// The approximate interval at which ranks meet, checkpoints are saved and watchers are told.
constexpr double seconds_per_round = 0.5;
constexpr std::uint64_t first_batches_a_worker = 4;

/// How a round ended for one rank, or for all of them.
struct Ending {
    bool interrupted = false;
    bool late = false;
    double seconds = 0;
};

/// Works on batches with several threads. A batch that was begun is finished, so that the finished batches
/// are always the first ones of a set.
class Crew {
public:
    Crew(const SamplePlan& plan, std::size_t size)
        // Made by copies here, not on their threads, so that the constants of formulas are computed once.
        : workers_(size, BatchWorker(plan)) {}

    /// Adds the batches to the state until a value is not finite, the user asks to stop or time is over.
    /// Batches after one that failed are not needed, because the first failure is reported. The first worker
    /// calls `beside`, if there is one, before it turns to batches.
    Ending work(const BatchRanges& batches, SimulationState& state, const Context& context,
                const std::function<void()>& beside) {
        const auto start = std::chrono::steady_clock::now();
        next_ = 0;
        last_ = batches.size();
        run_workers(size(), [&](std::size_t w, const std::atomic<bool>& stop) {
            if (w == 0 && beside) beside();
            work_alone(workers_[w], batches, context, stop);
        });
        for (BatchWorker& worker : workers_) {
            state.totals.merge(worker.totals());
            worker.clear();
        }
        state.finished.add(batches.part(0, std::min<std::uint64_t>(next_, last_)));
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
        return {context.is_interrupted(), context.is_late(), spent.count()};
    }

    [[nodiscard]] std::size_t size() const { return workers_.size(); }

private:
    void work_alone(BatchWorker& worker, const BatchRanges& batches, const Context& context,
                    const std::atomic<bool>& stop) {
        while (!stop && !context.is_interrupted() && !context.is_late()) {
            const std::uint64_t place = next_++;
            if (place >= last_) return;
            if (worker.add_batch(batches.at(place))) continue;
            std::uint64_t known = last_;
            while (place < known && !last_.compare_exchange_weak(known, place)) {
            }
        }
    }

    std::vector<BatchWorker> workers_;
    std::atomic<std::uint64_t> next_ = 0;
    std::atomic<std::uint64_t> last_ = 0;
};

/// Adds up the work of all ranks in this round, with the same result on every rank.
Ending shared(SimulationState& done, const Ending& own, const SamplePlan& plan, Ranks& ranks) {
    const std::string flags = {own.interrupted ? 'i' : '-', own.late ? 'l' : '-'};
    const std::vector<std::string> all =
        ranks.exchange(flags + std::to_string(own.seconds) + "\n" + done.text());
    SimulationState together(plan);
    Ending ending;
    for (const std::string& one : all) {
        const std::size_t line = one.find('\n');
        ending.interrupted = ending.interrupted || one[0] == 'i';
        ending.late = ending.late || one[1] == 'l';
        ending.seconds = std::max(ending.seconds, std::stod(one.substr(2, line - 2)));
        together.merge(SimulationState::read(std::string_view(one).substr(line + 1), plan));
    }
    done = std::move(together);
    return ending;
}

/// A running simulation: rounds of batches, between which ranks meet, checkpoints are saved and watchers
/// told.
class Run {
public:
    Run(const SamplePlan& plan, const SimulationName& name, const Context& context,
        std::function<void()> beside)
        : plan_(plan),
          name_(name),
          context_(context),
          beside_(std::move(beside)),
          state_(plan),
          crew_(plan, crew_size()) {
        if (context.store == nullptr) return;
        if (const auto kept = context.store->find(name.identity)) {
            state_ = SimulationState::read_kept(*kept, plan);
        }
    }

    SampleTotals operator()() {
        std::uint64_t batches_per_round = alone() ? plan_.batch_count() : first_batches_a_worker * workers();
        while (!is_finished()) {
            tell();
            const Ending ending = round(batches_per_round);
            const bool stop = ending.interrupted || ending.late;
            if (is_finished() || stop || !alone()) keep(stop);
            if (ending.interrupted) throw Interrupted();
            if (ending.late && !is_finished()) throw TimeSpent();
            batches_per_round = next_size(batches_per_round, ending.seconds);
        }
        tell();
        if (beside_) beside_();  // no batch was left to do
        return std::move(state_.totals);
    }

private:
    /// Whether there are no ranks, checkpoints or watchers, so that one round is enough.
    [[nodiscard]] bool alone() const {
        return context_.ranks == nullptr && context_.store == nullptr && context_.watch == nullptr;
    }
    [[nodiscard]] std::uint64_t rank_count() const {
        return context_.ranks == nullptr ? 1 : static_cast<std::uint64_t>(context_.ranks->size());
    }
    [[nodiscard]] std::uint64_t workers() const { return rank_count() * crew_.size(); }
    [[nodiscard]] std::size_t crew_size() const {
        // Less than one full batch is over before another thread has started.
        const bool is_short = plan_.samples() < max_batch_samples;
        return worker_count(context_.threads, plan_.batch_count() + (beside_ && !is_short ? 1 : 0));
    }
    [[nodiscard]] bool has_bad_sample() const { return state_.totals.bad_sample < plan_.samples(); }
    [[nodiscard]] bool is_finished() const {
        return has_bad_sample() || state_.finished.size() == plan_.batch_count();
    }

    Ending round(std::uint64_t batches) {
        const BatchRanges left = state_.finished.missing_below(plan_.batch_count()).part(0, batches);
        const std::uint64_t ranks = rank_count();
        const std::uint64_t rank = ranks == 1 ? 0 : static_cast<std::uint64_t>(context_.ranks->rank());
        const std::uint64_t share = (left.size() + ranks - 1) / ranks;
        SimulationState done(plan_);
        Ending ending =
            crew_.work(left.part(rank * share, share), done, context_, std::exchange(beside_, {}));
        if (context_.ranks != nullptr) ending = shared(done, ending, plan_, *context_.ranks);
        state_.merge(done);
        return ending;
    }

    [[nodiscard]] std::uint64_t next_size(std::uint64_t batches, double seconds) const {
        const double factor = std::clamp(seconds_per_round / std::max(seconds, 1e-6), 0.25, 4.0);
        const double wanted = std::min(static_cast<double>(batches) * factor, 0x1p62);
        return std::max(static_cast<std::uint64_t>(wanted), workers());
    }

    void keep(bool now) {
        if (context_.store == nullptr || has_bad_sample()) return;
        context_.store->keep(name_.identity, state_.text(), now);
    }

    void tell() const {
        if (context_.watch == nullptr) return;
        const double done =
            static_cast<double>(state_.finished.size()) / static_cast<double>(plan_.batch_count());
        const std::uint64_t samples =
            state_.finished.size() == plan_.batch_count()
                ? plan_.samples()
                : static_cast<std::uint64_t>(done * static_cast<double>(plan_.samples()));
        context_.watch->show(name_.label, samples, plan_.samples(), "samples");
    }

    const SamplePlan& plan_;
    const SimulationName& name_;
    const Context& context_;
    std::function<void()> beside_;  ///< empty once it was called
    SimulationState state_;
    Crew crew_;
};

}  // namespace

SampleTotals run_simulation(const SamplePlan& plan, const SimulationName& name, const Context& context,
                            const std::function<void()>& beside) {
    return Run(plan, name, context, beside)();
}

}  // namespace sigprop
