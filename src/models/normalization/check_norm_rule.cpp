#include "models/normalization/check_norm_rule.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sigprop/core/base/errors.hpp>

namespace sigprop {

void check_epsilon(double epsilon) {
    if (epsilon >= 0 && std::isfinite(epsilon)) return;
    throw InputError::about({"epsilon"},
                            fmt::format("epsilon must be finite and at least 0, not {}", epsilon));
}

void check_norm_rule(const NormRule& rule, std::size_t n, double epsilon) {
    check_epsilon(epsilon);
    if (n == 0) throw InputError::about({"x"}, "a group of no entries has no statistics");
    const bool of_differences = rule.spread == NormSpread::std || rule.spread == NormSpread::range;
    if (rule.leading > 0 && of_differences) {
        throw InputError::about({"leading"},
                                "leading is only for an rms or a length: a std or a range uses all entries");
    }
    if (rule.leading > n) {
        throw InputError::about(
            {"leading"},
            fmt::format("the rms of {} leading entries needs as many in a group, not {}", rule.leading, n));
    }
    if (rule.spread == NormSpread::std) {
        if (rule.correction < 0 || n <= static_cast<std::size_t>(rule.correction)) {
            throw InputError::about(
                {"correction"},
                fmt::format("a std of {} entries cannot divide by n - correction = {} - {}: the correction "
                            "must be in 0 to n - 1",
                            n, n, rule.correction));
        }
    }
    if (n == 1 && (rule.centre != NormCentre::none || of_differences)) {
        throw InputError(
            "each group has one entry, so a centred layer always gives 0: use an axis of 2 or more entries");
    }
}

}  // namespace sigprop
