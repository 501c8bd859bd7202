// The walk over a formula: each node has an enclosure of what the kernel has there, and the size of the terms
// that it was made from. A function is what the library returns within its error, or what the usual formula
// of it gives: sigmoid as 1/(1 + exp(-x)), normal_cdf as (1 + erf(x/sqrt 2))/2, softplus as log1p(exp x).

#include "models/rounding/activation_kernel.hpp"

#include <cmath>
#include <stdexcept>

#include "models/rounding/kernel_arithmetic.hpp"

namespace sigprop {
namespace {

using Step = Instruction;

/// f of an increasing function, as the library has it within its error.
template <class Function>
KernelInterval library(const KernelArithmetic& kernel, const char* name, Function function,
                       KernelInterval x) {
    return kernel.function(increasing(function, x), kernel.contract().error_of(name));
}

KernelInterval exponential(const KernelArithmetic& kernel, KernelInterval x) {
    const FunctionError error = kernel.contract().error_of("activation.exp");
    KernelInterval e = library(
        kernel, "activation.exp", [](double v) { return std::exp(v); }, kernel.rounded(x, error.argument));
    e.lower = std::max(e.lower, 0.0);
    return e;
}

KernelInterval sigmoid_of(const KernelArithmetic& kernel, KernelInterval x) {
    const auto exact = [](double v) {
        return v < 0 ? std::exp(v) / (1 + std::exp(v)) : 1 / (1 + std::exp(-v));
    };
    KernelInterval direct = increasing(exact, x);
    direct = {direct.lower - 4 * slack_of(direct.lower), direct.upper + 4 * slack_of(direct.upper)};
    // exp, 1 + exp and the quotient: of exp, whose relative error counts at most once, and two roundings
    FunctionError error = kernel.contract().error_of("sigmoid");
    error.units = std::max(error.units, kernel.contract().error_of("exp").units + 3);
    KernelInterval made = kernel.function(direct, error);
    // exp(-x) overflows where 1/(1 + exp(-x)) is below the normal numbers, or where it is stored on the way
    const KernelContract& contract = kernel.contract();
    const double least =
        contract.stores_steps ? 1.01 / largest_of(contract.storage) : least_normal_of(contract.computing);
    if (made.lower < std::max(least, least_normal_of(contract.computing))) made.lower = 0;
    return made;
}

KernelInterval error_function(const KernelArithmetic& kernel, KernelInterval x) {
    return library(
        kernel, "erf", [](double v) { return std::erf(v); }, x);
}

KernelInterval normal_cdf_of(const KernelArithmetic& kernel, KernelInterval x) {
    const double root = std::sqrt(0.5);
    KernelInterval direct = increasing([&](double v) { return 0.5 * std::erfc(-v * root); }, x);
    // the argument v/sqrt 2 has a relative error of 2^-52, which moves the result by |v| pdf(v) of that
    const double beyond = 40;  // where it is 0 or 1
    const double size = std::min(x.size(), beyond);
    direct = direct.scaled(16 * 0x1p-52 * (1 + size * size));
    direct.lower = std::max(direct.lower, 0.0);
    const KernelInterval near = kernel.function(direct, kernel.contract().error_of("normal_cdf"));
    const KernelInterval z = kernel.rounded(x * KernelInterval{down(root), up(root)}, 2);
    const KernelInterval sum = kernel.rounded(KernelInterval::exact(1) + error_function(kernel, z), 1);
    return hull(near, 0.5 * sum);
}

KernelInterval softplus_of(const KernelArithmetic& kernel, KernelInterval x) {
    const auto exact = [](double v) { return std::max(v, 0.0) + std::log1p(std::exp(-std::abs(v))); };
    KernelInterval direct = increasing(exact, x);
    direct = {direct.lower - 4 * slack_of(direct.lower), direct.upper + 4 * slack_of(direct.upper)};
    FunctionError error = kernel.contract().error_of("softplus");
    error.units = std::max(error.units,
                           kernel.contract().error_of("exp").units + kernel.contract().error_of("log").units);
    return kernel.function(direct, error);
}

/// Around the middle: |f'| <= slope.
template <class Function>
KernelInterval bounded_slope(const KernelArithmetic& kernel, const char* name, Function function,
                             KernelInterval x, double slope) {
    const double middle = x.lower + (x.upper - x.lower) / 2;
    const double value = function(middle);
    const double off = up(slope * (x.upper - x.lower)) + 4 * slack_of(value);
    return kernel.function({value - off, value + off}, kernel.contract().error_of(name));
}

KernelInterval integer_power(const KernelArithmetic& kernel, KernelInterval x, std::int64_t n) {
    if (n < 0) return kernel.rounded(KernelInterval::exact(1) / integer_power(kernel, x, -n), 1);
    KernelInterval power = KernelInterval::exact(1);
    const bool is_even = n % 2 == 0;
    for (std::int64_t i = 0; i < n; ++i) power = power * x;
    if (is_even && x.lower < 0 && x.upper > 0) power.lower = 0;
    return n > 1 ? kernel.rounded(power, static_cast<double>(n - 1)) : power;
}

class Walk {
public:
    /// `is_slope`: at a kink every slope between those of both sides is right.
    Walk(const KernelArithmetic& kernel, const Tape& tape, std::span<const KernelInterval> constants,
         bool is_slope, const char* step = "activation.step")
        : kernel_(kernel),
          tape_(tape),
          constants_(constants),
          is_slope_(is_slope),
          step_(step),
          slots_(tape.instructions.size()) {}

