#pragma once
// The points of a series' grid, which is stored row by row with the last axis fastest.

#include <algorithm>
#include <cstddef>
#include <sigprop/engine/record.hpp>
#include <span>
#include <string>
#include <vector>

namespace sigprop {

/// Where the point lies on each axis.
template <class AllAxes>
std::vector<std::string> coordinates(const AllAxes& axes, std::size_t point) {
    std::vector<std::string> values(axes.size());
    for (std::size_t axis = axes.size(); axis-- > 0;) {
        const std::vector<std::string>& along = axes[axis].values;
        values[axis] = along[point % along.size()];
        point /= along.size();
    }
    return values;
}

inline std::vector<std::string> coordinates(const Series& series, std::size_t point) {
    return coordinates(series.axes, point);
}

/// The point of a series that corresponds to a point of a larger grid: series of proofs lack the axes
/// `samples` and `seed`.
template <class AllAxes, class Grid>
std::size_t part_of_grid(const AllAxes& axes, const Grid& grid, std::size_t point) {
    std::size_t part = 0;
    std::size_t stride = 1;
    for (std::size_t own = axes.size(), i = grid.size(); i-- > 0; point /= grid[i].values.size()) {
        if (own == 0 || axes[own - 1].name != grid[i].name) continue;
        part += point % grid[i].values.size() * stride;
        stride *= axes[--own].values.size();
    }
    return part;
}

/// How many of the points have a value.
[[nodiscard]] std::ptrdiff_t points_with_value(const Series& series);

/// The series of one expression, one for each method, on one grid.
struct SweptCurve {
    std::span<const Series> methods;
    const Axes* grid = nullptr;  ///< proofs lack the axes `samples` and `seed`
};

inline std::vector<SweptCurve> curves_of(const std::vector<Series>& series) {
    std::vector<SweptCurve> curves;
    for (std::size_t first = 0; first < series.size();) {
        std::size_t end = first + 1;
        while (end < series.size() && series[end].id == series[first].id &&
               series[end].expression == series[first].expression)
            ++end;
        const std::span<const Series> methods(series.data() + first, end - first);
        const auto axes = [](const Series& one) { return one.axes.size(); };
        curves.push_back({methods, &std::ranges::max_element(methods, {}, axes)->axes});
        first = end;
    }
    return curves;
}

/// Of the proofs, or else the samples, or else the estimates, the first that has a value wherever a method
/// has one. Null where none has, and where a number speaks against another: then all are to be seen.
[[nodiscard]] const Series* method_that_says_all(const SweptCurve& curve);

}  // namespace sigprop
