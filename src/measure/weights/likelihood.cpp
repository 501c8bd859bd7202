#include "measure/weights/likelihood.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sigprop {

namespace {

/// Whether the std alone rules the law out, without an integral: it is that of no truncation at ±1 std or
/// wider, nor of the whole law.
bool is_out_of_range(const WeightLaw& law, const WeightStatistics& found) {
    if (found.finite() < enough_weights || !(found.std > 0)) return false;
    const double whole = law.uniform ? (law.upper - law.lower) / std::sqrt(12.0) : law.std;
    const bool cut_close = !law.uniform && std::min(law.upper, -law.lower) < law.std;
    const double errors =
        1 + 2 * accepted_errors *
                (found.standard_error / found.std + 1 / std::sqrt(2.0 * static_cast<double>(found.finite())));
    constexpr double least = 0.5;  // std of a normal truncated at ±1 std: 0.54
    return found.std > whole * 1.01 * errors || (!cut_close && found.std * 1.01 * errors < whole * least);
}

}  // namespace

double log_likelihood(const WeightLaw& law, const WeightStatistics& found, const Rounding& rounding) {
    constexpr double slack = 4;  // as in contradictions(): the product of limit and std was rounded too
    if (found.max > law.upper + slack * rounding.at_end(law.upper) ||
        found.min < law.lower - slack * rounding.at_end(law.lower)) {
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
                                   const Rounding& rounding, double family) {
    std::vector<LikelyLaw> likely;
    for (const KnownLaw& one : known) {
        if (is_out_of_range(one.law, found)) continue;
        if (!can_hold(one.law, found, rounding, family)) continue;
        likely.push_back({one.name, one.std, log_likelihood(one.law, found, rounding)});
    }
    std::ranges::stable_sort(likely, std::greater<>(), &LikelyLaw::log_likelihood);
    return likely;
}

SeenLaw law_seen(const WeightStatistics& found, const Rounding& rounding, double family) {
    using Form = SeenLaw::Form;
    if (found.finite() == 0) return {Form::none, "no finite weight"};
    if (found.min == found.max) return {Form::constant, "constant " + number_text(found.min, 6)};
    if (found.finite() < enough_weights)
        return {Form::few, fmt::format("too few weights for a law: {} of the {} needed", found.finite(),
                                       enough_weights)};
    const Truncation truncation = truncation_of(found, rounding);
    switch (truncation.form) {
        case Truncation::Form::uniform: return {Form::uniform, truncation.text()};
        case Truncation::Form::truncated: return {Form::truncated, "truncated normal, " + truncation.text()};
        case Truncation::Form::bounded: return {Form::bounded, truncation.text()};
        case Truncation::Form::none: break;
    }
    const std::vector<std::string> reasons =
        contradictions(WeightLaw::normal(found.std), found, rounding, family);
    if (reasons.empty()) {
        return {Form::normal, fmt::format("normal, std {} ± {}", number_text(found.std, 5),
                                          number_text(accepted_errors * found.standard_error, 2))};
    }
    // Few uniform weights do not show that they are cut.
    const double limit = std::max(-found.min, found.max) * (1 + 1 / static_cast<double>(found.finite()));
    if (can_hold(WeightLaw::between(limit), found, rounding, family))
        return {Form::uniform, "uniform on about ±" + number_text(limit)};
    if (found.min >= 0 || found.max <= 0) {
        return {
            Form::structured,
            fmt::format("one-sided: no weight is {}, as after abs or from a sampler without its {} half",
                        found.min >= 0 ? "negative" : "positive", found.min >= 0 ? "negative" : "positive")};
    }
    return {Form::structured,
            "not normal, truncated normal or uniform, so no initialiser drew it: " + reasons.front()};
}

}  // namespace sigprop