    RoundedValue at(double x) {
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            const Step& node = tape_.instructions[i];
            slots_[i] = value_of(node, x);
            const bool is_given =
                node.operation == Operation::variable || node.operation == Operation::constant;
            const bool is_last = i == tape_.outputs[0];
            if (!is_given && !is_last) slots_[i].value = kernel_.stored(slots_[i].value, step_);
        }
        return slots_[tape_.outputs[0]];
    }

private:
    [[nodiscard]] const RoundedValue& operand(const Step& node, std::size_t k) const {
        return slots_[node.operands[k]];
    }
    /// A number without terms: its own size.
    static RoundedValue plain(KernelInterval value) {
        return {value, value.size(), std::max(value.size(), 1.0)};
    }

    RoundedValue value_of(const Step& node, double x) const {
        switch (node.operation) {
            case Operation::variable: return plain(KernelInterval::exact(x));
            case Operation::constant: return plain(kernel_.rounded(constants_[node.constant], 1));
            default: break;
        }
        const RoundedValue& a = operand(node, 0);
        const bool chooses =
            node.operation == Operation::where_negative || node.operation == Operation::where_nonpositive;
        if (chooses) return a.value.is_known() ? chosen(node, a) : nothing();
        for (int k = 0; k < operand_count(node.operation); ++k)
            if (!operand(node, static_cast<std::size_t>(k)).value.is_known()) return nothing();
        return operand_count(node.operation) == 1 ? of_one(node, a) : of_several(node, a, operand(node, 1));
    }

    /// 0 where it may be 0.
    static double least_size(KernelInterval x) { return std::max({x.lower, -x.upper, 0.0}); }
    static RoundedValue nothing() { return {KernelInterval::unknown(), 0, 1}; }
    /// A kernel takes one of two; what overflows in the other one does not count.
    RoundedValue chosen(const Step& node, const RoundedValue& a) const {
        const RoundedValue &b = operand(node, 1), &c = operand(node, 2);
        const bool strict = node.operation == Operation::where_negative;
        const KernelInterval& g = a.value;
        const bool is_kink = is_slope_ && g.lower <= 0 && g.upper >= 0;
        if (!is_kink && (g.upper < 0 || (!strict && g.upper <= 0))) return b;
        if (!is_kink && (g.lower > 0 || (strict && g.lower >= 0))) return c;
        if (!b.value.is_known() || !c.value.is_known()) return nothing();
        return {hull(b.value, c.value), std::max(b.size, c.size), std::max(b.reach, c.reach)};
    }

