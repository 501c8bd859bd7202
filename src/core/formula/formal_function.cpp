#include "core/formula/formal_function.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sigprop::formal {
namespace {

Number pi() { return symbol(SymbolKind::positive, "pi"); }
Number one() { return number(1); }
Rational half() { return Rational(1) / Rational(2); }

/// Whether the first coefficient is negative: then -a is the one whose function is named.
bool is_mirrored(const Number& a) { return !a.is_zero() && a.over.begin()->second.sign() < 0; }

/// Whether the number is a product of numbers that are not negative.
bool is_nonnegative(const Number& a) {
    const Sum::value_type* term = as_product(a);
    return term != nullptr && term->second.sign() > 0 &&
           std::ranges::none_of(term->first,
                                [](const auto& factor) { return factor.first.kind == SymbolKind::real; });
}

}  // namespace

Number Functions::function(Operation operation, const Number& a) {
    const auto e = [&](int factor) { return exponential(times(a, factor)); };
    switch (operation) {
        case Operation::negate: return times(a, -1);
        case Operation::sqrt: return power(a, half());
        case Operation::exp: return e(1);
        case Operation::expm1: return sum(e(1), number(-1));
        case Operation::log: return logarithm(a);
        case Operation::log1p: return logarithm(sum(a, one()));
        case Operation::sin: return sine(a);
        case Operation::cos: return sine(sum(a, times(pi(), half())));
        case Operation::atan: return arc_tangent(a);
        case Operation::sinh: return times(sum(e(1), times(e(-1), -1)), half());
        case Operation::cosh: return times(sum(e(1), e(-1)), half());
        case Operation::tanh: return hyperbolic_tangent(a);
        case Operation::erf: return error_function(a);
        case Operation::erfc: return sum(one(), times(error_function(a), -1));
        case Operation::sigmoid: return quotient(e(1), sum(e(1), one()));
        case Operation::softplus: return logarithm(sum(e(1), one()));
        case Operation::normal_pdf:
            return quotient(exponential(times(power(a, 2), -half())), power(times(pi(), 2), half()));
        case Operation::normal_cdf:
            return times(sum(one(), error_function(quotient(a, power(number(2), half())))), half());
        default: throw NoForm();
    }
}

Number Functions::real_power(const Number& a, const Number& b) {
    if (const auto exponent = as_fraction(b)) return power(a, *exponent);
    return exponential(product(b, logarithm(a)));
}

Number Functions::exponential(const Number& a) {
    if (!is_one(a.under)) return symbol(SymbolKind::positive, "exp(" + text_of(a) + ")");
    Number result = one();
    for (const auto& [monomial, factor] : a.over)
        result = product(result, exponential_of_product(monomial, factor));
    return result;
}

Number Functions::exponential_of_product(const Monomial& monomial, const Rational& factor) {
    Number argument;
    argument.over = {{monomial, Rational(1)}};
    const bool is_symbol = monomial.size() == 1 && monomial.begin()->second == Rational(1);
    if (is_symbol && monomial.begin()->first.text.starts_with("log(")) {
        const Number& inside = arguments_.at(monomial.begin()->first.text);
        return power(inside, factor);
    }
    const std::string name = "exp(" + text_of(argument) + ")";
    arguments_.emplace(name, argument);
    return power(symbol(SymbolKind::positive, name), factor);
}

Number Functions::logarithm(const Number& a) {
    if (a.is_zero()) throw NoForm();
    if (!is_nonnegative(a)) return named_logarithm(a);
    const auto& [monomial, coefficient] = *as_product(a);
    return logarithm_of_product(monomial, coefficient);
}

Number Functions::logarithm_of_product(const Monomial& monomial, const Rational& coefficient) {
    Number result;
    for (const auto& [prime, count] : factors_of(coefficient))
        result = sum(result, times(named_logarithm(number(prime)), count));
    for (const auto& [symbol, exponent] : monomial) {
        const bool is_exponential = symbol.text.starts_with("exp(") && arguments_.contains(symbol.text);
        Number factor;
        factor.over = {{{{symbol, Rational(1)}}, Rational(1)}};
        if (symbol.kind == SymbolKind::radicand) factor = radicand(symbol);
        result = sum(result,
                     times(is_exponential ? arguments_.at(symbol.text) : named_logarithm(factor), exponent));
    }
    return result;
}

