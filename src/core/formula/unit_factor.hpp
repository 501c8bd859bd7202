#pragma once
// Products of formulas without factors that are the number 1.

#include <sigprop/core/formula/formula.hpp>

namespace sigprop {

[[nodiscard]] inline bool is_one(const Formula& f) {
    return f.operation() == Operation::constant && f.constant().rational() != nullptr &&
           *f.constant().rational() == Rational(1);
}

[[nodiscard]] inline Formula product_of(const Formula& a, const Formula& b) {
    return is_one(a) ? b : is_one(b) ? a : a * b;
}

}  // namespace sigprop
