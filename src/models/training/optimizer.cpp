#include "models/training/optimizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sigprop/core/base/errors.hpp>

#include "core/simd/portable.hpp"
#include "models/training/newton_schulz.hpp"
#include "models/transformer/token_loops.hpp"

namespace sigprop {
namespace {

void check_share(const char* what, double value) {
    if (!(value >= 0 && value < 1))
        throw InputError::about({what}, fmt::format("{} must be in [0, 1), not {}", what, value));
}

void check_not_negative(const char* what, double value) {
    if (!(value >= 0) || !std::isfinite(value))
        throw InputError::about({what}, fmt::format("{} must be at least 0 and finite, not {}", what, value));
}

using std::numbers::pi;

/// base^n by squaring: the C library's pow may differ between machines.
double power(double base, std::uint64_t n) {
    double result = 1;
    for (; n > 0; n /= 2, base *= base) {
        if (n % 2 == 1) result *= base;
    }
    return result;
}

/// Whether blocks that are not Muon's move as by Adam.
bool is_adaptive(OptimizerKind kind) {
    return kind == OptimizerKind::adam || kind == OptimizerKind::adamw || kind == OptimizerKind::muon;
}

bool is_decoupled(OptimizerKind kind) {
    return kind == OptimizerKind::adamw || kind == OptimizerKind::muon || kind == OptimizerKind::lion;
}

void check_muon(const OptimizerDesign& design) {
    constexpr std::uint64_t most = 99;  // torch.optim.Muon's
    if (design.newton_schulz_steps < 1 || design.newton_schulz_steps > most) {
        throw InputError::about(
            {"newton_schulz_steps"},
            fmt::format("newton_schulz_steps must be in [1, {}], not {}", most, design.newton_schulz_steps));
    }
    if (!(design.adam_rate > 0) || !std::isfinite(design.adam_rate)) {
        throw InputError::about(
            {"adam_rate"}, fmt::format("adam_rate must be positive and finite, not {}", design.adam_rate));
    }
}

void check_wsd(const OptimizerDesign& design) {
    if (!(design.decay_share > 0 && design.decay_share <= 1)) {
        throw InputError::about({"decay_share"},
                                fmt::format("decay_share must be in (0, 1], not {}", design.decay_share));
    }
    if (design.warmup + design.decay_steps() > design.steps && design.steps > 0) {
        throw InputError::about(
            {"warmup", "decay_share", "steps"},
            fmt::format(
                "a warm-up of {} steps and a decay over the last {} do not fit into a run of {}: give a "
                "smaller warmup or decay_share",
                design.warmup, design.decay_steps(), design.steps));
    }
}

double muon_factor(MuonScale scale, const ParameterBlock& block) {
    const auto rows = static_cast<double>(block.rows), columns = static_cast<double>(block.columns);
    switch (scale) {
        case MuonScale::original: return std::sqrt(std::max(1.0, rows / columns));
        case MuonScale::match_rms_adamw: return 0.2 * std::sqrt(std::max(rows, columns));
        case MuonScale::spectral_unclamped: return std::sqrt(rows / columns);
    }
    return 1;
}

/// One step of Lion: the sign of a mean that weighs the new gradient more than the mean that is kept.
template <class Scalar>
struct LionStep {
    Scalar clip, beta1, rest1, beta2, rest2, kept, rate;
    void operator()(const Scalar* g, std::size_t count, Scalar* first, Scalar* p) const {
        for (std::size_t k = 0; k < count; ++k) {
            const Scalar slope = clip * g[k];
            const Scalar mean = beta1 * first[k] + rest1 * slope;
            const Scalar sign = mean > 0 ? Scalar{1} : mean < 0 ? Scalar{-1} : Scalar{0};
            p[k] = kept * p[k] - rate * sign;
            first[k] = beta2 * first[k] + rest2 * slope;
        }
    }
};

}  // namespace

void check_optimizer(const OptimizerDesign& design) {
    if (!(design.rate > 0) || !std::isfinite(design.rate))
        throw InputError::about({"rate"},
                                fmt::format("rate must be positive and finite, not {}", design.rate));
    check_share("momentum", design.momentum);
    check_share("beta1", design.beta1);
    check_share("beta2", design.beta2);
    check_not_negative("adam_epsilon", design.epsilon);
    check_not_negative("weight_decay", design.weight_decay);
    check_not_negative("clip", design.clip);
    check_not_negative("final_rate", design.final_rate);
    if (design.warmup > design.steps) {
        throw InputError::about(
            {"warmup", "steps"},
            fmt::format("a warm-up of {} steps is longer than the run of {}", design.warmup, design.steps));
    }
    if (design.kind == OptimizerKind::muon) check_muon(design);
    if (design.decay == RateDecay::wsd) check_wsd(design);
}

std::uint64_t OptimizerDesign::decay_steps() const {
    const double steps_of_share = std::round(decay_share * static_cast<double>(steps));
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(steps_of_share));
}

