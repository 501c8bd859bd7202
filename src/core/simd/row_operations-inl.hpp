// The loops of row_operations.hpp on one target.

#if defined(SIGPROP_ROW_OPERATIONS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGPROP_ROW_OPERATIONS_INL_HPP
#undef SIGPROP_ROW_OPERATIONS_INL_HPP
#else
#define SIGPROP_ROW_OPERATIONS_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>

#include "core/simd/row_operations.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Scalar>
using Whole = hn::CappedTag<Scalar, 64 / sizeof(Scalar)>;
using Wide = Whole<double>;
using OneWide = hn::CappedTag<double, 1>;
template <class Lanes, class Scalar>
using Narrow = hn::Rebind<Scalar, Lanes>;

template <class Lanes>
HWY_INLINE hn::Vec<Lanes> load_wide(Lanes d, const double* from) {
    return hn::LoadU(d, from);
}
template <class Lanes>
HWY_INLINE hn::Vec<Lanes> load_wide(Lanes d, const float* from) {
    return hn::PromoteTo(d, hn::LoadU(Narrow<Lanes, float>(), from));
}
template <class Lanes>
HWY_INLINE void store_narrow(Lanes d, hn::Vec<Lanes> values, double* to) {
    hn::StoreU(values, d, to);
}
template <class Lanes>
HWY_INLINE void store_narrow(Lanes, hn::Vec<Lanes> values, float* to) {
    const Narrow<Lanes, float> narrow;
    hn::StoreU(hn::DemoteTo(narrow, values), narrow, to);
}

/// Calls body(lanes, k) along a row, the rest of whole vectors one by one by the same operations.
template <class Tag, class Body>
HWY_INLINE void along(std::size_t count, const Body& body) {
    constexpr std::size_t width = hn::MaxLanes(Tag());
    std::size_t k = 0;
    for (; k + width <= count; k += width) body(Tag(), k);
    for (; k < count; ++k) body(hn::CappedTag<hn::TFromD<Tag>, 1>(), k);
}

template <class Scalar>
void mix_all(Scalar a, const Scalar* x, Scalar b, const Scalar* y, std::size_t count, Scalar* out) {
    along<Whole<Scalar>>(count, [=](auto d, std::size_t k) HWY_ATTR {
        const auto first = hn::Mul(hn::Set(d, a), hn::LoadU(d, x + k));
        hn::StoreU(hn::Add(first, hn::Mul(hn::Set(d, b), hn::LoadU(d, y + k))), d, out + k);
    });
}

template <class Scalar>
void scale_and_shift_all(Scalar a, const Scalar* x, Scalar b, std::size_t count, Scalar* out) {
    along<Whole<Scalar>>(count, [=](auto d, std::size_t k) HWY_ATTR {
        hn::StoreU(hn::Add(hn::Mul(hn::Set(d, a), hn::LoadU(d, x + k)), hn::Set(d, b)), d, out + k);
    });
}

template <class Scalar>
void multiply_entries_all(const Scalar* x, const Scalar* y, std::size_t count, Scalar* out) {
    along<Whole<Scalar>>(count, [=](auto d, std::size_t k) HWY_ATTR {
        hn::StoreU(hn::Mul(hn::LoadU(d, x + k), hn::LoadU(d, y + k)), d, out + k);
    });
}

inline constexpr std::size_t sum_lanes = 32;

/// The sum of term(lanes, k) by 32 doubles and a tree.
template <class Term>
HWY_INLINE double sum_of_terms(std::size_t count, const Term& term) {
    constexpr std::size_t width = hn::MaxLanes(Wide());
    constexpr std::size_t vectors = sum_lanes / width;
    hn::Vec<Wide> sums[vectors];
#pragma GCC unroll 32
    for (std::size_t v = 0; v < vectors; ++v) sums[v] = hn::Zero(Wide());
    std::size_t k = 0;
    for (; k + sum_lanes <= count; k += sum_lanes) {
#pragma GCC unroll 32
        for (std::size_t v = 0; v < vectors; ++v) sums[v] = hn::Add(sums[v], term(Wide(), k + v * width));
    }
    HWY_ALIGN double all[sum_lanes];
#pragma GCC unroll 32
    for (std::size_t v = 0; v < vectors; ++v) hn::Store(sums[v], Wide(), all + v * width);
    for (std::size_t lane = 0; k < count; ++k, ++lane) all[lane] += hn::GetLane(term(OneWide(), k));
    for (std::size_t step = sum_lanes / 2; step > 0; step /= 2) {
        for (std::size_t lane = 0; lane < step; ++lane) all[lane] += all[lane + step];
    }
    return all[0];
}

template <class Scalar>
double row_sum_all(const Scalar* x, std::size_t count) {
    return sum_of_terms(count, [=](auto d, std::size_t k) HWY_ATTR { return load_wide(d, x + k); });
}

