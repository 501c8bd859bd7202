#pragma once
// One pass over the groups of x: each output's errors, and what each known mistake would have given.

#include <cstdint>
#include <limits>
#include <sigprop/core/base/context.hpp>
#include <sigprop/measure/gradient/jacobian.hpp>
#include <span>
#include <string>
#include <vector>

#include "measure/gradient/formula.hpp"
#include "measure/gradient/layout.hpp"
#include "measure/gradient/mistakes.hpp"
#include "measure/gradient/row_error_bound.hpp"

namespace sigprop {

// Which known mistake an answer looks like. For each mistake, with its answer D, the exact answer E and the
// user's U, the coefficient is a = <U - E, D - E> / |D - E|^2 over all elements in units of rounding. Its
// standard error has three parts: the spread of the residual over elements; the disagreement of rows (A_r - a
// B_r, the sums of one row), since the roundings of a row share its statistics; and, for few rows, errors
// that rows may have in common. A mistake is visible when a = 1 would be 8 standard errors from 0.

/// `error` is U - E; `weight` converts it to units: 1 / (u times the magnitude of its terms), or 0 for
/// elements left out.
struct RowComparison {
    std::span<const double> error, weight, allowed;
    double common_square = 0;  ///< square of the relative error that all entries may share
};

class MistakeFit {
public:
    explicit MistakeFit(std::size_t mistakes) : fits_(mistakes) {}

    /// Adds the errors of a row against the right formula; once for each row, before `add`.
    void begin(const RowComparison& row);
    /// Adds a mistake's answer in the row; `change` is D - E, or for the index after the last mistake E.
    void add(std::size_t mistake, const RowComparison& row, std::span<const double> change);

    /// The mistakes that explain the errors, best first. When elements are `beyond` the allowed error, also
    /// those whose answer would allow all of them.
    [[nodiscard]] std::vector<LooksLike> named(const std::vector<Mistake>& mistakes, JacobianOutput output,
                                               bool beyond) const;
    /// The mistakes that would not be seen in this input.
    [[nodiscard]] std::vector<std::string> unseen(const std::vector<Mistake>& mistakes,
                                                  JacobianOutput output) const;

    /// Adds a multiple of the right answer, if the factor is beyond rounding.
    void add_factor(std::vector<LooksLike>& found) const;

private:
    struct Fit {
        double along = 0;               ///< <U - E, D - E>
        double square = 0;              ///< |D - E|^2
        double aa = 0, ab = 0, bb = 0;  ///< sums over rows of A^2, A B, B^2
        double common = 0;
        double residual = 0;     ///< |U - D|^2
        double worst = 0;        ///< the largest ratio of |U - D| to the allowed error
        bool undefined = false;  ///< D is not finite where E is

        [[nodiscard]] double standard_error(double amount, double variance) const;
    };
    [[nodiscard]] double variance(double residual) const;
    [[nodiscard]] bool is_named(const Fit& fit, bool beyond) const;

    std::vector<Fit> fits_;
    Fit factor_;         ///< for D = 2 E, whose coefficient is the factor minus 1
    double errors_ = 0;  ///< |U - E|^2
    double count_ = 0;
};

struct JacobianTask {
    const JacobianTensors& tensors;
    const NormGroups& groups;
    const NormRule& rule;
    double epsilon = 0;
    double offset = 0;
    double lambda = 0;
    const std::vector<Mistake>& mistakes;
    const Context& context;
    bool stops_early = false;  ///< once an element of dx or y is beyond its bound
};

/// One of the user's arrays and its errors.
struct JudgedOutput {
    JacobianOutput kind = JacobianOutput::dx;
    const NamedTensor* tensor = nullptr;
    Dtype dtype = Dtype::float64;  ///< of the computation
    RoundingModel model;
    JacobianStatistics statistics = {};
    MistakeFit fit;
};

/// Peculiarities of the input.
struct JacobianInput {
    std::uint64_t bad_rows = 0;
    std::string bad;  ///< the first bad row and its reason
    bool constant_dy = true;
    int bits = 0;  ///< the largest number of significant bits in x or dy
};

/// Errors of elements against exact values, compared with the allowed errors.
class OutputErrors {
public:
    OutputErrors(JudgedOutput& output, std::size_t size)
        : output_(output), error_(size), weight_(size), allowed_(size) {}

    /// `error` is user - exact; `element` is its index in the array.
    void judge(std::size_t j, double user, double exact, double error, double terms, double allowed,
               std::size_t element);
    [[nodiscard]] bool is_beyond(std::size_t j) const { return !(std::abs(error_[j]) <= allowed_[j]); }
    /// For elements beyond their bound; `allowed` is the error such a lossy kernel would be allowed.
    void judge_lossy(LossyComputation how, std::size_t j, double allowed) {
        if (std::abs(error_[j]) <= allowed) return;
        ++output_.statistics.beyond_even_if[static_cast<std::size_t>(how)];
    }
    [[nodiscard]] RowComparison row(double common_square) const {
        return {error_, weight_, allowed_, common_square};
    }

private:
    JudgedOutput& output_;
    std::vector<double> error_, weight_, allowed_;
};

/// `Scalar` is the type of the exact values: double, or TwoDoubles where an output is float64.
template <class Scalar>
[[nodiscard]] JacobianInput judge_outputs(const JacobianTask& task, std::vector<JudgedOutput>& outputs);

/// With the scalar that the outputs need.
[[nodiscard]] JacobianInput judge(const JacobianTask& task, std::vector<JudgedOutput>& outputs);

extern template JacobianInput judge_outputs<double>(const JacobianTask&, std::vector<JudgedOutput>&);
extern template JacobianInput judge_outputs<TwoDoubles>(const JacobianTask&, std::vector<JudgedOutput>&);

}  // namespace sigprop
