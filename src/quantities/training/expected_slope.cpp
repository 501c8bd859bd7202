#include "quantities/training/expected_slope.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "catalogue/words.hpp"
#include "quantities/activation/homogeneous.hpp"
#include "quantities/training/layer_growth.hpp"

namespace sigprop {
namespace {

using Step = ResidualStep<double>;

/// What one sublayer adds to the stream, from inputs that do not change.
struct SublayerGrowth {
    double size;     ///< of the branch with its factor
    double change;   ///< by its own updates, in the sum's units behind a norm of it
    double gain;     ///< by that of a learned factor
    double divided;  ///< how a norm of the sum divides
    Growth scores;
};

class StackGrowth {
public:
    explicit StackGrowth(const ScalingQuestion& question)
        : question_(question),
          design_(question.small.architecture),
          layers_(question),
          has_norms_(design_.norm.kind != TransformerNorm::none) {}

    [[nodiscard]] ScalingExponents operator()() const {
        const Growth found = question_.by_depth ? by_depth() : by_width();
        return {found.size, found.change};
    }

private:
    [[nodiscard]] bool reads_norm(std::size_t sublayer) const {
        const bool shares = design_.parallel == ParallelBlocks::one_norm && sublayer % 2 == 1;
        return has_norms_ && design_.steps[sublayer - (shares ? 1 : 0)].normalises_input;
    }
    [[nodiscard]] bool sums_are_normalised() const {
        return has_norms_ && design_.steps.front().normalises_sum;
    }

    /// Factors of the sublayer of that number, or, counted from the end, of another depth's.
    [[nodiscard]] StepGrowth factors(std::size_t sublayer, bool from_end = false) const {
        const auto growth = [&](double Step::*factor) {
            return layers_.powers()([&](const Architecture& a) {
                return a.steps[from_end ? a.steps.size() - 1 - sublayer : sublayer].*factor;
            });
        };
        return {growth(&Step::input_scale), growth(&Step::skip), growth(&Step::branch)};
    }

