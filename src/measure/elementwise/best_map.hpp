#pragma once
// Estimates the error in u that the best map of x alone would leave: the mean of u given x is modelled as the
// fitted DyISRU plus a line in each bin of |x| with enough entries. It is only an estimate: bins have a
// width, the factor n / (n - 2) corrects for the line as if entries were independent, and bins with few
// entries only show the fit.

#include <cstddef>
#include <span>
#include <vector>

#include "measure/elementwise/rows.hpp"

namespace sigprop {

class BestMapBins {
public:
    /// `odd`: both signs of x share their bins, because the map must be odd.
    /// `a`: the form is a x / sqrt(1 + (a x)^2).
    BestMapBins(const ElementwiseRows& rows, std::span<const double> weights, bool odd, double a);

    void add(const RowSlice& slice);

    struct Estimate {
        double error = 0;  ///< relative to the sum of u^2; NaN where that is 0
        double slack = 0;  ///< how much of the error is the correction
    };
    [[nodiscard]] Estimate estimate() const;

private:
    struct Bin {
        double count = 0, weight = 0, h = 0, v = 0, hh = 0, hv = 0, vv = 0, uu = 0;
    };
    std::span<const double> weights_;
    bool odd_;
    double a_;
    std::vector<std::vector<Bin>> bins_;  ///< one list for each slice, so that threads change no bit
};

}  // namespace sigprop
