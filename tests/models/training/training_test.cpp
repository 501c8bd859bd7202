#include "models/training/training.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "tests/models/training/small_plan.hpp"

using namespace sigprop;
using training_test::refusal;
using training_test::small_plan;

namespace {

std::string run_text(const TrainingPlan& plan, int threads) {
    Team team(threads);
    Context context;
    context.seed = 1;
    return train(plan, {1, 0}, team, context).text();
}

}  // namespace

TEST_CASE("training: the bits of a run do not depend on the number of threads") {
    const std::string one = run_text(small_plan(), 1);
    CHECK(run_text(small_plan(), 2) == one);
    CHECK(run_text(small_plan(), 3) == one);
    TrainingPlan other = small_plan();
    other.optimizer.bias_correction = false;
    CHECK(run_text(other, 1) != one);
}

TEST_CASE("training: a network learns a Markov language, copies, recalls and follows a teacher") {
    Team team(2);
    Context context;
    for (const TaskKind kind : {TaskKind::markov, TaskKind::teacher}) {
        TrainingPlan plan = small_plan(300);
        plan.task.kind = kind;
        const TrainingRun run = train(plan, {3, 0}, team, context);
        CHECK(run.diverged.empty());
        CHECK(run.at("loss", 0) > run.at("loss", 299) + 0.3);
    }
    // Nothing can be learned of random tokens, and a run says so.
    TrainingPlan plan = small_plan(100);
    plan.task.kind = TaskKind::random;
    const TrainingRun run = train(plan, {3, 0}, team, context);
    CHECK(run.fate() == Fate::flat);
}

TEST_CASE("training: a rate that is too large is named with its step, and no number is infinite") {
    Team team(1);
    TrainingPlan plan = small_plan(60);
    plan.optimizer.kind = OptimizerKind::sgd;
    plan.optimizer.rate = 1e12;
    plan.architecture.steps = std::vector<ResidualStep<double>>(4);  // without norms
    plan.architecture.final_norm = false;
    const TrainingRun run = train(plan, {1, 0}, team, Context{});
    CHECK(run.fate() == Fate::diverged);
    CHECK(run.diverged.find("is not finite at step") != std::string::npos);
    for (const auto& entry : run.numbers) {
        INFO(entry.first);
        for (const double one : entry.second) CHECK(std::isfinite(one));
    }
}

TEST_CASE("training: runs are written and read without loss") {
    Team team(1);
    const TrainingRun run = train(small_plan(3), {1, 0}, team, Context{});
    const TrainingRun again = TrainingRun::from_text(run.text());
    CHECK(again.numbers == run.numbers);
    CHECK(again.diverged == run.diverged);
    const std::string text = run.text();
    CHECK_THROWS_AS(static_cast<void>(TrainingRun::from_text(text.substr(0, text.size() - 5))), IoError);
}

TEST_CASE("training: a crew finds what one thread finds") {
    TrainingPlan plan = small_plan(4);
    Context one;
    one.seed = 9;
    Context three = one;
    three.threads = 3;
    const std::vector<TrainingRun> a = train_networks(plan, 4, one);
    const std::vector<TrainingRun> b = train_networks(plan, 4, three);
    REQUIRE(a.size() == 4);
    REQUIRE(b.size() == 4);
    for (std::size_t k = 0; k < 4; ++k) CHECK(a[k].text() == b[k].text());
    CHECK(a[0].text() != a[1].text());
}

TEST_CASE("training: plans that make no sense are refused before anything starts") {
    CHECK(refusal(small_plan()).empty());
    TrainingPlan plan = small_plan();
    plan.architecture.heads = 5;
    CHECK(refusal(plan).find("5 does not divide 32") != std::string::npos);
    plan = small_plan();
    plan.architecture.positions = Positions::learned;
    plan.architecture.max_length = 8;
    CHECK(refusal(plan).find("a sequence of 16 tokens is longer than the 8 learned positions") !=
          std::string::npos);
    plan = small_plan();
    plan.architecture.norm.kind = TransformerNorm::batch_norm;
    plan.batch = plan.length = 1;
    CHECK(refusal(plan).find("a batch of one token has no variance") != std::string::npos);
    plan = small_plan();
    plan.task.objective = Objective::masked;
    CHECK(refusal(plan).find("objective=masked needs causal=false") != std::string::npos);
    plan = small_plan();
    plan.architecture.width = 16384;
    plan.architecture.steps = std::vector<ResidualStep<double>>(512, {.normalises_input = true});
    CHECK(refusal(plan).find("GB, which is more than") != std::string::npos);
}

TEST_CASE("training: size and change of every activation are measured") {
    Team team(1);
    const TrainingRun run = train(small_plan(5), {1, 0}, team, Context{});
    for (const char* name : {"embedding", "layer 0 query", "layer 1 hidden", "layer 3 stream", "logits"}) {
        INFO(name);
        CHECK(run.at(std::string("size ") + name) > 0);
        CHECK(run.at(std::string("change ") + name) > 0);
    }
}