    [[nodiscard]] Growth chosen(const BranchGrowth& b, const Growth& of_stream) const {
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

    /// Growing scores make attention one-hot: only where two keys are nearly alike does it still change.
    void refuse_saturation(const Growth& scores) const {
        if (question_.needs_change && scores.size > 0)
            throw NoScalingRule{
                "no rule is known for changes behind scores that grow at the start: attention becomes "
                "one-hot"};
    }
    [[nodiscard]] bool asks_before_softmax(std::size_t sublayer) const {
        using enum ActivationPlace;
        const ActivationPlace what = question_.what;
        const bool is_before = what == query || what == key || what == scores || what == value;
        return is_before && sublayer == question_.sublayer;
    }

    [[nodiscard]] Growth by_width() const {
        const double gradient = layers_.gradient_of_head();
        Growth x = layers_.embedded(gradient);
        if (question_.what == ActivationPlace::embedding) return x;
        Growth block = x;
        Growth scores = {no_growth, no_growth};  // of the layers so far, which realformer adds up
        for (std::size_t l = 0; l < design_.steps.size(); ++l) {
            const StepGrowth step = factors(l);
            if (design_.parallel == ParallelBlocks::none || l % 2 == 0) block = x;
            BranchGrowth b = layers_.branch(l, reads_norm(l), block, gradient, step);
            if (design_.scores == ScoreKind::realformer && l % 2 == 0) {
                scores = {std::max(scores.size, b.scores.size), std::max(scores.change, b.scores.change)};
                b.scores = scores;
            }
            if (!asks_before_softmax(l)) refuse_saturation(b.scores);
            if (design_.branch_gain != BranchGain::fixed)
                b.added.change = std::max(b.added.change, b.output.size + layers_.change_of_entry(gradient));
            x = {std::max(x.size + step.skip, b.added.size), std::max(x.change + step.skip, b.added.change)};
            if (design_.steps[l].normalises_sum) x = layers_.normalised(x, gradient);
            if (question_.what != ActivationPlace::logits && l == question_.sublayer) return chosen(b, x);
        }
        return layers_.logits(x, gradient);
    }

    // ---- by depth

    /// Whether the factor is last ((l + 1)/L)^p in every sublayer, for some p.
    [[nodiscard]] static bool is_power(const std::vector<Step>& steps, double Step::*factor) {
        const double first = steps.front().*factor, last = steps.back().*factor;
        const double count = static_cast<double>(steps.size());
        const double p = first == last ? 0 : -std::log(first / last) / std::log(count);
        for (std::size_t l = 0; l < steps.size(); ++l) {
            const double expected = last * std::pow(static_cast<double>(l + 1) / count, p);
            if (!(std::fabs(steps[l].*factor - expected) <= 1e-9 * std::fabs(last))) return false;
        }
        return true;
    }

    void require_one_kind_of_sublayer() const {
        for (const TrainingPlan* plan : {&question_.small, &question_.large}) {
            const std::vector<Step>& steps = plan->architecture.steps;
            const bool alike = std::ranges::all_of(steps, [&](const Step& step) {
                return step.normalises_branch == steps.front().normalises_branch &&
                       step.normalises_sum == steps.front().normalises_sum && step.skip == steps.front().skip;
            });
            if (!alike || !is_power(steps, &Step::input_scale) || !is_power(steps, &Step::branch))
                throw NoScalingRule{
                    "by depth, a rule is known where the factors of sublayers are alike, or a power of the "
                    "sublayer"};
        }
        if (sums_are_normalised() && design_.norm.is_substitute())
            throw NoScalingRule{
                "by depth, no rule is known for dyt and dyisru behind the sum: they keep no size"};
        if (question_.needs_change && design_.norm.is_substitute())
            throw NoScalingRule{
                "by depth, no rule is known for changes with dyt and dyisru: behind entries that saturate "
                "they "
                "grow faster than every power, like exp(sqrt(layers))"};
    }

    [[nodiscard]] SublayerGrowth sublayer(double size, double gradient, const StepGrowth& step) const {
        const Growth still = {size, no_growth};
        const auto both = [&](double of_branch) {
            return std::array{layers_.branch(0, reads_norm(0), still, of_branch, step),
                              layers_.branch(1, reads_norm(1), still, of_branch, step)};
        };
        SublayerGrowth found = {no_growth, no_growth, no_growth, 0, {}};
        for (const BranchGrowth& b : both(gradient)) found.size = std::max(found.size, b.added.size);
        if (sums_are_normalised()) found.divided = std::max(size + step.skip, found.size);
        const double of_branch = layers_.by_gradient() ? gradient - found.divided : 0;
        for (const BranchGrowth& b : both(of_branch)) {
            found.change = std::max(found.change, b.added.change - found.divided);
            const double of_gain = layers_.by_gradient() ? of_branch + b.output.size : 0;
            const double moved = b.output.size + layers_.change_of_entry(of_gain) - found.divided;
            if (design_.branch_gain != BranchGain::fixed) found.gain = std::max(found.gain, moved);
            if (b.scores.size > found.scores.size) found.scores = b.scores;
        }
        if (design_.scores == ScoreKind::realformer) found.scores.size += 0.5;
        refuse_saturation(found.scores);
        return found;
    }

    [[nodiscard]] double size_at_end(double first, const StepGrowth& early, const StepGrowth& late) const {
        if (sums_are_normalised()) return 0;
        const double skip = std::fabs(design_.steps.front().skip);
        const auto added = [&](const StepGrowth& step) {
            const auto of = [&](std::size_t l) {
                return layers_.branch(l, reads_norm(l), {first, no_growth}, 0, step).added.size;
            };
            return std::max(of(0), of(1));
        };
        const bool follows = !reads_norm(0) && !(has_norms_ && design_.steps.front().normalises_branch);
        const double each = added(late);
        if (skip == 1 && follows && each + 0.5 <= first) return first;
        if (skip == 1 && !follows) return std::max({first, added(early), each + 0.5});
        if (skip < 1 && !follows) return each;
        throw NoScalingRule{
            "by depth, the stream has no power: it grows or shrinks exponentially, by a skip factor above 1 "
            "or "
            "without a norm of what the branch reads, of the branch or of the sum"};
    }

    /// Layers that keep the length of a change on average, however many there are.
    void require_constant_length() const {
        const std::optional<Homogeneous> form = homogeneous_form(design_.activation);
        const char* why = nullptr;
        if (!form || form->degree != 1) why = "this activation is not alike at all sizes: relu is";
        if (design_.gated) why = "gated units double it: unit=plain does not";
        if (design_.norm.kind == TransformerNorm::batch_norm)
            why = "batch_norm enlarges it (Yang et al. 2019, arXiv:1902.08129)";
        if (why != nullptr)
            throw NoScalingRule{
                std::string("by depth, a branch that keeps its share of the stream must keep the "
                            "length of a change, which grows or shrinks exponentially otherwise, "
                            "and ") +
                why};
    }
    /// What comes in at the front, relative to a stream that grows by L^`growth`, follows it if sublayers are
    /// of degree one, and by at most twice that power if not.
    void require_small_front(double front, double growth, double rest) const {
        const std::optional<Homogeneous> form = homogeneous_form(design_.activation);
        const bool is_linear = form && form->degree == 1 && !design_.gated;
        if (!is_linear && growth > 0 && front + 2 * growth > rest)
            throw NoScalingRule{
                "by depth, what the first layers change decides here, and the activation is not alike at all "
                "sizes"};
    }

    [[nodiscard]] Growth by_depth() const {
        require_one_kind_of_sublayer();
        const StepGrowth early = factors(0), late = factors(0, true);
        const bool by_gradient = layers_.by_gradient();
        const double first = layers_.embedded(0).size;
        const double size = size_at_end(first, early, late);
        const bool keeps_first = !sums_are_normalised() && std::fabs(design_.steps.front().skip) == 1;
        const double start = keeps_first ? first : size;
        const double at_end = by_gradient ? layers_.gradient_of_head() - (design_.final_norm ? size : 0) : 0;
        const double at_start = by_gradient ? at_end + size - start : 0;
        const Growth embedded = layers_.embedded(at_start);
        if (question_.what == ActivationPlace::embedding) return embedded;

        const SublayerGrowth front = sublayer(start, at_start, early), back = sublayer(size, at_end, late);
        const bool of_features = design_.branch_gain == BranchGain::feature;
        const double of_embedding =
            embedded.size == no_growth ? embedded.change : embedded.change - embedded.size + start;
        const double from_front = std::max(of_embedding, front.change);
        const double along = std::max(from_front + size - start, back.change + 1);
        // The share of one branch in the stream's square, times the sublayers.
        const double share = std::min(0.0, 2 * (back.size - size - late.skip));
        const double spread = std::max(0.0, (share + 1) / 2);
        if (question_.needs_change) {
            if (spread > 0) require_constant_length();
            require_small_front(from_front, size - start, back.change + 1);
        }
        if (question_.what == ActivationPlace::logits) {
            const bool moves_head = layers_.powers()([](const Architecture& a) {
                return a.start(a.tied ? WeightRole::embedding : WeightRole::head).rate;
            }) != no_growth;
            // A head that moves adds a multiple of the width to what factors of branches, entry by entry, do.
            const double seen = moves_head ? along : std::max(along, back.gain + 1);
            return layers_.logits({size, seen}, at_end);
        }

        const bool is_early = !question_.is_last;
        // One number for a branch moves in the branch's direction, which is any: squares add up.
        const double gains = back.gain + (of_features ? 1 : 0.5);
        const double ahead = of_features ? std::max(along, gains) : along;
        Growth before = {size, std::max(ahead + spread, gains)};
        if (is_early)
            before = {std::max(start, front.size - front.divided), std::max(from_front, front.gain)};
        if (is_early && question_.sublayer == 0) before = embedded;
        const StepGrowth& step = is_early ? early : late;
        const SublayerGrowth& own = is_early ? front : back;
        const double of_branch = by_gradient ? (is_early ? at_start : at_end) - own.divided : 0;
        BranchGrowth b =
            layers_.branch(question_.sublayer, reads_norm(question_.sublayer), before, of_branch, step);
        if (design_.scores == ScoreKind::realformer && !is_early) b.scores.size += 0.5;
        const Growth stream = {std::max(before.size + step.skip, b.added.size) - own.divided,
                               std::max({before.change + step.skip, b.added.change}) - own.divided};
        return chosen(b, stream);
    }

    const ScalingQuestion& question_;
    const Architecture& design_;
    LayerGrowth layers_;
    bool has_norms_;
};

}  // namespace

std::optional<ScalingExponents> expected_exponents(const ScalingQuestion& question, std::string& reason) {
    try {
        return StackGrowth(question)();
    } catch (const NoScalingRule& no) {
        reason = no.reason;
        return std::nullopt;
    }
}

}  // namespace sigprop