template <class Scalar>
double row_product_all(const Scalar* x, const Scalar* y, std::size_t count) {
    return sum_of_terms(count, [=](auto d, std::size_t k)
                                   HWY_ATTR { return hn::Mul(load_wide(d, x + k), load_wide(d, y + k)); });
}

template <class Lanes>
HWY_INLINE void add_to(double* sum, Lanes d, hn::Vec<Lanes> term) {
    hn::StoreU(hn::Add(hn::LoadU(d, sum), term), d, sum);
}

template <class Scalar>
void add_column_sums_all(const MatrixView<const Scalar>& x, double* sums) {
    for (std::size_t i = 0; i < x.rows; ++i) {
        const Scalar* const row = x.data + i * x.stride;
        along<Wide>(x.columns,
                    [=](auto d, std::size_t t) HWY_ATTR { add_to(sums + t, d, load_wide(d, row + t)); });
    }
}

template <class Scalar>
void add_column_squares_all(const MatrixView<const Scalar>& x, const double* shifts, double* sums) {
    for (std::size_t i = 0; i < x.rows; ++i) {
        const Scalar* const row = x.data + i * x.stride;
        along<Wide>(x.columns, [=](auto d, std::size_t t) HWY_ATTR {
            const auto one = hn::Sub(load_wide(d, row + t), hn::LoadU(d, shifts + t));
            add_to(sums + t, d, hn::Mul(one, one));
        });
    }
}

template <class Scalar>
void add_column_products_all(const MatrixView<const Scalar>& x, const MatrixView<const Scalar>& y,
                             double* sums) {
    for (std::size_t i = 0; i < x.rows; ++i) {
        const Scalar* const a = x.data + i * x.stride;
        const Scalar* const b = y.data + i * y.stride;
        along<Wide>(x.columns, [=](auto d, std::size_t t) HWY_ATTR {
            add_to(sums + t, d, hn::Mul(load_wide(d, a + t), load_wide(d, b + t)));
        });
    }
}

template <class Scalar>
void normalise_columns_all(const MatrixView<const Scalar>& x, const double* shifts, const double* factors,
                           const MatrixView<Scalar>& out) {
    for (std::size_t i = 0; i < x.rows; ++i) {
        const Scalar* const from = x.data + i * x.stride;
        Scalar* const to = out.data + i * out.stride;
        along<Wide>(x.columns, [=](auto d, std::size_t t) HWY_ATTR {
            const auto centred = hn::Sub(load_wide(d, from + t), hn::LoadU(d, shifts + t));
            store_narrow(d, hn::Mul(centred, hn::LoadU(d, factors + t)), to + t);
        });
    }
}

template <class Scalar>
void project_columns_all(const ColumnProjection& by, const MatrixView<const Scalar>& x,
                         const MatrixView<Scalar>& g) {
    for (std::size_t i = 0; i < x.rows; ++i) {
        const Scalar* const from = x.data + i * x.stride;
        Scalar* const to = g.data + i * g.stride;
        along<Wide>(x.columns, [=](auto d, std::size_t t) HWY_ATTR {
            const auto centred = hn::Sub(load_wide(d, to + t), hn::LoadU(d, by.shifts + t));
            const auto part = hn::Mul(load_wide(d, from + t), hn::LoadU(d, by.along + t));
            store_narrow(d, hn::Mul(hn::LoadU(d, by.factors + t), hn::Sub(centred, part)), to + t);
        });
    }
}

template <class Scalar>
void adam_all(const AdamStep<Scalar>& by, const Scalar* g, std::size_t count, Scalar* first, Scalar* second,
              Scalar* p) {
    along<Whole<Scalar>>(count, [=](auto d, std::size_t k) HWY_ATTR {
        const auto times = [d](Scalar factor, auto values)
                               HWY_ATTR { return hn::Mul(hn::Set(d, factor), values); };
        const auto old = hn::LoadU(d, p + k);
        const auto slope = hn::Add(times(by.clip, hn::LoadU(d, g + k)), times(by.decay, old));
        const auto mean = hn::Add(times(by.beta1, hn::LoadU(d, first + k)), times(by.rest1, slope));
        const auto square =
            hn::Add(times(by.beta2, hn::LoadU(d, second + k)), times(by.rest2, hn::Mul(slope, slope)));
        const auto divisor = hn::Add(times(by.inverse_root, hn::Sqrt(square)), hn::Set(d, by.epsilon));
        hn::StoreU(mean, d, first + k);
        hn::StoreU(square, d, second + k);
        hn::StoreU(hn::Sub(times(by.kept, old), times(by.rate, hn::Div(mean, divisor))), d, p + k);
    });
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