    RoundedValue of_one(const Step& node, const RoundedValue& a) const {
        const KernelInterval& x = a.value;
        switch (node.operation) {
            case Operation::negate: return {-x, a.size, a.reach};
            case Operation::power_integer: {
                const KernelInterval power = integer_power(kernel_, x, node.integer);
                const auto n = static_cast<double>(node.integer);
                if (n >= 0) return {power, std::pow(a.size, n), std::pow(a.reach, std::max(n, 1.0))};
                const double least = least_size(x);
                return {power, std::pow(std::max(a.size / least, 1.0) / least, -n),
                        std::pow(std::max(a.reach / least, 1.0), -n)};
            }
            case Operation::sqrt: {
                // Squares and sums of them are not negative in a kernel, but for our own widening.
                constexpr double ours = 4;
                if (x.upper < 0 || x.lower < -ours * kernel_.lost(1, 1)) return nothing();
                return plain(
                    kernel_.rounded(increasing([](double v) { return std::sqrt(std::max(v, 0.0)); }, x), 1));
            }
            case Operation::exp: return plain(exponential(kernel_, x));
            case Operation::expm1: {
                // without an error of its own it is as exact as exp
                const bool has_own = kernel_.contract().functions.contains("expm1");
                return plain(library(
                    kernel_, has_own ? "expm1" : "exp", [](double v) { return std::expm1(v); }, x));
            }
            case Operation::log:
                return plain(library(
                    kernel_, "log", [](double v) { return std::log(v); }, x));
            case Operation::log1p:
                return plain(library(
                    kernel_, "log", [](double v) { return std::log1p(v); }, x));
            case Operation::sin:
                return plain(bounded_slope(
                    kernel_, "sin", [](double v) { return std::sin(v); }, x, 1));
            case Operation::cos:
                return plain(bounded_slope(
                    kernel_, "sin", [](double v) { return std::cos(v); }, x, 1));
            case Operation::atan:
                return plain(library(
                    kernel_, "atan", [](double v) { return std::atan(v); }, x));
            case Operation::sinh:
                return plain(library(
                    kernel_, "exp", [](double v) { return std::sinh(v); }, x));
            case Operation::tanh:
                return plain(library(
                    kernel_, "tanh", [](double v) { return std::tanh(v); }, x));
            case Operation::erf: return plain(error_function(kernel_, x));
            case Operation::sigmoid: {
                const KernelInterval direct = sigmoid_of(kernel_, x);
                // s(-u), as it stands in slopes, is 1 - s(u) in kernels, which loses digits where that is
                // small
                if (tape_.instructions[node.operands[0]].operation != Operation::negate) return plain(direct);
                const KernelInterval complement = KernelInterval::exact(1) - sigmoid_of(kernel_, -x);
                return plain(hull(direct, kernel_.rounded(complement, 1)));
            }
            case Operation::softplus: return plain(softplus_of(kernel_, x));
            case Operation::normal_cdf: return plain(normal_cdf_of(kernel_, x));
            case Operation::normal_pdf: {
                const KernelInterval square = kernel_.rounded(integer_power(kernel_, x, 2), 1);
                const KernelInterval e = exponential(kernel_, -0.5 * square);
                constexpr double factor = 0.3989422804014327;  // 1/sqrt(2 pi)
                return plain(kernel_.rounded(e * KernelInterval{down(factor), up(factor)}, 2));
            }
            case Operation::abs: {
                const double low = x.lower > 0 ? x.lower : x.upper < 0 ? -x.upper : 0;
                return {{low, x.size()}, a.size, a.reach};
            }
            case Operation::relu: return {{std::max(x.lower, 0.0), std::max(x.upper, 0.0)}, a.size, a.reach};
            case Operation::step: {
                const double high = x.upper < 0 ? 0 : 1;
                const double low = x.lower < 0 || (is_slope_ && x.lower <= 0) ? 0 : 1;
                return {{low, high}, 1};
            }
            default: return nothing();  // cosh, erfc
        }
    }

