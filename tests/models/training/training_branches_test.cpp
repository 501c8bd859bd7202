// Factors of branches in training: their schedule, their rate, what is refused, and that runs without them
// keep their names.

#include <doctest/doctest.h>

#include <set>
#include <sigprop/core/base/errors.hpp>

#include "tests/models/training/small_plan.hpp"

using namespace sigprop;
using training_test::refusal;
using training_test::small_plan;

namespace {

constexpr std::uint64_t rise = 4, seed = 1;

TrainingPlan rising_plan() {
    TrainingPlan plan = small_plan(6);
    for (ResidualStep<double>& step : plan.architecture.steps) step.branch = 0.25;
    plan.branch_steps = rise;
    plan.evaluate_every = 2;
    return plan;
}

/// What a network gives whose factor is `branch` from the start.
double loss_of(TrainingPlan plan, double branch, std::uint64_t batch, Pass pass) {
    for (ResidualStep<double>& step : plan.architecture.steps) step.branch = branch;
    Team team(1);
    Transformer<float> network(plan.architecture, {seed, 0}, team);
    return network.forward(make_task(plan.task, seed)->batch(batch, plan.batch, plan.length), pass, batch);
}

double validation_of(const TrainingPlan& plan, double branch) {
    double sum = 0;
    for (std::uint64_t k = 0; k < plan.validation_batches; ++k)
        sum += loss_of(plan, branch, validation_begin + k, Pass::evaluation);
    return sum / static_cast<double>(plan.validation_batches);
}

}  // namespace

TEST_CASE("training: factors of branches rise by equal steps to 1 and stay there") {
    TrainingPlan plan = rising_plan();
    plan.optimizer.kind = OptimizerKind::sgd;
    plan.optimizer.rate = 1e-30;  // nothing else moves
    Team team(1);
    const TrainingRun run = train(plan, {seed, 0}, team, Context{});
    const double factors[] = {0.25, 0.4375, 0.625, 0.8125, 1, 1};
    for (std::uint64_t step = 0; step < 6; ++step) {
        CAPTURE(step);
        CHECK(run.at("loss", step) == loss_of(plan, factors[step], step, Pass::training));
    }
    CHECK(run.at("start loss") == run.at("loss", 0));
    CHECK(run.at("curve loss", 0) == validation_of(plan, 0.625));
    CHECK(run.at("curve loss", 1) == validation_of(plan, 1));
    CHECK(run.at("validation loss") == validation_of(plan, 1));
    CHECK(run.at("validation loss") != validation_of(plan, 0.8125));
}

TEST_CASE("training: a learned factor has the rate of its own, and nothing else has") {
    Team team(1);
    Architecture design = small_plan().architecture;
    design.branch_gain = BranchGain::scalar;
    design.branch_rate = 0.125;
    const Transformer<float> network(design, {seed, 0}, team);
    std::size_t factors = 0;
    for (const ParameterBlock& block : network.blocks()) {
        CAPTURE(block.name);
        const bool is_factor = block.name.ends_with("branch gain");
        CHECK(block.rate == (is_factor ? 0.125 : 1));
        factors += is_factor ? 1U : 0U;
    }
    CHECK(factors == 4);
}

TEST_CASE("training: schedules and rates of factors that cannot be are refused") {
    CHECK(refusal(rising_plan()).empty());
    TrainingPlan plan = rising_plan();
    plan.architecture.branch_gain = BranchGain::feature;
    CHECK(refusal(plan).find("branch_steps needs a factor that is not learned") == 0);
    plan = rising_plan();
    plan.branch_steps = 7;
    CHECK(refusal(plan) == "branches that rise over branch_steps=7 steps do not reach 1 in a run of 6 steps");
    plan = small_plan();
    plan.architecture.branch_rate = 2;
    CHECK(refusal(plan).find("branch_rate needs a learned factor") == 0);
    plan.architecture.branch_gain = BranchGain::scalar;
    CHECK(refusal(plan).empty());
    plan.architecture.branch_rate = -1;
    CHECK(refusal(plan) == "branch_rate must be at least 0 and finite, not -1");
}

