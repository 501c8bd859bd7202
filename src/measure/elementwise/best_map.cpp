#include "measure/elementwise/best_map.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/base/doubles.hpp"

namespace sigprop {
namespace {

constexpr std::size_t per_octave = 16;
constexpr std::size_t octaves = 40;  // slices have |x| < 2
constexpr std::size_t bins_of_sign = per_octave * octaves;
constexpr double enough = 16;  // entries that a bin needs for a line
constexpr unsigned fraction_bits = 52;
constexpr unsigned bin_shift = fraction_bits - 4;         // 16 bins an octave
constexpr std::uint64_t top = std::uint64_t{1024} << 4U;  // the bin that would begin at 2

/// Bins run from the largest |x| down; everything more than 40 octaves below shares the last bin.
std::size_t bin_of(double size) {
    const std::uint64_t below = top - 1 - (std::bit_cast<std::uint64_t>(size) >> bin_shift);
    return static_cast<std::size_t>(std::min<std::uint64_t>(below, bins_of_sign - 1));
}

double middle_of(std::size_t bin) {
    const double begin = std::bit_cast<double>((top - 1 - bin) << bin_shift);
    const double end = std::bit_cast<double>((top - bin) << bin_shift);
    return (begin + end) / 2;
}

}  // namespace

BestMapBins::BestMapBins(const ElementwiseRows& rows, std::span<const double> weights, bool odd, double a)
    : weights_(weights),
      odd_(odd),
      a_(std::isnan(a) ? 0 : std::min(a, 0x1p498)),
      bins_(rows.slices(), std::vector<Bin>(bins_of_sign * (odd ? 1 : 2))) {}

void BestMapBins::add(const RowSlice& slice) {
    std::vector<Bin>& bins = bins_[slice.index];
    slice.for_each_row([&](const double* x, const double* u) {
        for (std::size_t j = 0; j < slice.width; ++j) {
            const double weight = weights_[slice.first + j];
            if (!(weight > 0)) continue;
            const double size = std::abs(x[j]);
            const bool negative = std::signbit(x[j]);
            const std::size_t at = bin_of(size);
            Bin& bin = bins[negative && !odd_ ? bins_of_sign + at : at];
            const double middle = middle_of(at);
            const double h = (size - middle) / middle;
            const double z = a_ * size;
            const double v = (negative ? -u[j] : u[j]) - z / std::sqrt(1 + z * z);
            bin.count += 1;
            bin.weight += weight;
            bin.h += weight * h;
            bin.v += weight * v;
            bin.hh += weight * h * h;
            bin.hv += weight * h * v;
            bin.vv += weight * v * v;
            bin.uu += weight * u[j] * u[j];
        }
    });
}

BestMapBins::Estimate BestMapBins::estimate() const {
    double left = 0;
    double corrected = 0;
    double all = 0;
    for (std::size_t i = 0; i < bins_.front().size(); ++i) {
        Bin bin;
        for (const std::vector<Bin>& slice : bins_) {
            bin.count += slice[i].count;
            bin.weight += slice[i].weight;
            bin.h += slice[i].h;
            bin.v += slice[i].v;
            bin.hh += slice[i].hh;
            bin.hv += slice[i].hv;
            bin.vv += slice[i].vv;
            bin.uu += slice[i].uu;
        }
        all += bin.uu;
        if (bin.count < enough) {
            left += bin.vv;
            corrected += bin.vv;
            continue;
        }
        const double hh = bin.hh - bin.h * bin.h / bin.weight;
        const double hv = bin.hv - bin.h * bin.v / bin.weight;
        const double vv = std::max(0.0, bin.vv - bin.v * bin.v / bin.weight);
        // Entries that are equal up to rounding have no slope.
        const bool sloped = hh > 0x1p-40 * bin.hh;
        const double residual = std::max(0.0, sloped ? vv - hv * hv / hh : vv);
        left += residual;
        corrected += residual * bin.count / (bin.count - (sloped ? 2 : 1));
    }
    if (!(all > 0)) return {not_a_number, 0};
    return {corrected / all, (corrected - left) / all};
}

}  // namespace sigprop
