// Each optimiser against the formulas of torch.optim's documentation, written again for one number at a time.

#include "models/training/optimizer.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/core/random/random.hpp>

using namespace sigprop;

namespace {

struct Case {
    const char* name;
    OptimizerDesign design;
};

OptimizerDesign design_of(OptimizerKind kind, double decay = 0, double clip = 0, bool corrects = true) {
    OptimizerDesign design;
    design.kind = kind;
    design.rate = 0.05;
    design.weight_decay = decay;
    design.clip = clip;
    design.bias_correction = corrects;
    design.steps = 50;
    return design;
}

std::vector<ParameterBlock> two_blocks() {
    ParameterBlock matrix{.name = "matrix", .rows = 10, .columns = 9};
    matrix.rate = 0.5;
    matrix.decays = true;
    return {matrix, {.name = "gain", .offset = 90, .rows = 7, .columns = 1}};
}

/// 50 steps of torch's formulas; gradients are those of the stream.
std::vector<double> reference(const OptimizerDesign& d, std::vector<double> p) {
    const std::size_t n = p.size();
    std::vector<double> m(n), v(n), g(n);
    for (std::uint64_t t = 0; t < d.steps; ++t) {
        RandomStream(5, "gradient").fill_normals(t * n, g);
        double square = 0;
        for (const double one : g) square += one * one;
        const double norm = std::sqrt(square);
        for (std::size_t k = 0; k < n; ++k) {
            const bool decays = k < 90;
            const double rate = d.rate * (decays ? 0.5 : 1);
            double slope = g[k] * (d.clip > 0 && norm > d.clip ? d.clip / norm : 1);
            if (decays && d.kind != OptimizerKind::adamw) slope += d.weight_decay * p[k];
            if (d.kind == OptimizerKind::sgd) {
                p[k] -= rate * slope;
            } else if (d.kind == OptimizerKind::momentum) {
                m[k] = t == 0 ? slope : d.momentum * m[k] + slope;
                p[k] -= rate * m[k];
            } else {
                if (decays && d.kind == OptimizerKind::adamw) p[k] *= 1 - rate * d.weight_decay;
                m[k] = d.beta1 * m[k] + (1 - d.beta1) * slope;
                v[k] = d.beta2 * v[k] + (1 - d.beta2) * slope * slope;
                const auto steps = static_cast<double>(t + 1);
                const double c1 = d.bias_correction ? 1 - std::pow(d.beta1, steps) : 1;
                const double c2 = d.bias_correction ? 1 - std::pow(d.beta2, steps) : 1;
                p[k] -= rate * (m[k] / c1) / (std::sqrt(v[k] / c2) + d.epsilon);
            }
        }
    }
    return p;
}

template <class Scalar>
std::vector<Scalar> taken(const OptimizerDesign& design, int threads) {
    std::vector<double> start(97);
    RandomStream(5, "start").fill_normals(0, start);
    std::vector<Scalar> p(start.begin(), start.end());
    OptimizerState<Scalar> state(design, two_blocks(), p.size());
    Team team(threads);
    std::vector<double> g(p.size());
    for (std::uint64_t t = 0; t < design.steps; ++t) {
        RandomStream(5, "gradient").fill_normals(t * g.size(), g);
        const std::vector<Scalar> gradient(g.begin(), g.end());
        static_cast<void>(state.step(t, gradient, p, team));
    }
    return p;
}

double largest_gap(const std::vector<double>& a, const std::vector<double>& b) {
    double largest = 0;
    for (std::size_t k = 0; k < a.size(); ++k) largest = std::fmax(largest, std::fabs(a[k] - b[k]));
    return largest;
}

}  // namespace

TEST_CASE("optimizers: fifty steps are those of torch's formulas") {
    std::vector<double> start(97);
    RandomStream(5, "start").fill_normals(0, start);
    const std::vector<Case> cases = {
        {"sgd", design_of(OptimizerKind::sgd)},
        {"sgd, decay and clip", design_of(OptimizerKind::sgd, 0.1, 2)},
        {"momentum", design_of(OptimizerKind::momentum, 0.1)},
        {"adam", design_of(OptimizerKind::adam)},
        {"adam, decay in the gradient", design_of(OptimizerKind::adam, 0.1, 3)},
        {"adam without bias correction", design_of(OptimizerKind::adam, 0, 0, false)},
        {"adamw", design_of(OptimizerKind::adamw, 0.1)},
    };
    for (const Case& one : cases) {
        INFO(one.name);
        const std::vector<double> expected = reference(one.design, start);
        CHECK(largest_gap(taken<double>(one.design, 1), expected) < 1e-12);
        OptimizerDesign other = one.design;
        other.bias_correction = !other.bias_correction;
        const bool adapts = one.design.kind == OptimizerKind::adam || one.design.kind == OptimizerKind::adamw;
        CHECK((largest_gap(taken<double>(other, 1), expected) > 1e-3) ==
              adapts);  // the missing correction shows
    }
}

TEST_CASE("optimizers: the bits do not depend on the number of threads") {
    const OptimizerDesign design = design_of(OptimizerKind::adamw, 0.1, 2);
    const std::vector<float> one = taken<float>(design, 1);
    CHECK(taken<float>(design, 2) == one);
    CHECK(taken<float>(design, 3) == one);
}

TEST_CASE("optimizers: rates rise linearly and fall as they should") {
    OptimizerDesign design = design_of(OptimizerKind::adam);
    design.rate = 2;
    design.warmup = 4;
    design.steps = 12;
    CHECK(rate_at(design, 0) == 0.5);
    CHECK(rate_at(design, 3) == 2);
    CHECK(rate_at(design, 11) == 2);
    design.decay = RateDecay::linear;
    CHECK(rate_at(design, 4) == 2);
    CHECK(rate_at(design, 8) == 1);
    design.decay = RateDecay::cosine;
    design.final_rate = 0.5;
    CHECK(rate_at(design, 8) == doctest::Approx(1.5).epsilon(1e-15));
    design.decay = RateDecay::inverse_sqrt;
    CHECK(rate_at(design, 4) == 2);
    CHECK(rate_at(design, 16) == 1);
}

TEST_CASE("optimizers: what makes no sense is refused by name") {
    const auto message = [](const OptimizerDesign& design) -> std::string {
        try {
            check_optimizer(design);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    OptimizerDesign design = design_of(OptimizerKind::adam);
    CHECK(message(design).empty());
    design.rate = -1;
    CHECK(message(design).find("rate must be positive") != std::string::npos);
    design.rate = 1;
    design.beta2 = 1;
    CHECK(message(design).find("beta2 must be in [0, 1)") != std::string::npos);
    design.beta2 = 0.9;
    design.warmup = 51;
    CHECK(message(design).find("a warm-up of 51 steps is longer than the run of 50") != std::string::npos);
}

TEST_CASE("optimizers: a gradient that is not finite moves nothing") {
    std::vector<float> p(97, 1.0F), g(97, 1.0F);
    g[50] = INFINITY;
    OptimizerState<float> state(design_of(OptimizerKind::adam), two_blocks(), p.size());
    Team team(2);
    CHECK_FALSE(std::isfinite(state.step(0, g, p, team)));
    CHECK(p == std::vector<float>(97, 1.0F));
}
