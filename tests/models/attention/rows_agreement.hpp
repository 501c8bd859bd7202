#pragma once
// Whether two lists of attention rows agree within the promise of models/attention/attention.hpp, or to the
// bit.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <sigprop/models/attention/attention.hpp>
#include <vector>

namespace sigprop::test {

using Column = std::vector<double> AttentionRows::*;
inline constexpr Column columns[] = {&AttentionRows::entropy,
                                     &AttentionRows::log_partition,
                                     &AttentionRows::participation,
                                     &AttentionRows::sum_cubes,
                                     &AttentionRows::max_weight,
                                     &AttentionRows::logit_mean,
                                     &AttentionRows::logit_second_moment};

/// The largest error of all entries, relative to the allowed error per unit of `accuracy`.
inline double largest_error(const AttentionRows& found, const AttentionRows& expected, std::size_t keys) {
    double largest = 0;
    for (const Column column : columns) {
        for (std::size_t i = 0; i < expected.entropy.size(); ++i) {
            const double value = (expected.*column)[i];
            double unit = std::fabs(value);
            if (column == &AttentionRows::entropy) unit = 1 + std::log(static_cast<double>(keys));
            if (column == &AttentionRows::log_partition) unit += 1;
            if (column == &AttentionRows::logit_mean) unit = std::sqrt(expected.logit_second_moment[i]);
            const double error = std::fabs((found.*column)[i] - value);
            if (!(error == 0)) largest = std::isfinite(error) ? std::max(largest, error / unit) : INFINITY;
        }
    }
    return largest;
}

inline bool same_bits(const AttentionRows& a, const AttentionRows& b) {
    return a.bad_rows == b.bad_rows && a.first_bad_row == b.first_bad_row &&
           std::ranges::all_of(columns, [&](Column column) {
               return std::ranges::equal(a.*column, b.*column, [](double x, double y) {
                   return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
               });
           });
}

}  // namespace sigprop::test
