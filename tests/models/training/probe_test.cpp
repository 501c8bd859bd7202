#include "models/training/probe.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "tests/models/training/small_plan.hpp"

using namespace sigprop;
using training_test::refusal;

namespace {

TrainingPlan plan_with(Probe what, std::uint64_t at, std::uint64_t steps = 6) {
    TrainingPlan plan = training_test::small_plan(steps);
    plan.test_lengths = {};
    plan.evaluate_every = 0;
    plan.probe.what = what;
    plan.probe.at = at;
    return plan;
}

TrainingRun run_of(const TrainingPlan& plan, int threads = 1) {
    Team team(threads);
    return train(plan, {1, 0}, team, Context{});
}

/// The numbers of a run without those of its probe.
std::map<std::string, std::vector<double>> without_probe(TrainingRun run) {
    std::erase_if(run.numbers, [](const auto& entry) { return entry.first.starts_with("probe "); });
    return run.numbers;
}

constexpr Probe all_probes[] = {Probe::signal,     Probe::scores,      Probe::sharpness,
                                Probe::smoothness, Probe::update,      Probe::shift,
                                Probe::drift,      Probe::fluctuation, Probe::rows};

}  // namespace

TEST_CASE(
    "probes: a run with one takes the same steps, to the bit, and finds the same on any number of threads") {
    for (const TransformerNorm norm : {TransformerNorm::rms_norm, TransformerNorm::batch_norm}) {
        TrainingPlan plain = plan_with(Probe::none, 0);
        plain.architecture.norm.kind = norm;
        const auto expected = run_of(plain).numbers;
        for (const Probe what : all_probes) {
            for (const std::uint64_t at : {0U, 3U}) {
                CAPTURE(static_cast<int>(what));
                CAPTURE(at);
                TrainingPlan plan = plan_with(what, at);
                plan.architecture.norm.kind = norm;
                const TrainingRun run = run_of(plan);
                CHECK(without_probe(run) == expected);
                CHECK(run.numbers.size() > expected.size());
                CHECK(run_of(plan, 3).numbers == run.numbers);
                CHECK(identity_of(plan) != identity_of(plain));
            }
        }
    }
}

TEST_CASE("probes: the signal is that of gradients taken one by one") {
    TrainingPlan plan = plan_with(Probe::signal, 0);
    plan.probe.batches = 5;
    const TrainingRun run = run_of(plan);
    const std::vector<double>& signal = run.numbers.at("probe signal");
    REQUIRE(signal.size() == plan.architecture.steps.size());
    // Of a batch of all tokens there is less noise: a batch of 4 times as many sequences has some 4 times the
    // signal.
    TrainingPlan larger = plan;
    larger.batch *= 16;
    larger.probe.batches = 64;
    plan.probe.batches = 64;
    const double few = run_of(plan).at("probe signal all"), many = run_of(larger).at("probe signal all");
    CHECK(many / few > 8);
    CHECK(many / few < 32);
}

TEST_CASE("probes: the update of plain gradient descent is the rate times the gradient") {
    TrainingPlan plan = plan_with(Probe::update, 2);
    plan.optimizer.kind = OptimizerKind::sgd;
    plan.optimizer.rate = 0.1;
    const TrainingRun run = run_of(plan);
    Team team(1);
    // The parameters' size hardly moves in two steps.
    Transformer<float> start(plan.architecture, {1, 0}, team);
    double size = 0;
    for (const float one : start.parameters()) size += static_cast<double>(one) * static_cast<double>(one);
    const double expected = plan.optimizer.rate * run.at("gradient norm", 2) / std::sqrt(size);
    CHECK(run.at("probe update all") == doctest::Approx(expected).epsilon(1e-2));
    TrainingPlan twice = plan;
    twice.optimizer.rate = 0.2;
    twice.probe.at = plan.probe.at = 0;
    CHECK(run_of(twice).at("probe update all") ==
          doctest::Approx(2 * run_of(plan).at("probe update all")).epsilon(1e-4));
}

TEST_CASE(
    "probes: nothing below the first sublayer but the embedding shifts its gradient; no step, no shift") {
    TrainingPlan plan = plan_with(Probe::shift, 1);
    const TrainingRun run = run_of(plan);
    const std::vector<double>& shift = run.numbers.at("probe shift");
    const std::vector<double>& cosine = run.numbers.at("probe shift cosine");
    REQUIRE(shift.size() == plan.architecture.steps.size());
    for (std::size_t l = 0; l < shift.size(); ++l) {
        CHECK(shift[l] > 1e-4);
        CHECK(shift[l] < 2);
        // |G - G'|^2 = |G|^2 + |G'|^2 - 2 |G| |G'| cos, whatever |G'| is
        CHECK(shift[l] * shift[l] >= 1 - cosine[l] * cosine[l] - 1e-6);
    }
    CHECK(shift.back() > shift.front());  // more has moved below the last
    TrainingPlan still = plan;
    still.optimizer.kind = OptimizerKind::sgd;
    still.optimizer.rate = 1e-30;
    const TrainingRun stood = run_of(still);
    for (const double one : stood.numbers.at("probe shift")) CHECK(one < 1e-20);
    // The embedding alone moves: with its rate at nothing the first sublayer sees no shift, the others do.
    plan.architecture.start(WeightRole::embedding).rate = 1e-30;
    const std::vector<double> without = run_of(plan).numbers.at("probe shift");
    CHECK(without.front() < 1e-20);
    CHECK(without[1] > 1e-4);
    // Types of tokens are added to the embedding, below all sublayers.
    plan.architecture.token_types = plan.architecture.segments = 2;
    plan.architecture.start(WeightRole::token_type).std = 1;
    const TrainingRun with_types = run_of(plan);
    CHECK(with_types.numbers.at("probe shift").front() > 1e-5);
}

