#pragma once
// Evaluation of formulas. Evaluator<Scalar> takes one point of any scalar: double, Dual, Ball (an enclosure
// of the range over the ball), ComplexBall (finite only where the formula is holomorphic on the whole
// box; switches such as abs must have been resolved by pieces.hpp before), ComplexBox (the same in double
// precision) or Jet (Taylor coefficients over a
// ball, finite only where the formula is shown to be analytic on all of it). Ball and ComplexBox take tanh of
// softplus as the rational function of e^x that it is. An evaluator owns scratch space: it is cheap to call,
// and each thread needs one. For arrays of numbers there is simd/tile_evaluator.hpp.

#include <cstddef>
#include <memory>
#include <sigprop/core/ball/dual.hpp>
#include <span>
#include <type_traits>
#include <vector>

#include "core/ball/complex_ball.hpp"
#include "core/ball/jet.hpp"
#include "core/formula/tape.hpp"

namespace sigprop {

struct ComplexBox;  // core/ball/complex_box.hpp

template <class Scalar>
class Evaluator {
public:
    /// `bits` is the precision of the constants (balls only).
    explicit Evaluator(std::span<const Formula> formulas, long bits = 53);
    explicit Evaluator(const Formula& formula, long bits = 53) : Evaluator(std::span(&formula, 1), bits) {}

    /// The values of all formulas at one point; valid until the next call.
    std::span<const Scalar> operator()(std::span<const Scalar> variables);
    /// The first formula at x0 = x.
    Scalar operator()(const Scalar& x) { return (*this)(std::span(&x, 1))[0]; }

private:
    Tape tape_;
    std::vector<Scalar> constants_;
    std::vector<Scalar> slots_;
    std::vector<Scalar> values_;
    std::vector<bool> skipped_;  ///< softplus that only its tanh needs; empty where none is
};

extern template class Evaluator<double>;
extern template class Evaluator<Dual>;
extern template class Evaluator<Ball>;
extern template class Evaluator<ComplexBall>;
extern template class Evaluator<ComplexBox>;
extern template class Evaluator<Jet>;

}  // namespace sigprop
