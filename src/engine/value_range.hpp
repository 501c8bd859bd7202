#pragma once
// What an expression can be, where it is one quantity alone, and evidence held against that.

#include <sigprop/judgement/verdict.hpp>

#include "engine/binding/binder.hpp"

namespace sigprop {

/// The range of the quantity that the expression is; every number where it is arithmetic with quantities.
[[nodiscard]] NumberRange range_of(const BoundExpression& bound);

/// reconcile(), and one contradiction more: an enclosure that lies wholly beyond what the quantity can be.
[[nodiscard]] Reconciliation reconcile_within(const NumberRange& values, std::vector<Evidence> evidence);

}  // namespace sigprop
