// Passes over matrices of tokens for one target, for token_operations.cpp: vectors run along tokens.

#if defined(SIGPROP_TOKEN_OPERATIONS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGPROP_TOKEN_OPERATIONS_INL_HPP
#undef SIGPROP_TOKEN_OPERATIONS_INL_HPP
#else
#define SIGPROP_TOKEN_OPERATIONS_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>

#include "models/network/token_table.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// As many as there are doubles in a register; the rest one by one, by the same operations.
using Many = hn::ScalableTag<double>;
using One = hn::CappedTag<double, 1>;

template <class Lanes, class Scalar>
using Narrow = hn::Rebind<Scalar, Lanes>;

template <class Lanes>
HWY_INLINE hn::Vec<Lanes> widened(Lanes, hn::Vec<Narrow<Lanes, double>> values) {
    return values;
}
template <class Lanes>
HWY_INLINE hn::Vec<Lanes> widened(Lanes d, hn::Vec<Narrow<Lanes, float>> values) {
    return hn::PromoteTo(d, values);
}

template <class Lanes, class Scalar>
HWY_INLINE auto load_narrow(Lanes, const Scalar* from) {
    return hn::LoadU(Narrow<Lanes, Scalar>(), from);
}
template <class Lanes, class Scalar>
HWY_INLINE hn::Vec<Lanes> load_wide(Lanes d, const Scalar* from) {
    return widened(d, load_narrow(d, from));
}

/// Adds the terms of one feature to the sums of some tokens. A product and its addition are rounded
/// separately, as on targets without fused operations; the product of two floats is exact.
template <class Lanes>
HWY_INLINE void add_to(double* sum, Lanes d, hn::Vec<Lanes> term) {
    hn::StoreU(hn::Add(hn::LoadU(d, sum), term), d, sum);
}

/// Calls body(lanes, entry, token) along the tokens, one feature after another: memory is read once and in
/// order, and the sums stay in the first cache.
template <class Body>
HWY_INLINE void for_each_entry(Size size, const Body& body) {
    const std::size_t width = hn::Lanes(Many());
    for (std::size_t i = 0, k = 0; i < size.rows; ++i) {
        std::size_t t = 0;
        for (; t + width <= size.tokens; t += width, k += width) body(Many(), k, t);
        for (; t < size.tokens; ++t, ++k) body(One(), k, t);
    }
}

template <class Scalar>
void sum_all(const Scalar* a, Size size, double* sums) {
    for_each_entry(size, [=](auto d, std::size_t k, std::size_t t)
                             HWY_ATTR { add_to(sums + t, d, load_wide(d, a + k)); });
}

template <class Scalar>
void products_all(const Scalar* a, const Scalar* b, Size size, double* sums) {
    for_each_entry(size, [=](auto d, std::size_t k, std::size_t t) HWY_ATTR {
        add_to(sums + t, d, hn::Mul(load_wide(d, a + k), load_wide(d, b + k)));
    });
}

template <class Scalar>
void squares_all(const Scalar* a, const double* shifts, Size size, double* sums) {
    for_each_entry(size, [=](auto d, std::size_t k, std::size_t t) HWY_ATTR {
        const auto shifted = hn::Sub(load_wide(d, a + k), hn::LoadU(d, shifts + t));
        add_to(sums + t, d, hn::Mul(shifted, shifted));
    });
}

template <class Scalar>
void scale_all(const Scalar* a, const Scalar* shifts, const Scalar* factors, Size size, Scalar* out) {
    const hn::ScalableTag<Scalar> d;
    for (std::size_t i = 0; i < size.rows; ++i, a += size.tokens, out += size.tokens) {
        std::size_t t = 0;
        for (; t + hn::Lanes(d) <= size.tokens; t += hn::Lanes(d)) {
            const auto shifted = hn::Sub(hn::LoadU(d, a + t), hn::LoadU(d, shifts + t));
            hn::StoreU(hn::Mul(shifted, hn::LoadU(d, factors + t)), d, out + t);
        }
        for (; t < size.tokens; ++t) out[t] = (a[t] - shifts[t]) * factors[t];
    }
}

