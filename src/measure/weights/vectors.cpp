#include "measure/weights/vectors.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "measure/weights/law.hpp"

namespace sigprop {
namespace {

constexpr std::size_t held_numbers = std::size_t{1} << 20U;

using Vectors = std::vector<std::vector<double>>;

/// Sums in lanes, which the compiler can keep side by side.
double dot(const std::vector<double>& x, const std::vector<double>& y) {
    constexpr std::size_t lanes = 8;
    std::array<double, lanes> sums{};
    std::size_t i = 0;
    for (; i + lanes <= x.size(); i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane) sums[lane] += x[i + lane] * y[i + lane];
    }
    for (; i < x.size(); ++i) sums[0] += x[i] * y[i];
    double total = 0;
    for (const double one : sums) total += one;
    return total;
}

Vectors sampled(const CentredEntries& entries, const MatrixBlock& block, bool rows, std::size_t most) {
    const std::size_t available = rows ? block.rows : block.columns;
    const std::size_t length = rows ? block.columns : block.rows;
    Vectors vectors;
    if (available == 0 || length == 0) return vectors;
    const std::size_t count = std::min({most, available, std::max<std::size_t>(held_numbers / length, 2)});
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t place = k * available / count;
        std::vector<double> one(length);
        if (rows) {
            entries.read(block.first + place * block.stride, one);
        } else {
            for (std::size_t r = 0; r < length; ++r)
                one[r] = entries.at(block.first + r * block.stride + place);
        }
        const bool equal = std::ranges::all_of(one, [&](double value) { return value == one.front(); });
        if (length == 1 || !equal) vectors.push_back(std::move(one));
    }
    return vectors;
}

/// A sum with the mean `expected` and the variance 2 expected^2 / freedom, as a standard normal variate.
double gamma_errors(double sum, double expected, double freedom) {
    const double spread = 2 / (9 * freedom);
    return (std::cbrt(sum / expected) - (1 - spread)) / std::sqrt(spread);
}

}  // namespace

CentredEntries::CentredEntries(const TensorView& view, const WeightStatistics& found)
    : view_(view), size_(view.numbers()) {
    const double error = found.std / std::sqrt(static_cast<double>(found.finite()));
    constexpr double accepted_without_claim = 4;
    const double accepted = found.centre != 0 ? accepted_errors : accepted_without_claim;
    centred_ = std::abs(found.mean - found.centre) > accepted * error;
    mean_ = centred_ ? found.mean : found.centre;
    if (size_ > held_numbers) return;
    std::vector<double> all(size_);
    view.read(0, all);
    for (double& one : all) one -= mean_;
    held_ = std::move(all);
}

void CentredEntries::read(std::size_t first, std::span<double> out) const {
    if (!held_.empty()) {
        std::copy_n(held_.begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
        return;
    }
    view_.read(first, out);
    for (double& one : out) one -= mean_;
}

double CentredEntries::at(std::size_t place) const {
    if (!held_.empty()) return held_[place];
    double value = 0;
    view_.read(place, std::span(&value, 1));
    return value - mean_;
}

MatrixBlock MatrixBlock::part(std::size_t which, std::size_t count, bool of_rows) const {
    MatrixBlock block = *this;
    if (of_rows) {
        block.rows = rows / count;
        block.first += which * block.rows * stride;
    } else {
        block.columns = columns / count;
        block.first += which * block.columns;
    }
    return block;
}

double VectorStatistics::rms_cosine() const {
    return pairs > 0 ? std::sqrt(cosines / pairs / static_cast<double>(length)) : 0;
}

void VectorStatistics::merge(const VectorStatistics& other) {
    if (other.count == 0) return;
    shortest = count == 0 ? other.shortest : std::min(shortest, other.shortest);
    longest = std::max(longest, other.longest);
    count += other.count;
    length = other.length;
    pairs += other.pairs;
    cosines += other.cosines;
    largest_cosine = std::max(largest_cosine, other.largest_cosine);
}

VectorStatistics vector_statistics(const CentredEntries& entries, const MatrixBlock& block, bool rows,
                                   std::size_t most) {
    VectorStatistics found;
    found.length = rows ? block.columns : block.rows;
    // Of many short vectors the cosines of triples are no longer independent.
    const Vectors vectors =
        sampled(entries, block, rows, std::min(most, std::max<std::size_t>(found.length / 2, 1)));
    found.count = vectors.size();
    if (vectors.empty()) return found;
    const auto length = static_cast<double>(found.length);
    const auto count = static_cast<double>(found.count);
    std::vector<double> squares;
    for (const std::vector<double>& one : vectors) squares.push_back(dot(one, one));
    double mean = 0;
    for (const double square : squares) mean += square / count;
    for (const double square : squares) found.squares += (square - mean) * (square - mean);
    const std::vector<double> ones(found.length, 1.0);
    for (const std::vector<double>& one : vectors) {
        const double sum = dot(one, ones);
        found.sums += sum * sum;
    }
    const auto [least, greatest] = std::ranges::minmax(squares);
    found.shortest = std::sqrt(least);
    found.longest = std::sqrt(greatest);
    found.pairs = count * (count - 1) / 2;
    for (std::size_t a = 0; a < vectors.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            const double product = dot(vectors[a], vectors[b]);
            const double norms = std::sqrt(squares[a] * squares[b]);
            const double cosine = norms > 0 ? product / norms : 0;
            found.cosines += length * cosine * cosine;
            found.largest_cosine = std::max(found.largest_cosine, std::abs(cosine));
        }
    }
    return found;
}