    RoundedValue of_several(const Step& node, const RoundedValue& a, const RoundedValue& b) const {
        switch (node.operation) {
            case Operation::add:
                return {kernel_.rounded(a.value + b.value, 1), a.size + b.size, a.reach + b.reach};
            case Operation::subtract:
                return {kernel_.rounded(a.value - b.value, 1), a.size + b.size, a.reach + b.reach};
            case Operation::multiply: {
                KernelInterval product = a.value * b.value;
                if (node.operands[0] == node.operands[1]) product.lower = std::max(product.lower, 0.0);
                return {kernel_.rounded(product, 1), a.size * b.size, a.reach * b.reach};
            }
            case Operation::divide: {
                const double least = least_size(b.value);
                return {kernel_.rounded(a.value / b.value, 1), a.size / least * std::max(b.size / least, 1.0),
                        a.reach * std::max(b.reach / least, 1.0)};
            }
            case Operation::minimum:
                return {{std::min(a.value.lower, b.value.lower), std::min(a.value.upper, b.value.upper)},
                        std::max(a.size, b.size),
                        std::max(a.reach, b.reach)};
            case Operation::maximum:
                return {{std::max(a.value.lower, b.value.lower), std::max(a.value.upper, b.value.upper)},
                        std::max(a.size, b.size),
                        std::max(a.reach, b.reach)};
            default: return nothing();  // power
        }
    }

    const KernelArithmetic& kernel_;
    const Tape& tape_;
    std::span<const KernelInterval> constants_;
    bool is_slope_;
    const char* step_;  ///< the name of what it computes on the way
    std::vector<RoundedValue> slots_;
};

std::vector<KernelInterval> constants_of(const Tape& tape) {
    std::vector<KernelInterval> all;
    for (const Real& one : tape.constants) {
        const double value = one.to_double();
        all.push_back({down(value), up(value)});
        if (one.at(64).is_exact() && one.at(64).contains(Ball(value)))
            all.back() = KernelInterval::exact(value);
    }
    return all;
}

}  // namespace

ActivationKernel::ActivationKernel(const KernelContract& contract, const Formula& f)
    : ActivationKernel(contract, f, f.derivative()) {}

ActivationKernel::ActivationKernel(const KernelContract& contract, const Formula& f, const Formula& slope)
    : contract_(contract),
      value_(f),
      slope_(slope),
      of_output_(!are_alike(slope, f.derivative())),
      constants_(constants_of(value_)),
      slope_constants_(constants_of(slope_)) {
    if (f.variable_count() > 1) throw std::logic_error("an activation has one variable");
}

void ActivationKernel::bounds(std::span<const double> x, RowBounds y) const {
    const KernelArithmetic kernel(contract_);
    Walk walk(kernel, value_, constants_, false);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const RoundedValue found =
            std::isfinite(x[i]) ? walk.at(x[i]) : RoundedValue{KernelInterval::unknown(), 0};
        kernel.store(regrouped(kernel, found), y, i);
    }
}

