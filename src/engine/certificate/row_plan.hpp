#pragma once
// A plan by which another program can prove means over rows of softmax anew
// (docs/explanation/certificates.md, T12): the steps and lengths of its two trapezoidal sums. The plan is
// made in double precision and proves nothing.

#include <array>
#include <string>

#include "methods/route_row.hpp"

namespace sigprop {

/// Of all rows of a certificate; the checker refuses what takes more than its MAX_WORK, a fifth more than
/// this.
constexpr double max_row_work = 5e8;

struct RowPlan {
    Ball step;                          ///< exact: of the exponent u + std z in the inner sums
    long stride = 1;                    ///< the step of u in such steps
    long reach = 0;                     ///< inner sums have this many nodes on either side of z = 0
    std::array<long, 2> outer{};        ///< nodes of the outer sum left and right of u = 0
    std::array<std::string, 2> strips;  ///< half widths of the strips of z and of u, decimals
    long resolution = 0;
    double work = 0;           ///< of the checker, in its units
    std::string refusal = {};  ///< why there is no plan; empty when there is one
};

/// Each mean with an error below 2^-bits.
[[nodiscard]] RowPlan plan_row(const FormulaOfRow& row, long bits);

}  // namespace sigprop
