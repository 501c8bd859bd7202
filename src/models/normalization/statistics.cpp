#include <fmt/format.h>

#include <sigprop/core/base/errors.hpp>
#include <sigprop/models/normalization/normalization.hpp>

namespace sigprop {

void RunningStatistics::update(const NormMoments& batch, double momentum, RunningConvention convention) {
    if (!(momentum >= 0 && momentum <= 1)) {
        throw InputError::about({"momentum"}, fmt::format("momentum must be from 0 to 1, not {}", momentum));
    }
    if (batch.mean.size() != mean.size() || batch.variance.size() != mean.size()) {
        throw InputError::about({"batch"},
                                fmt::format("statistics of {} channels do not match the {} stored channels",
                                            batch.mean.size(), mean.size()));
    }
    if (convention.unbiased && batch.count < 2) {
        throw InputError::about({"batch"}, "an unbiased variance needs at least 2 entries in each channel");
    }
    const double weight = convention.weighs == MomentumWeighs::new_value ? momentum : 1 - momentum;
    const auto count = static_cast<double>(batch.count);
    const double correction = convention.unbiased ? count / (count - 1) : 1;
    for (std::size_t c = 0; c < mean.size(); ++c) {
        mean[c] += weight * (batch.mean[c] - mean[c]);
        variance[c] += weight * (correction * batch.variance[c] - variance[c]);
    }
}

}  // namespace sigprop
