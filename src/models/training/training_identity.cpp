// Every number and choice of a plan as text: two plans with the same text give the same runs.

#include <fmt/format.h>

#include <bit>

#include "models/training/training.hpp"

namespace sigprop {
namespace {

class Text {
public:
    Text& operator<<(double number) {
        return append(fmt::format("{:x}", std::bit_cast<std::uint64_t>(number)));
    }
    Text& operator<<(std::uint64_t number) { return append(std::to_string(number)); }
    Text& operator<<(bool flag) { return append(flag ? "y" : "n"); }
    Text& operator<<(const std::string& text) { return append(std::to_string(text.size()) + ":" + text); }
    template <class Enum>
    requires std::is_enum_v<Enum> Text& operator<<(Enum choice) {
        return append(std::to_string(static_cast<int>(choice)));
    }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    Text& append(const std::string& part) {
        text_ += part + " ";
        return *this;
    }
    std::string text_;
};

void add(const Architecture& a, Text& text) {
    for (const ResidualStep<double>& step : a.steps) {
        text << step.normalises_input << step.input_scale << step.normalises_branch << step.skip
             << step.branch << step.normalises_sum;
    }
    text << a.final_norm << a.embedding_norm << a.branch_gain << a.norm.kind << a.norm.gain << a.norm.bias
         << a.norm.epsilon << a.norm.epsilon_place << a.norm.groups << a.norm.start
         << a.norm.running_momentum;
    text << a.width << a.heads << a.key_heads() << a.width_of_head() << a.width_of_hidden() << a.gated
         << a.biases << a.activation.text() << a.dropout;
    text << a.scores << a.scale() << a.cap << a.log_base << a.causal << a.window;
    text << a.vocabulary << a.max_length << a.positions << a.rotary_base << a.embedding_scale << a.tied
         << a.output_multiplier;
    const auto add_start = [&](const WeightStart& start) {
        text << start.kind << start.std << start.multiplier << start.rate;
    };
    for (std::size_t role = 0; role <= static_cast<std::size_t>(WeightRole::head); ++role)
        add_start(a.starts[role]);
    text << a.weight_law.text();
    // What came later is added where it is used, so that runs without it keep their names in checkpoints.
    if (a.hidden_norm != HiddenNorm::none) text << std::string("hidden norm") << a.hidden_norm;
    if (a.head_transform != HeadTransform::none) {
        text << std::string("head transform") << a.head_transform;
        add_start(a.start(WeightRole::head_dense));
    }
    if (a.norm.root != SubstituteRoot::none) text << std::string("norm root") << a.norm.root;
    if (a.norm_noise != 0) text << std::string("norm noise") << a.norm_noise;
    if (a.branch_rate != 1) text << std::string("branch rate") << a.branch_rate;
    if (a.parallel != ParallelBlocks::none) text << std::string("parallel") << a.parallel;
    if (a.biases && a.bias_places != BiasPlaces::all) text << std::string("biases") << a.bias_places;
    if (a.experts.exists()) {
        text << std::string("experts") << a.experts.count << a.experts.active << a.experts.shared
             << a.experts.gate;
        add_start(a.start(WeightRole::router));
    }
    if (a.query_key_norm != QueryKeyNorm::none) text << std::string("query key norm") << a.query_key_norm;
    if (a.query_key_norm_kind != QueryKeyNormKind::rms_norm)
        text << std::string("query key norm kind") << a.query_key_norm_kind;
    if (a.query_key_gain && *a.query_key_gain != a.norm.gain)
        text << std::string("query key gain") << *a.query_key_gain;
    if (a.rotary_share != 1) text << std::string("rotary share") << a.rotary_share;
    if (!a.pattern.empty()) {
        text << std::string("pattern") << std::uint64_t{a.pattern.size()};
        for (const BlockAttention& one : a.pattern) text << one.window << one.rotary_base;
    }
    if (a.token_types != 0) {
        text << std::string("token types") << a.token_types << a.segments;
        add_start(a.start(WeightRole::token_type));
    }
}

}  // namespace

std::string identity_of(const TrainingPlan& plan) {
    Text text;
    text << std::string("training 1");
    add(plan.architecture, text);
    const TaskDesign& task = plan.task;
    text << task.kind << task.objective << task.vocabulary << task.mask_rate << task.states << task.reach
         << (task.digest.empty() ? task.path : task.digest);
    if (task.random_segments != 0) text << std::string("random segments") << task.random_segments;
    if (task.kind == TaskKind::text) text << std::string("flat loss of all bytes");
    const OptimizerDesign& o = plan.optimizer;
    text << o.kind << o.rate << o.momentum << o.beta1 << o.beta2 << o.epsilon << o.bias_correction
         << o.weight_decay << o.clip << o.warmup << o.decay << o.final_rate << o.steps;
    if (o.kind == OptimizerKind::muon)
        text << std::string("muon") << o.muon_scale << o.nesterov << o.newton_schulz_steps << o.adam_rate;
    if (o.decay == RateDecay::wsd) text << std::string("wsd") << o.decay_share << o.decay_form;
    text << plan.batch << plan.length << plan.validation_batches << plan.evaluate_every << plan.coordinates;
    for (const std::uint64_t length : plan.test_lengths) text << length;
    if (plan.branch_steps != 0) text << std::string("branch steps") << plan.branch_steps;
    if (plan.probe.what != Probe::none)
        text << std::string("probe") << plan.probe.what << plan.probe.at << plan.probe.batches
             << plan.probe.distance;
    if (plan.second.steps != 0)
        text << std::string("second task") << plan.second.steps << plan.second.kind << plan.second.rate
             << plan.second.head_only;
    return text.text();
}

}  // namespace sigprop
