// Compiled once a target by foreach_target.hpp, which includes this file again with other vector types.

#include "core/block_norm.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/block_norm.cpp"
#include "core/block_widths.hpp"
// after block_widths.hpp
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

#include "core/block_math-inl.hpp"
#include "core/block_target.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

using detail::lane_count;
using detail::NormColumn;
using detail::NormCorner;
using detail::NormErrors;

HWY_INLINE V load(const double* from) { return hn::LoadU(D(), from); }

/// The numbers of a NormColumn, in every lane.
struct Column {
    explicit HWY_INLINE Column(const NormColumn& c)
        : shift_above(set(c.shift_above)),
          scale_above(set(c.scale_above)),
          shift_below(set(c.shift_below)),
          scale_below(set(c.scale_below)),
          per_width(set(c.per_width)),
          along(set(-c.along)),
          constant(set(-c.constant)) {}

    template <bool shifted>
    [[nodiscard]] HWY_INLINE V error(V above, V below, V y) const {
        if constexpr (shifted) {
            above = sub(above, shift_above);
            below = sub(below, shift_below);
        }
        const V difference = sub(mul(above, scale_above), mul(below, scale_below));
        return fused(difference, per_width, fused(y, along, constant));
    }

    V shift_above, scale_above, shift_below, scale_below, per_width, along, constant;
};

/// Two accumulators for each vector of lanes; the maximum of |error| as that of its bits.
struct Sums {
    HWY_INLINE Sums(const NormErrors& errors, std::size_t lane)
        : squares(load(errors.squares.values + lane)), largest(load(errors.largest.values + lane)) {}
    HWY_INLINE void add(V error) {
        squares = fused(error, error, squares);
        largest = hn::Max(largest, hn::Abs(error));
    }
    HWY_INLINE void store(NormErrors& errors, std::size_t lane) const {
        hn::StoreU(squares, D(), errors.squares.values + lane);
        hn::StoreU(largest, D(), errors.largest.values + lane);
    }

    V squares, largest;
};

/// Four vectors of lanes at a time, as block_lanes.cpp does.
template <bool shifted>
HWY_INLINE void add_all(const NormColumn& numbers, const double* t, const double* y, std::size_t count,
                        NormErrors& errors) {
    const std::size_t width = hn::Lanes(D());
    const Column column(numbers);
    for (std::size_t first = 0; first < lane_count; first += 4 * width) {
        Sums a(errors, first), b(errors, first + width), c(errors, first + 2 * width),
            d(errors, first + 3 * width);
        for (std::size_t i = first; i < count; i += lane_count) {
            const V ta = load(t + i), tb = load(t + i + width), tc = load(t + i + 2 * width),
                    td = load(t + i + 3 * width);
            a.add(column.error<shifted>(ta, ta, load(y + i)));
            b.add(column.error<shifted>(tb, tb, load(y + i + width)));
            c.add(column.error<shifted>(tc, tc, load(y + i + 2 * width)));
            d.add(column.error<shifted>(td, td, load(y + i + 3 * width)));
        }
        a.store(errors, first);
        b.store(errors, first + width);
        c.store(errors, first + 2 * width);
        d.store(errors, first + 3 * width);
    }
}

void add_rows(const NormColumn& column, const double* t, const double* y, std::size_t count,
              NormErrors& errors) {
    if (column.shift_above == 0 && column.shift_below == 0) {
        add_all<false>(column, t, y, count, errors);
    } else {
        add_all<true>(column, t, y, count, errors);
    }
}

void add_corner(const NormColumn& numbers, const NormCorner& corner, NormErrors& errors) {
    const Column column(numbers);
    for (std::size_t i = 0; i < lane_count; i += hn::Lanes(D())) {
        Sums sums(errors, i);
        const V error =
            column.error<true>(load(corner.above + i), load(corner.below + i), load(corner.y + i));
        sums.add(sub(error, load(corner.beside + i)));
        sums.store(errors, i);
    }
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigprop {
HWY_EXPORT(add_rows);
HWY_EXPORT(add_corner);
namespace detail {

void add_errors(const NormColumn& column, const double* t, const double* y, std::size_t count,
                NormErrors& errors) {
    HWY_DYNAMIC_DISPATCH(add_rows)(column, t, y, count, errors);
}

void add_errors(const NormColumn& column, const NormCorner& corner, NormErrors& errors) {
    HWY_DYNAMIC_DISPATCH(add_corner)(column, corner, errors);
}

}  // namespace detail
}  // namespace sigprop
#endif
