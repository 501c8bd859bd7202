#include "measure/model/scan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "measure/weights/vectors.hpp"

namespace sigprop {
namespace {

constexpr std::size_t rows_block = 4096;

template <class Visit>
void for_each_block(const TensorView& tensor, const Visit& visit) {
    std::array<double, rows_block> values{};
    for (std::size_t first = 0; first < tensor.numbers(); first += rows_block) {
        const std::size_t count = std::min(rows_block, tensor.numbers() - first);
        tensor.read(first, std::span(values).first(count));
        visit(first, std::span<const double>(values).first(count));
    }
}

void count_zero_rows(CloserLook& look, const TensorView& tensor) {
    const std::size_t length = tensor.size() / tensor.shape()[0];
    std::uint64_t row = 0;
    std::size_t place = 0;
    bool zero = true;
    for_each_block(tensor, [&](std::size_t, std::span<const double> values) {
        for (const double value : values) {
            zero = zero && value == 0;
            if (++place < length) continue;
            if (zero) {
                ++look.zero_rows;
                if (!look.first_zero) look.first_zero = row;
            }
            ++row;
            place = 0;
            zero = true;
        }
    });
}

void count_at_limits(CloserLook& look, const TensorView& tensor, const WeightStatistics& found) {
    for_each_block(tensor, [&](std::size_t, std::span<const double> values) {
        for (const double value : values) {
            if (value == found.min || value == found.max) ++look.at_limits;
        }
    });
}

void count_distinct(CloserLook& look, const TensorView& tensor) {
    constexpr std::size_t some = 16384;
    std::vector<double> values(std::min(some, tensor.numbers()));
    tensor.read(0, values);
    for (double& value : values) value = std::abs(value);
    std::ranges::sort(values);
    const auto different = static_cast<double>(std::unique(values.begin(), values.end()) - values.begin());
    look.distinct = different / static_cast<double>(values.size());
}

std::uint64_t subnormal_in(const TensorView& tensor) {
    std::uint64_t count = 0;
    for_each_block(tensor, [&](std::size_t, std::span<const double> values) {
        for (const double value : values) {
            constexpr double least = std::numeric_limits<float>::min();
            if (value != 0 && std::abs(value) < least) ++count;
        }
    });
    return count;
}

bool is_coarse(const TensorView& tensor) {
    return tensor.type() == ElementType::bfloat16 || tensor.type() == ElementType::float16;
}

/// Of a few vectors along the longer axis, spread over the shorter one.
bool may_be_orthogonal(const TensorView& tensor, const WeightStatistics& found) {
    constexpr std::size_t most = 12;
    const MatrixBlock whole = MatrixBlock::of(tensor.shape()[0], tensor.size() / tensor.shape()[0]);
    const VectorStatistics few =
        vector_statistics(CentredEntries(tensor, found), whole, whole.has_long_rows(), most);
    return orthogonal_length(few, is_coarse(tensor)).has_value();
}

}  // namespace

WithoutStrays without_strays(const TensorView& tensor, const WeightStatistics& found) {
    constexpr double limit = -2;
    constexpr double far = 10;  // std, which the strays themselves have made larger
    if (found.first_bad || found.min != limit || !(found.std * far < -limit) || found.grid_max > 0)
        return {found, 0};
    std::uint64_t strays = 0;
    double least = found.max;
    for_each_block(tensor, [&](std::size_t, std::span<const double> values) {
        for (const double value : values) {
            if (value == limit) ++strays;
            if (value != limit && value < least) least = value;
        }
    });
    const auto n = static_cast<double>(found.count);
    constexpr double often = 0x1p-22;  // four times as often as the fault; and two by chance
    const auto count = static_cast<double>(strays);
    if (strays >= found.count || count > 2 + n * often || least < limit / 2 || found.max > -limit / 2)
        return {found, 0};
    // Sums of powers of the distances from the mean, without the strays, and then from the new mean.
    const double rest = n - count;
    const double d = limit - found.mean;
    const double second = found.std * found.std * (n - 1);
    const double variance = second / n;
    const double third = found.skewness * n * variance * std::sqrt(variance);
    const double fourth = found.kurtosis * n * variance * variance;
    const double shift = -count * d / rest;
    const double s2 = second - count * d * d;
    const double s3 = third - count * d * d * d;
    const double s4 = fourth - count * d * d * d * d;
    const double m2 = s2 / rest - shift * shift;
    const double m3 = s3 / rest - 3 * shift * s2 / rest + 2 * shift * shift * shift;
    const double m4 =
        s4 / rest - 4 * shift * s3 / rest + 6 * shift * shift * s2 / rest - 3 * shift * shift * shift * shift;
    WithoutStrays without{found, strays};
    WeightStatistics& left = without.statistics;
    left.mean += shift;
    left.std = std::sqrt(m2 * rest / (rest - 1));
    left.skewness = m3 / (m2 * std::sqrt(m2));
    left.kurtosis = m4 / (m2 * m2);
    left.standard_error =
        left.std * std::sqrt(std::max(0.0, left.kurtosis - (rest - 3) / (rest - 1)) / rest) / 2;
    left.min = least;
    left.mean_magnitude = (found.mean_magnitude * n - count * std::abs(limit - found.centre)) / rest;
    left.rms = std::sqrt(
        (found.rms * found.rms * n - count * (limit - found.centre) * (limit - found.centre)) / rest);
    return without;
}

CloserLook look_closer(const TensorView& tensor, const WeightStatistics& found, const SeenLaw& law,
                       const TensorRole& role, const std::string& name) {
    CloserLook look;
    constexpr std::uint64_t large = 1 << 20;
    if (found.min != found.max && !law.is_fresh() && tensor.size() <= large)
        look.subnormal = subnormal_in(tensor);
    if (tensor.shape().size() < 2 || found.finite() < enough_weights || found.min == found.max) return look;
    look.rows = tensor.shape()[0];
    const std::uint64_t length = tensor.size() / look.rows;
    if (found.zeros >= length) count_zero_rows(look, tensor);
    // Few levels are repeated, at the limits too, and leave no rows orthogonal.
    if (found.grid_max > 0) return look;
    const bool cut = law.form == SeenLaw::Form::bounded || law.form == SeenLaw::Form::structured;
    if (cut) count_at_limits(look, tensor, found);
    constexpr int wide = 16;  // narrower types have few values anyway
    constexpr std::uint64_t many = 4096;
    const bool wide_type = tensor.type() == ElementType::float32 || tensor.type() == ElementType::float64;
    if (wide_type && found.significant_bits > wide && found.count >= many) count_distinct(look, tensor);
    constexpr std::uint64_t least = 32;
    // Entries of an orthogonal matrix look normal.
    const bool may_be = law.form == SeenLaw::Form::normal || law.form == SeenLaw::Form::structured;
    if (tensor.shape().size() == 2 && may_be && std::min(look.rows, length) >= least)
        // Gates that are orthogonal one by one leave no trace in the whole where they are wide.
        if (role.role == "recurrent" || may_be_orthogonal(tensor, found))
            look.orthogonal = orthogonality_of(CentredEntries(tensor, found), found, tensor.shape(), name,
                                               is_coarse(tensor));
    return look;
}

}  // namespace sigprop
