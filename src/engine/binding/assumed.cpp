#include "engine/binding/assumed.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "engine/binding/call_arguments.hpp"

namespace sigprop {
namespace {

bool is_number(ParameterKind kind) {
    return kind == ParameterKind::real || kind == ParameterKind::integer || kind == ParameterKind::reals;
}

bool is_named(const Expression& call, const Expression* argument) {
    return std::ranges::any_of(
        call.arguments, [&](const Argument& one) { return &one.value == argument && !one.key.empty(); });
}

}  // namespace

std::string assumed_arguments(const Quantity& quantity, const Expression& call, std::string_view text) {
    constexpr std::size_t most = 6;
    const auto given = matched_arguments(quantity.name, quantity.parameters, call, text);
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const Parameter& parameter = quantity.parameters[i];
        if (given[i] == nullptr && !parameter.when_default.empty()) parts.push_back(parameter.when_default);
        if (!parameter.fallback || !is_number(parameter.kind)) continue;
        if (given[i] != nullptr && is_named(call, given[i])) continue;
        const bool means_nothing =
            !parameter.only_with.empty() && std::ranges::none_of(given, [&](const Expression* one) {
                return one != nullptr && one->name == parameter.only_with;
            });
        if (given[i] == nullptr && means_nothing) continue;
        parts.push_back(parameter.name + " " +
                        (given[i] != nullptr ? canonical_text(*given[i]) : *parameter.fallback));
    }
    if (parts.size() > most) {
        parts.resize(most);
        parts.emplace_back("…");
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace sigprop