Number Functions::named_logarithm(const Number& a) {
    const std::string name = "log(" + text_of(a) + ")";
    arguments_.emplace(name, a);
    return symbol(SymbolKind::real, name);
}

Number Functions::hyperbolic_tangent(const Number& a) {
    const Number square = exponential(times(a, 2));
    return quotient(sum(square, number(-1)), sum(square, one()));
}

Number Functions::sine(const Number& a) {
    if (a.is_zero()) return a;
    const Monomial of_pi = pi().over.begin()->first;
    Number rest = a;
    Rational turns = 0;  // a = rest + turns pi
    if (const auto found = rest.over.find(of_pi); is_one(a.under) && found != rest.over.end()) {
        turns = found->second;
        rest.over.erase(found);
    }
    int sign = 1;
    if (is_mirrored(rest)) {
        rest = times(rest, -1);
        turns = -turns;
        sign = -1;
    }
    const std::int64_t whole = floor_of(turns);
    turns = turns - Rational(whole);
    if (whole % 2 != 0) sign = -sign;
    if (rest.is_zero()) {
        if (half() < turns) turns = Rational(1) - turns;
        for (const auto& [denominator, square] : {std::pair{6, 1}, {4, 2}, {3, 3}, {2, 4}})
            if (turns * Rational(denominator) == Rational(1))
                return times(power(number(square), half()), Rational(sign) / Rational(2));
    }
    const Number least = sum(rest, times(pi(), turns));
    return least.is_zero() ? least : times(symbol(SymbolKind::real, "sin(" + text_of(least) + ")"), sign);
}

Number Functions::arc_tangent(const Number& a) {
    if (a.is_zero()) return a;
    if (is_mirrored(a)) return times(arc_tangent(times(a, -1)), -1);
    if (!is_nonnegative(a)) return symbol(SymbolKind::real, "atan(" + text_of(a) + ")");
    const Number square = power(a, 2);
    for (const auto& [value, part] :
         {std::pair{Rational(1), 4}, {Rational(3), 3}, {Rational(1) / Rational(3), 6}})
        if (as_fraction(square) == value) return times(pi(), Rational(1) / Rational(part));
    return symbol(SymbolKind::real, "atan(" + text_of(a) + ")");
}

Number Functions::error_function(const Number& a) {
    if (a.is_zero()) return a;
    if (is_mirrored(a)) return times(error_function(times(a, -1)), -1);
    return symbol(SymbolKind::real, "erf(" + text_of(a) + ")");
}

std::vector<Number> NumberForms::of(const Tape& tape, const Number& x) {
    std::vector<Number> forms;
    for (std::size_t i = 0; i < tape.instructions.size(); ++i) {
        try {
            forms.push_back(of_node(tape, i, forms, x));
        } catch (const NoForm&) {
            forms.push_back(symbol(SymbolKind::real, "#" + std::to_string(unnamed_++)));
        }
    }
    return forms;
}

Number NumberForms::of_node(const Tape& tape, std::size_t i, const std::vector<Number>& known,
                            const Number& x) {
    const Instruction& node = tape.instructions[i];
    if (node.operation == Operation::variable && node.integer == 0) return x;
    if (node.operation == Operation::constant) {
        const Real& constant = tape.constants[node.constant];
        if (const Rational* fraction = constant.rational()) return number(*fraction);
        if (constant.text() == "pi") return pi();
        if (constant.text() == "e") return functions_.function(Operation::exp, one());
        return symbol(SymbolKind::real, "[" + constant.text() + "]");
    }
    if (operand_count(node.operation) == 0 || is_piecewise(node.operation)) throw NoForm();
    const Number& a = known[node.operands[0]];
    const Number& b = known[node.operands[1]];
    switch (node.operation) {
        case Operation::add: return functions_.sum(a, b);
        case Operation::subtract: return functions_.sum(a, functions_.product(b, number(-1)));
        case Operation::multiply: return functions_.product(a, b);
        case Operation::divide: return functions_.quotient(a, b);
        case Operation::power_integer: return functions_.power(a, Rational(node.integer));
        case Operation::power: return functions_.real_power(a, b);
        default: return functions_.function(node.operation, a);
    }
}

}  // namespace sigprop::formal
