#include "measure/weights/claim.hpp"

#include <cmath>

#include "measure/flag_value.hpp"

namespace sigprop {
namespace {

double limit_of(const std::string& flag, const std::string& text, const Context& context) {
    if (text == "inf" || text == "-inf") return text == "inf" ? HUGE_VAL : -HUGE_VAL;
    return flag_value(flag, text, context);
}

ClaimedLaw uniform_law_of(const WeightsClaim& claim, ClaimedLaw claimed) {
    const std::string problem =
        "does not go with a uniform law, whose limits are ±sqrt(3) std: give --std alone, "
        "such as \"B/sqrt(3)\" for limits ±B";
    if (claim.lower) refuse_flag("lower", *claim.lower, problem);
    if (claim.upper) refuse_flag("upper", *claim.upper, problem);
    claimed.law = WeightLaw::uniform_of_std(claimed.law.std);
    return claimed;
}

}  // namespace

ClaimedLaw law_of(const WeightsClaim& claim, const Context& context) {
    ClaimedLaw claimed;
    claimed.layout = claim.layout;
    claimed.limits = claim.limits;
    claimed.has_limits = claim.lower || claim.upper;
    claimed.law.std = flag_value("std", claim.std, context);
    if (claimed.law.std == 0)
        refuse_flag("std", claim.std,
                    "is a standard deviation: it must be positive; this is 0, or too close to it");
    if (!(claimed.law.std > 0)) refuse_flag("std", claim.std, "is a standard deviation: it must be positive");
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
