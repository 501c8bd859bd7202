#pragma once
// The correlation at depth in double precision, by the trapezoidal rule in the plane: an estimate that shares
// nothing with the proofs.

#include "core/formula/evaluator.hpp"
#include "quantities/activation/variance_layer.hpp"

namespace sigprop {

/// Two signals of one variance q and this correlation, and the layers that they pass.
struct CorrelatedStart {
    Layer layer;
    Real q, correlation;
    std::int64_t layers;
};

/// E f(s u) f(s v) for normals of correlation c.
[[nodiscard]] double plane_mean(Evaluator<double>& f, double s, double c, double step);

[[nodiscard]] Answer estimated_correlation_at_depth(const CorrelatedStart& start, const Context& context);

}  // namespace sigprop
