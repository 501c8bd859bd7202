// Noise behind norms, and starts of zeros and ones.

#include <doctest/doctest.h>

#include <bit>

#include "models/transformer/residual_addition.hpp"
#include "tests/models/transformer/transformer_comparison.hpp"

using namespace transformer_test;

namespace {

constexpr NetworkNumber number{.seed = 8, .number = 0};

Example noisy(double noise) {
    Example example = base("noise");
    example.design.activation = formula_of(example.activation);
    set_steps(example.design, {.normalises_input = true,
                               .normalises_branch = true,
                               .skip = 0.9,
                               .branch = 0.7,
                               .normalises_sum = true});
    example.design.norm_noise = noise;
    return example;
}

double loss_of(Transformer<double>& network, const Example& example, Pass pass, std::uint64_t draw) {
    return network.forward(batch_of(example), pass, draw);
}

/// The start of one block of parameters of a design with these sizes.
std::vector<double> start_of(const std::string& name, std::uint64_t width, std::uint64_t vocabulary,
                             std::size_t& columns) {
    Architecture design = base("start").design;
    design.width = width;
    design.heads = 1;
    design.vocabulary = vocabulary;
    design.hidden_width = 3 * width;
    for (WeightStart& start : design.starts) start = {.kind = WeightStart::Kind::zeros_and_ones, .std = 1};
    Team team(1);
    Transformer<double> network(design, number, team);
    for (const ParameterBlock& block : network.blocks()) {
        if (block.name != name) continue;
        columns = block.columns;
        const auto values = network.parameters().subspan(block.offset, block.size());
        return {values.begin(), values.end()};
    }
    throw std::logic_error("no block " + name);
}

}  // namespace

TEST_CASE("noise behind norms: in training alone, another at each draw, the same on any number of threads") {
    Team team(1), three(3);
    const Example example = noisy(0.5), quiet = noisy(0);
    Transformer<double> network(example.design, number, team), same(example.design, number, three),
        plain(quiet.design, number, team);
    const double without = loss_of(plain, quiet, Pass::evaluation, 0);
    CHECK(loss_of(network, example, Pass::evaluation, 0) == without);
    const double first = loss_of(network, example, Pass::training, 0);
    CHECK(first != without);
    CHECK(first == loss_of(same, example, Pass::training, 0));
    CHECK(first != loss_of(network, example, Pass::training, 1));
}

TEST_CASE("noise behind norms: the gradient is that of the loss with the same noise") {
    Team team(1);
    const Example example = noisy(0.5);
    Transformer<double> network(example.design, number, team);
    reference::Parameters<double> values = reference::random_parameters(example.design, parameter_seed);
    store(values, network);
    constexpr std::uint64_t draw = 7;
    (void)loss_of(network, example, Pass::training, draw);
    network.backward();
    const reference::Parameters<double> along = reference::random_direction(example.design, 5);
    double slope = 0, size = 0;
    for (const ParameterBlock& block : network.blocks()) {
        for (std::size_t i = 0; i < block.size(); ++i) {
            const double term = network.gradient()[block.offset + i] * along.at(block.name)[i];
            slope += term;
            size += term * term;
        }
    }
    const auto loss_at = [&](double step, std::uint64_t of_draw) {
        reference::Parameters<double> moved = values;
        for (auto& [name, entries] : moved) {
            for (std::size_t i = 0; i < entries.size(); ++i) entries[i] += step * along.at(name)[i];
        }
        store(moved, network);
        return loss_of(network, example, Pass::training, of_draw);
    };
    constexpr double step = 1e-5;
    const double with_it = (loss_at(step, draw) - loss_at(-step, draw)) / (2 * step);
    const double with_other = (loss_at(step, draw + 1) - loss_at(-step, draw + 1)) / (2 * step);
    CHECK(std::fabs(with_it - slope) <= 1e-6 * std::sqrt(size));
    CHECK(std::fabs(with_other - slope) > 1e-3 * std::sqrt(size));
}

TEST_CASE("noise behind norms: shifts and factors are those of Santurkar et al., section 2.2") {
    Team team(1);
    const DropoutSource source = {.network = number, .norm_noise = 0.5, .draw = 3, .active = true};
    constexpr Eigen::Index features = 400, count = 500;
    Tokens<double> ones(features, count), zeros(features, count);
    ones.setOnes();
    zeros.setZero();
    source.disturb("here", ones, team);
    source.disturb("here", zeros, team);
    double least_shift = 1, most_shift = -1, least = 9, most = 0, spread = 0;
    for (Eigen::Index i = 0; i < features; ++i) {
        double shift = 0, factor = 0;
        for (Eigen::Index t = 0; t < count; ++t) {
            const auto k = static_cast<std::size_t>(i * count + t);
            shift += zeros.data()[k] / count;
            factor += (ones.data()[k] - zeros.data()[k]) / count;
            spread = std::fmax(
                spread, std::fabs(zeros.data()[k] - zeros.data()[static_cast<std::size_t>(i * count)]));
        }
        least_shift = std::fmin(least_shift, shift);
        most_shift = std::fmax(most_shift, shift);
        least = std::fmin(least, factor);
        most = std::fmax(most, factor);
    }
    // Of 400 uniform numbers the extremes are within a hundredth of the ends, nearly always; means of 500
    // within 0.01.
    CHECK(least_shift == doctest::Approx(-0.5).epsilon(0.05));
    CHECK(most_shift == doctest::Approx(0.5).epsilon(0.05));
    CHECK(least == doctest::Approx(1).epsilon(0.02));
    CHECK(most == doctest::Approx(1.25).epsilon(0.02));
    CHECK(spread == doctest::Approx(0.2).epsilon(0.02));
}

TEST_CASE("zeros and ones: ZerO's matrices, by algorithm 1 of Zhao et al.") {
    std::size_t columns = 0;
    const std::vector<double> square = start_of("layer 0 query", 8, 11, columns);
    for (std::size_t k = 0; k < square.size(); ++k) CHECK(square[k] == (k / columns == k % columns ? 1 : 0));
    const std::vector<double> wide = start_of("layer 1 hidden output", 8, 11, columns);
    REQUIRE(columns == 24);
    for (std::size_t k = 0; k < wide.size(); ++k) CHECK(wide[k] == (k / columns == k % columns ? 1 : 0));
    // 16 rows: the whole Hadamard matrix's first columns, which are orthogonal; 24 rows: of one with 32.
    for (const std::uint64_t vocabulary : {16U, 24U}) {
        const std::vector<double> tall = start_of("embedding", 8, vocabulary, columns);
        const double entry = std::sqrt(vocabulary == 16 ? 1.0 / 8 : 1.0 / 16);
        for (const double one : tall) CHECK(std::fabs(one) == doctest::Approx(entry).epsilon(1e-15));
        for (std::size_t i = 0; i < columns; ++i) CHECK(tall[i] > 0);
        for (std::size_t a = 0; a < columns && vocabulary == 16; ++a) {
            for (std::size_t b = 0; b < columns; ++b) {
                double product = 0;
                for (std::size_t r = 0; r < vocabulary; ++r)
                    product += tall[r * columns + a] * tall[r * columns + b];
                CHECK(product == doctest::Approx(a == b ? 2 : 0));
            }
        }
    }
}
