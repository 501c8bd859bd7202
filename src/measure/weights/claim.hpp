#pragma once
// What a user believes about weights, as a law, an expression and a sentence.

#include <sigprop/core/base/context.hpp>
#include <sigprop/measure/weights/weights.hpp>
#include <string>

#include "measure/weights/law.hpp"

namespace sigprop {

/// The claimed law with its ingredients.
struct ClaimedLaw {
    WeightLaw law;
    bool has_limits = false;
    LimitUnits limits = LimitUnits::relative;
    WeightLayout layout = WeightLayout::torch;
    double lower = 0, upper = 0;  ///< as given, in the units of the claim
};

/// Errors   InputError naming the flag whose value makes no law
[[nodiscard]] ClaimedLaw law_of(const WeightsClaim& claim, const Context& context);

/// Whether fan_in or fan_out stands in the claim: then it is another one for each shape.
[[nodiscard]] bool has_fans(const WeightsClaim& claim);

/// The claim for weights of this shape, with numbers in place of fan_in and fan_out.
/// Errors   InputError for fewer than two axes, which have no fans
[[nodiscard]] WeightsClaim with_fans(WeightsClaim claim, const std::vector<std::size_t>& shape,
                                     const std::string& name);

/// The realised std as an expression that eval accepts.
[[nodiscard]] std::string expression_of(const WeightsClaim& claim);

[[nodiscard]] std::string statement_of(const WeightsClaim& claim);

}  // namespace sigprop
