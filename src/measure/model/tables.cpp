#include "measure/model/tables.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace sigprop {
namespace {

/// As coarse as bfloat16 leaves numbers below 8.
constexpr double coarse = 0.02;

/// The rows of the last axis, in blocks that memory holds.
template <class Visit>
bool all_rows(const TensorView& tensor, const Visit& visit) {
    std::vector<double> row(tensor.shape().back());
    for (std::size_t first = 0; first < tensor.numbers(); first += row.size()) {
        tensor.read(first, row);
        if (!visit(std::span<const double>(row))) return false;
    }
    return true;
}

bool has_logarithms(const TensorView& tensor) {
    constexpr std::size_t several = 4;
    return tensor.shape().back() >= several && all_rows(tensor, [](std::span<const double> row) {
               for (std::size_t k = 0; k < row.size(); ++k)
                   if (!(std::abs(row[k] - std::log(static_cast<double>(k + 1))) <= coarse)) return false;
               return true;
           });
}

/// A sampled sinusoid of any frequency and phase satisfies x[t-1] + x[t+1] = 2 cos(w) x[t]. The factor of
/// each column is that of least squares; a column of independent numbers has none that holds in 8 rows.
bool has_sinusoids(const TensorView& tensor) {
    const std::size_t columns = tensor.shape().back();
    const std::size_t rows = tensor.numbers() / columns;
    constexpr std::size_t enough = 8;
    if (rows < enough || columns < 2) return false;
    std::vector<double> products(columns, 0);
    std::vector<double> squares(columns, 0);
    // Each pass has three rows at once; a row of zeros is that of padding, and what meets it is left out.
    const auto pass = [&](const auto& visit) {
        std::vector<double> before(columns);
        std::vector<double> here(columns);
        std::vector<double> behind(columns);
        const auto empty = [](const std::vector<double>& row) {
            return std::ranges::all_of(row, [](double one) { return one == 0; });
        };
        tensor.read(0, before);
        tensor.read(columns, here);
        for (std::size_t row = 2; row < rows; ++row) {
            tensor.read(row * columns, behind);
            if (!empty(before) && !empty(here) && !empty(behind)) {
                for (std::size_t k = 0; k < columns; ++k)
                    if (!visit(k, before[k] + behind[k], here[k])) return false;
            }
            std::swap(before, here);
            std::swap(here, behind);
        }
        return true;
    };
    pass([&](std::size_t k, double sum, double middle) {
        products[k] += sum * middle;
        squares[k] += middle * middle;
        return true;
    });
    bool turns = false;  // else it may be a ramp or a constant
    for (std::size_t k = 0; k < columns; ++k) {
        const double twice_cosine = squares[k] > 0 ? products[k] / squares[k] : 2;
        turns = turns || (twice_cosine < 1.8 && squares[k] > 0.1 * static_cast<double>(rows));
        products[k] = twice_cosine;
    }
    return turns && pass([&](std::size_t k, double sum, double middle) {
               return std::abs(sum - products[k] * middle) <= 2 * coarse;
           });
}

/// Blocks of units: input, forget, cell and output gate.
bool is_forget_bias(const TensorView& tensor) {
    constexpr std::size_t gates = 4;
    const std::size_t units = tensor.shape().back() / gates;
    return tensor.shape().size() == 1 && units > 1 && tensor.shape().back() % gates == 0 &&
           all_rows(tensor, [&](std::span<const double> row) {
               for (std::size_t k = 0; k < row.size(); ++k)
                   if (row[k] != (k / units == 1 ? 1 : 0)) return false;
               return true;
           });
}

}  // namespace

std::string fixed_table(const TensorView& tensor, const WeightStatistics& found) {
    if (tensor.shape().empty() || tensor.shape().back() < 2) return "";
    if (has_logarithms(tensor)) return "the logarithms of 1, 2, 3, …";
    if (found.min == 0 && found.max == 1 && is_forget_bias(tensor))
        return "1 for the forget gates of an LSTM, 0 for the others";
    // Few matrices of weights reach so far and no farther: only these are read again.
    const bool reaches_one =
        found.max >= 1 - 10 * coarse && found.max <= 1 + coarse && found.min >= -1 - coarse;
    if (tensor.shape().size() > 1 && reaches_one && has_sinusoids(tensor))
        return "sinusoids, column by column";
    return "";
}

}  // namespace sigprop
