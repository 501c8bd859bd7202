#include "measure/model/expected.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/ball/text.hpp"
#include "engine/binding/binder.hpp"

namespace sigprop {

double Numbers::operator()(const std::string& expression) {
    const auto found = known_.find(expression);
    if (found != known_.end()) return found->second;
    constexpr long bits = 128;
    const double value = nearest_double(real_of(bind_expression(expression)).at(bits)).value_or(std::nan(""));
    return known_.emplace(expression, value).first->second;
}

std::vector<std::string> ExpectedLaw::against(const MeasuredWeights& seen) const {
    const WeightStatistics& found = seen.statistics;
    const Rounding rounding = Rounding::of(seen.type, found);
    if (found.first_bad)
        return {fmt::format("{} NaN and {} infinite weights, the first at {}", found.nans, found.infinities,
                            seen.first_bad)};
    if (form != TensorLaw::constant) return contradictions(law, found, rounding, seen.family);
    const double slack = rounding.at_end(value);
    if (found.min >= value - slack && found.max <= value + slack) return {};
    if (found.min == found.max)
        return {fmt::format("all weights are {}, not {}", number_text(found.min, 6), number_text(value, 6))};
    return {fmt::format("the weights are between {} and {}, not all equal to {}", number_text(found.min),
                        number_text(found.max), number_text(value, 6))};
}

bool ExpectedLaw::agrees(const MeasuredWeights& seen) const {
    if (form == TensorLaw::constant || seen.statistics.first_bad) return against(seen).empty();
    return can_hold(law, seen.statistics, Rounding::of(seen.type, seen.statistics), seen.family);
}

double ExpectedLaw::log_likelihood_of(const MeasuredWeights& seen) const {
    if (form == TensorLaw::constant || seen.statistics.finite() == 0) return 0;
    const Rounding rounding = Rounding::of(seen.type, seen.statistics);
    return log_likelihood(law, seen.statistics, rounding);
}

std::string ExpectedLaw::text() const {
    switch (form) {
        case TensorLaw::normal: return "normal of std " + number_text(law.std);
        case TensorLaw::truncated_normal:
            return fmt::format("normal of std {} truncated at ±{} std", number_text(law.std),
                               number_text(law.upper / law.std, 3));
        case TensorLaw::uniform: return "uniform on ±" + number_text(law.upper);
        case TensorLaw::constant: return number_text(value, 6);
    }
    return "";
}

ExpectedLaw expected_law(const SizedTensor& tensor, Numbers& numbers) {
    ExpectedLaw expected{.form = tensor.law, .value = 0, .law = {}};
    const double scale = numbers(tensor.scale);
    switch (tensor.law) {
        case TensorLaw::normal: expected.law = WeightLaw::normal(scale); break;
        case TensorLaw::truncated_normal:
            expected.law = WeightLaw::truncated(scale, numbers(tensor.cut) * scale);
            expected.law.realised_std = numbers(tensor.std);
            break;
        case TensorLaw::uniform:
            expected.law = WeightLaw::between(scale);
            expected.law.std = scale / std::sqrt(3.0);
            break;
        case TensorLaw::constant: expected.value = scale; break;
    }
    return expected;
}

}  // namespace sigprop
