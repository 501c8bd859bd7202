#pragma once
// Quantities as functions of one of their parameters, enclosed over intervals of it: what an equation needs
// whose unknown stands in an argument. Values at points are not enough for that, so each of them brings the
// mathematics of its own: slopes over intervals, or a direction that is a theorem.

#include <string>

#include "methods/roots/zeros.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {

/// The context must outlive the function.
using ParameterCurve = std::function<SearchedFunction(const Context& context)>;

struct KnownCurve {
    std::string quantity, parameter;
    /// nullopt for other arguments than `where` says. `arguments` are those of a call; the value that they
    /// hold for the parameter is ignored.
    /// Errors   InputError for arguments that make no sense
    std::function<std::optional<ParameterCurve>(const Arguments& arguments)> make;
    std::string because = {};  ///< how it is known, for `show`
    std::string where = {};    ///< what the other arguments must be, in words; empty: anything
    bool is_formula = false;   ///< cheap to evaluate: no integral, no table
};

}  // namespace sigprop
