#pragma once
// Quantities as functions of two of their parameters, enclosed over rectangles: what two equations need whose
// unknowns stand in two arguments of one call.

#include <array>
#include <string>

#include "methods/roots/plane_zeros.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {

/// The context must outlive the function.
using ParameterPlane = std::function<PlaneFunction(const Context& context)>;

struct KnownPlane {
    std::string quantity;
    std::array<std::string, 2> parameters;
    /// nullopt where nothing is known for these arguments; the values that they hold for the parameters are
    /// ignored.
    /// Errors   InputError for arguments that make no sense
    std::function<std::optional<ParameterPlane>(const Arguments& arguments)> make;
};

}  // namespace sigprop
