// A second task after the first: what is learned of it, what is forgotten, and what may not be asked.

#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>

#include "tests/models/training/small_plan.hpp"

using namespace sigprop;
using training_test::refusal;
using training_test::small_plan;

namespace {

TrainingPlan plan_of_two(std::uint64_t steps = 40, std::uint64_t then = 40) {
    TrainingPlan plan = small_plan(steps);
    plan.coordinates = false;
    plan.evaluate_every = 0;
    plan.test_lengths = {};
    plan.second = {.steps = then, .kind = TaskKind::markov, .rate = 3e-3};
    return plan;
}

TrainingRun run_of(const TrainingPlan& plan, int threads = 1) {
    Team team(threads);
    return train(plan, {1, 0}, team, Context{});
}

}  // namespace

TEST_CASE("second tasks: the first is as it is without one, and the second starts from where it ended") {
    const TrainingPlan plan = plan_of_two();
    TrainingPlan first = plan;
    first.second.steps = 0;
    const TrainingRun both = run_of(plan), one = run_of(first);
    for (const auto& entry : one.numbers) {
        const std::string& name = entry.first;
        const std::vector<double>& values = entry.second;
        CAPTURE(name);
        if (name == "loss" || name == "gradient norm") {
            const std::vector<double>& all = both.numbers.at(name);
            REQUIRE(all.size() == values.size() + plan.second.steps);
            CHECK(std::equal(values.begin(), values.end(), all.begin()));
        } else {
            CHECK(both.numbers.at(name) == values);
        }
    }
    CHECK(run_of(plan, 3).numbers == both.numbers);
    CHECK(identity_of(plan) != identity_of(first));
    CHECK(both.at("second loss") < both.at("second start loss"));
    CHECK(both.at("kept loss") > both.at("validation loss"));
}

TEST_CASE("second tasks: the optimiser has forgotten the first, and its rate is its own") {
    // Adam's first step has the size of its rate for each number, whatever came before: the schedule of the
    // first task, its moments and their bias correction are gone.
    TrainingPlan plan = plan_of_two(40, 1);
    plan.optimizer.decay = RateDecay::linear;
    plan.optimizer.warmup = 5;
    plan.second.rate = 1e-30;
    const TrainingRun still = run_of(plan);
    CHECK(still.at("second loss") == still.at("second start loss"));
    CHECK(still.at("kept loss") == still.at("validation loss"));
    plan.second.rate = 3e-3;
    CHECK(run_of(plan).at("second loss") < still.at("second start loss"));
}

TEST_CASE("second tasks: what only the head learns leaves the stream alone") {
    TrainingPlan plan = plan_of_two();
    plan.second.head_only = true;
    plan.architecture.head_transform = HeadTransform::dense_norm;
    const TrainingRun head = run_of(plan);
    plan.second.head_only = false;
    const TrainingRun all = run_of(plan);
    CHECK(head.at("second start loss") == all.at("second start loss"));
    CHECK(head.at("second loss") < head.at("second start loss"));
    CHECK(all.at("second loss") < head.at("second loss"));
    // With nothing but a frozen stream and a head at rate 0, nothing is learned.
    plan.second.head_only = true;
    plan.architecture.start(WeightRole::head).rate = 0;
    plan.architecture.start(WeightRole::head_dense).rate = 0;
    plan.architecture.norm.gain = false;
    const TrainingRun none = run_of(plan);
    CHECK(none.at("second loss") == none.at("second start loss"));
}

TEST_CASE("second tasks: what makes no sense is refused, and a rate that is too large is told") {
    TrainingPlan plan = plan_of_two();
    plan.second.head_only = true;
    plan.architecture.tied = true;
    CHECK(refusal(plan).find("then_trains=head") != std::string::npos);
    plan = plan_of_two();
    plan.second.rate = 0;
    CHECK(refusal(plan).find("rate") != std::string::npos);
    plan.second.rate = 1e30;
    const TrainingRun run = run_of(plan);
    CHECK(run.fate() == Fate::diverged);
    CHECK_FALSE(run.diverged.empty());
    CHECK_FALSE(run.has("second loss"));
}
