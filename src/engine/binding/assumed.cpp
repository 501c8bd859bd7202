#include "engine/binding/assumed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/words.hpp"
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

using Given = std::vector<const Expression*>;

std::vector<std::string_view> parts_of(std::string_view text, std::string_view divider) {
    std::vector<std::string_view> parts;
    for (std::size_t end = text.find(divider); end != std::string_view::npos; end = text.find(divider)) {
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end + divider.size());
    }
    parts.push_back(text);
    return parts;
}

/// Whether the call gives one of these choices, "he, kaiming".
bool gives(const Given& given, std::string_view choices) {
    return std::ranges::any_of(parts_of(choices, ", "), [&](std::string_view choice) {
        return std::ranges::any_of(
            given, [&](const Expression* one) { return one != nullptr && one->name == choice; });
    });
}

/// What when_default says of this call: all of it, or the case whose choices the call gives.
std::string implied_by(const Given& given, std::string_view when_default) {
    constexpr std::string_view arrow = " => ";
    if (when_default.find(arrow) == std::string_view::npos) return std::string(when_default);
    for (const std::string_view one : parts_of(when_default, " | ")) {
        const std::vector<std::string_view> both = parts_of(one, arrow);
        if (gives(given, both.front())) return std::string(both.back());
    }
    return {};
}

/// A choice that adds nothing is not worth a word.
bool says_nothing(const std::string& choice) { return choice == "false" || choice == "none"; }

/// The whole number that an argument is, written as digits; 0 for all else.
std::uint64_t count_in(const Expression* argument) {
    const std::string text = argument == nullptr ? "" : canonical_text(*argument);
    constexpr std::size_t longest = 15;
    const bool is_count = !text.empty() && text.size() <= longest &&
                          std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    return is_count ? std::stoull(text) : 0;
}

/// How many residual additions a depth makes: a block of attention and feed-forward unit has two, which a
/// reader who counts blocks should see. Empty for a quantity of another depth.
std::string additions_of(const Quantity& quantity, const Given& given) {
    const auto place = [&](std::string_view name) {
        return static_cast<std::size_t>(std::ranges::find(quantity.parameters, name, &Parameter::name) -
                                        quantity.parameters.begin());
    };
    const std::size_t layers = place("layers");
    const std::size_t sublayers = place("sublayers");
    if (layers == given.size() || sublayers == given.size()) return {};
    const auto counted_as = [](std::uint64_t n, std::string_view what) {
        return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
    };
    const std::uint64_t blocks = count_in(given[layers]);
    const std::uint64_t additions = blocks > 0 ? 2 * blocks : count_in(given[sublayers]);
    if (additions == 0) return {};
    return counted_as(additions, "residual addition") +
           (additions % 2 == 0 ? " in " + counted_as(additions / 2, "layer") : ", of which a layer has two");
}

}  // namespace

std::string assumed_arguments(const Quantity& quantity, const Expression& call, std::string_view text) {
    constexpr std::size_t most = 12;
    const Given given = matched_arguments(quantity, call, text);
    std::vector<std::string> implied, numbers, choices;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const Parameter& parameter = quantity.parameters[i];
        const bool is_given = given[i] != nullptr;
        if (const std::string words = implied_by(given, parameter.when_default);
            !is_given && !words.empty()) {
            implied.push_back(words);
            continue;
        }
        const bool is_a_number = is_number(parameter.kind);
        if (!parameter.fallback || (is_given && (!is_a_number || is_named(call, given[i])))) continue;
        if (!is_given && !parameter.only_with.empty() && !gives(given, parameter.only_with)) continue;
        if (is_a_number) {
            numbers.push_back(parameter.name + "=" +
                              (is_given ? canonical_text(*given[i]) : *parameter.fallback));
        } else if (!says_nothing(*parameter.fallback)) {
            choices.push_back(parameter.name + "=" + *parameter.fallback);
        }
    }
    std::vector<std::string> parts;
    if (std::string additions = additions_of(quantity, given); !additions.empty())
        parts.push_back(std::move(additions));
    parts.insert(parts.end(), implied.begin(), implied.end());
    parts.insert(parts.end(), numbers.begin(), numbers.end());
    parts.insert(parts.end(), choices.begin(), choices.end());
    if (parts.size() > most) {
        const std::size_t more = parts.size() - most;
        parts.resize(most);
        parts.push_back(fmt::format("and {} more (sigprop show {} lists them)", more, quantity.name));
    }
    return joined(parts);
}

}  // namespace sigprop
