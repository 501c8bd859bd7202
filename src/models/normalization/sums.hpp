#pragma once
// The forward pass of one group, repeated with one entry replaced each time: where the divisor is a function
// of sum x and sum x^2, about log2(d) additions give what a full pass would, bit for bit.

#include <cstddef>
#include <sigprop/models/normalization/rule.hpp>
#include <span>
#include <vector>

#include "core/base/pairwise_sum.hpp"

namespace sigprop {

class NormSums {
public:
    /// Whether the rule's divisor is such a function.
    [[nodiscard]] static bool has(const NormRule& rule);

    /// Shapes   as NormGroup; entries whose squares neither overflow nor vanish, as those of CentredGroup: a
    ///          square that overflows shows in the results
    NormSums(const NormRule& rule, std::span<const double> x, double epsilon);

    /// y_i = (t_i - shift) / divisor
    struct Pass {
        double shift, divisor;
    };
    [[nodiscard]] Pass pass() const { return pass_of(sum_.total(), squares_.total()); }
    [[nodiscard]] Pass pass_with(std::size_t j, double t) const;

    /// The entries minus the mean where that prevents cancellation.
    [[nodiscard]] const std::vector<double>& t() const { return t_; }
    [[nodiscard]] double t_at(double x) const { return x - shift_; }
    [[nodiscard]] std::span<const double> x() const { return x_; }

private:
    [[nodiscard]] double spread_squared(double sum, double squares) const;
    [[nodiscard]] Pass pass_of(double sum, double squares) const;

    NormRule rule_;
    double epsilon_;
    std::span<const double> x_;
    double shift_;
    std::vector<double> t_;
    PairwiseSum sum_, squares_;
};

}  // namespace sigprop
