#include "methods/hermite/hermite_mean.hpp"

#include "core/ball/arb.hpp"
#include "core/ball/error_term.hpp"

#include <cmath>

namespace sigprop {
namespace {

constexpr long coarse_bits = 30;  // precision of the numbers that bound errors

/// error += 4 radius(x); then x keeps only its midpoint.
void move_radius(Ball& x, Ball& error) {
    if (arb_is_exact(raw(x)) != 0) return;
    error = error.widened(error_term("hermite.recurrence.rounding", 4 * x.radius()));
    mag_zero(arb_radref(raw(x)));
}

}  // namespace

HermiteTable::HermiteTable(const std::vector<Ball>& points, long bits)
    : bits_(bits),
      root_(blank(bits)),
      inverse_root_(blank(bits)),
      last_root_(blank(bits)),
      scratch_(blank(bits)) {
    columns_.reserve(points.size());
    for (const Ball& point : points) {
        Column column{
            point.midpoint(), Ball(1).at_precision(bits), blank(bits), blank(coarse_bits), Ball(), 0};
        if (!point.is_exact()) {
            const Ball largest = point.magnitude().at_precision(coarse_bits);
            column.spread = error_term("hermite.recurrence.spread",
                                       (point.radius() * Ball(1.09) * exp(largest * largest / 4)).upper());
        }
        const double x = column.x.to_double();
        column.settled = std::ceil(0.275 * x * x * (1 + 1e-9)) + 1;
        columns_.push_back(std::move(column));
    }
}

void HermiteTable::advance(Column& column) {
    const bool settled = static_cast<double>(order_) >= column.settled;
    if (settled) {
        // At the first settled order, the radii of both values become the initial error.
        move_radius(column.current, column.error);
        move_radius(column.previous, column.error);
    }
    arb_mul(raw(scratch_), raw(column.current), raw(column.x), bits_);
    arb_submul(raw(scratch_), raw(column.previous), raw(last_root_), bits_);
    arb_mul(raw(column.previous), raw(scratch_), raw(inverse_root_), bits_);
    std::swap(column.current, column.previous);
}

void HermiteTable::advance() {
    const auto next = static_cast<ulong>(order_ + 1);
    arb_swap(raw(last_root_), raw(root_));
    arb_sqrt_ui(raw(root_), next, bits_);
    arb_inv(raw(inverse_root_), raw(root_), bits_);
    for (Column& column : columns_) advance(column);
    ++order_;
}

Ball HermiteTable::value(std::size_t point) const {
    const Column& column = columns_.at(point);
    Ball value = column.current;
    arb_add_error(raw(value), raw(column.error));  // widening: of terms
    // |he_k(x) - he_k(m)| <= |x - m| sup |he_k'|, he_k' = sqrt(k) he_{k-1}.
    const bool exact = column.spread.is_exact() && column.spread.contains_zero();
    return exact ? value : value.widened(root_ * column.spread);  // widening: of terms
}

Ball HermiteTable::sum(std::span<const Ball> weights) const {
    Ball sum = blank(bits_);
    Ball error = blank(coarse_bits);
    Ball term = blank(coarse_bits);
    for (std::size_t j = 0; j < weights.size(); ++j) {
        const Column& column = columns_[j];
        arb_addmul(raw(sum), raw(column.current), raw(weights[j]), bits_);
        const bool spread = !(column.spread.is_exact() && column.spread.contains_zero());
        mag_t size;
        mag_init(size);
        arb_get_mag(size, raw(weights[j]));
        mag_addmul(arb_radref(raw(error)), size, arb_radref(raw(column.error)));  // widening: of terms
        mag_clear(size);
        // widening: of terms
        if (spread) error = error.widened(weights[j].magnitude() * root_ * column.spread);
    }
    return sum.widened(error.magnitude());  // widening: of terms
}

}  // namespace sigprop
