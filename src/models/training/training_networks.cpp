// Many runs at once, on the threads of this process and shared out among ranks. What a run finds does not
// depend on who computes it; finished runs are kept in the context's store.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <sigprop/core/base/errors.hpp>

#include "core/base/simulation.hpp"
#include "core/parallel/workers.hpp"
#include "formats/sha256.hpp"
#include "models/network/network_design.hpp"
#include "models/training/training_checkpoint.hpp"

namespace sigprop {
namespace {

constexpr std::uint64_t max_networks = 10'000;

/// Finished runs by number, as text: "number size text" one after another, "I" or "L" first for a stop.
struct Found {
    std::map<std::uint64_t, std::string> runs;
    bool interrupted = false, late = false;

    [[nodiscard]] std::string text() const {
        std::string text = interrupted ? "I " : late ? "L " : "  ";
        for (const auto& [number, run] : runs) text += fmt::format("{} {} {}", number, run.size(), run);
        return text;
    }
    void add(std::string_view text) {
        if (text.size() < 2) throw IoError("the saved training runs could not be read");
        interrupted = interrupted || text[0] == 'I';
        late = late || text[0] == 'L';
        text.remove_prefix(2);
        const auto number = [&] {
            const std::size_t end = text.find(' ');
            if (end == std::string_view::npos || end == 0 || end > 20)
                throw IoError("the saved training runs could not be read");
            std::uint64_t value = 0;
            for (const char digit : text.substr(0, end))
                value = 10 * value + static_cast<std::uint64_t>(digit - '0');
            text.remove_prefix(end + 1);
            return value;
        };
        while (!text.empty()) {
            const std::uint64_t which = number();
            const std::uint64_t size = number();
            if (size > text.size()) throw IoError("the saved training runs could not be read");
            runs[which] = std::string(text.substr(0, size));
            text.remove_prefix(size);
        }
    }
};

class TrainingCrew {
public:
    TrainingCrew(const TrainingPlan& plan, std::uint64_t networks, const Context& context,
                 std::string_view purpose)
        : plan_(plan),
          networks_(networks),
          context_(context),
          label_(fmt::format("training {} layers, width {}{}", plan.architecture.blocks(),
                             plan.architecture.width, purpose)),
          name_(fmt::format("{} training runs, seed {}: {}", networks, context.seed,
                            sha256_hex(identity_of(plan)))) {
        if (context.store != nullptr) {
            if (const auto known = context.store->find(name_)) found_.add(*known);
            found_.interrupted = found_.late = false;
        }
        if (context.watch != nullptr) context.watch->begins("networks");
        ranks_ = context.ranks == nullptr ? 1 : static_cast<std::uint64_t>(context.ranks->size());
        const std::uint64_t first =
            context.ranks == nullptr ? 0 : static_cast<std::uint64_t>(context.ranks->rank());
        for (std::uint64_t k = first; k < networks; k += ranks_) {
            if (found_.runs.count(k) == 0) {
                numbers_.push_back(k);
            } else {
                steps_ += plan.optimizer.steps + plan.second.steps;
            }
        }
    }

    std::vector<TrainingRun> operator()() {
        const std::size_t workers = crew_size();
        if (workers > 0)
            run_workers(workers, [&](std::size_t, const std::atomic<bool>& stop) { work(stop, workers); });
        if (context_.ranks != nullptr) {
            Found together;
            for (const std::string& one : context_.ranks->exchange(found_.text())) together.add(one);
            found_ = std::move(together);
        }
        if (context_.store != nullptr) keep_all();
        if (found_.interrupted) throw Interrupted();
        if (found_.late) throw TimeSpent();
        std::vector<TrainingRun> runs;
        for (const auto& [number, text] : found_.runs) runs.push_back(TrainingRun::from_text(text));
        return runs;
    }

private:
    /// Counts steps for who watches, and passes on to who keeps.
    class Observer final : public TrainingKeeper {
    public:
        Observer(TrainingCrew& crew, TrainingKeeper* keeper) : crew_(crew), keeper_(keeper) {}
        void restore(TrainingState& state) override {
            if (keeper_ != nullptr) keeper_->restore(state);
            count(state);
        }
        void keep(const TrainingState& state, bool last) override {
            if (keeper_ != nullptr) keeper_->keep(state, last);
            count(state);
        }

