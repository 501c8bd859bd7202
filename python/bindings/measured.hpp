#pragma once
// What a measurement knows beside its records, as dictionaries.

#include <pybind11/pybind11.h>

#include <sigprop/measure/attention/attention.hpp>
#include <sigprop/measure/elementwise/elementwise.hpp>
#include <sigprop/measure/gradient/jacobian.hpp>
#include <sigprop/measure/weights/weights.hpp>

#include "measure/model/model.hpp"

namespace sigprop::python {

[[nodiscard]] pybind11::dict details_of(const WeightsMeasurement& measured);
[[nodiscard]] pybind11::dict details_of(const AttentionMeasurement& measured);
[[nodiscard]] pybind11::dict details_of(const ElementwiseMeasurement& measured);
[[nodiscard]] pybind11::dict details_of(const JacobianMeasurement& measured);
[[nodiscard]] pybind11::dict details_of(const ModelAudit& audit);

}  // namespace sigprop::python
