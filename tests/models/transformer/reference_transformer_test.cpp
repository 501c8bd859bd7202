// The naive Transformers against themselves: dual numbers and finite differences must agree for every design,
// every planted fault must show, and values must be right where they are known without any network.

#include <doctest/doctest.h>

#include <limits>

#include "tests/models/transformer/transformer_faults.hpp"

using namespace transformer_test;
using reference::Fault;
using reference::Parameters;

namespace {

constexpr std::uint64_t seed = 3;

reference::Answer<double> answer(const Example& example, const Parameters<double>& parameters,
                                 const TokenBatch& batch, Fault fault = Fault::none) {
    return reference::Network<double>(example.design, example.activation, parameters, fault)(batch);
}

/// |dual slope - central difference| over the error bound of the difference. A step of 2 h shows four times
/// the truncation error (and any kink inside that step); the loss is known to some ulps.
double disagreement(const Example& example, std::uint64_t direction_seed, const std::string& only,
                    Fault fault) {
    const TokenBatch batch = batch_of(example);
    const Parameters<double> at = reference::random_parameters(example.design, seed);
    const Parameters<double> direction = reference::random_direction(example.design, direction_seed);
    const auto loss_at = [&](double step) {
        Parameters<double> moved = at;
        for (auto& [name, values] : moved) {
            if (!only.empty() && name != only) continue;
            for (std::size_t i = 0; i < values.size(); ++i) values[i] += step * direction.at(name)[i];
        }
        return answer(example, moved, batch).loss;
    };
    const auto difference = [&](double step) { return (loss_at(step) - loss_at(-step)) / (2 * step); };
    constexpr double h = 1e-5;
    const double expected = difference(h);
    const double rounding = 256 * std::numeric_limits<double>::epsilon() * std::fmax(1, loss_at(0)) / h;
    const double bound = std::fabs(difference(2 * h) - expected) + rounding;
    const double slope =
        reference::slope_along(example.design, example.activation, at, direction, batch, only, fault);
    return std::fabs(slope - expected) / bound;
}

}  // namespace

TEST_CASE("naive Transformers: dual numbers and central differences give one gradient in every block") {
    double largest = 0;
    for (const Example& example : all_examples()) {
        std::vector<std::string> places = {""};
        for (const reference::Shape& shape : reference::shapes_of(example.design)) {
            places.push_back(shape.name);
        }
        for (const std::string& only : places) {
            CAPTURE(example.name);
            CAPTURE(only);
            const double size = disagreement(example, 5, only, Fault::none);
            CHECK(size <= 1);
            largest = std::fmax(largest, size);
        }
    }
    MESSAGE("largest disagreement over its bound: ", largest);
}

TEST_CASE("naive Transformers: every fault of a derivative shows a thousandfold, and no value moves") {
    for (const FaultRow& row : slope_faults()) {
        const Example example = example_named(row.example);
        CAPTURE(row.example);
        CAPTURE(static_cast<int>(row.fault));
        const Parameters<double> at = reference::random_parameters(example.design, seed);
        const TokenBatch batch = batch_of(example);
        CHECK(disagreement(example, 5, "", Fault::none) <= 1);
        CHECK(disagreement(example, 5, "", row.fault) > 1000);
        CHECK(answer(example, at, batch, row.fault).loss == answer(example, at, batch).loss);
    }
}

TEST_CASE("naive Transformers: every fault of a value moves the loss far beyond rounding") {
    for (const FaultRow& row : value_faults()) {
        const Example example = example_named(row.example);
        CAPTURE(row.example);
        CAPTURE(static_cast<int>(row.fault));
        const Parameters<double> at = reference::random_parameters(example.design, seed);
        const TokenBatch batch = batch_of(example);
        const double right = answer(example, at, batch).loss;
        CHECK(std::fabs(answer(example, at, batch, row.fault).loss - right) > 1e-6 * right);
    }
}

TEST_CASE(
    "naive Transformers: a head of zeros loses log(vocabulary), and two equal rows share a probability") {
    const Example example = example_named("partly scored");
    Parameters<double> at = reference::random_parameters(example.design, seed);
    const TokenBatch batch = batch_of(example);
    at["head"].assign(at["head"].size(), 0.0);
    CHECK(std::fabs(answer(example, at, batch).loss - std::log(11.0)) <= 1e-15 * 4);
    at["head"][0] = 0.1;
    CHECK(std::fabs(answer(example, at, batch).loss - std::log(11.0)) > 1e-6);
}

