// Gradients of Transformers against dual numbers through the naive ones, block by block, and against finite
// differences of their own forward pass.

#include <doctest/doctest.h>

#include "tests/models/transformer/transformer_comparison.hpp"

using namespace transformer_test;
using reference::Fault;
using reference::Parameters;

namespace {

constexpr NetworkNumber number{.seed = 8, .number = 0};
constexpr double tolerance = 1e-10;
/// Blocks whose gradient is 0 in exact arithmetic (keys' biases where only differences of scores count) hold
/// rounding of larger terms, which the other blocks show the size of.
constexpr double rounding = 1e-12;

struct Slope {
    double value = 0;
    double size = 0;  ///< sqrt(sum (g_i v_i)^2): what it usually is for random signs
};

/// One example, its batch and the gradient that the fast network finds.
class Case {
public:
    Case(const Example& example, Team& team)
        : example_(example),
          batch_(batch_of(example)),
          values_(reference::random_parameters(example.design, parameter_seed)),
          network_(example.design, number, team) {
        store(values_, network_);
        (void)network_.forward(batch_, Pass::training);
        network_.backward();
        gradient_.assign(network_.gradient().begin(), network_.gradient().end());
    }

    [[nodiscard]] Parameters<double> direction(std::uint64_t seed) const {
        return reference::random_direction(example_.design, seed);
    }
    [[nodiscard]] const std::vector<ParameterBlock>& blocks() const { return network_.blocks(); }
    [[nodiscard]] Slope found(const Parameters<double>& along, const std::string& only = {}) const {
        Slope slope;
        for (const ParameterBlock& block : network_.blocks()) {
            if (!only.empty() && block.name != only) continue;
            for (std::size_t i = 0; i < block.size(); ++i) {
                const double term = gradient_[block.offset + i] * along.at(block.name)[i];
                slope.value += term;
                slope.size += term * term;
            }
        }
        slope.size = std::sqrt(slope.size);
        return slope;
    }
    [[nodiscard]] double expected(const Parameters<double>& along, const std::string& only = {},
                                  Fault fault = Fault::none) const {
        return reference::slope_along(example_.design, example_.activation, values_, along, batch_, only,
                                      fault);
    }
    /// The central difference of the fast network's loss.
    [[nodiscard]] double difference(const Parameters<double>& along, double step) {
        return (loss_at(along, step) - loss_at(along, -step)) / (2 * step);
    }

private:
    [[nodiscard]] double loss_at(const Parameters<double>& along, double step) {
        Parameters<double> moved = values_;
        for (auto& [name, entries] : moved) {
            for (std::size_t i = 0; i < entries.size(); ++i) entries[i] += step * along.at(name)[i];
        }
        store(moved, network_);
        return network_.forward(batch_, Pass::training);
    }

    Example example_;
    TokenBatch batch_;
    Parameters<double> values_;
    Transformer<double> network_;
    std::vector<double> gradient_;
};

}  // namespace

TEST_CASE("Transformers: the gradient is that of dual numbers, in all parameters and in every block") {
    Team team(1);
    double largest = 0;
    for (const Example& example : all_examples()) {
        CAPTURE(example.name);
        const Case one(example, team);
        for (const std::uint64_t seed : {5U, 6U, 7U}) {
            const Parameters<double> along = one.direction(seed);
            const Slope whole = one.found(along);
            const double off = std::fabs(whole.value - one.expected(along)) / whole.size;
            CHECK(off <= tolerance);
            largest = std::fmax(largest, off);
        }
        const Parameters<double> along = one.direction(9);
        const double all = one.found(along).size;
        for (const ParameterBlock& block : one.blocks()) {
            CAPTURE(block.name);
            const Slope found = one.found(along, block.name);
            const double off = std::fabs(found.value - one.expected(along, block.name));
            CHECK(off <= tolerance * found.size + rounding * all);
        }
    }
    MESSAGE("largest difference relative to the usual size of a slope: ", largest);
}

TEST_CASE("Transformers: central differences of the loss agree with the gradient") {
    Team team(1);
    for (const Example& example : all_examples()) {
        CAPTURE(example.name);
        Case one(example, team);
        const Parameters<double> along = one.direction(11);
        const Slope found = one.found(along);
        CHECK(std::fabs(one.difference(along, 1e-5) - found.value) <= 1e-6 * found.size);
    }
}

TEST_CASE("Transformers: derivatives with a planted fault are far away") {
    Team team(1);
    for (const FaultRow& row : slope_faults()) {
        CAPTURE(row.example);
        CAPTURE(static_cast<int>(row.fault));
        const Case one(example_named(row.example), team);
        const Parameters<double> along = one.direction(5);
        const Slope found = one.found(along);
        CHECK(std::fabs(found.value - one.expected(along, {}, row.fault)) > 1e6 * tolerance * found.size);
    }
}

TEST_CASE("Transformers: faults of values spoil the gradient too") {
    Team team(1);
    for (const FaultRow& row : value_faults()) {
        CAPTURE(row.example);
        CAPTURE(static_cast<int>(row.fault));
        const Case one(example_named(row.example), team);
        const Parameters<double> along = one.direction(5);
        const Slope found = one.found(along);
        CHECK(std::fabs(found.value - one.expected(along, {}, row.fault)) > 1e6 * tolerance * found.size);
    }
}
