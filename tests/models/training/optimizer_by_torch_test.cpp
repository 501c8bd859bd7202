// Muon, Lion and the schedule of warm-up, stable rate and decay against torch's own source in double
// precision: optimisers_by_torch.tsv, which optimisers_by_torch.py beside it writes.

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sigprop/core/base/errors.hpp>
#include <sstream>
#include <string>

#include "models/training/newton_schulz.hpp"
#include "models/training/optimizer.hpp"
#include "models/training/training.hpp"

using namespace sigprop;

namespace {

std::map<std::string, std::vector<double>> torchs_numbers() {
    std::ifstream file(SIGPROP_SOURCE_DIR "/tests/models/training/optimisers_by_torch.tsv");
    std::map<std::string, std::vector<double>> rows;
    std::string line;
    while (std::getline(file, line)) {
        if (line.starts_with("#")) continue;
        const std::size_t tab = line.find('\t');
        std::istringstream words(line.substr(tab + 1));
        std::vector<double>& row = rows[line.substr(0, tab)];
        for (double one = 0; words >> one;) row.push_back(one);
    }
    return rows;
}

std::vector<ParameterBlock> four_blocks() {
    const auto matrix = [](const char* name, std::size_t rows, std::size_t columns, double rate) {
        ParameterBlock block{.name = name, .rows = rows, .columns = columns};
        block.rate = rate;
        block.decays = true;
        return block;
    };
    std::vector<ParameterBlock> blocks = {matrix("layer 0 query", 10, 9, 0.5),
                                          matrix("layer 1 hidden", 6, 8, 1),
                                          matrix("embedding", 5, 6, 0.7),
                                          {.name = "final norm gain", .rows = 7, .columns = 1}};
    for (std::size_t k = 1; k < blocks.size(); ++k)
        blocks[k].offset = blocks[k - 1].offset + blocks[k - 1].size();
    return blocks;
}

constexpr std::size_t count = 90 + 48 + 30 + 7;

/// The numbers of the script.
double made(std::size_t k, std::size_t by, std::size_t modulus) {
    return static_cast<double>((k * by + 7) % modulus) / static_cast<double>(modulus) - 0.5;
}

template <class Scalar>
std::vector<Scalar> taken(const OptimizerDesign& design, int threads = 1) {
    std::vector<Scalar> p(count), g(count);
    for (std::size_t k = 0; k < count; ++k) p[k] = static_cast<Scalar>(made(k, 7919, 1009));
    OptimizerState<Scalar> state(design, four_blocks(), count);
    Team team(threads);
    for (std::uint64_t step = 0; step < design.steps; ++step) {
        for (std::size_t k = 0; k < count; ++k)
            g[k] = static_cast<Scalar>(made(step * count + k, 104729, 2003));
        static_cast<void>(state.step(step, g, p, team));
    }
    return p;
}

OptimizerDesign muon_design() {
    OptimizerDesign design;
    design.kind = OptimizerKind::muon;
    design.rate = 0.05;
    design.adam_rate = 0.02;
    design.momentum = 0.95;
    design.weight_decay = 0.1;
    design.steps = 20;
    return design;
}

std::map<std::string, OptimizerDesign> designs() {
    std::map<std::string, OptimizerDesign> found;
    found["muon original"] = muon_design();
    OptimizerDesign& matching = found["muon match_rms_adamw, clipped"] = muon_design();
    matching.muon_scale = MuonScale::match_rms_adamw;
    matching.clip = 2;
    OptimizerDesign& spectral = found["muon spectral_unclamped, 3 steps, no nesterov"] = muon_design();
    spectral.muon_scale = MuonScale::spectral_unclamped;
    spectral.newton_schulz_steps = 3;
    spectral.nesterov = false;
    spectral.momentum = 0.8;
    OptimizerDesign& lion = found["lion"] = muon_design();
    lion.kind = OptimizerKind::lion;
    lion.beta2 = 0.99;
    return found;
}

template <class Scalar>
double gap(const std::vector<Scalar>& a, const std::vector<double>& b) {
    REQUIRE(a.size() == b.size());
    double largest = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
        largest = std::fmax(largest, std::fabs(static_cast<double>(a[k]) - b[k]));
    return largest;
}

std::string refusal_of(const OptimizerDesign& design) {
    try {
        check_optimizer(design);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("muon and lion: twenty steps are those of torch's own source") {
    const auto expected = torchs_numbers();
    const auto all = designs();
    for (const auto& entry : all) {
        const auto& name = entry.first;
        const auto& design = entry.second;
        INFO(name);
        REQUIRE(expected.count(name) == 1);
        const std::vector<double>& torchs = expected.at(name);
        // Rounding of 20 steps, each of a few hundred operations on numbers of size 1.
        CHECK(gap(taken<double>(design), torchs) < 20 * 1000 * 0x1p-53);
        for (const auto& [other, unlike] : all) {
            if (other != name) CHECK(gap(taken<double>(unlike), torchs) > 1e-3);
        }
        OptimizerDesign changed = design;
        changed.beta1 = 0.8;  // of Lion, and of what Muon leaves to AdamW
        CHECK(gap(taken<double>(changed), torchs) > 1e-4);
        changed = design;
        changed.nesterov = !changed.nesterov;
        changed.beta2 = 0.98;
        CHECK(gap(taken<double>(changed), torchs) > 1e-4);
    }
}

TEST_CASE("muon and lion: the bits do not depend on the number of threads") {
    const auto all = designs();
    for (const auto& entry : all) {
        const auto& name = entry.first;
        const auto& design = entry.second;
        CAPTURE(name);
        const std::vector<float> one = taken<float>(design);
        CHECK(taken<float>(design, 2) == one);
        CHECK(taken<float>(design, 3) == one);
    }
}

TEST_CASE("muon: a matrix of rank one becomes itself over its norm, times what the polynomial makes of 1") {
    const std::vector<double> u = {1, -2, 3}, v = {0.5, 4, -1, 2, 8};
    std::vector<double> g, turned(15);
    for (const double a : u) {
        for (const double b : v) g.push_back(1e-3 * a * b);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 5; ++j) turned[j * 3 + i] = g[i * 5 + j];
    }
    double square = 0, singular = 1;
    for (const double one : g) square += one * one;
    for (int step = 0; step < 5; ++step)
        singular *= 3.4445 - 4.7750 * singular * singular + 2.0315 * std::pow(singular, 4);
    const std::vector<double> wide = newton_schulz(MatrixView<const double>{g.data(), 3, 5, 5}, 5);
    const std::vector<double> tall = newton_schulz(MatrixView<const double>{turned.data(), 5, 3, 3}, 5);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 5; ++j) {
            const double expected = singular * g[i * 5 + j] / std::sqrt(square);
            CHECK(std::fabs(wide[i * 5 + j] - expected) < 1e-13);
            CHECK(tall[j * 3 + i] == wide[i * 5 + j]);
        }
    }
    const std::vector<double> nothing(15);
    CHECK(newton_schulz(MatrixView<const double>{nothing.data(), 3, 5, 5}, 5) == nothing);
}

