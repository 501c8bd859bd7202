#pragma once
// The points of a series' grid, which is stored row by row with the last axis fastest.

#include <cstddef>
#include <sigprop/engine/record.hpp>
#include <string>
#include <vector>

namespace sigprop {

/// Where the point lies on each axis.
inline std::vector<std::string> coordinates(const Series& series, std::size_t point) {
    std::vector<std::string> values(series.axes.size());
    for (std::size_t axis = series.axes.size(); axis-- > 0;) {
        const std::vector<std::string>& along = series.axes[axis].values;
        values[axis] = along[point % along.size()];
        point /= along.size();
    }
    return values;
}

}  // namespace sigprop
