#pragma once
// The mean field of attention over keys on a sphere, for code that solves equations with it.

#include "methods/route.hpp"

namespace sigprop {

enum class MeanField : std::uint8_t {
    log_partition,  ///< log Z
    alignment,      ///< A
    deficit,        ///< log Z - z A, the limit of entropy - log n as n -> infinity at fixed z
};

/// The value of attention.mean_field_log_partition, _alignment, _deficit.
/// Shapes   1 <= dim <= 10^9, z >= 0
/// Units    nats; A dimensionless
/// Accuracy enclosure at the precision of z; the deficit cancels for small z, where it is about -z^2/(2 dim)
/// Errors   unable when a series exceeds the budget
[[nodiscard]] Answer mean_field_number(MeanField what, std::int64_t dim, const Ball& z,
                                       const Context& context);

}  // namespace sigprop
