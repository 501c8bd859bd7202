#pragma once
// One pass over the groups of x: each output's errors, and what each known mistake would have given.

#include <cstdint>
#include <limits>
#include <sigprop/core/base/context.hpp>
#include <string>
#include <vector>

#include "measure/gradient/fit.hpp"
#include "measure/gradient/formula.hpp"
#include "measure/gradient/layout.hpp"
#include "measure/gradient/row_error_bound.hpp"

namespace sigprop {

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
