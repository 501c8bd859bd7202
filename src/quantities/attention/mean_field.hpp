#pragma once
// The mean field of attention over keys on a sphere, for code that solves equations with it.

#include "methods/route.hpp"

namespace sigprop {

/// log Z - z A, the limit of entropy - log n as n -> infinity at fixed z: attention.mean_field_deficit.
/// Shapes   1 <= dim <= 10^9, z >= 0
/// Units    nats, <= 0
/// Accuracy enclosure at the precision of z; cancels for small z, where it is about -z^2/(2 dim)
/// Errors   unable when a series exceeds the budget
[[nodiscard]] Answer mean_field_deficit(std::int64_t dim, const Ball& z, const Context& context);

}  // namespace sigprop
