#pragma once
// What the best map of x alone would leave of u, estimated: the mean of u given x is taken to be the fitted
// DyISRU and a line in each bin of |x| that has entries enough. An estimate: bins have a width, what a line
// takes from the entries of its bin is put back by the factor n / (n - 2) that independent entries would
// have, and where entries are few it is the fit that is seen.

#include <cstddef>
#include <span>
#include <vector>

#include "measure/elementwise/rows.hpp"

namespace sigprop {

class BestMapBins {
public:
    /// `odd`: both signs of x share their bins, as they do where the map must be odd.
    /// `a`: the form is a x / sqrt(1 + (a x)^2).
    BestMapBins(const ElementwiseRows& rows, std::span<const double> weights, bool odd, double a);

    void add(const RowSlice& slice);

    struct Estimate {
        double error = 0;  ///< relative to the sum of u^2; NaN where that is 0
        double slack = 0;  ///< how much of it is the correction
    };
    [[nodiscard]] Estimate estimate() const;

private:
    struct Bin {
        double count = 0, weight = 0, h = 0, v = 0, hh = 0, hv = 0, vv = 0, uu = 0;
    };
    std::span<const double> weights_;
    bool odd_;
    double a_;
    std::vector<std::vector<Bin>> bins_;  ///< of each slice, so that threads change no bit
};

}  // namespace sigprop