// Runs in checkpoints are found by their identity: it names what came later only where it is used.
TEST_CASE(
    "training: norms of hidden features, rates and schedules of factors change a plan's identity, their "
    "absence does not") {
    const std::string plain = identity_of(small_plan());
    for (const char* word : {"hidden norm", "branch rate", "branch steps"})
        CHECK(plain.find(word) == std::string::npos);
    TrainingPlan plan = small_plan();
    plan.architecture.hidden_norm = HiddenNorm::before_activation;
    const std::string before = identity_of(plan);
    plan.architecture.hidden_norm = HiddenNorm::after_activation;
    CHECK(before != plain);
    CHECK(identity_of(plan) != plain);
    CHECK(identity_of(plan) != before);
    plan = small_plan();
    plan.architecture.branch_rate = 0.5;
    CHECK(identity_of(plan) != plain);
    plan = small_plan();
    plan.branch_steps = 3;
    const std::string three = identity_of(plan);
    plan.branch_steps = 4;
    CHECK(three != plain);
    CHECK(identity_of(plan) != three);
}

TEST_CASE("training: each choice of today's blocks changes a plan's identity, its absence does not") {
    using Change = void (*)(Architecture&);
    const Change changes[] = {
        [](Architecture&) {},
        [](Architecture& a) { a.parallel = ParallelBlocks::two_norms; },
        [](Architecture& a) { a.experts.count = 4; },
        [](Architecture& a) { a.experts = {.count = 4, .active = 1}; },
        [](Architecture& a) { a.experts = {.count = 4, .shared = 1}; },
        [](Architecture& a) { a.experts = {.count = 4, .gate = ExpertGate::plain}; },
        [](Architecture& a) {
            a.experts.count = 4;
            a.start(WeightRole::router).std = 7;
        },
        [](Architecture& a) { a.query_key_norm = QueryKeyNorm::head; },
        [](Architecture& a) { a.query_key_norm = QueryKeyNorm::width; },
        [](Architecture& a) {
            a.query_key_norm = QueryKeyNorm::width;
            a.query_key_norm_kind = QueryKeyNormKind::layer_norm;
        },
        [](Architecture& a) {
            a.query_key_norm = QueryKeyNorm::width;
            a.query_key_gain = false;
        },
        [](Architecture& a) { a.rotary_share = 0.5; },
        [](Architecture& a) { a.pattern = {{.window = 3}}; },
        [](Architecture& a) {
            a.pattern = {{.window = 3}, {.window = 3}};
        },
        [](Architecture& a) { a.pattern = {{.rotary_base = 3}}; },
        [](Architecture& a) { a.positions = Positions::alibi; },
        [](Architecture& a) { a.token_types = 2; },
        [](Architecture& a) {
            a.token_types = 2;
            a.segments = 2;
        },
        [](Architecture& a) {
            a.token_types = 2;
            a.start(WeightRole::token_type).std = 7;
        },
        [](Architecture& a) { a.biases = true; },
        [](Architecture& a) {
            a.biases = true;
            a.bias_places = BiasPlaces::query_key_value;
        },
    };
    std::set<std::string> identities;
    for (const Change change : changes) {
        TrainingPlan plan = small_plan();
        change(plan.architecture);
        CHECK(identities.insert(identity_of(plan)).second);
    }
    // What is not there decides nothing.
    TrainingPlan plan = small_plan();
    plan.architecture.start(WeightRole::router).std = 7;
    plan.architecture.start(WeightRole::token_type).rate = 7;
    plan.architecture.bias_places = BiasPlaces::attention;
    plan.architecture.experts.active = 1;
    CHECK(identity_of(plan) == identity_of(small_plan()));
}
