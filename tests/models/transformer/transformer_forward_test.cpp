// Losses and outputs of Transformers against the naive ones, over every choice of a design.

#include <doctest/doctest.h>

#include <set>

#include "tests/models/transformer/transformer_comparison.hpp"

using namespace transformer_test;
using reference::Fault;
using reference::Parameters;

namespace {

constexpr double tolerance = 1e-12;
constexpr NetworkNumber number{.seed = 8, .number = 0};

/// The fast network in double precision against the naive one with a fault.
Gap double_gap(const Example& example, Team& team, Fault fault = Fault::none) {
    const Parameters<double> values = reference::random_parameters(example.design, parameter_seed);
    const TokenBatch batch = batch_of(example);
    Transformer<double> network(example.design, number, team);
    store(values, network);
    const double loss = network.forward(batch, Pass::training);
    return gap_of(loss, network.logits(), naive_answer<double>(example, values, batch, fault));
}

}  // namespace

TEST_CASE("Transformers: losses and outputs are those of the naive network") {
    Team team(1);
    Gap largest;
    for (const Example& example : all_examples()) {
        CAPTURE(example.name);
        const Gap gap = double_gap(example, team);
        CHECK(gap.loss <= tolerance);
        CHECK(gap.logits <= tolerance);
        largest = {std::fmax(largest.loss, gap.loss), std::fmax(largest.logits, gap.logits)};
    }
    MESSAGE("largest relative difference of a loss: ", largest.loss, ", of an output: ", largest.logits);
}

TEST_CASE("Transformers: a naive network with a planted fault is far away") {
    Team team(1);
    for (const FaultRow& row : value_faults()) {
        CAPTURE(row.example);
        CAPTURE(static_cast<int>(row.fault));
        CHECK(double_gap(example_named(row.example), team, row.fault).loss > 1e6 * tolerance);
    }
}

TEST_CASE("Transformers: floats round as often as the naive network does") {
    // The naive network in floats adds up one by one, as the worst order does; its own distance from doubles
    // is what rounding does to this design. A few roundings on top are for outputs that it happens to hit.
    Team team(1);
    constexpr double unit = std::numeric_limits<float>::epsilon();
    for (const Example& example : all_examples()) {
        CAPTURE(example.name);
        const Parameters<double> values =
            rounded_to_float(reference::random_parameters(example.design, parameter_seed));
        const TokenBatch batch = batch_of(example);
        const reference::Answer<double> right = naive_answer<double>(example, values, batch);
        const reference::Answer<float> naive = naive_answer<float>(example, values, batch);
        const std::size_t scored = right.logits.size();
        std::vector<float> naive_logits(scored * example.design.vocabulary);
        for (std::size_t k = 0; k < scored; ++k) {
            for (std::size_t v = 0; v < example.design.vocabulary; ++v) {
                naive_logits[v * scored + k] = naive.logits[k][v];
            }
        }
        const Gap naive_gap = gap_of<float>(reference::value_of(naive.loss), naive_logits, right);
        Transformer<float> network(example.design, number, team);
        store(values, network);
        const double loss = network.forward(batch, Pass::training);
        const Gap gap = gap_of(loss, network.logits(), right);
        CHECK(gap.loss <= 4 * naive_gap.loss + 16 * unit);
        CHECK(gap.logits <= 4 * naive_gap.logits + 16 * unit);
        CHECK(gap.logits > 0);  // it did compute in floats
    }
}

TEST_CASE("Transformers: without dropout and batch statistics both passes are the same") {
    Team team(1);
    for (const char* name : {"gated silu", "BERT", "log_n in a window, both ways", "batch_norm before"}) {
        CAPTURE(name);
        const Example example = example_named(name);
        const TokenBatch batch = batch_of(example);
        Transformer<double> network(example.design, number, team);
        store(reference::random_parameters(example.design, parameter_seed), network);
        const double trained = network.forward(batch, Pass::training);
        CHECK(network.forward(batch, Pass::training) == trained);
        const bool differ = example.design.norm.kind == TransformerNorm::batch_norm;
        CHECK((network.forward(batch, Pass::evaluation) != trained) == differ);
    }
}

TEST_CASE("Transformers: blocks have the naive network's names, shapes, multipliers and starts") {
    Team team(1);
    for (const Example& example : all_examples()) {
        Transformer<double> network(example.design, number, team);
        std::map<std::string, reference::Shape> shapes;
        for (const reference::Shape& shape : reference::shapes_of(example.design)) shapes[shape.name] = shape;
        std::set<std::string> names;
        for (const ParameterBlock& block : network.blocks()) {
            CAPTURE(example.name);
            CAPTURE(block.name);
            REQUIRE(shapes.count(block.name) == 1);
            const reference::Shape& shape = shapes[block.name];
            CHECK(names.insert(block.name).second);
            CHECK(block.rows == shape.rows);
            CHECK(block.columns == shape.columns);
            const double multiplier =
                shape.role.has_value() ? example.design.start(*shape.role).multiplier : 1;
            CHECK(block.multiplier == multiplier);
            CHECK(block.decays == shape.role.has_value());
            const auto first = network.parameters().subspan(block.offset, block.size());
            for (const double one : first) {
                // Matrices start with std 0.3 / multiplier: none of so few entries is six times as large.
                const bool starts = shape.role.has_value() ? one != 0 && std::fabs(one) < 1.8 / multiplier
                                                           : one == shape.start;
                CHECK(starts);
            }
        }
        CHECK(names.size() == shapes.size());
    }
}