TEST_CASE("naive Transformers: causal queries see nothing later, and windows nothing far") {
    struct Row {
        const char* name;
        std::size_t changed, still, moved;  ///< positions of the first sequence
    };
    // Two attentions: a window of 2 reaches two tokens back, or forward where it looks both ways.
    const std::vector<Row> rows = {{"unscaled scores", 3, 2, 3},
                                   {"causal window", 1, 4, 3},
                                   {"causal window", 1, 0, 1},
                                   {"window both ways", 5, 2, 3},
                                   {"both ways", 5, 6, 0}};
    for (const Row& row : rows) {
        CAPTURE(row.name);
        const Example example = example_named(row.name);
        const Parameters<double> at = reference::random_parameters(example.design, seed);
        TokenBatch batch = batch_of(example);
        const auto before = answer(example, at, batch).logits;
        batch.tokens[row.changed] = (batch.tokens[row.changed] + 1) % 11;
        const auto after = answer(example, at, batch).logits;
        CHECK(before[row.still] == after[row.still]);  // token 6 belongs to the second sequence
        CHECK(before[row.moved] != after[row.moved]);
    }
}

TEST_CASE("naive Transformers: rotations see distances only, and their pairs are half a head apart") {
    const std::vector<double> q = {0.3, -1.1, 0.7, 0.4};
    const std::vector<double> k = {-0.5, 0.2, 1.3, 0.9};
    Architecture design = base("turns").design;
    design.heads = 2;
    design.head_width = 4;
    design.rotary_base = 20;
    const auto product = [&](std::size_t i, std::size_t j) {
        return reference::dot(reference::rotated(design, q, i, Fault::none),
                              reference::rotated(design, k, j, Fault::none));
    };
    CHECK(std::fabs(product(5, 3) - product(9, 7)) <= 1e-15 * 8);
    CHECK(std::fabs(product(5, 3) - product(5, 4)) > 1e-3);
    const std::vector<double> turned = reference::rotated(design, q, 3, Fault::none);
    const double angle = 3 / std::sqrt(20.0);
    CHECK(std::fabs(turned[0] - (q[0] * std::cos(3.0) - q[2] * std::sin(3.0))) <= 1e-15);
    CHECK(std::fabs(turned[3] - (q[1] * std::sin(angle) + q[3] * std::cos(angle))) <= 1e-15);
}

TEST_CASE("naive Transformers: norms of entries that are known") {
    NormDesign norm{.gain = false, .epsilon = 0.5};
    const reference::Tokens<double> x = {{1, 3, -2, 4}, {2, 2, 0, -4}};
    const auto y = [&](TransformerNorm kind) {
        norm.kind = kind;
        norm.groups = kind == TransformerNorm::group_norm ? 2 : 1;
        const reference::Vector<double> alpha = {0.25};
        return reference::normalised<double>(norm, {.alpha = &alpha}, x, Fault::none);
    };
    const double tiny = 1e-15;
    CHECK(std::fabs(y(TransformerNorm::rms_norm)[0][1] - 3 / std::sqrt(8.0)) <= tiny);
    CHECK(std::fabs(y(TransformerNorm::layer_norm)[0][1] - 1.5 / std::sqrt(5.75)) <= tiny);
    CHECK(std::fabs(y(TransformerNorm::group_norm)[0][2] + 3 / std::sqrt(9.5)) <= tiny);
    CHECK(std::fabs(y(TransformerNorm::batch_norm)[0][3] - 4 / std::sqrt(16.5)) <= tiny);
    CHECK(std::fabs(y(TransformerNorm::dyt)[0][3] - std::tanh(1.0)) <= tiny);
    CHECK(std::fabs(y(TransformerNorm::dyisru)[0][0] - 1 / std::sqrt(1.25)) <= tiny);
    CHECK(y(TransformerNorm::none) == x);
    norm.epsilon_place = EpsilonPlace::outside_root;
    CHECK(std::fabs(y(TransformerNorm::rms_norm)[0][1] - 3 / (std::sqrt(7.5) + 0.5)) <= tiny);
    CHECK(std::fabs(y(TransformerNorm::batch_norm)[0][3] - 4 / 4.5) <= tiny);
}
