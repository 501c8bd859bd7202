// One step of training, forward, backward and Adam, of causal Pre-Norm Transformers (RMSNorm, feed-forward
// networks of four times the width, heads of 64, vocabulary 64) on 16 sequences of 64 tokens, float32, beside
// torch with as many threads. Both must learn their batch by heart. Beside these blocks those of today:
// attention and feed-forward network in parallel behind one norm, eight experts of which two are active, and
// Muon.

#include "jobs.hpp"
#include "python_peers.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <sigprop/core/random/random.hpp>
#include <stdexcept>

#include "models/training/optimizer.hpp"

namespace sigprop::bench {
namespace {

enum class Kind : std::uint8_t {
    relu,         ///< without positions
    gelu_rotary,  ///< and so are those below
    parallel,
    experts,
    muon
};

std::string_view to_string(Kind kind) {
    switch (kind) {
        case Kind::relu: return "relu";
        case Kind::gelu_rotary: return "gelu rotary";
        case Kind::parallel: return "parallel";
        case Kind::experts: return "8 experts";
        case Kind::muon: return "muon";
    }
    return "";
}

struct Setting {
    std::uint64_t width, layers;
    Kind kind;
    int threads;
};

Architecture architecture_of(const Setting& setting) {
    Architecture design;
    design.steps.assign(2 * setting.layers, {.normalises_input = true});
    design.width = setting.width;
    design.heads = setting.width / 64;
    design.norm.epsilon = 1e-6;
    const bool is_relu = setting.kind == Kind::relu;
    design.positions = is_relu ? Positions::none : Positions::rotary;
    const Formula x = Formula::variable();
    if (!is_relu) design.activation = x * normal_cdf(x);
    if (setting.kind == Kind::parallel) {
        design.parallel = ParallelBlocks::one_norm;
        for (std::size_t l = 1; l < design.steps.size(); l += 2) design.steps[l].normalises_input = false;
    }
    if (setting.kind == Kind::experts) design.experts = {.count = 8, .active = 2};
    const double std = 1 / std::sqrt(static_cast<double>(setting.width));
    for (WeightStart& start : design.starts) start.std = std;
    design.start(WeightRole::embedding).std = 1;
    design.start(WeightRole::hidden_output).std = std / 2;
    return design;
}

TokenBatch random_batch(std::uint64_t vocabulary) {
    TokenBatch batch{.sequences = 16, .length = 64, .tokens = {}, .targets = {}};
    std::vector<double> uniforms(2 * batch.sequences * batch.length);
    RandomStream(1, "tokens of the bench").fill_uniforms(0, uniforms);
    for (std::size_t k = 0; k < uniforms.size(); k += 2) {
        const auto size = static_cast<double>(vocabulary);
        batch.tokens.push_back(static_cast<std::uint32_t>(size * uniforms[k]));
        batch.targets.push_back(static_cast<std::int32_t>(size * uniforms[k + 1]));
    }
    return batch;
}

/// A network in training, made at its first step.
class OurTraining {
public:
    explicit OurTraining(const Setting& setting) : setting_(setting) {}

    void step() {
        if (!state_) state_ = std::make_unique<State>(setting_);
        state_->step();
    }

private:
    struct State {
        explicit State(const Setting& setting)
            : team(setting.threads),
              network(architecture_of(setting), {1, 0}, team),
              optimizer({.kind = setting.kind == Kind::muon ? OptimizerKind::muon : OptimizerKind::adam,
                         .momentum = 0.95,
                         .steps = 1'000'000,
                         .adam_rate = 1e-3},
                        network.blocks(), network.parameters().size()),
              batch(random_batch(network.design().vocabulary)) {}

        void step() {
            const double loss = network.forward(batch, Pass::training, done);
            network.backward();
            optimizer.step(done, network.gradient(), network.parameters(), team);
            if (done++ == 0) first_loss = loss;
            if (!std::isfinite(loss) || (done == 20 && loss > first_loss))
                throw std::logic_error("ours does not learn: a loss of " + std::to_string(loss));
        }

        Team team;
        Transformer<float> network;
        OptimizerState<float> optimizer;
        TokenBatch batch;
        std::uint64_t done = 0;
        double first_loss = 0;
    };

    Setting setting_;
    std::unique_ptr<State> state_;
};

Job job_of(const Setting& setting) {
    const std::string kind(to_string(setting.kind));
    const std::string sizes = std::to_string(setting.width) + ":" + std::to_string(setting.layers);
    std::string torch = "training:" + sizes + ":" + kind;
    std::ranges::replace(torch, ' ', '_');  // words of a job are divided by spaces
    const auto threads = static_cast<std::uint64_t>(setting.threads);
    const auto ours = std::make_shared<OurTraining>(setting);
    return {"training step, " + sizes + ", " + kind + ", " + std::to_string(threads),
            "torch",
            1,
            [ours] { ours->step(); },
            [torch, threads] {
                if (!std::isfinite(run_python("torch", torch, threads)))
                    throw std::logic_error("torch does not learn");
            },
            true};
}

}  // namespace

std::vector<Job> training_jobs() {
    std::vector<Job> jobs;
    for (const int threads : {1, 2}) {
        jobs.push_back(job_of({128, 1, Kind::relu, threads}));
        jobs.push_back(job_of({128, 4, Kind::relu, threads}));
        jobs.push_back(job_of({128, 4, Kind::gelu_rotary, threads}));
        for (const Kind kind : {Kind::parallel, Kind::experts, Kind::muon})
            jobs.push_back(job_of({128, 4, kind, threads}));
        jobs.push_back(job_of({128, 24, Kind::relu, threads}));
        jobs.push_back(job_of({256, 6, Kind::relu, threads}));
        jobs.push_back(job_of({256, 24, Kind::relu, threads}));
        jobs.push_back(job_of({512, 4, Kind::relu, threads}));
        jobs.push_back(job_of({512, 24, Kind::relu, threads}));
    }
    return jobs;
}

}  // namespace sigprop::bench
