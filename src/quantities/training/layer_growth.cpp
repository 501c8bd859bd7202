#include "quantities/training/layer_growth.hpp"

#include "core/simd/tile_evaluator.hpp"
#include "quantities/activation/homogeneous.hpp"

namespace sigprop {
namespace {

double base_of_growth(const ScalingQuestion& question) {
    const auto at = [&](const TrainingPlan& plan) {
        const Architecture& design = plan.architecture;
        return static_cast<double>(question.by_depth ? design.steps.size() : design.width);
    };
    return std::log(at(question.large) / at(question.small));
}

Growth times(const Growth& x, const Growth& y) {
    return {x.size + y.size, std::max(x.change + y.size, x.size + y.change)};
}

/// Whether f(x) is a multiple of x near 0, of its own on each side: gelu, silu and tanh are.
bool is_linear_at_zero(const Formula& f) {
    constexpr double small = 1e-5, bend = 1e-3;
    const std::vector<double> x = {0, small, 2 * small, -small, -2 * small};
    TileEvaluator at(f);
    const double* const variable = x.data();
    at({&variable, 1}, x.size());
    const auto y = at.output(0);
    const auto doubles = [&](double once, double twice) {
        return std::fabs(twice - 2 * once) <= bend * std::fabs(once);
    };
    return y[0] == 0 && (y[1] != 0 || y[3] != 0) && doubles(y[1], y[2]) && doubles(y[3], y[4]);
}

}  // namespace

ScalingPowers::ScalingPowers(const ScalingQuestion& question)
    : small_(question.small), large_(question.large), base_(base_of_growth(question)) {}

double ScalingPowers::exponent(double a, double b) const {
    constexpr double parts = 8;  // theory's exponents are multiples of 1/8 at the finest
    const double found = parts * std::log(b / a) / base_;
    if (!(std::fabs(found - std::round(found)) < 1e-6))
        throw NoScalingRule{"a number of the design is no power of the width or the depth"};
    return std::round(found) / parts;
}

struct LayerGrowth::Matrix {
    double std, multiplier, rate;  ///< std of what is stored times the multiplier
    double inputs, outputs;        ///< of the fans
};

LayerGrowth::LayerGrowth(const ScalingQuestion& question)
    : question_(question),
      design_(question.small.architecture),
      optimizer_(question.small.optimizer),
      powers_(question),
      width_(powers_([](const Architecture& a) { return a.width; })),
      hidden_width_(powers_([](const Architecture& a) { return a.width_of_hidden(); })),
      head_width_(powers_([](const Architecture& a) { return a.width_of_head(); })),
      heads_width_(powers_([](const Architecture& a) { return a.heads * a.width_of_head(); })),
      keys_width_(powers_([](const Architecture& a) { return a.key_heads() * a.width_of_head(); })) {
    if (!question.needs_change) return;
    if (design_.experts.exists())
        throw NoScalingRule{"no rule is known for experts: a token that changes its expert moves by a jump"};
    if (question.small.branch_steps != 0) throw NoScalingRule{"no rule is known for branches that rise"};
    if (optimizer_.clip != 0) throw NoScalingRule{"no rule is known for clipped gradients"};
}

LayerGrowth::Matrix LayerGrowth::matrix(WeightRole role, double inputs, double outputs) const {
    const bool is_head = role == WeightRole::head;
    const double output = is_head ? powers_([](const Architecture& a) { return a.output_multiplier; }) : 0;
    const WeightRole stored = is_head && design_.tied ? WeightRole::embedding : role;
    const auto of_stored = [&](const auto& read) {
        return powers_([&](const Architecture& a) { return read(a.start(stored)); });
    };
    const double multiplier = output + of_stored([](const WeightStart& w) { return w.multiplier; });
    const double std = output + of_stored([](const WeightStart& w) { return w.std; });
    const double rate = rate_of(role) + of_stored([](const WeightStart& w) { return w.rate; });
    return {std, multiplier, rate, inputs, outputs};
}

bool LayerGrowth::is_outer(WeightRole role) const {
    using enum WeightRole;
    return role == embedding || role == position || role == token_type || role == head || role == head_dense;
}

double LayerGrowth::rate_of(WeightRole role) const {
    const bool beside = optimizer_.kind == OptimizerKind::muon && is_outer(role);
    return powers_.of_plan(beside ? &OptimizerDesign::adam_rate : &OptimizerDesign::rate);
}

/// What W's own update adds to y = W x, where x has this size and the gradient of y this exponent.
double LayerGrowth::own_change(WeightRole role, const Matrix& w, double size, double gradient) const {
    if (by_gradient()) return w.rate + 2 * w.multiplier + gradient + 2 * size + w.inputs;
    if (optimizer_.kind != OptimizerKind::muon || is_outer(role))
        return w.rate + w.multiplier + size + w.inputs;
    const double longer = std::max(w.inputs, w.outputs);
    const double factor = optimizer_.muon_scale == MuonScale::match_rms_adamw ? longer / 2
                          : optimizer_.muon_scale == MuonScale::spectral_unclamped
                              ? (w.outputs - w.inputs) / 2
                              : std::max(0.0, (w.outputs - w.inputs) / 2);
    return w.rate + w.multiplier + factor + size + (w.inputs - w.outputs) / 2;
}

Growth LayerGrowth::linear(WeightRole role, double inputs, double outputs, const Growth& x,
                           double gradient) const {
    const Matrix w = matrix(role, inputs, outputs);
    const double seen = std::max(w.inputs / 2, w.inputs - w.outputs / 2);
    Growth y = {x.size + w.std + w.inputs / 2,
                std::max(own_change(role, w, x.size, gradient), x.change + w.std + seen)};
    if (design_.has_biases(role)) y.change = std::max(y.change, change_of_vector(gradient));
    return y;
}

double LayerGrowth::change_of_entry(double gradient) const {
    const bool beside = optimizer_.kind == OptimizerKind::muon;
    const double rate = powers_.of_plan(beside ? &OptimizerDesign::adam_rate : &OptimizerDesign::rate);
    return by_gradient() ? rate + gradient : rate;
}

/// Of gains and biases. By depth they are left out: at one width, a matrix's update moves its output by a
/// multiple of the width more.
double LayerGrowth::change_of_vector(double gradient) const {
    return question_.by_depth ? no_growth : change_of_entry(gradient);
}

Growth LayerGrowth::normalised(const Growth& x, double gradient) const {
    if (design_.norm.kind == TransformerNorm::none) return x;
    if (x.size == no_growth) throw NoScalingRule{"what a norm divides is 0 at the start"};
    Growth y = {0, x.change - x.size};
    if (design_.norm.is_substitute()) {
        // Bounded, and a multiple of small inputs. Of large ones only those near 0 still move the output.
        y = {std::min(x.size, 0.0), x.change};
        if (x.size > 0 && question_.needs_change)
            throw NoScalingRule{"no rule is known for dyt and dyisru that read what grows: they saturate"};
    }
    if (design_.norm.gain) y.change = std::max(y.change, change_of_vector(gradient));
    return y;
}

Growth LayerGrowth::activated(const Growth& z) const {
    if (z.size == 0 || z.size == no_growth) return z;
    if (const std::optional<Homogeneous> form = homogeneous_form(design_.activation);
        form && form->degree > 0)
        return {form->degree * z.size, z.change + (form->degree - 1) * z.size};
    if (z.size < 0 && is_linear_at_zero(design_.activation)) return z;
    throw NoScalingRule{
        "hidden activations grow or shrink without bound at the start, and the activation is not alike at "
        "all sizes"};
}

double LayerGrowth::gradient_of_head() const {
    if (!by_gradient()) return 0;
    const double of_head = matrix(WeightRole::head, width_, 0).std;
    return design_.head_transform == HeadTransform::none
               ? of_head
               : through(WeightRole::head_dense, width_, width_, of_head);
}

double LayerGrowth::through(WeightRole role, double inputs, double outputs, double gradient) const {
    return by_gradient() ? gradient + matrix(role, inputs, outputs).std + outputs / 2 : 0;
}

BranchGrowth LayerGrowth::attention(const Growth& x, double gradient) const {
    using enum WeightRole;
    BranchGrowth b;
    const double of_mixed = through(attention_output, heads_width_, width_, gradient);
    b.value = linear(value, width_, keys_width_, x, of_mixed);
    const double scale = powers_([](const Architecture& a) { return a.scale(); });
    // For sgd: the gradient of a score is a sum over the head's values, that of q is it times k.
    const double key_size = x.size + matrix(key, width_, keys_width_).std + width_ / 2;
    const double of_query = by_gradient() ? of_mixed + b.value.size + head_width_ / 2 + key_size + scale : 0;
    b.query = linear(query, width_, heads_width_, x, of_query);
    b.key = linear(key, width_, keys_width_, x, of_query);
    Growth q = b.query, k = b.key;
    double dot = scale;
    if (design_.norm_of_queries() != QueryKeyNorm::none || design_.scores == ScoreKind::cosine) {
        q = {0, q.change - q.size};
        k = {0, k.change - k.size};
    }
    if (design_.scores == ScoreKind::cosine) dot -= head_width_;
    // At the start q and k are independent; their changes align with each other.
    b.scores = {q.size + k.size + head_width_ / 2 + dot,
                std::max(q.change + k.size, q.size + k.change) + head_width_ + dot};
    b.mixed = {b.value.size, std::max(b.value.change, b.value.size + b.scores.change)};
    b.output = linear(attention_output, heads_width_, width_, b.mixed, gradient);
    // Distances are among the scores, and do not change.
    if (design_.positions == Positions::alibi) b.scores.size = std::max(b.scores.size, 0.0);
    return b;
}

BranchGrowth LayerGrowth::feed_forward(const Growth& x, double gradient) const {
    using enum WeightRole;
    BranchGrowth b;
    const double back = through(hidden_output, hidden_width_, width_, gradient);
    const auto features = [&](double of_hidden) {
        Growth z = linear(hidden, width_, hidden_width_, x, of_hidden);
        if (design_.hidden_norm == HiddenNorm::before_activation) z = normalised(z, of_hidden);
        const Growth h = activated(z);
        return design_.hidden_norm == HiddenNorm::after_activation ? normalised(h, of_hidden) : h;
    };
    b.hidden = features(back);
    if (design_.gated) {
        // Each factor's gradient has the other's size.
        const Growth other = linear(up, width_, hidden_width_, x, back + b.hidden.size);
        b.hidden = times(features(back + other.size), other);
    }
    b.output = linear(hidden_output, hidden_width_, width_, b.hidden, gradient);
    return b;
}

BranchGrowth LayerGrowth::branch(std::size_t sublayer, bool reads_norm, const Growth& x, double gradient,
                                 const StepGrowth& step) const {
    const bool by_size = by_gradient();
    const Growth read = reads_norm ? normalised(x, gradient) : x;
    const Growth seen = {read.size + step.input, read.change + step.input};
    const double of_output = step.branch == no_growth ? 0 : gradient + (by_size ? step.branch : 0);
    const auto layer = [&](double of_layer) {
        return sublayer % 2 == 0 ? attention(seen, of_layer) : feed_forward(seen, of_layer);
    };
    BranchGrowth b = layer(of_output);
    if (design_.steps[sublayer].normalises_branch) {
        if (by_size && b.output.size != no_growth) b = layer(of_output - b.output.size);
        b.output = normalised(b.output, of_output);
    }
    b.added = {b.output.size + step.branch, b.output.change + step.branch};
    return b;
}

Growth LayerGrowth::embedded(double gradient) const {
    const double scale = powers_([](const Architecture& a) { return a.embedding_scale; });
    const auto table = [&](WeightRole role, double factor) {
        const Matrix w = matrix(role, 0, width_);
        // A row of the table is moved entry by entry.
        const double moved =
            by_gradient() ? w.rate + 2 * (w.multiplier + factor) + gradient : w.rate + w.multiplier + factor;
        return Growth{w.std + factor, moved};
    };
    Growth x = table(WeightRole::embedding, scale);
    const auto add = [&](WeightRole role) {
        const Growth more = table(role, 0);
        x = {std::max(x.size, more.size), std::max(x.change, more.change)};
    };
    if (design_.positions == Positions::learned) add(WeightRole::position);
    if (design_.positions == Positions::sinusoidal) x.size = std::max(x.size, 0.0);
    if (design_.token_types != 0) add(WeightRole::token_type);
    return design_.embedding_norm ? normalised(x, gradient) : x;
}

Growth LayerGrowth::logits(const Growth& last, double gradient) const {
    Growth x = design_.final_norm ? normalised(last, gradient) : last;
    if (design_.head_transform != HeadTransform::none) {
        const double back = by_gradient() ? matrix(WeightRole::head, width_, 0).std : 0;
        x = linear(WeightRole::head_dense, width_, width_, x, back);
    }
    if (design_.head_transform == HeadTransform::dense_norm) x = normalised(activated(x), gradient);
    return linear(WeightRole::head, width_, 0, x, 0);
}

}  // namespace sigprop
