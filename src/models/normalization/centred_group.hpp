#pragma once
// A group brought near 1 by a power of two, where its squares neither overflow nor vanish, and near 0 by its
// first entry where the rule does not see a shift: sums then lose nothing to a large mean.

#include <optional>
#include <sigprop/models/normalization/normalization.hpp>

namespace sigprop {

class CentredGroup {
public:
    /// Shapes   x and the rule as check_norm_rule has them; `number` of the group, for messages
    /// Errors   InputError where epsilon is 0 and the spread is, too
    CentredGroup(const NormRule& rule, double epsilon, std::span<const double> x,
                 std::optional<std::size_t> number = std::nullopt);

    /// Of the entries here, to which it refers.
    [[nodiscard]] NormGroup<double> group() const { return {rule_, entries_, epsilon_}; }
    /// Errors   InputError where the rule has a kink that shows (NormGroup::has_kink)
    [[nodiscard]] NormGroup<double> differentiable() const;

    [[nodiscard]] const std::vector<double>& entries() const { return entries_; }
    [[nodiscard]] double epsilon() const { return epsilon_; }
    /// What entries and steps have been multiplied by, and the Jacobian of the group here is to be.
    [[nodiscard]] double scale() const { return scale_; }

private:
    [[nodiscard]] std::string place() const;

    NormRule rule_;
    std::optional<std::size_t> number_;
    std::vector<double> entries_;
    double scale_ = 1, epsilon_ = 0;
};

struct GroupMoments {
    double mean = 0, variance = 0;  ///< biased
};
/// Of finite entries. Nothing overflows or underflows inside; a variance beyond the doubles is infinite or 0.
[[nodiscard]] GroupMoments group_moments(std::span<const double> x);

}  // namespace sigprop
