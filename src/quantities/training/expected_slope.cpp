#include "quantities/training/expected_slope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "catalogue/words.hpp"

namespace sigprop {
namespace {

constexpr double none = -std::numeric_limits<double>::infinity();

/// Size at the start and change, as exponents.
struct Growth {
    double size = 0, change = 0;
};

Growth scaled_by(const Growth& x, double factor) { return {x.size + factor, x.change + factor}; }
Growth product(const Growth& x, const Growth& y) {
    return {x.size + y.size, std::max(x.change + y.size, x.size + y.change)};
}

/// A design has no rule: the message is the reason.
struct NoRule {
    const char* reason;
};

/// What is a power of the width or the depth in a design, from two of it.
class Powers {
public:
    explicit Powers(const ScalingQuestion& question)
        : small_(question.small), large_(question.large), base_(std::log(ratio_of(question))) {}

    /// Of a number of the design; minus infinity of 0.
    template <class Read>
    double operator()(const Read& read) const {
        const double a = std::fabs(static_cast<double>(read(small_.architecture)));
        const double b = std::fabs(static_cast<double>(read(large_.architecture)));
        if (a == 0 && b == 0) return none;
        return exponent(a, b);
    }
    double of_plan(double OptimizerDesign::*number) const {
        return exponent(small_.optimizer.*number, large_.optimizer.*number);
    }

private:
    static double ratio_of(const ScalingQuestion& question) {
        const auto at = [&](const TrainingPlan& plan) {
            const Architecture& design = plan.architecture;
            return static_cast<double>(question.by_depth ? design.steps.size() : design.width);
        };
        return at(question.large) / at(question.small);
    }
    double exponent(double a, double b) const {
        constexpr double parts = 8;  // theory's exponents are multiples of 1/8 at the finest
        const double found = parts * std::log(b / a) / base_;
        if (!(std::fabs(found - std::round(found)) < 1e-6))
            throw NoRule{"a number of the design is no power of the width or the depth"};
        return std::round(found) / parts;
    }
    const TrainingPlan &small_, &large_;
    double base_;
};

struct Matrix {
    double std, multiplier, rate;  ///< std of what is stored times the multiplier
    double inputs, outputs;        ///< of the fans
};

class Theory {
public:
    explicit Theory(const ScalingQuestion& question)
        : question_(question),
          design_(question.small.architecture),
          optimizer_(question.small.optimizer),
          powers_(question),
          width_(powers_([](const Architecture& a) { return a.width; })),
          hidden_width_(powers_([](const Architecture& a) { return a.width_of_hidden(); })),
          head_width_(powers_([](const Architecture& a) { return a.width_of_head(); })),
          heads_width_(powers_([](const Architecture& a) { return a.heads * a.width_of_head(); })),
          keys_width_(powers_([](const Architecture& a) { return a.key_heads() * a.width_of_head(); })) {
        if (design_.hidden_norm != HiddenNorm::none) throw NoRule{"no rule is known for hidden_norm"};
        if (design_.norm.is_substitute())
            throw NoRule{"no rule is known for dyt and dyisru, which do not normalise"};
        if (question.small.branch_steps != 0) throw NoRule{"no rule is known for branches that rise"};
        if (question.small.optimizer.clip != 0) throw NoRule{"no rule is known for clipped gradients"};
    }

    ScalingExponents operator()() {
        const Growth found = question_.by_depth ? by_depth() : by_width();
        return {found.size, found.change};
    }

private:
    [[nodiscard]] bool by_gradient() const {
        return optimizer_.kind == OptimizerKind::sgd || optimizer_.kind == OptimizerKind::momentum;
    }

