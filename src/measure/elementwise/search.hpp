#pragma once
// The best a > 0 of one problem: where its grid begins, the deepest point of it, and steps on log a.

#include <cstddef>
#include <limits>
#include <vector>

namespace sigprop {

/// What entries want: the least and greatest a_i, and whether one wants none at all.
struct SearchLimits {
    double least = std::numeric_limits<double>::infinity(), greatest = 0;
    bool opposed = false;  ///< some u is 0 or of the other sign than x

    /// a_i of an entry; 0 of one that wants none.
    void add(double a);
    void add(const SearchLimits& other);
    /// Where the grid begins; 0, infinite or NaN where there is nothing to look for.
    [[nodiscard]] double first_point() const;
};

struct ElementwiseSearch {
    double start = std::numeric_limits<double>::quiet_NaN();  ///< the first point of the grid
    double lower = 0, upper = 0, at = 0;                      ///< log a: a bracket and the next to look at
    double found = std::numeric_limits<double>::quiet_NaN();  ///< a: also 0 and infinite
    bool running = false;

    /// How many points of ratio sqrt(2) from `start` on reach beyond every a_i: even, at most 96.
    [[nodiscard]] std::size_t points(const SearchLimits& limits) const;
    /// From the errors at these points.
    void choose(const std::vector<double>& squares, const SearchLimits& limits);
    /// From the derivatives of the error at `at` by log a.
    void step(double slope, double curvature);
};

}  // namespace sigprop
