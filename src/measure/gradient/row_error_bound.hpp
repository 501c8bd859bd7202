#pragma once
// How far roundings move a backward pass: the derivation of gradient/jacobian.hpp's bound. A rounding of a
// number t by at most k u |t| moves a result by at most its effect, |d result / dt| k |t| in units of u.
// These are counted, with beta = v / u the working precision's unit in units of u:
//
//     c = sum(x) / n          beta |partial sum| each, beta |c|
//     r from sum((x - c)^2)   beta |partial sum| each, 3 beta each square, 3 beta for division, eps and root;
//                             the error of c, squared; 2 beta |c (x - c)| each for Welford's updates
//     x-hat_i                 2 beta, 1 (kept in the output's type); the errors of r and c are common to all
//     g_i = gain dy_i         beta, 1
//     A = sum(g)              beta |partial sum| each, those of g
//     q = sum(x-hat g)        beta |partial sum| each, those of g and x-hat, and 1 for the product
//     dx_j = (g_j - c_j A - f x-hat_j q) / r      beta for each term, 2 beta for its differences, beta for r
//
// and last 1 for the output itself, times |dx_j|. Where x enters the statistics and the quotient in two ways
// whose gradients are added in the output's type (T5LayerNorm), 1 for g_j / r. Where dskip is added, the sum
// before it is rounded to the output's type and added in the working precision: 1 and beta. Kernels of
// centred layers also write y as x a + b, with a = gain / r and b = bias - c a, dx as g a' + x b' + c', and q
// as (sum(x g) - c A) / r. The roundings of these parts, with beta |x| / r and beta |c| / r in place of
// |x-hat|, count as well. So does the product of the errors of x-hat_j and q, which is all there is in rows
// that are nearly constant.

#include <cmath>
#include <sigprop/core/base/dtype.hpp>
#include <sigprop/measure/gradient/jacobian.hpp>
#include <sigprop/models/normalization/rule.hpp>
#include <span>

namespace sigprop {

/// Sum and sum of squares of the effects of independent roundings.
struct RoundingEffects {
    double square = 0, sum = 0;

    void add(double one) {
        square += one * one;
        sum += std::abs(one);
    }
    friend RoundingEffects operator+(const RoundingEffects& a, const RoundingEffects& b) {
        return {a.square + b.square, a.sum + b.sum};
    }
    [[nodiscard]] RoundingEffects times(double factor) const {
        return {square * factor * factor, sum * std::abs(factor)};
    }
};

/// The type of arithmetic that a file's elements belong to.
/// Errors   InputError for types of eight bits
[[nodiscard]] Dtype dtype_of(ElementType type);

struct RoundingModel {
    double unit = 0;        ///< u
    double working = 1;     ///< beta
    double least = 0;       ///< the smallest subnormal
    double largest = 0;     ///< the largest finite number
    int bits = 53;          ///< bits of a significand
    bool one_pass = false;  ///< the variance as mean(x^2) - mean(x)^2
    bool converts = false;  ///< x and dy have more bits, and are rounded first
    bool x_twice = false;   ///< g_j / r, too, is rounded to the output's type before the rest is added

    [[nodiscard]] static RoundingModel of(Dtype dtype);
    [[nodiscard]] RoundingModel of(LossyComputation how) const {
        RoundingModel model = *this;
        if (how == LossyComputation::low_sums) model.working = 1;
        if (how == LossyComputation::one_pass_variance) model.one_pass = true;
        if (how == LossyComputation::single_precision) model = converted_to(Dtype::float32);
        return model;
    }
    /// Of numbers with more bits that are rounded to `dtype`, in which everything is computed.
    [[nodiscard]] static RoundingModel converted_to(Dtype dtype) {
        RoundingModel model = of(dtype);
        model.converts = true;
        return model;
    }
    /// Whether this model already computes that way.
    [[nodiscard]] bool is(LossyComputation how) const {
        if (how == LossyComputation::single_precision) return bits <= 24;
        return how == LossyComputation::low_sums ? working == 1 : one_pass;
    }
    /// The number of the type that is nearest, or of two even.
    [[nodiscard]] double nearest(double exact) const;
    /// The |error| allowed for an element; `repeats`: the same rounding may come again and again.
    [[nodiscard]] double allowed(double exact, const RoundingEffects& effects, double lambda,
                                 bool repeats) const;
};

/// Partial sums of terms added one by one.
class RunningSum {
public:
    void add(double term) {
        total_ += term;
        if (started_) partial_.add(total_);
        started_ = true;
    }
    [[nodiscard]] const RoundingEffects& partial() const { return partial_; }
    [[nodiscard]] double total() const { return total_; }

private:
    double total_ = 0;
    bool started_ = false;
    RoundingEffects partial_;
};

/// The numbers of a row that its effects depend on, in double.
struct RowNumbers {
    const NormRule& rule;
    std::span<const double> x, dy, gain, normalised, skip;  ///< no skip: empty
    double centre = 0, spread = 0, divisor = 0;
    double centre_slope = 0;  ///< c_j
    double factor = 0;        ///< f: dr/dx_j = f x-hat_j
    double lambda = 0;
};

class RowErrorBound {
public:
    RowErrorBound(const RoundingModel& model, const RowNumbers& row);

    /// The magnitudes of the terms of dx_j, and the effects of all its roundings but the last; `whole` is
    /// dx_j.
    [[nodiscard]] double gradient_terms(std::size_t j) const;
    [[nodiscard]] RoundingEffects gradient(std::size_t j, double whole) const;
    /// The same for y_j, bias included.
    [[nodiscard]] double output_terms(std::size_t j, double bias) const;
    [[nodiscard]] RoundingEffects output(std::size_t j, double bias) const;
    /// The effects of the product dy_j x-hat_j before it is summed.
    [[nodiscard]] RoundingEffects term(std::size_t j) const;
    /// How far underflow may move dx_j.
    [[nodiscard]] double underflow(std::size_t j) const;
    /// The square of a relative error that all entries of a row may share; rows are compared by it.
    [[nodiscard]] double common_square() const;
    /// Whether entries are equal, so that roundings repeat.
    [[nodiscard]] bool repeats() const { return repeats_; }

private:
    [[nodiscard]] bool is_centred() const { return row_.rule.centre == NormCentre::mean; }
    void take_divisor();
    [[nodiscard]] RoundingEffects one_pass_squares() const;
    [[nodiscard]] double cancellation() const;
    void take_sums();

    const RoundingModel& model_;
    RowNumbers row_;
    RoundingEffects centre_;   ///< effects of c, in units of r
    RoundingEffects divisor_;  ///< effects of r, relative to r
    RoundingEffects total_, inner_;
    double sum_ = 0, along_ = 0;  ///< A, q
    double centre_size_ = 0;      ///< |c| / r
    bool repeats_ = false;
};

}  // namespace sigprop
