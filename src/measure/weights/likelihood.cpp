#include "measure/weights/likelihood.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sigprop {

double log_likelihood(const WeightLaw& law, const WeightStatistics& found, const Rounding& rounding) {
    constexpr double slack = 4;  // as in contradictions(): the product of limit and std was rounded too
    if (found.max > law.upper + slack * rounding.at(law.upper) ||
        found.min < law.lower - slack * rounding.at(law.lower)) {
        return -HUGE_VAL;
    }
    const auto n = static_cast<double>(found.finite());
    if (law.uniform) return -n * std::log(law.upper - law.lower);
    const double mass = mass_of(WeightLaw::normal(law.std), law.lower, law.upper);
    const double scaled = found.rms / law.std;
    return -n *
           (std::log(law.std) + std::log(2 * std::numbers::pi) / 2 + scaled * scaled / 2 + std::log(mass));
}

std::vector<LikelyLaw> likely_laws(const std::vector<KnownLaw>& known, const WeightStatistics& found,
                                   const Rounding& rounding) {
    std::vector<LikelyLaw> likely;
    for (const KnownLaw& one : known) {
        if (!contradictions(one.law, found, rounding).empty()) continue;
        likely.push_back({one.name, one.std, log_likelihood(one.law, found, rounding)});
    }
    std::ranges::stable_sort(likely, std::greater<>(), &LikelyLaw::log_likelihood);
    return likely;
}

std::string law_text(const WeightStatistics& found, const Rounding& rounding) {
    if (found.finite() == 0) return "no finite weight";
    if (found.min == found.max) return "constant " + number_text(found.min, 6);
    if (found.finite() < enough_weights)
        return fmt::format("too few weights to tell: {}, and a law takes {}", found.finite(), enough_weights);
    const Truncation truncation = truncation_of(found, rounding);
    if (truncation.form == Truncation::Form::uniform) return truncation.text();
    if (truncation.form == Truncation::Form::truncated) return "truncated normal, " + truncation.text();
    if (truncation.form == Truncation::Form::bounded) return truncation.text();
    const std::vector<std::string> reasons = contradictions(WeightLaw::normal(found.std), found, rounding);
    if (reasons.empty()) {
        return fmt::format("normal, std {} ± {}", number_text(found.std, 5),
                           number_text(accepted_errors * found.standard_error, 2));
    }
    return "neither normal, truncated normal nor uniform, so not as an initialiser leaves it: " +
           reasons.front();
}

}  // namespace sigprop