std::optional<double> errors_of_cosines(const VectorStatistics& one, const WeightStatistics& found) {
    constexpr std::size_t min_length = 4;
    if (one.pairs < 1 || one.length < min_length) return std::nullopt;
    const auto length = static_cast<double>(one.length);
    const double heavy =
        std::max(0.0, found.kurtosis * found.kurtosis - 9) / length;  // than a normal's tails
    const double variance = 2 * (length - 1) / (length + 2) + heavy;
    return gamma_errors(one.cosines, one.pairs, one.pairs * 2 / variance);
}

std::optional<double> errors_of_lengths(const VectorStatistics& one, const WeightStatistics& found) {
    constexpr std::size_t min_length = 64;
    constexpr std::size_t min_count = 4;
    constexpr double min_kurtosis = 1.2;  // of entries of one size lengths have no spread
    if (one.length < min_length || one.count < min_count || !(found.kurtosis > min_kurtosis))
        return std::nullopt;
    const auto length = static_cast<double>(one.length);
    const double expected = static_cast<double>(one.count) - 1;
    const double variance = length * (found.kurtosis - 1) * std::pow(found.std, 4);
    // A sum of L squares of normal entries has the excess kurtosis 12 / L, of entries within limits less.
    const double spread = 2 * expected + expected * 12 / length;
    return gamma_errors(one.squares / variance, expected, 2 * expected * expected / spread);
}

std::optional<double> errors_of_sums(const VectorStatistics& one, const WeightStatistics& found,
                                     bool centred) {
    constexpr std::size_t min_length = 8;
    const auto length = static_cast<double>(one.length);
    const double all = static_cast<double>(found.finite()) / length;  // of which the sums add up to 0
    if (one.length < min_length || one.count < 2 || all < 2) return std::nullopt;
    const auto count = static_cast<double>(one.count);
    const double share = centred ? 1 / all : 0;
    const double variance = length * found.std * found.std * (1 - share);
    const double shared = centred ? (count - 1) / ((all - 1) * (all - 1)) : 0;
    const double heavy = std::max(0.0, found.kurtosis - 3) / length / 2;
    return gamma_errors(one.sums / variance, count, count / (1 + shared + heavy));
}

std::optional<double> orthogonal_length(const VectorStatistics& one, bool coarse) {
    if (one.count < 2 || !(one.shortest > 0)) return std::nullopt;
    const double root = std::sqrt(static_cast<double>(one.length));
    // The rounding errors of n products add up like a random walk.
    const double rounding = (coarse ? 0x1p-8 : 0x1p-20) / root;
    const double allowed = 8 * rounding;
    if (allowed * root > 0.1) return std::nullopt;  // too coarse to tell from independence
    if (one.longest > one.shortest * (1 + 16 * rounding * root)) return std::nullopt;
    if (one.largest_cosine > allowed) return std::nullopt;
    return (one.shortest + one.longest) / 2;
}

}  // namespace sigprop