bool is_muons(const ParameterBlock& block) { return block.decays && block.name.starts_with("layer "); }

double rate_at(const OptimizerDesign& design, std::uint64_t step) {
    const auto number = [](std::uint64_t n) { return static_cast<double>(n); };
    if (step < design.warmup) return design.rate * number(step + 1) / number(design.warmup);
    const std::uint64_t falling = design.steps - design.warmup;
    const double progress = falling == 0 ? 1 : number(step - design.warmup) / number(falling);
    switch (design.decay) {
        case RateDecay::constant: return design.rate;
        case RateDecay::linear: return design.rate * (1 - (1 - design.final_rate) * progress);
        case RateDecay::cosine: {
            const double share = (1 + portable_cos(pi * progress)) / 2;
            return design.rate * (design.final_rate + (1 - design.final_rate) * share);
        }
        case RateDecay::inverse_sqrt: {
            const double from = number(design.warmup == 0 ? 1 : design.warmup);
            return design.rate * std::sqrt(from / (number(step - design.warmup) + from));
        }
        case RateDecay::wsd: {
            const std::uint64_t over = design.decay_steps(), from = design.steps - over;
            if (step < from) return design.rate;
            const double done = number(step - from) / number(over);
            const double share = 1 - (design.decay_form == DecayForm::sqrt ? std::sqrt(done) : done);
            return design.rate * (design.final_rate + (1 - design.final_rate) * share);
        }
    }
    return design.rate;
}

template <class Scalar>
OptimizerState<Scalar>::OptimizerState(const OptimizerDesign& design,
                                       const std::vector<ParameterBlock>& blocks, std::size_t parameters)
    : design_(design), blocks_(blocks) {
    const std::size_t moments = is_adaptive(design.kind) ? 2 : design.kind == OptimizerKind::sgd ? 0 : 1;
    state_.resize(moments * parameters);
}

template <class Scalar>
void OptimizerState<Scalar>::go_on(const OptimizerDesign& design, const std::vector<ParameterBlock>& blocks,
                                   bool forget) {
    design_ = design;
    blocks_ = blocks;
    if (forget) std::ranges::fill(state_, Scalar(0));
}

