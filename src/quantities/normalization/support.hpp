#pragma once
// Code that the quantities of normalisation share: reading a call.

#include <sigprop/models/normalization/layer.hpp>

#include "quantities/support.hpp"

namespace sigprop {

struct NormLeadingArguments;

/// A layer and an epsilon, for a group of a given size.
struct NormGroupCall {
    const NormLayer* layer = nullptr;
    NormRule rule;
    std::int64_t size = 0;
    Real epsilon = 0;

    [[nodiscard]] bool is_about_mean() const { return rule.spread == NormSpread::std; }
    /// Whether epsilon replaces a smaller spread instead of being added to it.
    [[nodiscard]] bool has_floor() const {
        return rule.epsilon_place == EpsilonPlace::floor ||
               rule.epsilon_place == EpsilonPlace::floor_of_square;
    }
    /// -1 where the floor is the divisor, 1 where it is the spread, given its square; 0 on the border;
    /// nothing if that is undecided.
    [[nodiscard]] std::optional<int> against_floor(const Real& squared_spread) const;
    /// The number of entries over which rms or length is taken.
    [[nodiscard]] std::int64_t seen() const {
        return rule.leading == 0 ? size : static_cast<std::int64_t>(rule.leading);
    }
};

/// pRMSNorm alone uses `leading`.
/// Errors   InputError for a count above size, and for share or count with another layer
[[nodiscard]] NormGroupCall norm_group_call(const std::string& layer, const Real& epsilon,
                                            const NormLeadingArguments& leading, std::int64_t size);

/// How many of `size` entries pRMSNorm uses: count, or ceil(share size).
[[nodiscard]] std::int64_t norm_leading(const NormLeadingArguments& given, std::int64_t size);

/// A quantity of the catalogue with its mathematics. The choices of its parameter `layer` are the layers that
/// it admits: the row has none.
[[nodiscard]] Quantity norm_quantity(
    std::string_view name, std::function<std::vector<Route>(const Arguments&)> routes,
    bool (*admits)(const NormLayer& layer) = [](const NormLayer&) { return true; });
/// Whether the divisor's derivative follows from the spread alone: all but a range, which depends on where
/// its extremes are.
[[nodiscard]] inline bool has_smooth_spread(const NormLayer& layer) {
    return layer.rule.spread != NormSpread::range;
}

[[nodiscard]] Route estimate(const char* method, std::function<Answer()> value);

}  // namespace sigprop
