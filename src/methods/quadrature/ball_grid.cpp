#include "methods/quadrature/ball_grid.hpp"

#include "core/formula/apply.hpp"

#include <stdexcept>

#include "core/base/poll.hpp"

namespace sigprop {
namespace {

constexpr long guard_bits = 20;

}  // namespace

GridEvaluator::GridEvaluator(std::span<const Formula> formulas, long bits, std::size_t most)
    : tape_(formulas),
      most_(std::min(most, tile_size)),
      forms_(quadratic_forms(tape_, bits + guard_bits)),
      needed_(tape_.instructions.size(), false),
      places_(tape_.instructions.size(), 0),
      runs_(4 * tape_.instructions.size()) {
    for (const Real& constant : tape_.constants) constants_.push_back(constant.at(bits + guard_bits));
    mark_needed();
    for (std::size_t i = 0; i < places_.size(); ++i) {
        if (needed_[i]) places_[i] = used_++;
    }
    slots_ = _arb_vec_init(static_cast<slong>(used_ * most_));
    scratch_ = _arb_vec_init(static_cast<slong>(most_));
}

GridEvaluator::~GridEvaluator() {
    _arb_vec_clear(slots_, static_cast<slong>(used_ * most_));
    _arb_vec_clear(scratch_, static_cast<slong>(most_));
}

bool GridEvaluator::is_tanh_of_softplus(const Instruction& node) const {
    const auto u = operand_of_tanh_of_softplus(tape_, node);
    return u && forms_[*u] && forms_[*u]->is_affine();
}

bool GridEvaluator::is_recurrence(const Instruction& node) const {
    if (is_tanh_of_softplus(node)) return true;
    switch (node.operation) {
        case Operation::exp: return forms_[node.operands[0]].has_value();
        case Operation::sigmoid:
        case Operation::tanh:
        case Operation::sinh:
        case Operation::cosh:
        case Operation::normal_pdf:
            return forms_[node.operands[0]].has_value() && forms_[node.operands[0]]->is_affine();
        default: return false;
    }
}

// A recurrence needs only the coefficients of its operand, so the operand's values may not be needed.
void GridEvaluator::mark_needed() {
    for (const std::uint32_t output : tape_.outputs) needed_[output] = true;
    for (std::size_t i = tape_.instructions.size(); i-- > 0;) {
        const Instruction& node = tape_.instructions[i];
        if (!needed_[i] || is_recurrence(node)) continue;
        for (int k = 0; k < operand_count(node.operation); ++k) {
            needed_[node.operands[static_cast<std::size_t>(k)]] = true;
        }
    }
}

void GridEvaluator::operator()(const Ball& start, const Ball& step, std::span<const long> precisions) {
    start_ = start;
    step_ = step;
    // A recurrence passes its error on, so no point may be less precise than a later one needs.
    precisions_.assign(precisions.begin(), precisions.end());
    if (precisions_.empty() || precisions_.size() > most_)
        throw std::logic_error("a tile of the grid has the wrong size");
    for (std::size_t k = precisions_.size() - 1; k-- > 0;) {
        precisions_[k] = std::max(precisions_[k], precisions_[k + 1]);
    }
    evaluate(false);
}

void GridEvaluator::mirror() {
    start_ = -start_;
    step_ = -step_;
    evaluate(true);
}

void GridEvaluator::evaluate(bool mirrored) {
    for (std::size_t i = 0; i < tape_.instructions.size(); ++i) {
        if (!needed_[i]) continue;
        const Instruction& node = tape_.instructions[i];
        poll(static_cast<long>(precisions_.size()) * (precisions_[0] + guard_bits));
        if (mirrored && (node.operation == Operation::constant || reflect(node, slot(i)))) continue;
        if (is_recurrence(node)) {
            recurrence(node, std::span(runs_).subspan(4 * i + (mirrored ? 2 : 0), 2), slot(i));
        } else {
            pointwise(node, slot(i));
        }
    }
}

bool GridEvaluator::reflect(const Instruction& node, arb_ptr out) {
    if (node.operation != Operation::sigmoid && node.operation != Operation::tanh) return false;
    const auto& u = forms_[node.operands[0]];
    const bool odd = u && u->is_affine() && u->c0.is_exact() && u->c0.contains_zero();
    if (!odd) return false;
    for (std::size_t k = 0; k < precisions_.size(); ++k) {
        arb_neg(out + k, out + k);
        if (node.operation == Operation::sigmoid)
            arb_add_ui(out + k, out + k, 1, precisions_[k] + guard_bits);
    }
    return true;
}

void GridEvaluator::begin(Run& run, const Quadratic& p, const Ball& scale, long bits) const {
    const Ball start = start_.at_precision(bits);
    const Ball step = step_.at_precision(bits);
    const auto rounded = [bits](const Ball& x) { return x.at_precision(bits); };
    const Ball c0 = rounded(scale * p.c0), c1 = rounded(scale * p.c1), c2 = rounded(scale * p.c2);
    run.value = exp(c0 + start * (c1 + start * c2));
    run.ratio = exp(step * (c1 + c2 * (2 * start + step)));
    if (!p.is_affine()) run.growth = exp(2 * c2 * step * step);
    run.step = step_;
    run.length = 0;
}

/// out[k] = exp(p(start + k step)): the ratio of neighbours is an exponential, too, and the ratio of
/// neighbouring ratios is constant.
void GridEvaluator::exponentials(arb_ptr out, const Quadratic& p, const Ball& scale, Run& run) {
    const std::size_t count = precisions_.size();
    const auto same = [](const Ball& a, const Ball& b) {
        return arb_equal(raw(a), raw(b)) != 0 && a.is_exact();
    };
    const bool continues = run.length > 0 && run.length + count <= longest_run && same(run.next, start_) &&
                           same(run.step, step_) && run.bits >= precisions_[0] + guard_bits;
    if (!continues) begin(run, p, scale, precisions_[0] + guard_bits);
    const bool affine = p.is_affine();
    arb_set(out, raw(run.value));
    for (std::size_t k = 1; k <= count; ++k) {
        const long bits = precisions_[std::min(k, count - 1)] + guard_bits;
        arb_mul(k < count ? out + k : raw(run.value), out + k - 1, raw(run.ratio), bits);
        if (!affine) arb_mul(raw(run.ratio), raw(run.ratio), raw(run.growth), bits);
    }
    // The recurrence now has the precision of the last point; a later call that needs more begins anew.
    run.bits = precisions_[count - 1] + guard_bits;
    run.length += count;
    run.next = start_ + Ball(static_cast<std::int64_t>(count)) * step_;
}

/// With p = e^u: tanh(log(1 + p)) = (p^2 + 2p) / (p^2 + 2p + 2).
void GridEvaluator::tanh_of_softplus(const Quadratic& u, Run& run, arb_ptr out) {
    exponentials(scratch_, u, 1, run);
    for (std::size_t k = 0; k < precisions_.size(); ++k) {
        const long bits = precisions_[k] + guard_bits;
        arb_add_ui(out + k, scratch_ + k, 2, bits);
        arb_mul(scratch_ + k, scratch_ + k, out + k, bits);
        arb_add_ui(out + k, scratch_ + k, 2, bits);
        arb_div(out + k, scratch_ + k, out + k, bits);
    }
}

void GridEvaluator::recurrence(const Instruction& node, std::span<Run> runs, arb_ptr out) {
    if (is_tanh_of_softplus(node)) {
        return tanh_of_softplus(*forms_[*operand_of_tanh_of_softplus(tape_, node)], runs[0], out);
    }
    const Quadratic& u = *forms_[node.operands[0]];
    const std::size_t count = precisions_.size();
    if (node.operation == Operation::exp) return exponentials(out, u, 1, runs[0]);
    if (node.operation == Operation::normal_pdf) {
        exponentials(out, *(u * u), Ball(-0.5), runs[0]);
        const Ball factor = 1 / sqrt(2 * Ball::pi(precisions_[0] + guard_bits));
        for (std::size_t k = 0; k < count; ++k)
            arb_mul(out + k, out + k, raw(factor), precisions_[k] + guard_bits);
        return;
    }
    if (node.operation == Operation::sinh || node.operation == Operation::cosh) {
        exponentials(out, u, 1, runs[0]);
        exponentials(scratch_, u, -1, runs[1]);
        for (std::size_t k = 0; k < count; ++k) {
            const long bits = precisions_[k] + guard_bits;
            if (node.operation == Operation::cosh) {
                arb_add(out + k, out + k, scratch_ + k, bits);
            } else {
                arb_sub(out + k, out + k, scratch_ + k, bits);
            }
            arb_mul_2exp_si(out + k, out + k, -1);
        }
        return;
    }
    const bool is_tanh = node.operation == Operation::tanh;
    exponentials(scratch_, u, is_tanh ? -2 : -1,
                 runs[0]);  // sigmoid = 1 / (1 + e^-u), tanh u = 2 sigmoid(2u) - 1
    for (std::size_t k = 0; k < count; ++k) {
        const long bits = precisions_[k] + guard_bits;
        arb_add_ui(out + k, scratch_ + k, 1, bits);
        arb_inv(out + k, out + k, bits);
        if (is_tanh) {
            arb_mul_2exp_si(out + k, out + k, 1);
            arb_sub_ui(out + k, out + k, 1, bits);
        }
    }
}

void GridEvaluator::pointwise(const Instruction& node, arb_ptr out) {
    for (std::size_t k = 0; k < precisions_.size(); ++k) point(node, out + k, k, precisions_[k] + guard_bits);
}

void GridEvaluator::point(const Instruction& node, arb_t out, std::size_t k, long bits) {
    const arb_srcptr a = slot(node.operands[0]) + k;
    const arb_srcptr b = slot(node.operands[1]) + k;
    switch (node.operation) {
        case Operation::variable:
            arb_set_round(out, raw(step_), bits);
            arb_mul_ui(out, out, k, bits);
            arb_add(out, out, raw(start_), bits);
            return;
        case Operation::constant: return arb_set_round(out, raw(constants_[node.constant]), bits);
        case Operation::add: return arb_add(out, a, b, bits);
        case Operation::subtract: return arb_sub(out, a, b, bits);
        case Operation::multiply:
            return node.operands[0] == node.operands[1] ? arb_sqr(out, a, bits) : arb_mul(out, a, b, bits);
        case Operation::divide: return arb_div(out, a, b, bits);
        case Operation::negate: return arb_neg(out, a);
        case Operation::power_integer: {
            if (arf_is_nan(arb_midref(a))) return arb_set(out, a);  // Arb has NaN^0 = 1
            const bool inverse = node.integer < 0;
            const auto size = static_cast<ulong>(node.integer);
            arb_pow_ui(out, a, inverse ? ulong{0} - size : size, bits);
            if (inverse) arb_inv(out, out, bits);
            return;
        }
        default: break;
    }
    if (is_piecewise(node.operation)) return arb_indeterminate(out);  // see pieces.hpp
    // Everything else is so rare or so expensive that the ordinary functions will do.
    Ball x = blank(bits), y = blank(bits);
    arb_set(raw(x), a);
    arb_set(raw(y), b);
    const Ball value = apply_function(node, x, y);
    arb_set(out, raw(value));
}

}  // namespace sigprop
