#pragma once
// Every smooth operation of a formula once, well conditioned for |x| below 4.

#include <sigprop/core/formula/formula.hpp>
#include <vector>

namespace sigprop::test {

inline const std::vector<Formula>& smooth_formulas() {
    static const Formula x = Formula::variable();
    static const std::vector<Formula> formulas = {
        x + 2 * x,
        x - 3,
        x * x,
        (x + 5) / (pow(x, 2) + 1),
        -x,
        pow(x, 3),
        pow(x + 5, -2),
        pow(x + 5, Formula(1.25)),
        pow(x + 5, x),
        sqrt(x + 5),
        exp(x),
        expm1(x),
        log(x + 5),
        log1p(pow(x, 2)),
        sin(x),
        cos(x),
        atan(x),
        sinh(x),
        cosh(x),
        tanh(x),
        erf(x),
        erfc(x),
        sigmoid(x),
        softplus(x),
        normal_pdf(x),
        normal_cdf(x),
        x * sigmoid(1.702 * x),
        x * tanh(softplus(x)),
        0.5 * x * (1 + erf(x / sqrt(Formula(2)))),
    };
    return formulas;
}

}  // namespace sigprop::test
