#pragma once
// Finds the best a > 0 of one fit: where its grid begins, the deepest grid point, and Newton steps in log a.

#include <cstddef>
#include <vector>

#include "core/base/doubles.hpp"

namespace sigprop {

/// The smallest and largest a_i that entries would be fitted by, and whether some entry needs a = 0.
struct SearchLimits {
    double least = infinity, greatest = 0;
    bool opposed = false;  ///< some u is 0 or has the opposite sign of x

    /// Adds the a_i of an entry, which is 0 where only a = 0 is best.
    void add(double a);
    void add(const SearchLimits& other);
    /// The first grid point; 0, infinite or NaN where no search is needed.
    [[nodiscard]] double first_point() const;
};

struct ElementwiseSearch {
    double start = not_a_number;          ///< the first point of the grid
    double lower = 0, upper = 0, at = 0;  ///< log a: a bracket and the next point to try
    double found = not_a_number;          ///< a; may be 0 or infinite
    bool running = false;

    /// How many grid points of ratio sqrt(2) from `start` on pass every a_i: even, at most 96.
    [[nodiscard]] std::size_t points(const SearchLimits& limits) const;
    /// Chooses the deepest minimum from the errors at the grid points.
    void choose(const std::vector<double>& squares, const SearchLimits& limits);
    /// One Newton step from the derivatives of the error in log a at `at`.
    void step(double slope, double curvature);
};

}  // namespace sigprop