TEST_CASE("probes: scores before the cap, and the surface of the loss") {
    TrainingPlan capped = plan_with(Probe::scores, 0);
    capped.architecture.scores = ScoreKind::softcap;
    capped.architecture.cap = 0.5;
    TrainingPlan plain = capped;
    plain.architecture.scores = ScoreKind::scaled;
    // At the start both have the same queries and keys in the first sublayer.
    const double largest = run_of(capped).numbers.at("probe largest score").front();
    CHECK(largest == run_of(plain).numbers.at("probe largest score").front());
    CHECK(largest > 0.5);
    CHECK(run_of(capped).numbers.at("probe score second moment").front() <
          run_of(plain).numbers.at("probe score second moment").front());

    TrainingPlan smooth = plan_with(Probe::smoothness, 6);
    smooth.probe.distance = 1e-4;
    const TrainingRun run = run_of(smooth);
    CHECK(run.at("probe loss change") < 0);
    const TrainingRun sharp = run_of(plan_with(Probe::sharpness, 6));
    CHECK(sharp.at("probe sharpness") > 0);
    CHECK(sharp.at("probe sharpness residual") < 0.05 * sharp.at("probe sharpness"));
    // No direction bends more than the one of the largest eigenvalue in size.
    CHECK(run.at("probe smoothness") < 1.5 * sharp.at("probe sharpness"));
}

TEST_CASE("probes: drift is that of the streams' statistics, between then and the end") {
    TrainingPlan plan = plan_with(Probe::drift, 0);
    const TrainingRun run = run_of(plan);
    const std::size_t positions = plan.architecture.steps.size() + 1;
    REQUIRE(run.numbers.at("probe drift mean").size() == positions);
    REQUIRE(run.numbers.at("probe drift variance").size() == positions);
    CHECK_FALSE(run.has("probe feature means"));
    for (const double one : run.numbers.at("probe drift mean")) CHECK(one > 0);
    // Nearer to the end there is less of it, and none where nothing moves.
    plan.probe.at = 5;
    CHECK(run_of(plan).numbers.at("probe drift mean").back() < run.numbers.at("probe drift mean").back());
    plan.optimizer.kind = OptimizerKind::sgd;
    plan.optimizer.rate = 1e-30;
    const TrainingRun still = run_of(plan);
    for (const char* const name : {"probe drift mean", "probe drift variance"}) {
        for (const double one : still.numbers.at(name)) CHECK(one == 0);
    }
    plan.probe.at = plan.optimizer.steps;
    CHECK(refusal(plan).find("at_step must be below") != std::string::npos);
}

TEST_CASE("probes: batches of independent tokens fluctuate as their size says, those of a language more") {
    TrainingPlan plan = plan_with(Probe::fluctuation, 0);
    plan.probe.batches = 400;
    plan.architecture.positions = Positions::none;
    plan.task.kind = TaskKind::random;
    const double independent = run_of(plan).numbers.at("probe fluctuation").front();
    // Of 400 batches and so many features a variance is known to some 5 %.
    CHECK(independent == doctest::Approx(1).epsilon(0.15));
    plan.task.kind = TaskKind::markov;
    CHECK(run_of(plan).numbers.at("probe fluctuation").front() > 1.3);
}

TEST_CASE("probes: a gradient reaches the rows of tokens that occur, and of all where the head is tied") {
    TrainingPlan plan = plan_with(Probe::rows, 0);
    plan.architecture.vocabulary = plan.task.vocabulary = 4096;
    const TrainingRun untied = run_of(plan);
    CHECK(untied.at("probe rows") <= static_cast<double>(plan.batch * plan.length) / 4096);
    CHECK(untied.at("probe rows") > 0);
    CHECK(untied.at("probe row share") <= untied.at("probe rows"));
    plan.architecture.tied = true;
    CHECK(run_of(plan).at("probe rows") == 1);
}

TEST_CASE("probes: what makes no sense is refused") {
    TrainingPlan plan = plan_with(Probe::sharpness, 0);
    plan.architecture.dropout = 0.1;
    CHECK(refusal(plan).find("dropout") != std::string::npos);
    plan.probe.what = Probe::signal;
    CHECK(refusal(plan).empty());
}
