#pragma once
// What the best map of x alone would leave of u, estimated: the conditional mean of u given x by a line in
// each of many bins of |x|. An estimate: bins have a width, and what a line takes from the entries of its bin
// is put back by the factor n / (n - 2) that independent entries would have.

#include <cstddef>
#include <span>
#include <vector>

#include "engine/elementwise_rows.hpp"

namespace sigprop::detail {

class BestMapBins {
public:
    /// `odd`: both signs of x share their bins, as they do where the map must be odd.
    BestMapBins(const ElementwiseRows& rows, std::span<const double> weights, bool odd);

    void add(const RowSlice& slice);

    struct Estimate {
        double error = 0;  ///< relative to the sum of u^2; NaN where that is 0 or every bin has too few
        double slack = 0;  ///< how much of it is the correction
    };
    [[nodiscard]] Estimate estimate() const;

private:
    struct Bin {
        double count = 0, weight = 0, h = 0, u = 0, hh = 0, hu = 0, uu = 0;
    };
    std::span<const double> weights_;
    bool odd_;
    std::vector<std::vector<Bin>> bins_;  ///< of each slice, so that threads change no bit
};

}  // namespace sigprop::detail