    private:
        void count(const TrainingState& state) {
            const std::lock_guard lock(crew_.mutex_);
            crew_.steps_ += state.steps_done - counted_;
            counted_ = state.steps_done;
            crew_.show();
        }
        TrainingCrew& crew_;
        TrainingKeeper* keeper_;
        std::uint64_t counted_ = 0;
    };

    void keep_all() {
        context_.store->keep(name_, found_.text(), true);
        for (const std::uint64_t number : numbers_) {
            if (found_.runs.count(number) != 0) context_.store->drop_large(name_of(number));
        }
    }

    [[nodiscard]] std::size_t crew_size() const {
        const double bytes = training_memory_of(plan_.architecture, plan_.batch, plan_.length);
        const double fit = std::max(1.0, usable_memory() / bytes);
        const auto pieces = static_cast<double>(numbers_.size());
        return worker_count(context_.threads, static_cast<std::uint64_t>(std::min(fit, pieces)));
    }

    void work(const std::atomic<bool>& stop, std::size_t workers) {
        try {
            // Threads that are left over help within a network.
            Team team(std::max(1, context_.threads / static_cast<int>(workers)));
            while (!stop) {
                const std::size_t place = next_++;
                if (place >= numbers_.size()) return;
                context_.check_cancelled();
                finish(numbers_[place], run_of(numbers_[place], team));
            }
        } catch (const Interrupted&) {
            const std::lock_guard lock(mutex_);
            found_.interrupted = true;
        } catch (const TimeSpent&) {
            const std::lock_guard lock(mutex_);
            found_.late = true;
        }
    }

    [[nodiscard]] std::string name_of(std::uint64_t number) const {
        return fmt::format("network {} of {}", number, name_);
    }

    [[nodiscard]] TrainingRun run_of(std::uint64_t number, Team& team) {
        std::optional<StoredTraining> stored;
        if (context_.store != nullptr) stored.emplace(*context_.store, name_of(number));
        Observer observer(*this, stored ? &*stored : nullptr);
        return train(plan_, {context_.seed, number}, team, context_, &observer);
    }

    void finish(std::uint64_t number, const TrainingRun& run) {
        const std::lock_guard lock(mutex_);
        found_.runs[number] = run.text();
        // Ranks write what all have found, at the end.
        if (context_.store == nullptr || context_.ranks != nullptr) return;
        context_.store->keep(name_, found_.text(), true);
        context_.store->drop_large(name_of(number));
    }

    /// Steps of all networks; what other ranks have done is taken to be as much as this one has.
    void show() {
        if (context_.watch == nullptr) return;
        const std::uint64_t of_each = plan_.optimizer.steps + plan_.second.steps;
        const std::uint64_t all = networks_ * std::max<std::uint64_t>(of_each, 1);
        context_.watch->show(label_, std::min(steps_ * ranks_, all), all,
                             networks_ == 1 ? "steps" : fmt::format("steps of {} networks", networks_));
    }

    const TrainingPlan& plan_;
    std::uint64_t networks_;
    const Context& context_;
    std::string label_, name_;
    std::uint64_t ranks_ = 1;
    std::uint64_t steps_ = 0;  ///< of this process's networks
    std::vector<std::uint64_t> numbers_;
    std::atomic<std::size_t> next_ = 0;
    std::mutex mutex_;
    Found found_;
};

}  // namespace

std::vector<TrainingRun> train_networks(const TrainingPlan& plan, std::uint64_t networks,
                                        const Context& context, std::string_view purpose) {
    check_plan(plan);
    if (networks < 1 || networks > max_networks) {
        throw InputError::about({"networks"},
                                fmt::format("networks must be 1 to {}, not {}", max_networks, networks));
    }
    return TrainingCrew(plan, networks, context, purpose)();
}

}  // namespace sigprop
