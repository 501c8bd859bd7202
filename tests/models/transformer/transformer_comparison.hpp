#pragma once
// A fast Transformer beside the naive one: the same learned numbers in both, by their names.

#include <doctest/doctest.h>

#include "tests/models/transformer/transformer_faults.hpp"

namespace transformer_test {

constexpr std::uint64_t parameter_seed = 3;

/// Stores the values in the network; its blocks must be those that the naive network knows, and fill it.
template <class Scalar>
void store(const reference::Parameters<double>& values, Transformer<Scalar>& network) {
    std::size_t stored = 0;
    REQUIRE(network.blocks().size() == values.size());
    for (const ParameterBlock& block : network.blocks()) {
        CAPTURE(block.name);
        const auto found = values.find(block.name);
        REQUIRE(found != values.end());
        REQUIRE(found->second.size() == block.size());
        for (std::size_t i = 0; i < block.size(); ++i) {
            network.parameters()[block.offset + i] = static_cast<Scalar>(found->second[i]);
        }
        stored += block.size();
    }
    REQUIRE(stored == network.parameters().size());
}

/// The loss of the naive network and its outputs, in any precision.
template <class Scalar>
[[nodiscard]] reference::Answer<Scalar> naive_answer(const Example& example,
                                                     const reference::Parameters<double>& values,
                                                     const TokenBatch& batch,
                                                     reference::Fault fault = reference::Fault::none) {
    reference::Parameters<Scalar> converted;
    for (const auto& [name, entries] : values) {
        for (const double one : entries) converted[name].push_back(static_cast<Scalar>(one));
    }
    return reference::Network<Scalar>(example.design, example.activation, converted, fault)(batch);
}

/// The values as floats have them.
[[nodiscard]] inline reference::Parameters<double> rounded_to_float(reference::Parameters<double> values) {
    for (auto& [name, entries] : values) {
        for (double& one : entries) one = static_cast<double>(static_cast<float>(one));
    }
    return values;
}

/// How far two answers are apart, relative to the loss and to the largest output: the larger of both. NaN if
/// either holds one.
struct Gap {
    double loss = 0, logits = 0;
};

/// `logits` is [vocabulary x scored], `expected` has one vector for each scored position.
template <class Scalar, class Other>
[[nodiscard]] Gap gap_of(double loss, std::span<const Scalar> logits,
                         const reference::Answer<Other>& expected) {
    const std::size_t scored = expected.logits.size();
    REQUIRE(scored > 0);
    const std::size_t vocabulary = expected.logits.front().size();
    REQUIRE(logits.size() == vocabulary * scored);
    double difference = 0;
    double largest = 0;
    bool is_nan = false;
    for (std::size_t k = 0; k < scored; ++k) {
        for (std::size_t v = 0; v < vocabulary; ++v) {
            const double right = reference::value_of(expected.logits[k][v]);
            const double distance = std::fabs(static_cast<double>(logits[v * scored + k]) - right);
            is_nan = is_nan || std::isnan(distance);
            difference = std::fmax(difference, distance);
            largest = std::fmax(largest, std::fabs(right));
        }
    }
    const double right = reference::value_of(expected.loss);
    return {std::fabs(loss - right) / right,
            is_nan ? std::numeric_limits<double>::quiet_NaN() : difference / largest};
}

}  // namespace transformer_test
