#include "core/formula/apply.hpp"

#include <algorithm>
#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "core/ball/complex_box.hpp"
#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

// The two functions whose names differ between scalar types.
double power_integer(double x, std::int64_t n) {
    return n == 2 ? x * x : std::pow(x, static_cast<double>(n));
}
Dual power_integer(const Dual& x, std::int64_t n) { return pow(x, n); }
Ball power_integer(const Ball& x, std::int64_t n) { return pow(x, n); }
ComplexBall power_integer(const ComplexBall& x, std::int64_t n) { return pow(x, n); }
ComplexBox power_integer(const ComplexBox& x, std::int64_t n) { return pow(x, n); }
Jet power_integer(const Jet& x, std::int64_t n) { return pow(x, n); }

double constant_as(const Real& real, long, double*) { return real.to_double(); }
Dual constant_as(const Real& real, long, Dual*) { return real.to_double(); }
Ball constant_as(const Real& real, long bits, Ball*) { return real.at(bits); }
ComplexBall constant_as(const Real& real, long bits, ComplexBall*) { return ComplexBall(real.at(bits)); }
ComplexBox constant_as(const Real& real, long, ComplexBox*) { return box_of(real); }
Jet constant_as(const Real& real, long bits, Jet*) { return real.at(bits); }

template <class Scalar>
bool is_negative(const Scalar& x) {
    if constexpr (std::is_same_v<Scalar, Dual>) {
        return x.value < 0;
    } else {
        return x < 0;
    }
}

template <class Scalar>
Scalar choose(const Instruction& node, const Scalar& g, const Scalar& a, const Scalar& b) {
    if constexpr (std::is_same_v<Scalar, Ball>) {
        const bool strict = node.operation == Operation::where_negative;
        if (g.is_negative() || (!strict && g.is_nonpositive())) return a;
        if ((strict && g.is_nonnegative()) || g.is_positive()) return b;
        return g.is_finite() ? Ball::interval(a, b) : Ball::indeterminate();
    } else if constexpr (std::is_same_v<Scalar, Jet>) {
        const Ball& sign = g.value();
        const bool strict = node.operation == Operation::where_negative;
        if (sign.is_negative() || (!strict && g.is_constant() && sign.is_nonpositive())) return a;
        if (sign.is_positive() || (strict && g.is_constant() && sign.is_nonnegative())) return b;
        return Jet::indeterminate();
    } else if constexpr (std::is_same_v<Scalar, Dual>) {
        const bool first = node.operation == Operation::where_negative ? g.value < 0 : g.value <= 0;
        return first ? a : b;
    } else {
        const bool first = node.operation == Operation::where_negative ? g < 0 : g <= 0;
        return first ? a : b;
    }
}

template <class Scalar>
Scalar piecewise(const Instruction& node, const Scalar& a, const Scalar& b, const Scalar& c) {
    if constexpr (std::is_same_v<Scalar, ComplexBall>) {
        return ComplexBall::indeterminate();  // a switch is nowhere holomorphic; see pieces.hpp
    } else if constexpr (std::is_same_v<Scalar, ComplexBox>) {
        return ComplexBox::State::singular;
    } else if constexpr (std::is_same_v<Scalar, Ball>) {
        switch (node.operation) {
            case Operation::abs: return abs(a);
            case Operation::minimum: return min(a, b);
            case Operation::maximum: return max(a, b);
            case Operation::relu: return max(a, Ball(0));
            case Operation::step:
                return a.is_negative()      ? Ball(0)
                       : a.is_nonnegative() ? Ball(1)
                       : a.is_finite()      ? Ball::interval(0, 1)
                                            : Ball::indeterminate();
            default: return choose(node, a, b, c);
        }
    } else if constexpr (std::is_same_v<Scalar, Jet>) {
        switch (node.operation) {
            case Operation::abs: return abs(a);
            case Operation::minimum: return min(a, b);
            case Operation::maximum: return max(a, b);
            case Operation::relu: return relu(a);
            case Operation::step: return step(a);
            default: return choose(node, a, b, c);
        }
    } else {
        switch (node.operation) {
            case Operation::abs: return is_negative(a) ? Scalar(-a) : a;
            case Operation::minimum: return is_negative<Scalar>(a - b) ? a : b;
            case Operation::maximum: return is_negative<Scalar>(a - b) ? b : a;
            case Operation::relu: return relu(a);
            case Operation::step: return step(a);
            default: return choose(node, a, b, c);
        }
    }
}

