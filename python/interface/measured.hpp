#pragma once
// What a measurement knows beside its records, as JSON objects.

#include <sigprop/measure/attention/attention.hpp>
#include <sigprop/measure/elementwise/elementwise.hpp>
#include <sigprop/measure/gradient/jacobian.hpp>
#include <sigprop/measure/kernel/kernel.hpp>
#include <sigprop/measure/weights/weights.hpp>

#include "measure/model/model.hpp"

#include "request.hpp"

namespace sigprop::python {

[[nodiscard]] Value details_of(const WeightsMeasurement& measured);
[[nodiscard]] Value details_of(const AttentionMeasurement& measured);
[[nodiscard]] Value details_of(const ElementwiseMeasurement& measured);
[[nodiscard]] Value details_of(const JacobianMeasurement& measured);
[[nodiscard]] Value details_of(const KernelMeasurement& measured);
[[nodiscard]] Value details_of(const ModelAudit& audit);

}  // namespace sigprop::python
