#include "models/normalization/check_norm_rule.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sigprop/core/base/errors.hpp>

namespace sigprop {

void check_epsilon(double epsilon) {
    if (epsilon >= 0 && std::isfinite(epsilon)) return;
    throw InputError(fmt::format("epsilon is {}; it must be finite and at least 0", epsilon));
}

void check_norm_rule(const NormRule& rule, std::size_t n, double epsilon) {
    check_epsilon(epsilon);
    if (n == 0) throw InputError("a group of no entries has no statistics");
    const bool of_differences = rule.spread == NormSpread::std || rule.spread == NormSpread::range;
    if (rule.leading > 0 && of_differences) {
        throw InputError("leading entries alone have an rms or a length here, no std and no range");
    }
    if (rule.leading > n) {
        throw InputError(
            fmt::format("the rms of {} entries needs as many in a group, not {}", rule.leading, n));
    }
    if (rule.spread == NormSpread::std) {
        if (rule.correction < 0 || n <= static_cast<std::size_t>(rule.correction)) {
            throw InputError(
                fmt::format("a std of {} entries cannot divide by n - correction = {} - {}: the correction "
                            "must be in 0 to n - 1",
                            n, n, rule.correction));
        }
    }
    if (n == 1 && (rule.centre != NormCentre::none || of_differences)) {
        throw InputError(
            "statistics of one entry: a centred layer gives 0 whatever x is; which axis is meant?");
    }
}

}  // namespace sigprop