    Matrix matrix(WeightRole role, double inputs, double outputs) const {
        const bool is_head = role == WeightRole::head;
        const double output =
            is_head ? powers_([](const Architecture& a) { return a.output_multiplier; }) : 0;
        const WeightRole stored = is_head && design_.tied ? WeightRole::embedding : role;
        const auto of_stored = [&](const auto& read) {
            return powers_([&](const Architecture& a) { return read(a.start(stored)); });
        };
        const double multiplier = output + of_stored([](const WeightStart& w) { return w.multiplier; });
        const double std = output + of_stored([](const WeightStart& w) { return w.std; });
        const double rate = rate_of(role) + of_stored([](const WeightStart& w) { return w.rate; });
        return {std, multiplier, rate, inputs, outputs};
    }

    [[nodiscard]] bool is_outer(WeightRole role) const {
        return role == WeightRole::embedding || role == WeightRole::position || role == WeightRole::head;
    }
    [[nodiscard]] bool is_by_muon(WeightRole role) const {
        return optimizer_.kind == OptimizerKind::muon && !is_outer(role);
    }
    double rate_of(WeightRole role) const {
        const bool beside = optimizer_.kind == OptimizerKind::muon && is_outer(role);
        return powers_.of_plan(beside ? &OptimizerDesign::adam_rate : &OptimizerDesign::rate);
    }

    /// What W's own update adds to y = W x, where x has this size and the gradient of y this exponent.
    double own_change(WeightRole role, const Matrix& w, double size, double gradient) const {
        if (by_gradient()) return w.rate + 2 * w.multiplier + gradient + 2 * size + w.inputs;
        if (!is_by_muon(role)) return w.rate + w.multiplier + size + w.inputs;
        const double longer = std::max(w.inputs, w.outputs);
        const double factor = optimizer_.muon_scale == MuonScale::match_rms_adamw ? longer / 2
                              : optimizer_.muon_scale == MuonScale::spectral_unclamped
                                  ? (w.outputs - w.inputs) / 2
                                  : std::max(0.0, (w.outputs - w.inputs) / 2);
        return w.rate + w.multiplier + factor + size + (w.inputs - w.outputs) / 2;
    }

    Growth linear(WeightRole role, double inputs, double outputs, const Growth& x, double gradient) const {
        const Matrix w = matrix(role, inputs, outputs);
        const double seen = std::max(w.inputs / 2, w.inputs - w.outputs / 2);
        Growth y = {x.size + w.std + w.inputs / 2,
                    std::max(own_change(role, w, x.size, gradient), x.change + w.std + seen)};
        if (design_.biases && role != WeightRole::head)
            y.change = std::max(y.change, change_of_vector(gradient));
        return y;
    }

    /// Of gains and biases, entry by entry. By depth they are left out: at one width, a matrix's update
    /// moves its output by a multiple of the width more.
    [[nodiscard]] double change_of_vector(double gradient) const {
        if (question_.by_depth) return none;
        const bool beside = optimizer_.kind == OptimizerKind::muon;
        const double rate = powers_.of_plan(beside ? &OptimizerDesign::adam_rate : &OptimizerDesign::rate);
        return by_gradient() ? rate + gradient : rate;
    }

    Growth normalised(const Growth& x, double gradient) const {
        if (design_.norm.kind == TransformerNorm::none) return x;
        if (x.size == none) throw NoRule{"what a norm divides is 0 at the start"};
        Growth y = {0, x.change - x.size};
        if (design_.norm.gain) y.change = std::max(y.change, change_of_vector(gradient));
        return y;
    }

    // ---- gradients of y, for sgd; everything else divides by their size

    /// At the stream, from the head; branches keep the gradient's size where they keep the stream's.
    double stream_gradient() const {
        if (!by_gradient()) return 0;
        const Matrix head = matrix(WeightRole::head, width_, 0);
        return head.std;
    }
    double through(WeightRole role, double inputs, double outputs, double gradient) const {
        return by_gradient() ? gradient + matrix(role, inputs, outputs).std + outputs / 2 : 0;
    }

    struct Branch {
        Growth query, key, value, scores, mixed, hidden, output;
        Growth added;  ///< the output with its factor, as the stream gets it
    };

