#include "methods/mean/power_form.hpp"

#include "core/formula/evaluator.hpp"
#include "core/formula/unit_factor.hpp"

namespace sigprop {
namespace {

constexpr long spare_bits = 8;

bool is_fraction(const Real& x, std::int64_t value) {
    return x.rational() != nullptr && *x.rational() == Rational(value);
}

Real number(const Formula& f) {
    if (f.operation() == Operation::constant) return f.constant();
    return Real(f.text(),
                [f](long bits) { return Evaluator<Ball>(f, bits + spare_bits)(std::span<const Ball>())[0]; });
}

}  // namespace

Formula PowerForms::power_of_u(const Real& power) const {
    if (is_fraction(power, 0)) return 1;
    return is_fraction(power, 1) ? u_ : exp(product_of(Formula(power), log_u_));
}

Formula PowerForms::value(const PowerForm& a) const { return product_of(power_of_u(a.power), a.rest); }

Formula PowerForms::logarithm(const PowerForm& a) const {
    if (is_fraction(a.power, 0)) return log(a.rest);
    const Formula of_power = product_of(Formula(a.power), log_u_);
    return is_one(a.rest) ? of_power : of_power + log(a.rest);
}

PowerForm PowerForms::operator()(const Formula& f) {
    if (const auto known = known_.find(f.identity()); known != known_.end()) return known->second;
    const PowerForm form = found(f);
    kept_.push_back(f);
    return known_.emplace(f.identity(), form).first->second;
}

/// The smaller power is taken out.
PowerForm PowerForms::sum(const PowerForm& a, const PowerForm& b) const {
    const bool first = a.power.to_double() <= b.power.to_double();
    const Real least = first ? a.power : b.power;
    const auto part = [&](const PowerForm& one, bool is_least) {
        return is_least ? one.rest : product_of(power_of_u(one.power - least), one.rest);
    };
    return {least, part(a, first) + part(b, !first || is_fraction(b.power - a.power, 0))};
}

PowerForm PowerForms::power(const Formula& f) {
    const Formula& exponent = f.operands()[1];
    const PowerForm base = (*this)(f.operands()[0]);
    if (exponent.variable_count() > 0) return {0, exp(value((*this)(exponent)) * logarithm(base))};
    return {base.power * number(exponent), is_one(base.rest) ? base.rest : pow(base.rest, exponent)};
}

PowerForm PowerForms::found(const Formula& f) {
    if (f.variable_count() == 0) return {0, f};
    if (f.operation() == Operation::variable) return {1, 1};
    if (f.operation() == Operation::power) return power(f);
    const std::span<const Formula> operands = f.operands();
    const PowerForm a = (*this)(operands[0]);
    const PowerForm b = operands.size() > 1 ? (*this)(operands[1]) : PowerForm();
    switch (f.operation()) {
        case Operation::add: return sum(a, b);
        case Operation::subtract: return sum(a, {b.power, -b.rest});
        case Operation::negate: return {a.power, -a.rest};
        case Operation::multiply: return {a.power + b.power, product_of(a.rest, b.rest)};
        case Operation::divide: return {a.power - b.power, is_one(b.rest) ? a.rest : a.rest / b.rest};
        case Operation::power_integer:
            return {a.power * Real(Rational(f.integer())),
                    is_one(a.rest) ? a.rest : pow(a.rest, f.integer())};
        case Operation::sqrt: return {a.power / 2, is_one(a.rest) ? a.rest : sqrt(a.rest)};
        case Operation::log: return {0, logarithm(a)};
        default: {
            const Formula moved = value(a);
            return {0, Formula::make(f.operation(), std::span(&moved, 1))};
        }
    }
}

}  // namespace sigprop
