#pragma once
// A formula of an unknown and of functions of it, as a function whose zeros are searched: the chain rule over
// balls, for slopes and for directions.

#include <sigprop/core/formula/formula.hpp>
#include <vector>

#include "methods/roots/zeros.hpp"

namespace sigprop {

/// curve(argument(x)). The curve says by its domain where it has no value; what it says of its own zeros is
/// not asked.
struct InnerFunction {
    SearchedFunction argument, curve;
};

/// f(x, inner 0, inner 1, …) as a function of x; without inner functions searched(f).
[[nodiscard]] SearchedFunction composition(const Formula& f, std::vector<InnerFunction> inner);

}  // namespace sigprop
