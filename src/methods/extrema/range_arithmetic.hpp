#pragma once
// Arithmetic on ranges: the range of a result whose operands lie within theirs. Ends are rounded outward, and
// stay exact where they are limits (1 of a tanh) or exact themselves. Operands count as independent, so x - x
// is not zero here. A result is undefined where an operand is undefined or the result may have no value; its
// range then holds the values that there are.

#include "core/base/doubles.hpp"
#include "methods/extrema/value_range.hpp"

#include <cstdint>
#include <optional>

namespace sigprop {

inline constexpr ValueRange nothing_known{-infinity, infinity, false};

/// The range of a constant.
[[nodiscard]] ValueRange range_of(const Ball& value);
[[nodiscard]] ValueRange sum(const ValueRange& a, const ValueRange& b);
[[nodiscard]] ValueRange product(const ValueRange& a, const ValueRange& b);
[[nodiscard]] ValueRange reciprocal(const ValueRange& a);
[[nodiscard]] ValueRange power(const ValueRange& a, std::int64_t n);
[[nodiscard]] ValueRange square_root(const ValueRange& a);
/// log a, or log(1 + a)
[[nodiscard]] ValueRange logarithm(const ValueRange& a, bool of_one_plus);
[[nodiscard]] ValueRange absolute(const ValueRange& a);
/// sigmoid, tanh, exp, …; nullopt for an operation that is not monotone on the whole line.
[[nodiscard]] std::optional<ValueRange> monotone(Operation operation, const ValueRange& a);

/// The sign of a switching function, -1 or +1, where its range settles it, else 0; zero counts as `zero_is`.
[[nodiscard]] int side(const ValueRange& g, int zero_is);
/// The result of where(), which chooses between `first` and `second` by the side of g.
[[nodiscard]] ValueRange chosen(const ValueRange& g, const ValueRange& first, const ValueRange& second,
                                int zero_is);

}  // namespace sigprop
