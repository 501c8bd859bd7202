#include "models/training/optimizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sigprop/core/base/errors.hpp>

#include "core/simd/portable.hpp"
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

bool is_adaptive(OptimizerKind kind) { return kind == OptimizerKind::adam || kind == OptimizerKind::adamw; }

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
}

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
    }
    return design.rate;
}

template <class Scalar>
OptimizerState<Scalar>::OptimizerState(const OptimizerDesign& design,
                                       const std::vector<ParameterBlock>& blocks, std::size_t parameters)
    : design_(design), blocks_(blocks) {
    const std::size_t moments = is_adaptive(design.kind) ? 2 : design.kind == OptimizerKind::momentum ? 1 : 0;
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
    for (const ParameterBlock& block : blocks_) {
        const double own = rate * block.rate;
        const double decay = block.decays ? design_.weight_decay : 0;
        const bool decoupled = design_.kind == OptimizerKind::adamw;
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
        Scalar* const p = parameters.data() + block.offset;
        const Scalar* const g = gradient.data() + block.offset;
        Scalar* const first = state_.empty() ? nullptr : state_.data() + block.offset;
        team.split(block.size(), 4096, [&](std::size_t begin, std::size_t end) {
            if (adaptive) {
                take_adam_step(adam, g + begin, end - begin, first + begin, first + size + begin, p + begin);
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

template class OptimizerState<float>;
template class OptimizerState<double>;

}  // namespace sigprop
