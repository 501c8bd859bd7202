// A run that is interrupted and goes on from what was kept ends with the bits of one that was not.

#include "models/training/training_checkpoint.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <map>
#include <sigprop/core/base/errors.hpp>
#include <thread>

#include "tests/models/training/small_plan.hpp"

using namespace sigprop;
using training_test::small_plan;

namespace {

/// Keeps every state at once, and asks to stop when it has kept so many.
class Shelf final : public SimulationStore {
public:
    std::optional<std::string> find(std::string_view) override { return std::nullopt; }
    void keep(std::string_view, std::string, bool) override {}
    std::optional<std::string> find_large(std::string_view name) override {
        const auto found = states.find(std::string(name));
        return found == states.end() ? std::nullopt : std::optional(found->second);
    }
    void keep_large(std::string_view name, const Writer& write, bool) override {
        std::string& state = states[std::string(name)];
        state.clear();
        write([&](std::string_view piece) { state += piece; });
        if (++kept == stop_after) stop = true;
    }
    void drop_large(std::string_view name) override { states.erase(std::string(name)); }

    std::map<std::string, std::string> states;
    std::atomic<bool> stop = false;
    int kept = 0, stop_after = -1;
};

Context context_of(Shelf& shelf) {
    Context context;
    context.seed = 1;
    context.cancelled = &shelf.stop;
    context.store = &shelf;
    return context;
}

std::string run(const TrainingPlan& plan, Shelf& shelf) {
    Team team(1);
    StoredTraining keeper(shelf, "a network");
    return train(plan, {1, 0}, team, context_of(shelf), &keeper).text();
}

std::string whole(const TrainingPlan& plan) {
    Shelf shelf;
    return run(plan, shelf);
}

/// With a stop after so many kept steps.
std::string interrupted(const TrainingPlan& plan, int after) {
    Shelf shelf;
    shelf.stop_after = after;
    CHECK_THROWS_AS(static_cast<void>(run(plan, shelf)), Interrupted);
    shelf.stop = false;
    shelf.stop_after = -1;
    return run(plan, shelf);
}

}  // namespace

TEST_CASE("training checkpoints: an interrupted run ends with the same bits") {
    TrainingPlan plan = small_plan();
    SUBCASE("adam, with the activations of the start") {}
    SUBCASE("momentum, batch statistics and dropout") {
        plan.optimizer.kind = OptimizerKind::momentum;
        plan.architecture.norm.kind = TransformerNorm::batch_norm;
        plan.architecture.dropout = 0.1;
    }
    SUBCASE("batch statistics of hidden features, and branches that rise") {
        plan.architecture.norm.kind = TransformerNorm::batch_norm;
        plan.architecture.hidden_norm = HiddenNorm::after_activation;
        for (ResidualStep<double>& step : plan.architecture.steps) step.branch = 0;
        plan.branch_steps = 15;
    }
    SUBCASE("a second task, stopped within either") {
        plan.optimizer.steps = 10;
        plan.second = {.steps = 12, .kind = TaskKind::copy, .rate = 1e-3};
        plan.architecture.norm.kind = TransformerNorm::batch_norm;
        plan.architecture.norm_noise = 0.3;
        plan.probe = {.what = Probe::drift, .at = 4};
    }
    SUBCASE("muon, with adamw beside it and a decay in the last steps") {
        plan.optimizer.kind = OptimizerKind::muon;
        plan.optimizer.decay = RateDecay::wsd;
        plan.optimizer.decay_share = 0.4;
    }
    SUBCASE("lion") { plan.optimizer.kind = OptimizerKind::lion; }
    SUBCASE("sgd, with decay of the rate") {
        plan.optimizer.kind = OptimizerKind::sgd;
        plan.optimizer.decay = RateDecay::linear;
    }
    const std::string uninterrupted = whole(plan);
    for (const int after : {1, 7, 10, 11, 19}) {
        CAPTURE(after);
        const bool same = interrupted(plan, after) == uninterrupted;
        CHECK(same);
    }
}

TEST_CASE(
    "training checkpoints: a run that is stopped at any moment, within a step too, ends with the same bits") {
    TrainingPlan plan = small_plan();
    plan.architecture.norm.kind = TransformerNorm::batch_norm;
    const std::string uninterrupted = whole(plan);
    int stopped = 0;
    Shelf shelf;
    std::string found;
    for (int microseconds = 500; found.empty(); microseconds += 700) {
        shelf.stop = false;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
            shelf.stop = true;
        });
        try {
            found = run(plan, shelf);
        } catch (const Interrupted&) {
            ++stopped;
        }
    }
    CHECK(stopped > 3);
    const bool same = found == uninterrupted;
    CHECK(same);
}

TEST_CASE("training checkpoints: each part of a state is needed") {
    const TrainingPlan plan = small_plan();
    const std::string uninterrupted = whole(plan);
    Shelf shelf;
    shelf.stop_after = 7;
    CHECK_THROWS_AS(static_cast<void>(run(plan, shelf)), Interrupted);
    const std::string state = shelf.states.begin()->second;
    // Some numbers of the parameters and of both moments: another run, or a refusal.
    for (const double place : {0.2, 0.5, 0.8}) {
        CAPTURE(place);
        Shelf other;
        std::string changed = state;
        const auto first = static_cast<std::size_t>(place * static_cast<double>(changed.size()));
        for (std::size_t k = first; k < first + 256; ++k) changed[k] ^= 0x3f;
        other.states["a network"] = changed;
        std::string found;
        try {
            found = run(plan, other);
        } catch (const IoError&) {
            found = "refused";
        }
        const bool goes_on_as_before = found == uninterrupted;
        CHECK_FALSE(goes_on_as_before);
    }
}

TEST_CASE("training checkpoints: the state of another network is refused") {
    Shelf shelf;
    shelf.stop_after = 5;
    CHECK_THROWS_AS(static_cast<void>(run(small_plan(), shelf)), Interrupted);
    shelf.stop = false;
    TrainingPlan wider = small_plan();
    wider.architecture.width = 48;
    CHECK_THROWS_AS(static_cast<void>(run(wider, shelf)), IoError);
    std::string& state = shelf.states.begin()->second;
    for (const std::size_t length : {std::size_t{0}, std::size_t{9}, state.size() / 2, state.size() - 1}) {
        CAPTURE(length);
        Shelf cut;
        cut.states["a network"] = state.substr(0, length);
        CHECK_THROWS_AS(static_cast<void>(run(small_plan(), cut)), IoError);
    }
}

TEST_CASE("training checkpoints: a crew drops the state of what is finished") {
    Shelf shelf;
    const std::vector<TrainingRun> runs = train_networks(small_plan(3), 2, context_of(shelf));
    CHECK(runs.size() == 2);
    CHECK(shelf.kept == 6);  // after each step of each network
    CHECK(shelf.states.empty());
}