void ActivationKernel::backward_bounds(std::span<const double> x, std::span<const double> dy,
                                       RowBounds dx) const {
    const KernelArithmetic kernel(contract_);
    const bool stores_saved_steps = contract_.rounding_of("activation.saved_step") != StorageRounding::never;
    Walk walk(kernel, slope_, slope_constants_, true,
              of_output_ ? "activation.saved_step" : "activation.step");
    for (std::size_t i = 0; i < x.size(); ++i) {
        const bool is_known = std::isfinite(x[i]) && std::isfinite(dy[i]);
        const RoundedValue slope = is_known ? walk.at(x[i]) : RoundedValue{KernelInterval::unknown(), 0};
        KernelInterval product =
            kernel.stored(regrouped(kernel, slope, std::abs(dy[i])), "activation.slope") *
            KernelInterval::exact(dy[i]);
        if (of_output_ && stores_saved_steps) {  // dy (1 - y), before it is multiplied by y
            const double underflow = least_of(contract_.storage) / 2;
            product = product.scaled(std::ldexp(1.0, -significand_bits(contract_.storage))).within(underflow);
        }
        const double reach = slope.reach * std::max(1.0, std::abs(dy[i]));
        kernel.store(kernel.regrouped(kernel.rounded(product, kernel.before_storage(1)), reach), dx, i);
    }
}

void ActivationKernel::gated_bounds(std::span<const double> x, std::span<const double> up,
                                    RowBounds y) const {
    const KernelArithmetic kernel(contract_);
    Walk walk(kernel, value_, constants_, false);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const bool is_known = std::isfinite(x[i]) && std::isfinite(up[i]);
        const RoundedValue found = is_known ? walk.at(x[i]) : RoundedValue{KernelInterval::unknown(), 0};
        const double size = std::abs(up[i]);
        // up may multiply a factor of f, which must not overflow either
        const KernelInterval f = found.size * std::max(size, 1.0) * 4 <= kernel.largest()
                                     ? kernel.stored(regrouped(kernel, found, size), "gated.activation")
                                     : KernelInterval::unknown();
        const KernelInterval product = f * KernelInterval::exact(up[i]);
        const double reach = found.reach * std::max(1.0, size);
        kernel.store(kernel.regrouped(kernel.rounded(product, kernel.before_storage(1)), reach), y, i);
    }
}

void ActivationKernel::gate_backward_bounds(std::span<const double> x, std::span<const double> up,
                                            std::span<const double> dy, RowBounds dx) const {
    const KernelArithmetic kernel(contract_);
    Walk walk(kernel, slope_, slope_constants_, true);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const bool is_known = std::isfinite(x[i]) && std::isfinite(up[i]) && std::isfinite(dy[i]);
        const RoundedValue slope = is_known ? walk.at(x[i]) : RoundedValue{KernelInterval::unknown(), 0};
        const double factors = std::max(1.0, std::abs(dy[i])) * std::max(1.0, std::abs(up[i]));
        const KernelInterval f = 4 * slope.size * factors <= kernel.largest()
                                     ? regrouped(kernel, slope, factors)
                                     : KernelInterval::unknown();
        // dy up first, which a kernel of its own stores, or in another order
        KernelInterval outer = KernelInterval::exact(dy[i]) * KernelInterval::exact(up[i]);
        outer = kernel.stored(kernel.rounded(outer, 1), "gated.gradient");
        const KernelInterval product = kernel.stored(f, "activation.slope") * outer;
        const double reach = slope.reach * factors;
        kernel.store(kernel.regrouped(kernel.rounded(product, kernel.before_storage(1), reach), reach), dx,
                     i);
    }
}

KernelInterval ActivationKernel::regrouped(const KernelArithmetic& kernel, const RoundedValue& found,
                                           double factor) {
    if (!found.value.is_known() || !std::isfinite(found.size)) return KernelInterval::unknown();
    // As one kernel: a factor that is taken out, or in. As steps of an automatic derivative: each term has
    // its own products.
    const double regroupings = kernel.contract().stores_steps ? 6 : 2;
    if (4 * found.size > kernel.largest())  // x (1 + erf) 0.5 is twice as large on the way
        return KernelInterval::unknown();
    return kernel.rounded_terms(found.value, regroupings, found.size, found.reach * std::max(factor, 1.0));
}

}  // namespace sigprop
