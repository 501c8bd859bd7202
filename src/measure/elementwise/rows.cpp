#include "measure/elementwise/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/parallel/workers.hpp"
#include "formats/list_text.hpp"
#include "measure/attention/layout.hpp"

namespace sigprop {
namespace {

constexpr std::size_t piece_entries = std::size_t{1} << 17U;
constexpr std::size_t min_width = 64;  // features of a slice
constexpr std::size_t max_slices = 64;
constexpr std::size_t rows_at_once = 16;
constexpr int max_power = 1000;  // a power of two up to 2^1000 scales a double without harm

double power_for(double largest) {
    return largest > 0 ? std::ldexp(1.0, std::clamp(-std::ilogb(largest), -max_power, max_power)) : 1.0;
}

double largest_of(std::span<const double> x) {
    double largest = 0;
    for (const double one : x) largest = std::max(largest, std::abs(one));
    return largest;
}

}  // namespace

/// What the first pass finds in a row.
struct ElementwiseRows::Row {
    std::size_t bad = 0;  ///< the first feature that is not finite; d if there is none
    bool is_nan = false;
    bool is_flat = false;
    double largest = 0;
    double rms = 0;  ///< LayerNorm: the std
};

ElementwiseRows::ElementwiseRows(const NamedTensor& x, const NormRule& rule, double epsilon,
                                 const Context& context)
    : x_(x),
      context_(context),
      rule_(rule),
      epsilon_(epsilon),
      dim_(x.view.shape().back()),
      width_(std::max(min_width, (dim_ + max_slices - 1) / max_slices)),
      rows_(x.view.size() / dim_),
      piece_(std::clamp<std::size_t>(piece_entries / dim_, 1, rows_)) {
    look_through();
}

/// Calls use(first row, rows, the numbers as in the file) for all pieces.
template <class Use>
void ElementwiseRows::for_each_piece(const Use& use) const {
    std::vector<double> x(piece_ * dim_);
    for (std::size_t first = 0; first < rows_; first += piece_) {
        context_.check_interrupted();
        const std::size_t rows = std::min(piece_, rows_ - first);
        for_each_index((rows + rows_at_once - 1) / rows_at_once, context_.threads, [&](std::size_t at) {
            const std::size_t begin = at * rows_at_once;
            const std::size_t count = std::min(rows_at_once, rows - begin);
            x_.view.read((first + begin) * dim_, std::span(x).subspan(begin * dim_, count * dim_));
        });
        use(first, rows, std::span(x).first(rows * dim_));
        if (x_.done) x_.done((first + rows) * dim_);
    }
}

ElementwiseRows::Row ElementwiseRows::look_at(std::span<const double> x) const {
    Row row;
    const auto bad = std::find_if(x.begin(), x.end(), [](double one) { return !std::isfinite(one); });
    row.bad = static_cast<std::size_t>(bad - x.begin());
    row.is_nan = bad != x.end() && std::isnan(*bad);
    if (bad != x.end()) return row;
    row.largest = largest_of(x);
    const bool centred = rule_.centre == NormCentre::mean;
    const bool constant =
        centred && std::all_of(x.begin(), x.end(), [&](double one) { return one == x.front(); });
    row.is_flat = row.largest == 0 || constant;
    if (row.is_flat) return row;
    const double power = power_for(row.largest);
    std::vector<double> scaled(x.begin(), x.end());
    for (double& one : scaled) one *= power;
    row.rms = norm_statistics(rule_, std::span<const double>(scaled), 0.0).spread / power;
    return row;
}

std::vector<std::size_t> ElementwiseRows::indices(std::size_t row) const {
    const std::vector<std::size_t>& shape = x_.view.shape();
    return indices_of(row, std::span(shape).first(shape.size() - 1));
}

void ElementwiseRows::count(const std::vector<Row>& found, std::size_t first) {
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Row& row = found[i];
        if (row.bad < dim_) {
            if (bad_rows_++ > 0) continue;
            std::vector<std::size_t> at = indices(first + i);
            at.push_back(row.bad);
            bad_reason_ = fmt::format("x{} is {}", list_text(at), row.is_nan ? "NaN" : "infinite");
            continue;
        }
        largest_ = std::max(largest_, row.largest);
        if (row.is_flat && epsilon_ == 0) {
            if (flat_rows_++ > 0) continue;
            flat_reason_ = fmt::format("x{} {}", list_text(indices(first + i)),
                                       row.largest == 0 ? "is zero" : "is constant");
            continue;
        }
        min_rms_ = seen_++ == 0 ? row.rms : std::min(min_rms_, row.rms);
        max_rms_ = std::max(max_rms_, row.rms);
    }
}

