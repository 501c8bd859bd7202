#pragma once
// Evaluates a formula exactly at a fraction: a ball cannot decide whether two branches meet exactly at 1/10,
// but rational arithmetic can.

#include <optional>
#include <sigprop/core/ball/rational.hpp>
#include <sigprop/core/formula/formula.hpp>

namespace sigprop {

/// f(x0) at a fraction, as a fraction; nullopt if a constant is irrational, if a transcendental function
/// takes an argument other than 0, or if there is no value. Switches take the branch that holds at x0.
[[nodiscard]] std::optional<Rational> exact_value(const Formula& f, const Rational& x);

}  // namespace sigprop
