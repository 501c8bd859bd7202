#include <algorithm>
#include <cmath>

#include "core/base/doubles.hpp"
#include "measure/gradient/pass.hpp"

namespace sigprop {

void OutputErrors::judge(std::size_t j, double user, double exact, double error, double terms, double allowed,
                         std::size_t element) {
    const RoundingModel& model = output_.model;
    JacobianStatistics& found = output_.statistics;
    weight_[j] = 0;
    error_[j] = 0;
    allowed_[j] = allowed;
    // A value that overflows the type has no exact answer in it, nor has one that is no number: what it is
    // made of overflows.
    if (!(std::abs(exact) + allowed <= model.largest)) return;
    ++found.elements;
    const double unit = terms > 0 ? std::max(model.unit * terms, model.least) : allowed;
    const bool is_finite = std::isfinite(user);
    if (is_finite && terms > 0) weight_[j] = 1 / unit;
    error_[j] = is_finite ? error : infinity;
    const double share = is_finite ? std::abs(error) / allowed : infinity;
    if (share > 1) ++found.beyond;
    if (!is_finite) ++found.not_finite;
    if (is_finite) found.mean_units += std::abs(error) / unit;
    if (is_finite) found.rms_units += error / unit * (error / unit);
    if (found.elements > 1 && !(share > found.worst)) return;
    found.worst = share;
    found.worst_at = element;
    found.worst_units = std::abs(error) / unit;
    found.allowed_units = allowed / unit;
    found.worst_value = user;
    found.worst_exact = exact;
}

}  // namespace sigprop