template <class Scalar>
double OptimizerState<Scalar>::step(std::uint64_t number, std::span<const Scalar> gradient,
                                    std::span<Scalar> parameters, Team& team) {
    const std::size_t size = gradient.size();
    constexpr std::size_t piece = std::size_t{1} << 14;  // whose squares are added before the pieces are
    std::vector<double> squares((size + piece - 1) / piece);
    team.share(squares.size(), [&](std::size_t k, std::size_t) {
        const Scalar* const start = gradient.data() + k * piece;
        squares[k] = row_product(start, start, std::min(piece, size - k * piece));
    });
    const double norm = std::sqrt(row_sum(squares.data(), squares.size()));
    if (!std::isfinite(norm)) return norm;
    const double shrink = design_.clip > 0 && norm > design_.clip ? design_.clip / norm : 1;

    const double rate = rate_at(design_, number);
    const bool adaptive = is_adaptive(design_.kind);
    const bool corrects = adaptive && design_.bias_correction;
    const double correction1 = corrects ? 1 - power(design_.beta1, number + 1) : 1;
    const double correction2 = corrects ? 1 - power(design_.beta2, number + 1) : 1;
    const auto rounded = [](double value) { return static_cast<Scalar>(value); };
    const Scalar clip = rounded(shrink), momentum = rounded(design_.momentum);
    const bool by_muon = design_.kind == OptimizerKind::muon, by_lion = design_.kind == OptimizerKind::lion;
    if (by_muon) step_by_muon(rate, clip, gradient, parameters, team);
    const double rate_of_rest = by_muon ? rate * (design_.adam_rate / design_.rate) : rate;
    for (const ParameterBlock& block : blocks_) {
        if (by_muon && is_muons(block)) continue;
        const double own = rate_of_rest * block.rate;
        const double decay = block.decays ? design_.weight_decay : 0;
        const bool decoupled = is_decoupled(design_.kind);
        const Scalar added_decay = rounded(decoupled ? 0 : decay);
        const AdamStep<Scalar> adam = {clip,
                                       added_decay,
                                       rounded(design_.beta1),
                                       rounded(1 - design_.beta1),
                                       rounded(design_.beta2),
                                       rounded(1 - design_.beta2),
                                       rounded(decoupled ? 1 - own * decay : 1),
                                       rounded(own / correction1),
                                       rounded(1 / std::sqrt(correction2)),
                                       rounded(design_.epsilon)};
        const LionStep<Scalar> lion = {clip,       adam.beta1, adam.rest1,  adam.beta2,
                                       adam.rest2, adam.kept,  rounded(own)};
        Scalar* const p = parameters.data() + block.offset;
        const Scalar* const g = gradient.data() + block.offset;
        Scalar* const first = state_.empty() ? nullptr : state_.data() + block.offset;
        team.split(block.size(), 4096, [&](std::size_t begin, std::size_t end) {
            if (adaptive) {
                take_adam_step(adam, g + begin, end - begin, first + begin, first + size + begin, p + begin);
                return;
            }
            if (by_lion) {
                lion(g + begin, end - begin, first + begin, p + begin);
                return;
            }
            for (std::size_t k = begin; k < end; ++k) {
                const Scalar slope = clip * g[k] + added_decay * p[k];
                if (first != nullptr) first[k] = number == 0 ? slope : momentum * first[k] + slope;
                p[k] -= rounded(own) * (first == nullptr ? slope : first[k]);
            }
        });
    }
    return norm;
}

/// Whole matrices are shared out, so that each one's products are those of one thread.
template <class Scalar>
void OptimizerState<Scalar>::step_by_muon(double rate, Scalar clip, std::span<const Scalar> gradient,
                                          std::span<Scalar> parameters, Team& team) {
    std::vector<const ParameterBlock*> matrices;
    for (const ParameterBlock& block : blocks_) {
        if (is_muons(block)) matrices.push_back(&block);
    }
    const auto rounded = [](double value) { return static_cast<Scalar>(value); };
    const Scalar momentum = rounded(design_.momentum), rest = rounded(1 - design_.momentum);
    team.share(matrices.size(), [&](std::size_t index, std::size_t) {
        const ParameterBlock& block = *matrices[index];
        const Scalar* const g = gradient.data() + block.offset;
        Scalar* const mean = state_.data() + block.offset;
        Scalar* const p = parameters.data() + block.offset;
        std::vector<Scalar> update(block.size());
        for (std::size_t k = 0; k < update.size(); ++k) {
            const Scalar slope = clip * g[k];
            mean[k] = momentum * mean[k] + rest * slope;
            update[k] = design_.nesterov ? momentum * mean[k] + rest * slope : mean[k];
        }
        update =
            newton_schulz(MatrixView<const Scalar>{update.data(), block.rows, block.columns, block.columns},
                          design_.newton_schulz_steps);
        const double own = rate * block.rate;
        const Scalar kept = rounded(1 - own * design_.weight_decay);
        const Scalar moved = rounded(own * muon_factor(design_.muon_scale, block));
        for (std::size_t k = 0; k < update.size(); ++k) p[k] = kept * p[k] - moved * update[k];
    });
}

template class OptimizerState<float>;
template class OptimizerState<double>;

}  // namespace sigprop
