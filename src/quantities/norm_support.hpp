#pragma once
// What the quantities of normalisation share: reading a call, and whether the rule has a value at an input.

#include <sigprop/models/norm_layer.hpp>

#include "quantities/norm_pairs.hpp"
#include "quantities/support.hpp"

namespace sigprop {

/// A layer and an epsilon, for a group of so many entries.
struct NormCall {
    const NormLayer* layer = nullptr;
    NormRule rule;
    std::int64_t size = 0;
    Real epsilon = 0;

    [[nodiscard]] bool is_about_mean() const { return rule.spread == NormSpread::std; }
    /// Of how many entries rms or length is taken.
    [[nodiscard]] std::int64_t seen() const {
        return rule.leading == 0 ? size : static_cast<std::int64_t>(rule.leading);
    }
};

/// layer, epsilon, and of pRMSNorm share or count.
/// Errors   InputError for epsilon < 0 or infinite, size < 1, a share outside (0, 1], a count outside
///          1 … size, and for share or count of another layer
[[nodiscard]] NormCall norm_call(const Arguments& arguments, std::int64_t size);

/// How many of so many entries pRMSNorm looks at: count, or ceil(share size).
[[nodiscard]] std::int64_t norm_leading(const Arguments& arguments, std::int64_t size);

/// dim, from 1 to 10^9.
[[nodiscard]] std::int64_t norm_dimension(const Arguments& arguments);

/// The parameter `layer`: every layer, or those whose Jacobian is settled by the spread alone.
enum class NormChoice : std::uint8_t { all, smooth, whole };
[[nodiscard]] Parameter norm_layer_parameter(NormChoice which);
[[nodiscard]] Parameter norm_epsilon_parameter();
/// share=1/16 and count=, which partial_rms_norm alone takes.
[[nodiscard]] std::vector<Parameter> norm_leading_parameters();

/// x as a group: what the rule is run on.
struct NormPoint {
    NormCall call;
    std::vector<Real> x;

    [[nodiscard]] std::vector<Ball> at(long bits) const;
    /// Every entry on its own, the j-th with the slope 1.
    [[nodiscard]] std::vector<NormEntries<BallDual>> along(std::size_t j, long bits) const;
    [[nodiscard]] std::vector<NormEntries<Ball>> entries(long bits) const;
};

/// The point with a rule that needs no decision any more, or why there is no value (of the derivative) there.
/// `is_flat`: the spread is proved zero, and epsilon alone divides.
struct SettledPoint {
    NormPoint point;
    Computed obstacle = Computed(Ball());
    bool is_flat = false;

    [[nodiscard]] bool has_value() const { return obstacle.status == Status::ok; }
};
[[nodiscard]] SettledPoint settled(NormPoint point, bool with_derivative);

/// The routes of a quantity that has no value, and why.
[[nodiscard]] std::vector<RoutePlan> without_value(const Computed& why, const char* second_method);

[[nodiscard]] RoutePlan enclosure(Route route, const char* method,
                                  std::function<Computed(long bits, const Context& context)> value);
[[nodiscard]] RoutePlan estimate(const char* method, std::function<Computed()> value);

}  // namespace sigprop