TEST_CASE("wsd: the rate rises, stays, and falls in the last steps, as in transformers' schedule") {
    const auto expected = torchs_numbers();
    OptimizerDesign design;
    design.rate = 2;
    design.warmup = 5;
    design.steps = 50;
    design.decay = RateDecay::wsd;
    design.decay_share = 0.3;
    design.final_rate = 0.2;
    for (const DecayForm form : {DecayForm::linear, DecayForm::sqrt}) {
        design.decay_form = form;
        const std::vector<double>& row = expected.at(form == DecayForm::linear ? "wsd linear" : "wsd sqrt");
        REQUIRE(row.size() == 45);
        for (std::size_t k = 0; k < row.size(); ++k)
            CHECK(rate_at(design, 5 + k) == doctest::Approx(row[k]).epsilon(1e-15));
        CHECK(rate_at(design, 0) == 0.4);
        CHECK(rate_at(design, 34) == 2);
        CHECK(rate_at(design, 36) < 2);
    }
    design.decay_share = 0.31;  // 15.5 steps are 16
    CHECK(design.decay_steps() == 16);
    design.decay_share = 1e-9;
    CHECK(design.decay_steps() == 1);
}

TEST_CASE("muon and wsd: what makes no sense is refused by name") {
    OptimizerDesign design = muon_design();
    CHECK(refusal_of(design).empty());
    design.newton_schulz_steps = 0;
    CHECK(refusal_of(design).find("newton_schulz_steps must be in [1, 99]") != std::string::npos);
    design = muon_design();
    design.adam_rate = -1;
    CHECK(refusal_of(design).find("adam_rate must be positive") != std::string::npos);
    design = muon_design();
    design.decay = RateDecay::wsd;
    design.warmup = 10;
    design.decay_share = 0.5;
    CHECK(refusal_of(design).empty());
    design.decay_share = 0.6;
    CHECK(refusal_of(design).find(
              "a warm-up of 10 steps and a decay over the last 12 do not fit into a run of 20") !=
          std::string::npos);
    design.decay_share = 0;
    CHECK(refusal_of(design).find("decay_share must be in (0, 1]") != std::string::npos);
}

TEST_CASE("muon and wsd: plans with other options are other plans, and others keep their names") {
    TrainingPlan plan;
    const std::string adams = identity_of(plan);
    plan.optimizer.muon_scale = MuonScale::match_rms_adamw;
    plan.optimizer.adam_rate = 1;
    plan.optimizer.decay_share = 0.5;
    CHECK(identity_of(plan) == adams);
    plan.optimizer.kind = OptimizerKind::muon;
    const std::string muons = identity_of(plan);
    plan.optimizer.adam_rate = 2;
    CHECK(identity_of(plan) != muons);
    plan.optimizer.decay = RateDecay::wsd;
    const std::string falling = identity_of(plan);
    plan.optimizer.decay_form = DecayForm::sqrt;
    CHECK(identity_of(plan) != falling);
}
