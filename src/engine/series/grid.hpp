#pragma once
// An expression over a grid of axes. Most axes are variables of the expression. The reserved names `samples`
// and `seed` say how a point is sampled and do not occur in the expression. So a point of the grid is a place
// (the values of the variables, which decide all that is proved) and a sampling; without reserved axes there
// is one sampling, and a point is a place.

#include <cstddef>
#include <cstdint>
#include <sigprop/core/base/context.hpp>
#include <sigprop/engine/record.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/binding/binder.hpp"

namespace sigprop {

class Grid {
public:
    /// Keeps views of the expression and of the axes: an axis may have a million values.
    /// Errors   InputError naming an axis that is no variable of the expression, or is both reserved and
    ///          one; for a value that is no number of samples or no seed; for more than 10^6 points
    Grid(std::string_view expression, const std::vector<Axis>& axes);

    [[nodiscard]] std::string canonical() const { return canonical_text(tree_); }
    /// Copies for series to share; the second are without the reserved axes.
    [[nodiscard]] Axes shared_axes() const;
    [[nodiscard]] Axes shared_variables() const;
    [[nodiscard]] bool has_reserved() const { return !reserved_.empty(); }
    [[nodiscard]] std::size_t points() const { return places_ * samplings_; }
    [[nodiscard]] std::size_t places() const { return places_; }
    [[nodiscard]] std::size_t samplings() const { return samplings_; }

    /// Errors   InputError naming the place, as when lower >= upper at some places only
    [[nodiscard]] BoundExpression at(std::size_t place) const;
    /// The context with the numbers of samples and the seed of a sampling, where these are axes.
    [[nodiscard]] Context sampled(Context context, std::size_t sampling) const;
    /// The index in the whole grid; row-major, as are places and samplings each.
    [[nodiscard]] std::size_t point(std::size_t place, std::size_t sampling) const;

private:
    void check(const Axis& axis) const;

    std::string_view text_;
    Expression tree_;
    std::vector<const Axis*> axes_, variables_, reserved_;  ///< in the order of the axes
    std::vector<std::uint64_t> samples_, seeds_;
    std::size_t places_ = 1;
    std::size_t samplings_ = 1;
};

}  // namespace sigprop
