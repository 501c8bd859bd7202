#pragma once
// What a quantity asks of its arguments, as its table says: the range of each and the relations between them.

#include <string>
#include <vector>

#include "core/expression/expression.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {

/// Errors   InputError about the parameter whose argument is not proved to be in its range, or about the two
///          of a relation that is not proved to hold
void check_conditions(const Quantity& quantity, const Arguments& arguments);

/// One condition of a call, written with what stands in the call: `number` lies in `range`. A relation left <
/// right is that right - left lies in (0, inf).
struct ArgumentCondition {
    Expression number;
    NumberRange range;
    std::string needed;  ///< in words: "std > 0"
};

/// The conditions of a call on its real and integer arguments, defaults included; an argument that is written
/// as inf or -inf has none. `given[i]` is the argument of parameter i, null where it was left out.
[[nodiscard]] std::vector<ArgumentCondition> conditions_of(const Quantity& quantity,
                                                           const std::vector<const Expression*>& given);

}  // namespace sigprop
