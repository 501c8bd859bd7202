#pragma once
// Reproducible random formulas in x0, for the property tests of the core.

#include "tests/support/core_samples.hpp"

#include <array>
#include <sigprop/core/formula/formula.hpp>
#include <vector>

namespace sigprop::test {

class RandomFormula {
public:
    explicit RandomFormula(std::uint64_t seed, bool piecewise = true) : dice_(seed), piecewise_(piecewise) {}

    Formula operator()(int depth) {
        const int roll = dice_.below(depth <= 0 ? 3 : 24);
        if (depth <= 0 || roll < 3) return roll == 0 ? constant() : Formula::variable();
        const Formula a = (*this)(depth - 1);
        if (roll < 14) return arithmetic(roll, a, depth);
        if (roll < 19 || !piecewise_) return function(a);
        return switched(a, depth);
    }

    Dice& dice() { return dice_; }

private:
    Formula constant() {
        static const std::array values = {-3, -2, -1, 0, 1, 2, 3, 10};
        const int value = values[static_cast<std::size_t>(dice_.below(8))];
        return dice_.below(2) == 0 ? Formula(value) : Formula(Real(Rational(value * 10 + 7) / Rational(9)));
    }

    Formula arithmetic(int roll, const Formula& a, int depth) {
        if (roll == 3) return -a;
        if (roll == 4) return pow(a, std::int64_t{dice_.between(-3, 4)});
        if (roll == 5) return pow(a, Formula(Real(Rational(dice_.between(-5, 7)) / Rational(3))));
        const Formula b = dice_.below(6) == 0 ? a : (*this)(depth - 1);
        if (roll < 8) return a + b;
        if (roll < 10) return a - b;
        if (roll < 13) return a * b;
        return a / b;
    }

    Formula function(const Formula& a) {
        using Unary = Formula (*)(const Formula&);
        static const std::array<Unary, 20> functions = {
            sqrt, exp, expm1, log,     log1p,    sin,        cos,        atan, sinh, cosh,
            tanh, erf, erfc,  sigmoid, softplus, normal_pdf, normal_cdf, exp,  log,  sqrt};
        return functions[static_cast<std::size_t>(dice_.below(20))](a);
    }

    Formula switched(const Formula& a, int depth) {
        const int roll = dice_.below(7);
        if (roll == 0) return abs(a);
        if (roll == 1) return relu(a);
        if (roll == 2) return step(a);
        const Formula b = (*this)(depth - 1);
        if (roll == 3) return min(a, b);
        if (roll == 4) return max(a, b);
        const Formula c = (*this)(depth - 2);
        return roll == 5 ? where(a < c, a, b) : where(a <= c, b, c);
    }

    Dice dice_;
    bool piecewise_;
};

}  // namespace sigprop::test
