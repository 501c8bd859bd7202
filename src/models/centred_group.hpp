#pragma once
// A group brought near 1 by a power of two, where its squares neither overflow nor vanish, and near 0 by its
// first entry where the rule does not see a shift: sums then lose nothing to a large mean.

#include <sigprop/models/normalization.hpp>

namespace sigprop {

class CentredGroup {
public:
    /// Errors   InputError where epsilon is 0 and the group is constant (centred layers) or zero
    CentredGroup(const NormCall& call, std::size_t g, std::span<const double> x);

    [[nodiscard]] NormGroup<double> under(const NormRule& rule) const { return {rule, entries_, epsilon_}; }
    /// What the Jacobian of the group here is to be multiplied by.
    [[nodiscard]] double scale() const { return scale_; }

private:
    std::vector<double> entries_;
    double scale_ = 1, epsilon_ = 0;
};

struct GroupMoments {
    double mean = 0, variance = 0;  ///< biased
};
[[nodiscard]] GroupMoments group_moments(std::span<const double> x);

}  // namespace sigprop