void ElementwiseRows::look_through() {
    for_each_piece([&](std::size_t first, std::size_t rows, std::span<const double> x) {
        std::vector<Row> found(rows);
        for_each_index((rows + rows_at_once - 1) / rows_at_once, context_.threads, [&](std::size_t at) {
            const std::size_t end = std::min((at + 1) * rows_at_once, rows);
            for (std::size_t row = at * rows_at_once; row < end; ++row) {
                found[row] = look_at(x.subspan(row * dim_, dim_));
            }
        });
        count(found, first);
    });
    unit_ = power_for(largest_);
    if (bad_rows_ > 0) {
        bad_reason_ = fmt::format("{} of {} rows {} not finite; the first: {}", bad_rows_, rows_,
                                  bad_rows_ == 1 ? "is" : "are", bad_reason_);
    }
    if (flat_rows_ == 0) return;
    const bool centred = rule_.centre == NormCentre::mean;
    bad_reason_ +=
        fmt::format("{}{} of {} rows {} {} and cannot be normalised without an epsilon; the first: {}",
                    bad_reason_.empty() ? "" : "; ", flat_rows_, rows_, flat_rows_ == 1 ? "is" : "are",
                    centred ? "constant" : "zero", flat_reason_);
}

/// Multiplies x by the unit and normalises it; false when the row is left out.
bool ElementwiseRows::normalise(std::span<double> x, std::span<double> u) const {
    if (!std::all_of(x.begin(), x.end(), [](double one) { return std::isfinite(one); })) return false;
    for (double& one : x) one *= unit_;
    // Rows far below the largest entry are scaled up once more, because their squares would vanish.
    const double largest = largest_of(x);
    const double power = epsilon_ == 0 && largest < 0x1p-400 ? power_for(largest) : 1.0;
    const std::span<const double> row = x;
    if (power != 1.0) {
        for (std::size_t i = 0; i < dim_; ++i) u[i] = x[i] * power;
    }
    const double epsilon = epsilon_ == 0 ? 0 : epsilon_ * unit_ * unit_;
    const bool constant = rule_.centre == NormCentre::mean &&
                          std::all_of(row.begin(), row.end(), [&](double one) { return one == row[0]; });
    if (constant) {
        std::fill(u.begin(), u.end(), 0.0);
        return epsilon_ > 0;
    }
    if (largest == 0 && epsilon_ == 0) return false;
    const std::span<const double> seen = power != 1.0 ? std::span<const double>(u) : row;
    const NormStatistics<double> found = norm_statistics(rule_, seen, epsilon);
    const double divisor = found.divisor * std::sqrt(static_cast<double>(dim_));
    for (std::size_t i = 0; i < dim_; ++i) u[i] = (seen[i] - found.centre) / divisor;
    return true;
}

void ElementwiseRows::pass(const std::function<void(const RowSlice&)>& use) const {
    std::vector<double> scaled(piece_ * dim_);
    std::vector<double> u(piece_ * dim_);
    std::vector<unsigned char> kept(piece_);
    for_each_piece([&](std::size_t, std::size_t rows, std::span<const double> x) {
        for_each_index((rows + rows_at_once - 1) / rows_at_once, context_.threads, [&](std::size_t at) {
            const std::size_t end = std::min((at + 1) * rows_at_once, rows);
            for (std::size_t row = at * rows_at_once; row < end; ++row) {
                const std::span<double> mine = std::span(scaled).subspan(row * dim_, dim_);
                std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(row * dim_), dim_, mine.begin());
                kept[row] = normalise(mine, std::span(u).subspan(row * dim_, dim_)) ? 1 : 0;
            }
        });
        for_each_index(slices(), context_.threads, [&](std::size_t index) {
            const std::size_t first = index * width_;
            use({index, first, std::min(width_, dim_ - first), rows, dim_, scaled.data() + first,
                 u.data() + first, kept.data()});
        });
    });
}

}  // namespace sigprop
