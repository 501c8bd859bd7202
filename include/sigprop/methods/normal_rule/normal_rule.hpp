#pragma once
// E f(mean + std z) for z ~ N(0, 1) in double precision, with an error bound, in a fraction of a microsecond.
// What is slow is done once, for a whole range of std: the range is cut into parts of an eighth of an octave,
// and for each part a rule is chosen whose truncation and discretisation are proved to err by less than
// about 2^-51 E|f| for every std in it. A call then evaluates the formula at the nodes of its part, in blocks
// (core/formula/evaluator.hpp), and returns the part's bound with the sum. Made for sweeps, roots and searches over
// std; for one number with many digits, and for another law, ask a mean (mean.hpp).
//
//     NormalRule second_moment(pow(silu, 2), 0.1, 10);
//     const NormalRule::Value q = second_moment(1.5);  // |q.value - E silu(1.5 z)^2| <= q.bound
//
// Formulas that are analytic around the real line get the trapezoidal rule in z (its proof:
// rectangle_bound.hpp); formulas with kinks get a Gauss-Legendre rule on each smooth piece (its proof:
// ellipse_bound.hpp). The bound also covers rounding: a forward error analysis in balls at every node, which
// takes the accuracy of the block functions as core/simd/math-inl.hpp documents it (tested there against
// balls, not proved). One copy a thread.

#include <memory>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/evidence/evidence.hpp>
#include <sigprop/core/formula/formula.hpp>
#include <string>

namespace sigprop {

class NormalRule {
public:
    struct Value {
        double value = 0;
        double bound = 0;  ///< |value - E f(mean + std z)| <= bound
    };

    /// Prepares the rule for lower_std <= std <= upper_std; equal limits are one std.
    /// Shapes   f a formula in x0
    /// Errors   InputError unless 0 < lower_std <= upper_std <= 10^6 lower_std, all finite; everything else
    ///          is said by status()
    NormalRule(const Formula& f, double lower_std, double upper_std, double mean = 0,
               const Context& context = {});
    NormalRule(const NormalRule& other);
    NormalRule(NormalRule&& other) noexcept;
    NormalRule& operator=(const NormalRule& other);
    NormalRule& operator=(NormalRule&& other) noexcept;
    ~NormalRule();

    /// ok; domain: proved that some std in the range has no mean; unable: no rule could be proved.
    [[nodiscard]] Status status() const;
    [[nodiscard]] const std::string& reason() const;

    /// Accuracy |value - E f(mean + std z)| <= bound; bound is about 10^-15 E|f| for ordinary formulas
    /// Errors   InputError for a std outside the range; std::logic_error when status() is not ok
    [[nodiscard]] Value operator()(double std);

    /// How many nodes a call at this std evaluates.
    [[nodiscard]] std::size_t nodes(double std) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sigprop
