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
