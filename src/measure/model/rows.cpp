#include "measure/model/rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace sigprop {
namespace {

constexpr std::size_t block = 4096;

template <class Visit>
void for_each_block(const TensorView& tensor, const Visit& visit) {
    std::array<double, block> values{};
    for (std::size_t first = 0; first < tensor.numbers(); first += block) {
        const std::size_t count = std::min(block, tensor.numbers() - first);
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

/// A few vectors of the matrix, each along its longer axis, spread over the shorter one.
std::vector<std::vector<double>> long_vectors(const TensorView& tensor) {
    constexpr std::size_t most = 12;
    const std::size_t rows = tensor.shape()[0];
    const std::size_t columns = tensor.size() / rows;
    const bool along_rows = columns >= rows;
    const std::size_t count = std::min(most, std::min(rows, columns));
    std::vector<std::vector<double>> vectors(count);
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t place = k * (along_rows ? rows : columns) / count;
        if (along_rows) {
            vectors[k].resize(columns);
            tensor.read(place * columns, vectors[k]);
        } else {
            const TensorView column = tensor.sliced(1, place, 1);
            vectors[k].resize(rows);
            column.read(0, vectors[k]);
        }
    }
    return vectors;
}

/// Independent entries have cosines of about 1/sqrt(n); orthogonal vectors only those of rounding.
std::optional<double> orthogonal_gain(const TensorView& tensor, ElementType type) {
    const std::vector<std::vector<double>> vectors = long_vectors(tensor);
    const auto n = static_cast<double>(vectors.front().size());
    const bool coarse = type == ElementType::bfloat16 || type == ElementType::float16;
    // The rounding errors of n products add up like a random walk.
    const double rounding = (coarse ? 0x1p-8 : 0x1p-20) / std::sqrt(n);
    const double allowed = 8 * rounding;
    if (allowed * std::sqrt(n) > 0.1) return std::nullopt;  // too coarse to tell from independence
    std::vector<double> lengths;
    for (const std::vector<double>& one : vectors) {
        double square = 0;
        for (const double value : one) square += value * value;
        lengths.push_back(std::sqrt(square));
    }
    const auto [shortest, longest] = std::ranges::minmax(lengths);
    if (!(shortest > 0) || longest > shortest * (1 + 16 * rounding * std::sqrt(n))) return std::nullopt;
    for (std::size_t a = 0; a < vectors.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            double product = 0;
            for (std::size_t i = 0; i < vectors[a].size(); ++i) product += vectors[a][i] * vectors[b][i];
            if (std::abs(product) > allowed * lengths[a] * lengths[b]) return std::nullopt;
        }
    }
    return (shortest + longest) / 2;
}

}  // namespace

CloserLook look_closer(const TensorView& tensor, const WeightStatistics& found, const SeenLaw& law) {
    CloserLook look;
    if (tensor.shape().size() < 2 || found.finite() < enough_weights || found.min == found.max) return look;
    look.rows = tensor.shape()[0];
    const std::uint64_t length = tensor.size() / look.rows;
    if (found.zeros >= length) count_zero_rows(look, tensor);
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
        look.orthogonal_gain = orthogonal_gain(tensor, tensor.type());
    return look;
}

}  // namespace sigprop
