#pragma once
// All roots of an equation in one unknown on an interval, as records: each root is the value of an expression
// root(…) of its own, whose interval holds no other root, so that `eval` gives the same number with the same
// proof.

#include <array>
#include <cstddef>
#include <sigprop/core/base/context.hpp>
#include <sigprop/engine/record.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

/// How a place of the interval stands.
enum class RootPlace : std::uint8_t { root, everywhere, undecided, none };

struct SolvedPlace {
    RootPlace place = RootPlace::undecided;
    std::string lower, upper;  ///< of a place that is no root, its ends as decimals to some 12 digits
    Record record;
};

struct Solution {
    std::string equation;  ///< canonical: "left = right"
    std::string unknown, lower, upper;
    std::vector<SolvedPlace> places;  ///< ascending; a single `none` where it is proved that there is no root

    [[nodiscard]] std::size_t count(RootPlace place) const;
    /// Whether all roots are found and proved: there are no others, and nothing is undecided.
    [[nodiscard]] bool is_complete() const;
};

/// `equation` is "left = right", `interval` "lower:upper"; all are expressions.
/// Accuracy context.digits significant digits of each root
/// Errors   InputError with the place: no or several "=", what bind_equation() refuses
[[nodiscard]] Solution solve(std::string_view equation, const std::string& unknown, std::string_view interval,
                             const Context& context);

/// A point or an undecided rectangle of two unknowns.
struct SolvedPoint {
    RootPlace place = RootPlace::undecided;
    std::array<std::string, 2> lower, upper;  ///< of a place that is no point, its ends as decimals
    std::array<Record, 2> records;  ///< a coordinate each; of a place that is no point, the first counts
};

struct SystemSolution {
    std::array<std::string, 2> equations, unknowns, lower, upper;
    std::vector<SolvedPoint> places;  ///< a single `none` where it is proved that there is no point

    [[nodiscard]] std::size_t count(RootPlace place) const;
    [[nodiscard]] bool is_complete() const;
};

/// All points of a rectangle at which two equations hold, each coordinate the value of an expression
/// root2(…).
/// Errors   as solve()
[[nodiscard]] SystemSolution solve_system(const std::array<std::string, 2>& equations,
                                          const std::array<std::string, 2>& unknowns,
                                          const std::array<std::string, 2>& intervals,
                                          const Context& context);

}  // namespace sigprop