    Branch attention(const Growth& x, double gradient) const {
        using enum WeightRole;
        Branch b;
        const double of_mixed = through(attention_output, heads_width_, width_, gradient);
        b.value = linear(value, width_, keys_width_, x, of_mixed);
        const double scale = powers_([](const Architecture& a) { return a.scale(); });
        const auto projected = [&](WeightRole role, double outputs, double of_query) {
            return linear(role, width_, outputs, x, of_query);
        };
        // For sgd: the gradient of a score is a sum over the head's values, that of q is it times k.
        const double key_size = x.size + matrix(key, width_, keys_width_).std + width_ / 2;
        const double of_query =
            by_gradient() ? of_mixed + b.value.size + head_width_ / 2 + key_size + scale : 0;
        b.query = projected(query, heads_width_, of_query);
        b.key = projected(key, keys_width_, of_query);
        Growth q = b.query, k = b.key;
        double dot = scale;
        if (design_.scores == ScoreKind::qk_norm || design_.scores == ScoreKind::cosine) {
            q = {0, q.change - q.size};
            k = {0, k.change - k.size};
        }
        if (design_.scores == ScoreKind::cosine) dot -= head_width_;
        // At the start q and k are independent; their changes align with each other.
        b.scores = {q.size + k.size + head_width_ / 2 + dot,
                    std::max(q.change + k.size, q.size + k.change) + head_width_ + dot};
        b.mixed = {b.value.size, std::max(b.value.change, b.value.size + b.scores.change)};
        b.output = linear(attention_output, heads_width_, width_, b.mixed, gradient);
        return b;
    }

    Branch feed_forward(const Growth& x, double gradient) const {
        using enum WeightRole;
        Branch b;
        const double of_hidden = through(hidden_output, hidden_width_, width_, gradient);
        b.hidden = linear(hidden, width_, hidden_width_, x, of_hidden);
        if (b.hidden.size > 0) throw NoRule{"hidden activations grow without bound at the start"};
        if (design_.gated) b.hidden = product(b.hidden, linear(up, width_, hidden_width_, x, of_hidden));
        b.output = linear(hidden_output, hidden_width_, width_, b.hidden, gradient);
        return b;
    }

    Branch branch_of(std::size_t sublayer, const Growth& x, double gradient) const {
        const ResidualStep<double>& step = design_.steps[sublayer];
        const Growth seen = step.normalises_input ? normalised(x, gradient) : x;
        const double factor =
            powers_([&](const Architecture& a) { return a.steps[place_in(a, sublayer)].branch; });
        const double of_output = factor == none ? 0 : gradient + (by_gradient() ? factor : 0);
        Branch b = sublayer % 2 == 0 ? attention(seen, of_output) : feed_forward(seen, of_output);
        if (step.normalises_branch) b.output = normalised(b.output, of_output);
        b.added = scaled_by(b.output, factor);
        if (design_.branch_gain != BranchGain::fixed)
            b.added.change = std::max(b.added.change, b.output.size + change_of_vector(gradient));
        return b;
    }

    /// The sublayer of another depth that is meant: as far from the end, or from the start.
    [[nodiscard]] std::size_t place_in(const Architecture& other, std::size_t sublayer) const {
        if (!question_.by_depth || !question_.is_last) return sublayer;
        return other.steps.size() - (design_.steps.size() - sublayer);
    }

    Growth embedded(double gradient) const {
        const WeightRole role = WeightRole::embedding;
        const Matrix w = matrix(role, 0, width_);
        const double scale = powers_([](const Architecture& a) { return a.embedding_scale; });
        // A row of the table is moved entry by entry.
        const double moved =
            by_gradient() ? w.rate + 2 * (w.multiplier + scale) + gradient : w.rate + w.multiplier + scale;
        Growth x = {w.std + scale, moved};
        if (design_.embedding_norm) x = normalised(x, gradient);
        return x;
    }

