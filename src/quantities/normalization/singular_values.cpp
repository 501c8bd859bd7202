#include "quantities/normalization/singular_values.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

/// One-sided Jacobi: rotates columns until they are orthogonal to each other, and returns their lengths.
std::vector<double> singular_values(std::vector<std::vector<double>> columns) {
    const std::size_t n = columns.size();
    const auto product = [](const std::vector<double>& a, const std::vector<double>& b) {
        double sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
        return sum;
    };
    for (int sweep = 0; sweep < 40; ++sweep) {
        for (std::size_t p = 0; p + 1 < n; ++p) {
            for (std::size_t q = p + 1; q < n; ++q) {
                const double a = product(columns[p], columns[p]), b = product(columns[q], columns[q]);
                const double angle = std::atan2(2 * product(columns[p], columns[q]), a - b) / 2;
                const double c = std::cos(angle), s = std::sin(angle);
                for (std::size_t i = 0; i < columns[p].size(); ++i) {
                    const double x = columns[p][i], y = columns[q][i];
                    columns[p][i] = c * x + s * y;
                    columns[q][i] = c * y - s * x;
                }
            }
        }
    }
    std::vector<double> lengths;
    for (const auto& column : columns) lengths.push_back(std::sqrt(product(column, column)));
    std::ranges::sort(lengths, std::greater());
    return lengths;
}

/// J in the orthonormal basis of vectors that are constant on each value's entries, column by column, by
/// balls and their slopes. Directions orthogonal to all of them are divided by r.
std::vector<std::vector<double>> on_values(const NormSpreadCall& at) {
    constexpr long bits = 128;
    const std::vector<NormEntries<Ball>> input = definite_input(at, bits);
    std::vector<std::vector<double>> columns;
    for (std::size_t j = 0; j < input.size(); ++j) {
        std::vector<NormEntries<BallDual>> entries;
        for (std::size_t i = 0; i < input.size(); ++i)
            entries.push_back({{input[i].value, Ball(i == j ? 1 : 0)}, input[i].count, input[i].is_leading});
        const PairedGroup<BallDual> group(at.call.rule, entries, {at.call.epsilon.at(bits), Ball(0)});
        std::vector<double> column;
        for (std::size_t i = 0; i < input.size(); ++i)
            column.push_back(group.output(i).slope.to_double() * std::sqrt(input[i].count / input[j].count));
        columns.push_back(std::move(column));
    }
    return columns;
}

}  // namespace

Ball norm_singular_value(const NormSpreadCall& at, std::int64_t index, long bits) {
    const bool centred = at.call.is_about_mean();
    if (centred && index == at.call.size) return Ball(0);
    const NormScale scale = norm_scale(at, bits);
    const bool is_last = index == at.call.size - (centred ? 1 : 0);
    const bool is_partial = at.call.seen() < at.call.size;
    if (!is_last && !(is_partial && index == 1)) return 1 / scale.divisor;
    const bool without_epsilon = compare(at.call.epsilon, 0) == 0;
    const Ball rest = without_epsilon ? Ball(0) : 1 - scale.share;
    if (!is_partial) return rest / scale.divisor;
    // The two have the product 1 - t and the sum of squares 2 - 2 t + t^2 n/k.
    const Ball unlike = Ball(at.call.size) / Ball(at.call.seen()).at_precision(bits);
    const Ball larger = (sqrt(4 * rest + unlike * pow(scale.share, 2)) + sqrt(unlike) * scale.share) / 2;
    return (is_last ? rest / larger : larger) / scale.divisor;
}

Answer numerical_singular_value(const NormSpreadCall& at, std::int64_t index) {
    const std::vector<std::vector<double>> columns = on_values(at);
    for (const auto& column : columns)
        for (const double entry : column)
            if (!std::isfinite(entry))
                return {Status::unable, "the layer has no derivative in double precision"};
    std::vector<double> values = singular_values(columns);
    const PairedGroup<Ball> group(at.call.rule, definite_input(at, 128), at.call.epsilon.at(128));
    const double usual = 1 / group.divisor().to_double();
    // Those of `values` above 1/r come first, then the `rest`, which are all 1/r, then the others.
    const auto larger = static_cast<std::int64_t>(
        std::ranges::count_if(values, [usual](double one) { return one > usual * (1 + 0x1p-40); }));
    const std::int64_t rest = at.call.size - static_cast<std::int64_t>(values.size());
    const std::int64_t place = index - 1 < larger ? index - 1 : index - 1 - rest;
    const double value =
        index - 1 >= larger && place < larger ? usual : values[static_cast<std::size_t>(place)];
    // A value that cancels errs by roundings of 1/r; those of 128-bit balls vanish beside a double's.
    // widening: estimate
    return Ball(value).at_precision(64).widened(Ball(values[0] * 0x1p-40 + usual * 0x1p-100));
}

}  // namespace sigprop
