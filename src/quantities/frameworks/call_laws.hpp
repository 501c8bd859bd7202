#pragma once
// Calls whose law is an expression in their row, so that a new call is one row and no code. `laws` has one
// for each tensor of a layer, `terms` has numbers that they share:
//
//     uniform(limit), uniform(lower, upper)                 normal(std), normal(mean, std)
//     truncated(std, mean=0, lower=-2, upper=2)             std before truncation, limits in units of it
//     cut(mean, std, lower, upper)                          the same with limits in units of weights
//     rescaled(std)                                         truncated at +-2 and divided by the constant
//     scaled(law, std)                                      of variance scaling, where `law` is a parameter
//     orthogonal(rows, columns, gain)                       constant(value)
//     entries(value, share), sparse(std, share)             a share is that value, or normal; the rest is 0
//
// where, given and chosen, which are numbers too, choose between laws.
// Numbers have + - * / and sqrt, max, min, product(list), area(kernel, dimensions), which is of one number k
// its power, share(channels, groups), which must be whole, given(parameter, number, otherwise),
// where(a < b, number, otherwise), chosen(parameter, word, number, otherwise), ceil, size(shape, axis), and
// the fans of the parameters fan_in, fan_out, shape, mode and axes: fan_in(layout), fan_out(layout),
// fan_avg(layout), fan(layout).

#include <string_view>

#include "quantities/quantity.hpp"

namespace sigprop::frameworks {

/// A table of a framework's calls: those whose mathematics is code, and behind them all of the group whose
/// rows have laws, in the order of the rows.
[[nodiscard]] std::vector<Quantity> with_laws(std::vector<Quantity> coded, std::string_view group);

}  // namespace sigprop::frameworks