    Growth logits_of(const Growth& last, double gradient) const {
        const Growth x = design_.final_norm ? normalised(last, gradient) : last;
        return linear(WeightRole::head, width_, 0, x, 0);
    }

    Growth chosen(const Branch& b, const Growth& of_stream) const {
        using enum ActivationPlace;
        switch (question_.what) {
            case query: return b.query;
            case key: return b.key;
            case value: return b.value;
            case scores: return b.scores;
            case mixed: return b.mixed;
            case hidden: return b.hidden;
            case branch: return b.output;
            default: return of_stream;
        }
    }

    Growth by_width() const {
        const double gradient = stream_gradient();
        Growth x = embedded(gradient);
        if (question_.what == ActivationPlace::embedding) return x;
        for (std::size_t l = 0; l < design_.steps.size(); ++l) {
            const ResidualStep<double>& step = design_.steps[l];
            const Branch b = branch_of(l, x, gradient);
            const Growth kept = step.skip == 0 ? Growth{none, none} : x;
            x = {std::max(kept.size, b.added.size), std::max(kept.change, b.added.change)};
            if (step.normalises_sum) x = normalised(x, gradient);
            if (question_.what != ActivationPlace::logits && l == question_.sublayer) return chosen(b, x);
        }
        return logits_of(x, gradient);
    }

    /// Pre-Norm alone: a sum of L branches, independent at the start, whose changes all have the direction
    /// that lowers the loss.
    Growth by_depth() const {
        if (by_gradient()) throw NoRule{"by depth, a rule is known for adam, adamw, muon and lion only"};
        if (design_.norm.kind == TransformerNorm::none)
            throw NoRule{"by depth, a rule is known for networks with norms only"};
        for (const TrainingPlan* plan : {&question_.small, &question_.large}) {
            for (const ResidualStep<double>& step : plan->architecture.steps) {
                const bool is_sum = step.normalises_input && !step.normalises_sum && step.skip == 1;
                if (!is_sum || step.input_scale != 1 ||
                    step.branch != plan->architecture.steps.front().branch)
                    throw NoRule{
                        "by depth, a rule is known for Pre-Norm with one factor for all branches only: give "
                        "pre_norm"};
            }
        }
        if (design_.branch_gain != BranchGain::fixed)
            throw NoRule{"by depth, a rule is known for factors of branches that are not learned only"};
        const Growth first = embedded(0);
        if (question_.what == ActivationPlace::embedding) return first;
        const auto sum_of = [&](const Growth& input) {
            const Growth a = branch_of(0, input, 0).added, f = branch_of(1, input, 0).added;
            return Growth{std::max(a.size, f.size), std::max(a.change, f.change)};
        };
        const Growth still = {0, none};  // inputs that do not change: what the branches' own updates do
        const Growth one = sum_of(still);
        const bool is_early = !question_.is_last && question_.what != ActivationPlace::logits;
        const double terms = is_early ? 0 : 1;
        const Growth before = {std::max(first.size, one.size + terms / 2),
                               std::max(first.change, one.change + terms)};
        if (question_.what == ActivationPlace::logits) return logits_of(before, 0);
        const Branch b = branch_of(question_.sublayer, before, 0);
        const Growth stream = {std::max(before.size, b.added.size), std::max(before.change, b.added.change)};
        return chosen(b, stream);
    }

    const ScalingQuestion& question_;
    const Architecture& design_;
    const OptimizerDesign& optimizer_;
    Powers powers_;
    double width_, hidden_width_, head_width_, heads_width_, keys_width_;
};

}  // namespace

std::optional<ScalingExponents> expected_exponents(const ScalingQuestion& question, std::string& reason) {
    try {
        return Theory(question)();
    } catch (const NoRule& no) {
        reason = no.reason;
        return std::nullopt;
    }
}

}  // namespace sigprop
