#include "measure/weights/claim.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/base/digit.hpp"
#include "core/expression/expression.hpp"
#include "formats/list_text.hpp"
#include "measure/flag_value.hpp"
#include "measure/weights/origin.hpp"

namespace sigprop {
namespace {

double limit_of(const std::string& flag, const std::string& text, const Context& context) {
    if (text == "inf" || text == "-inf") return text == "inf" ? HUGE_VAL : -HUGE_VAL;
    return flag_value(flag, text, context);
}

/// Where the name stands for a value: a whole word, and not the key of an argument, fan_in=512.
std::size_t place_of_name(const std::string& text, std::string_view name, std::size_t from) {
    const auto in_name = [](char c) { return is_letter_or_digit(c) || c == '_' || c == '.'; };
    for (std::size_t at = text.find(name, from); at != std::string::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const std::size_t next = text.find_first_not_of(' ', end);
        const bool whole = (at == 0 || !in_name(text[at - 1])) && (end == text.size() || !in_name(text[end]));
        if (whole && (next == std::string::npos || text[next] != '=')) return at;
    }
    return std::string::npos;
}

/// The expressions of a claim that may hold fans.
std::vector<std::string*> texts_of(WeightsClaim& claim) {
    std::vector<std::string*> texts = {&claim.std};
    for (std::optional<std::string>* limit : {&claim.lower, &claim.upper})
        if (*limit) texts.push_back(&**limit);
    return texts;
}

ClaimedLaw uniform_law_of(const WeightsClaim& claim, ClaimedLaw claimed) {
    const std::string problem =
        "is not possible with a uniform law, whose limits are ±sqrt(3) std: give only --std, such as "
        "\"B/sqrt(3)\" for limits ±B";
    if (claim.lower) refuse_flag("lower", *claim.lower, problem);
    if (claim.upper) refuse_flag("upper", *claim.upper, problem);
    claimed.law = WeightLaw::uniform_of_std(claimed.law.std);
    return claimed;
}

}  // namespace

bool has_fans(const WeightsClaim& claim) {
    WeightsClaim own = claim;
    const std::vector<std::string*> texts = texts_of(own);
    return std::ranges::any_of(texts, [](const std::string* text) {
        return place_of_name(*text, "fan_in", 0) != std::string::npos ||
               place_of_name(*text, "fan_out", 0) != std::string::npos;
    });
}

WeightsClaim with_fans(WeightsClaim claim, const std::vector<std::size_t>& shape, const std::string& name) {
    if (!has_fans(claim)) return claim;
    // An error shows the text as it was written, not with numbers in the places of its names.
    for (const std::string* text : texts_of(claim)) static_cast<void>(parse_expression(*text));
    const Fans fans = fans_of(shape, claim.layout);
    if (!(fans.in > 0))
        refuse_flag("std", claim.std,
                    "contains a fan, but " + name + " of shape " + list_text(shape) +
                        " has no fans: give a number, such as --std 0.02, or weights with two or more axes");
    for (std::string* text : texts_of(claim)) {
        for (const auto& [word, fan] : {std::pair("fan_in", fans.in), std::pair("fan_out", fans.out)}) {
            const std::string number = std::to_string(static_cast<std::int64_t>(fan));
            for (std::size_t at = place_of_name(*text, word, 0); at != std::string::npos;
                 at = place_of_name(*text, word, at + number.size()))
                text->replace(at, std::string_view(word).size(), number);
        }
    }
    return claim;
}

ClaimedLaw law_of(const WeightsClaim& claim, const Context& context) {
    ClaimedLaw claimed;
    claimed.layout = claim.layout;
    claimed.limits = claim.limits;
    claimed.has_limits = claim.lower || claim.upper;
    claimed.law.std = flag_value("std", claim.std, context);
    if (claimed.law.std == 0)
        refuse_flag("std", claim.std,
                    "must be positive, as a standard deviation; this is 0, or too close to 0");
    if (!(claimed.law.std > 0)) refuse_flag("std", claim.std, "must be positive, as a standard deviation");
    if (claim.distribution == WeightDistribution::uniform) return uniform_law_of(claim, claimed);
    if (!claimed.has_limits) return claimed;
    claimed.lower = claim.lower ? limit_of("lower", *claim.lower, context) : -HUGE_VAL;
    claimed.upper = claim.upper ? limit_of("upper", *claim.upper, context) : HUGE_VAL;
    if (!(claimed.lower < claimed.upper)) {
        refuse_flag("lower", claim.lower.value_or("-inf"),
                    "is not below --upper " + claim.upper.value_or("inf"));
    }
    const double unit = claim.limits == LimitUnits::relative ? claimed.law.std : 1;
    claimed.law.lower = claimed.lower * unit;
    claimed.law.upper = claimed.upper * unit;
    claimed.law.mean = moments_of(claimed.law, 0).mean;
    return claimed;
}

std::string expression_of(const WeightsClaim& claim) {
    if (!claim.lower && !claim.upper) return claim.std;
    const std::string limits = claim.lower.value_or("-inf") + ", " + claim.upper.value_or("inf");
    if (claim.limits == LimitUnits::absolute) {
        return "truncated_normal.std(" + limits + ", std=" + claim.std + ")";
    }
    return "(" + claim.std + ") * truncated_normal.std(" + limits + ")";
}

std::string statement_of(const WeightsClaim& claim) {
    if (claim.distribution == WeightDistribution::uniform) {
        return "the weights are independent samples of a uniform law of mean 0 and std " + claim.std +
               ", on ±sqrt(3) std";
    }
    std::string text = "the weights are independent samples of a normal of mean 0 and std " + claim.std;
    if (!claim.lower && !claim.upper) return text;
    const std::string unit = claim.limits == LimitUnits::relative ? " std" : "";
    return text + ", truncated to [" + claim.lower.value_or("-inf") + ", " + claim.upper.value_or("inf") +
           "]" + unit;
}

}  // namespace sigprop
