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

/// The realised std as an expression that eval accepts.
[[nodiscard]] std::string expression_of(const WeightsClaim& claim);

[[nodiscard]] std::string statement_of(const WeightsClaim& claim);

}  // namespace sigprop
