// The figures told of a design are those of the network, and the norm of hidden features is evaluated by its
// own running statistics.

#include <doctest/doctest.h>

#include "tests/models/transformer/transformer_comparison.hpp"

using namespace transformer_test;
using reference::Parameters;

namespace {

constexpr NetworkNumber number{.seed = 8, .number = 0};

/// One block with BatchNorm inside its feed-forward network, and before that if asked for, without bias and
/// epsilon. The running statistics are those of the last batch.
Example evaluated(HiddenNorm place, bool normalises_input) {
    Example example = base("evaluated");
    example.activation = "relu";
    example.design.activation = formula_of("relu");
    example.design.steps = {{}, {.normalises_input = normalises_input}};
    example.design.final_norm = false;
    example.design.norm = {.kind = TransformerNorm::batch_norm, .running_momentum = 1};
    example.design.hidden_norm = place;
    return example;
}

/// The largest difference of the evaluation from the naive network whose hidden gains are `by` times as
/// large.
double distance(const Example& example, double by) {
    Team team(1);
    Parameters<double> values = reference::random_parameters(example.design, parameter_seed);
    const TokenBatch batch = batch_of(example);
    Transformer<double> network(example.design, number, team);
    store(values, network);
    (void)network.forward(batch, Pass::training);
    const double loss = network.forward(batch, Pass::evaluation);
    for (double& gain : values.at("layer 1 hidden norm gain")) gain *= by;
    const Gap gap = gap_of<double>(loss, network.logits(), naive_answer<double>(example, values, batch));
    return std::fmax(gap.loss, gap.logits);
}

}  // namespace

TEST_CASE("Transformers: parameters are counted as the network has them") {
    Team team(1);
    for (const Example& example : all_examples()) {
        CAPTURE(example.name);
        Transformer<float> network(example.design, number, team);
        const auto numbers = static_cast<double>(network.parameters().size());
        CHECK(parameters_of(example.design) == numbers);
        CHECK(training_memory_of(example.design, 2, 6) > 4 * sizeof(float) * numbers);
    }
}

TEST_CASE("Transformers: a norm of hidden features costs memory, and is refused where groups do not fit") {
    Example example = example_named("hidden group_norm before");
    const double with = training_memory_of(example.design, 2, 6);
    example.design.hidden_norm = HiddenNorm::none;
    // its output before the gain, and what it reads: 12 tokens, 2 blocks; gains, their gradient and its
    // moments
    CHECK(with == training_memory_of(example.design, 2, 6) + sizeof(float) * (2 * 10 * 2 * 12 + 4 * 20.0));
    example = example_named("hidden group_norm before");
    check_architecture(example.design, 2, 6);
    example.design.hidden_width = 11;
    CHECK_THROWS_WITH_AS(check_architecture(example.design, 2, 6),
                         "groups must divide hidden_width, the width of hidden_norm: 2 does not divide 11",
                         InputError);
    example.design.hidden_norm = HiddenNorm::none;
    CHECK_NOTHROW(check_architecture(example.design, 2, 6));
}

// The running variance is n/(n - 1) times that of the batch, n = 12 tokens: features shrink by c = sqrt((n -
// 1)/n), and behind another norm, whose output their own has seen larger, by c^2.
TEST_CASE("Transformers: hidden features are evaluated by the running statistics of their own norm") {
    const double c = std::sqrt(11.0 / 12);
    using enum HiddenNorm;
    struct Row {
        HiddenNorm place;
        bool normalises_input;
        double right, wrong;
    };
    for (const Row& row : {Row{before_activation, false, c, 1}, Row{after_activation, false, c, c * c},
                           Row{before_activation, true, c * c, c}}) {
        CAPTURE(static_cast<int>(row.place));
        const Example example = evaluated(row.place, row.normalises_input);
        CHECK(distance(example, row.right) <= 1e-12);
        CHECK(distance(example, row.wrong) > 1e-3);
        Team team(1);
        Transformer<double> network(example.design, number, team);
        CHECK(network.running().size() == 2 * (10 + (row.normalises_input ? 8U : 0U)));
    }
}

TEST_CASE("Transformers: fixed factors of branches rise to 1, learned ones do not") {
    Team team(1);
    for (const char* name : {"no norm before", "branch gain, one number"}) {
        CAPTURE(name);
        Example example = example_named(name);
        const Parameters<double> values = reference::random_parameters(example.design, parameter_seed);
        const TokenBatch batch = batch_of(example);
        Transformer<double> network(example.design, number, team);
        store(values, network);
        const double start = network.forward(batch);
        network.raise_branches(0.25);
        const double risen = network.forward(batch);
        const bool is_learned = example.design.branch_gain != BranchGain::fixed;
        CHECK((risen == start) == is_learned);
        for (ResidualStep<double>& step : example.design.steps) {
            if (!is_learned) step.branch += 0.25 * (1 - step.branch);
        }
        CHECK(std::fabs(risen - naive_answer<double>(example, values, batch).loss) <= 1e-12 * risen);
        network.raise_branches(0);
        CHECK(network.forward(batch) == start);
        network.raise_branches(1);
        for (ResidualStep<double>& step : example.design.steps) {
            if (!is_learned) step.branch = 1;
        }
        const double whole = naive_answer<double>(example, values, batch).loss;
        CHECK(std::fabs(network.forward(batch) - whole) <= 1e-12 * whole);
    }
}
