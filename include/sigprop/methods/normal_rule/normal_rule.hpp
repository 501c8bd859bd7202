#pragma once
// E f(mean + std z) for z ~ N(0, 1) in double precision, with an error bound, in a fraction of a microsecond.
// The slow work is done once, for a whole range of std: the range is cut into parts of an eighth of an
// octave, and each part gets a rule whose truncation and discretisation errors are proved to be less than
// about 2^-51 E|f| for every std in it. A call then evaluates the formula at the nodes of its part, several
// at a time (core/formula/evaluator.hpp), and returns the sum with the part's bound. It is made for sweeps,
// roots and searches over std; for one number with many digits, or for another law, use a mean (mean.hpp).
//
//     NormalRule second_moment(pow(silu, 2), 0.1, 10);
//     const NormalRule::Value q = second_moment(1.5);  // |q.value - E silu(1.5 z)^2| <= q.bound
//
// Formulas that are analytic around the real line get the trapezoidal rule in z (its proof:
// rectangle_bound.hpp); formulas with kinks get a Gauss-Legendre rule on each smooth piece (its proof:
// ellipse_bound.hpp). The bound also covers rounding: a forward error analysis in balls at every node, from
// the maximum errors of the vector functions, which are proved from their own text for every double
// (core/simd/functions-inl.hpp). So the bound is a proof, on machines that round as IEEE 754 says;
// is_proved() tells of the formulas with sin, cos, atan or other powers than -1 to 4, whose errors are
// documented and tested only. Each thread needs its own copy.

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

    /// Prepares the rule for lower_std <= std <= upper_std; equal limits mean a single std.
    /// Shapes   f a formula in x0
    /// Errors   InputError unless 0 < lower_std <= upper_std <= 10^6 lower_std, all finite; every other
    ///          failure is reported by status()
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

    /// Whether the bound is proved to the last bit: the formula has no operation whose rounding error is not.
    [[nodiscard]] bool is_proved() const;

    /// Accuracy |value - E f(mean + std z)| <= bound; bound is about 10^-15 E|f| for ordinary formulas
    /// Errors   InputError for a std outside the range; std::logic_error when status() is not ok
    [[nodiscard]] Value operator()(double std);

    /// The number of nodes that a call at this std evaluates.
    [[nodiscard]] std::size_t nodes(double std) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sigprop
