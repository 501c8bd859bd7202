#pragma once
// Functions of numbers in their form (formal_number.hpp), by theorems that hold wherever the function has a
// real value: exp(a + b) = exp(a) exp(b), exp(log(a)) = a, log(a b) = log(a) + log(b) for what is positive,
// the sines of multiples of pi/6 and pi/4, and the definitions of tanh, sigmoid and the like by exp. What no
// theorem applies to becomes a symbol that names the value.

#include "core/formula/formal_number.hpp"

#include <sigprop/core/formula/formula.hpp>
#include <vector>

#include "core/formula/tape.hpp"

namespace sigprop::formal {

class Functions : public Arithmetic {
public:
    /// The value of a smooth function of one argument, which must have one. NoForm for other operations.
    [[nodiscard]] Number function(Operation operation, const Number& a);
    /// a^b for a >= 0, or for an integer b.
    [[nodiscard]] Number real_power(const Number& a, const Number& b);

private:
    [[nodiscard]] Number exponential(const Number& a);
    [[nodiscard]] Number exponential_of_product(const Monomial& monomial, const Rational& factor);
    [[nodiscard]] Number logarithm(const Number& a);
    [[nodiscard]] Number logarithm_of_product(const Monomial& monomial, const Rational& coefficient);
    [[nodiscard]] Number named_logarithm(const Number& a);
    [[nodiscard]] Number sine(const Number& a);
    [[nodiscard]] Number arc_tangent(const Number& a);
    [[nodiscard]] Number error_function(const Number& a);
    /// (e^2a - 1) / (e^2a + 1)
    [[nodiscard]] Number hyperbolic_tangent(const Number& a);
    [[nodiscard]] Number times(const Number& a, const Rational& factor) {
        return product(a, formal::number(factor));
    }

    std::map<std::string, Number> arguments_;  ///< of the logarithms and exponentials that are symbols
};

/// The forms of many formulas, which are comparable with one another.
class NumberForms {
public:
    /// The forms of all nodes on the tape where x0 has this form; what has no form is a symbol of its own.
    [[nodiscard]] std::vector<Number> of(const Tape& tape, const Number& x);

private:
    [[nodiscard]] Number of_node(const Tape& tape, std::size_t i, const std::vector<Number>& known,
                                 const Number& x);

    Functions functions_;
    int unnamed_ = 0;
};

}  // namespace sigprop::formal
