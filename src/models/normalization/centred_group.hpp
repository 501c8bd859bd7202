#pragma once
// A group scaled to about 1 by a power of two, so that its squares neither overflow nor vanish, and shifted
// to about 0 by its first entry where the rule ignores a shift, so that sums lose nothing to a large mean.

#include <optional>
#include <sigprop/models/normalization/normalization.hpp>

namespace sigprop {

class CentredGroup {
public:
    /// Shapes   x and the rule as for check_norm_rule; `number` is the group's, for messages
    /// Errors   InputError where epsilon and the spread are both 0
    CentredGroup(const NormRule& rule, double epsilon, std::span<const double> x,
                 std::optional<std::size_t> number = std::nullopt);

    /// The group of the entries here; refers to them.
    [[nodiscard]] NormGroup<double> group() const { return {rule_, entries_, epsilon_}; }
    /// Errors   InputError where the rule has a visible kink (NormGroup::has_kink)
    [[nodiscard]] NormGroup<double> differentiable() const;

    [[nodiscard]] const std::vector<double>& entries() const { return entries_; }
    [[nodiscard]] double epsilon() const { return epsilon_; }
    /// Entries and steps have been multiplied by this factor, and this group's Jacobian is still to be.
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
/// For finite entries. Nothing overflows or underflows inside; a variance beyond doubles is infinite or 0.
[[nodiscard]] GroupMoments group_moments(std::span<const double> x);

}  // namespace sigprop
