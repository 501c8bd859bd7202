#include "models/gradient_check/norm_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/doubles.hpp"

namespace sigprop {

namespace {

double largest_of(const Lanes& all) {
    Lanes lanes = all;
    for (std::size_t half = lane_count / 2; half > 0; half /= 2) {
        for (std::size_t l = 0; l < half; ++l) {
            lanes.values[l] = std::max(lanes.values[l], lanes.values[l + half]);
        }
    }
    return lanes.values[0];
}

}  // namespace

void ColumnErrors::set(std::size_t j, double sum_of_squares, double largest) {
    squares_[j] = sum_of_squares;
    largest_[j] = std::isfinite(sum_of_squares) ? largest : infinity;
}

std::size_t ColumnErrors::worst() const {
    return static_cast<std::size_t>(std::ranges::max_element(largest_) - largest_.begin());
}

double ColumnErrors::frobenius() const { return std::sqrt(PairwiseSum(squares_).total()); }

NormColumns::NormColumns(const NormSums& sums, const NormJacobian& claim, double step)
    : sums_(sums),
      claim_(claim),
      step_(step),
      divisor_(sums.pass().divisor),
      count_(sums.t().size()),
      t_((count_ + lane_count - 1) / lane_count),
      y_(t_.size()) {
    const double shift = sums.pass().shift;
    for (std::size_t i = 0; i < count_; ++i) {
        t_[i / lane_count].values[i % lane_count] = sums.t()[i];
        y_[i / lane_count].values[i % lane_count] = (sums.t()[i] - shift) * (1 / divisor_);
    }
}

NormColumns::Moved NormColumns::move(std::size_t j) const {
    const double x_above = sums_.x()[j] + step_;
    const double x_below = sums_.x()[j] - step_;
    const double above = sums_.t_at(x_above);
    const double below = sums_.t_at(x_below);
    const NormSums::Pass up = sums_.pass_with(j, above);
    const NormSums::Pass down = sums_.pass_with(j, below);
    const double per_width = divisor_ / (x_above - x_below);
    return {{.shift_above = up.shift,
             .scale_above = per_width / up.divisor,
             .shift_below = down.shift,
             .scale_below = per_width / down.divisor,
             .along = claim_.along[j] * divisor_,
             .constant = claim_.constant[j] * divisor_},
            above,
            below};
}

NormCorner NormColumns::corner_at(std::size_t first, std::size_t j, const Moved& moved) const {
    return {.t = t() + first,
            .y = y() + first,
            .count = std::min(lane_count, count_ - first),
            .lane = static_cast<double>(j) - static_cast<double>(first),
            .above = moved.above,
            .below = moved.below,
            .diagonal = claim_.diagonal[j] * divisor_};
}

/// In order: rows that only the divisor changes, the corner around j, more such rows, the ragged end.
void NormColumns::add_rows(std::size_t row, std::size_t last, std::size_t j, const Moved& moved,
                           NormErrors& errors) const {
    const std::size_t corner = j / lane_count * lane_count;
    const std::size_t whole = last / lane_count * lane_count;
    const auto plain = [&](std::size_t from, std::size_t to) {
        if (from < to) add_errors(moved.column, t() + from, y() + from, to - from, errors);
    };
    if (corner >= row && corner < whole) {
        plain(row, corner);
        add_errors(moved.column, corner_at(corner, j, moved), errors);
        plain(corner + lane_count, whole);
    } else {
        plain(row, whole);
    }
    if (whole < last) add_errors(moved.column, corner_at(whole, j, moved), errors);
}

void NormColumns::run(std::size_t first, std::size_t end, ColumnErrors& to) const {
    constexpr std::size_t tile = 64 * lane_count;
    std::array<Moved, together> moved;
    std::array<NormErrors, together> errors;
    for (std::size_t j = first; j < end; ++j) moved[j - first] = move(j);
    for (std::size_t row = 0; row < count_; row += tile) {
        const std::size_t last = std::min(row + tile, count_);
        for (std::size_t j = first; j < end; ++j) {
            add_rows(row, last, j, moved[j - first], errors[j - first]);
        }
    }
    for (std::size_t j = first; j < end; ++j) {
        to.set(j, errors[j - first].squares.total(), largest_of(errors[j - first].largest));
    }
}

std::size_t NormColumns::worst_row(std::size_t j) const {
    const Moved moved = move(j);
    std::size_t row = j;
    double largest = -1;
    for (std::size_t first = 0; first < count_; first += lane_count) {
        NormErrors errors;
        add_errors(moved.column, corner_at(first, j, moved), errors);
        for (std::size_t l = 0; l < std::min(lane_count, count_ - first); ++l) {
            if (!std::isfinite(errors.squares.values[l])) return first + l;
            if (errors.largest.values[l] <= largest) continue;
            largest = errors.largest.values[l];
            row = first + l;
        }
    }
    return row;
}

double NormColumns::largest_output() const {
    double largest = 0;
    for (std::size_t i = 0; i < count_; ++i) largest = std::fmax(largest, std::fabs(y()[i]));
    return largest;
}

}  // namespace sigprop
