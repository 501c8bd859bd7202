#include "core/formula/algebraic_sign.hpp"

#include "core/ball/exact_zero.hpp"
#include "core/formula/algebraic_size.hpp"
#include "core/formula/apply.hpp"
#include "core/formula/closed_zero.hpp"
#include "core/formula/formal_function.hpp"
#include "core/formula/operands_first.hpp"
#include "core/formula/polynomial_form.hpp"

#include <algorithm>
#include <cmath>

#include "core/ball/error_term.hpp"

namespace sigprop {
namespace {

/// Beyond this precision a number is not looked at that cannot be shown to be zero.
constexpr long max_bits_of_others = 4096;

struct Number {
    Ball value;
    MaybeAlgebraic size;
};

/// f, the place's function and the coefficients of its polynomial on one tape, where equal roots are one
/// node.
class NumbersAt {
public:
    NumbersAt(const Formula& f, const IsolatedZero& place, std::int64_t max_bits)
        : place_(place), max_bits_(max_bits), tape_(formulas(f, place)), numbers_(tape_.instructions.size()) {
        for (const Instruction& node : tape_.instructions) {
            bool depends = node.operation == Operation::variable;
            for (int k = 0; k < operand_count(node.operation); ++k)
                depends = depends || depends_[node.operands[static_cast<std::size_t>(k)]];
            depends_.push_back(depends);
        }
    }

    /// f at the place.
    const Number& operator()(long bits) {
        bits_ = bits;
        // The coefficients first, because the size of the place follows from theirs.
        for (const bool depends : {false, true}) {
            for (std::size_t i = 0; i < numbers_.size(); ++i) {
                if (depends_[i] == depends) numbers_[i] = reduced(number(static_cast<std::uint32_t>(i)), i);
            }
        }
        return numbers_[tape_.outputs[0]];
    }

private:
    static std::vector<Formula> formulas(const Formula& f, const IsolatedZero& place) {
        std::vector<Formula> all = {f, place.function()};
        const auto coefficients = polynomial_form(place.function());
        if (coefficients) all.insert(all.end(), coefficients->begin(), coefficients->end());
        return all;
    }

    /// A number that is smaller than its separation bound is zero, and one that its form shows to be.
    Number reduced(Number x, std::size_t i) {
        const auto separation = x.size ? x.size->separation_bits() : std::nullopt;
        if (separation && *separation <= max_bits_ && x.value.is_finite() && x.value.contains_zero()) {
            const Ball bits = error_term("formula.algebraic_sign.separation_bits", Ball(*separation));
            const Ball least = Ball::power_of_two(-static_cast<long>(std::ceil(bits.to_double())));
            if ((x.value.magnitude() - least).is_negative()) x.value = Ball(0).at_precision(bits_);
        }
        const bool is_open = x.value.is_finite() && x.value.contains_zero() && !x.value.is_exact();
        if (is_open && form(i).is_zero()) x.value = Ball(0).at_precision(bits_);
        if (MaybeAlgebraic exact = size_of_exact(x.value)) x.size = std::move(exact);
        return x;
    }

    const formal::Number& form(std::size_t i) {
        if (forms_.empty()) {
            formal::NumberForms forms;
            formal::Number x = formal::symbol(formal::SymbolKind::real, "x");
            if (const auto closed = closed_form_of(place_)) {
                const Tape tape(*closed);
                x = forms.of(tape, x)[tape.outputs[0]];
            }
            forms_ = forms.of(tape_, x);
        }
        return forms_[i];
    }

    Number number(std::uint32_t i) const {
        const Instruction& node = tape_.instructions[i];
        if (i == tape_.outputs[1]) return {Ball(0).at_precision(bits_), AlgebraicSize()};
        if (node.operation == Operation::variable) return {place_.enclose(bits_), size_of_place(i)};
        if (node.operation == Operation::constant) {
            const Real& constant = tape_.constants[node.constant];
            const Rational* exact = constant.rational();
            return {constant.at(bits_), exact != nullptr ? MaybeAlgebraic(size_of(*exact)) : std::nullopt};
        }
        const Number& a = numbers_[node.operands[0]];
        const Number& b = numbers_[node.operands[1]];
        return {apply_function(node, a.value, b.value), size_of_result(node, i, a.size, b.size)};
    }

    MaybeAlgebraic size_of_place(std::uint32_t i) const {
        std::vector<AlgebraicSize> sizes;
        constexpr std::size_t first_coefficient = 2;
        std::size_t degree = tape_.outputs.size();
        const auto coefficient = [this](std::size_t k) -> const Number& {
            return numbers_[tape_.outputs[k]];
        };
        while (degree > first_coefficient && is_exact_zero(coefficient(degree - 1).value)) --degree;
        if (degree < first_coefficient + 2 || coefficient(degree - 1).value.contains_zero())
            return std::nullopt;
        for (std::size_t k = first_coefficient; k < degree; ++k) {
            if (!coefficient(k).size) return std::nullopt;
            sizes.push_back(*coefficient(k).size);
        }
        return polynomial_zero(sizes, i);
    }

    MaybeAlgebraic size_of_result(const Instruction& node, std::uint32_t i, const MaybeAlgebraic& a,
                                  const MaybeAlgebraic& b) const {
        switch (node.operation) {
            case Operation::negate: return a;
            case Operation::add:
            case Operation::subtract: return sum(a, b);
            case Operation::multiply: return product(a, b);
            case Operation::divide: return quotient(a, b);
            case Operation::power_integer: return power(a, node.integer);
            case Operation::sqrt: return root(a, 2, i);
            case Operation::power: return size_of_power(tape_.instructions[node.operands[1]], i, a);
            default: return std::nullopt;
        }
    }

    /// a^(p/q) for a small q.
    MaybeAlgebraic size_of_power(const Instruction& exponent, std::uint32_t i,
                                 const MaybeAlgebraic& a) const {
        if (exponent.operation != Operation::constant) return std::nullopt;
        const Rational* fraction = tape_.constants[exponent.constant].rational();
        for (std::int64_t q = 1; fraction != nullptr && q <= 16; ++q) {
            const auto p = (*fraction * Rational(q)).to_int64();
            if (p) return root(power(a, *p), q, i);
        }
        return std::nullopt;
    }

    const IsolatedZero& place_;
    std::int64_t max_bits_;
    Tape tape_;
    std::vector<Number> numbers_;
    std::vector<bool> depends_;          ///< on the place
    std::vector<formal::Number> forms_;  ///< empty until they are asked for
    long bits_ = 0;
};

}  // namespace

std::optional<int> sign_at(const Formula& f, const IsolatedZero& place, std::int64_t max_bits) {
    for (const Formula& node : operands_first(f)) {
        if (is_piecewise(node.operation())) return std::nullopt;
    }
    NumbersAt number(f, place, max_bits);
    for (long bits = 128; bits <= 2 * std::max<std::int64_t>(max_bits, max_bits_of_others); bits *= 2) {
        const Number& x = number(bits);
        if (is_exact_zero(x.value)) return 0;
        if (x.value.is_positive()) return 1;
        if (x.value.is_negative()) return -1;
        const auto separation = x.size ? x.size->separation_bits() : std::nullopt;
        const bool can_be_zero = separation && *separation <= max_bits;
        if (bits >= max_bits_of_others && !can_be_zero) return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace sigprop