template <class Scalar>
Scalar smooth(const Instruction& node, const Scalar& a, const Scalar& b) {
    using std::atan, std::cos, std::cosh, std::erf, std::erfc, std::exp, std::expm1, std::log, std::log1p,
        std::pow, std::sin, std::sinh, std::sqrt, std::tanh;
    switch (node.operation) {
        case Operation::add: return a + b;
        case Operation::subtract: return a - b;
        case Operation::multiply:
            // x * x is computed as a square, which is not negative even for a ball across zero.
            return node.operands[0] == node.operands[1] ? power_integer(a, 2) : a * b;
        case Operation::divide: return a / b;
        case Operation::negate: return -a;
        case Operation::power_integer: return power_integer(a, node.integer);
        case Operation::power: return pow(a, b);
        case Operation::sqrt: return sqrt(a);
        case Operation::exp: return exp(a);
        case Operation::expm1: return expm1(a);
        case Operation::log: return log(a);
        case Operation::log1p: return log1p(a);
        case Operation::sin: return sin(a);
        case Operation::cos: return cos(a);
        case Operation::atan: return atan(a);
        case Operation::sinh: return sinh(a);
        case Operation::cosh: return cosh(a);
        case Operation::tanh: return tanh(a);
        case Operation::erf: return erf(a);
        case Operation::erfc: return erfc(a);
        case Operation::sigmoid: return sigmoid(a);
        case Operation::softplus: return softplus(a);
        case Operation::normal_pdf: return normal_pdf(a);
        default: return normal_cdf(a);
    }
}

template <class Scalar>
constexpr bool knows_tanh_of_softplus = std::is_same_v<Scalar, ComplexBox> || std::is_same_v<Scalar, Ball>;

/// Which instructions are softplus whose tanh alone is used; empty if none.
std::vector<bool> only_under_tanh(const Tape& tape) {
    const auto& all = tape.instructions;
    const auto takes_both = [&](const Instruction& node) {
        return operand_of_tanh_of_softplus(tape, node).has_value();
    };
    if (std::ranges::none_of(all, takes_both)) return {};
    std::vector<bool> skipped(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) skipped[i] = all[i].operation == Operation::softplus;
    for (const Instruction& node : all) {
        if (takes_both(node)) continue;
        for (int k = 0; k < operand_count(node.operation); ++k)
            skipped[node.operands[static_cast<std::size_t>(k)]] = false;
    }
    for (const std::uint32_t output : tape.outputs) skipped[output] = false;
    return skipped;
}

}  // namespace

template <class Scalar>
Evaluator<Scalar>::Evaluator(std::span<const Formula> formulas, long bits)
    : tape_(formulas), slots_(tape_.instructions.size()), values_(formulas.size()) {
    for (const Real& constant : tape_.constants) {
        constants_.push_back(constant_as(constant, bits, static_cast<Scalar*>(nullptr)));
    }
    if constexpr (knows_tanh_of_softplus<Scalar>) skipped_ = only_under_tanh(tape_);
}

template <class Scalar>
std::span<const Scalar> Evaluator<Scalar>::operator()(std::span<const Scalar> variables) {
    if (variables.size() < static_cast<std::size_t>(tape_.variable_count)) {
        throw std::logic_error("a formula was evaluated with too few variables");
    }
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        const Instruction& node = tape_.instructions[i];
        if (node.operation == Operation::variable) {
            slots_[i] = variables[static_cast<std::size_t>(node.integer)];
        } else if (node.operation == Operation::constant) {
            slots_[i] = constants_[node.constant];
        } else {
            const Scalar& a = slots_[node.operands[0]];
            const Scalar& b = slots_[node.operands[1]];
            const Scalar& c = slots_[node.operands[2]];
            if constexpr (knows_tanh_of_softplus<Scalar>) {
                if (!skipped_.empty() && skipped_[i]) continue;
                if (const auto u = operand_of_tanh_of_softplus(tape_, node)) {
                    slots_[i] = tanh_of_softplus(slots_[*u]);
                    continue;
                }
            }
            slots_[i] = is_piecewise(node.operation) ? piecewise(node, a, b, c) : smooth(node, a, b);
        }
    }
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = slots_[tape_.outputs[i]];
    return values_;
}

Ball apply_function(const Instruction& node, const Ball& a, const Ball& b) { return smooth(node, a, b); }

std::optional<std::uint32_t> operand_of_tanh_of_softplus(const Tape& tape, const Instruction& node) {
    if (node.operation != Operation::tanh) return std::nullopt;
    const Instruction& inner = tape.instructions[node.operands[0]];
    return inner.operation == Operation::softplus ? std::optional(inner.operands[0]) : std::nullopt;
}

template class Evaluator<double>;
template class Evaluator<Dual>;
template class Evaluator<Ball>;
template class Evaluator<ComplexBall>;
template class Evaluator<ComplexBox>;
template class Evaluator<Jet>;

}  // namespace sigprop