template <class Scalar>
void mix_all(Scalar a_factor, const Scalar* a, Scalar b_factor, const Scalar* b, std::size_t count,
             Scalar* out) {
    const hn::ScalableTag<Scalar> d;
    std::size_t k = 0;
    for (; k + hn::Lanes(d) <= count; k += hn::Lanes(d)) {
        const auto first = hn::Mul(hn::Set(d, a_factor), hn::LoadU(d, a + k));
        hn::StoreU(hn::Add(first, hn::Mul(hn::Set(d, b_factor), hn::LoadU(d, b + k))), d, out + k);
    }
    for (; k < count; ++k) out[k] = a_factor * a[k] + b_factor * b[k];
}

template <class Scalar>
void mix_tokens_all(const Mixture<Scalar>& by, const Scalar* a, const Scalar* b, Size size, Scalar* out) {
    const hn::ScalableTag<Scalar> d;
    for (std::size_t i = 0; i < size.rows; ++i, a += size.tokens, b += size.tokens, out += size.tokens) {
        std::size_t t = 0;
        for (; t + hn::Lanes(d) <= size.tokens; t += hn::Lanes(d)) {
            const auto first = hn::Mul(hn::LoadU(d, by.a_factors + t), hn::LoadU(d, a + t));
            const auto second = hn::Mul(hn::LoadU(d, by.b_factors + t), hn::LoadU(d, b + t));
            hn::StoreU(hn::Add(hn::Add(first, second), hn::LoadU(d, by.shifts + t)), d, out + t);
        }
        for (; t < size.tokens; ++t) out[t] = by.a_factors[t] * a[t] + by.b_factors[t] * b[t] + by.shifts[t];
    }
}

template <bool with_products, class Scalar>
void mix_and_sum_all(const Mix<Scalar>& of, Size size, Scalar* out, const MixSums& sums) {
    for_each_entry(size, [=](auto d, std::size_t k, std::size_t t) HWY_ATTR {
        const Narrow<decltype(d), Scalar> narrow;
        const auto a = load_narrow(d, of.a + k);
        const auto first = hn::Mul(hn::Set(narrow, of.a_factor), a);
        const auto second = hn::Mul(hn::Set(narrow, of.b_factor), load_narrow(d, of.b + k));
        const auto mixed = hn::Add(first, second);
        hn::StoreU(mixed, narrow, out + k);
        const auto wide = widened(d, mixed);
        add_to(sums.squares + t, d, hn::Mul(wide, wide));
        if (with_products) add_to(sums.products + t, d, hn::Mul(widened(d, a), wide));
    });
}

template <class Scalar>
void mix_and_sum_either(const Mix<Scalar>& of, Size size, Scalar* out, const MixSums& sums) {
    if (sums.products == nullptr) {
        mix_and_sum_all<false>(of, size, out, sums);
    } else {
        mix_and_sum_all<true>(of, size, out, sums);
    }
}

template <class Scalar>
void add_mixture_all(Scalar factor, const Mixture<Scalar>& by, const Scalar* a, const Scalar* b, Size size,
                     Scalar* out, double* squares) {
    for_each_entry(size, [=](auto d, std::size_t k, std::size_t t) HWY_ATTR {
        const Narrow<decltype(d), Scalar> narrow;
        const auto first = hn::Mul(load_narrow(d, by.a_factors + t), load_narrow(d, a + k));
        const auto second = hn::Mul(load_narrow(d, by.b_factors + t), load_narrow(d, b + k));
        const auto mixed = hn::Add(hn::Add(first, second), load_narrow(d, by.shifts + t));
        const auto sum = hn::Add(hn::Mul(hn::Set(narrow, factor), load_narrow(d, out + k)), mixed);
        hn::StoreU(sum, narrow, out + k);
        const auto wide = widened(d, sum);
        add_to(squares + t, d, hn::Mul(wide, wide));
    });
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
