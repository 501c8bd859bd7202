// Compiled once a target by foreach_target.hpp, which includes this file again with other vector types.

#include "models/token_operations.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "models/token_table.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "models/token_operations.cpp"
// One target for each width is enough: 512 bits, 256 bits, baseline.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#endif
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using detail::Mixture;
using detail::Size;
using detail::TokenTable;

using Wide = hn::ScalableTag<double>;
using WideVector = hn::Vec<Wide>;

HWY_INLINE WideVector load_wide(const double* from) { return hn::LoadU(Wide(), from); }
HWY_INLINE WideVector load_wide(const float* from) {
    return hn::PromoteTo(Wide(), hn::LoadU(hn::Rebind<float, Wide>(), from));
}

/// Adds term(entry, token) of some rows to the sums: the vector's sums stay in a register meanwhile. A
/// product and its addition are rounded one by one, as targets without fused operations do it; that of two
/// floats is exact.
template <std::size_t rows, class Vectors, class Numbers>
HWY_INLINE void add_rows(std::size_t first, std::size_t tokens, double* sums, const Vectors& vectors,
                         const Numbers& numbers) {
    const std::size_t width = hn::Lanes(Wide());
    std::size_t t = 0;
    for (; t + width <= tokens; t += width) {
        WideVector sum = hn::LoadU(Wide(), sums + t);
        for (std::size_t i = first; i < first + rows; ++i) sum = hn::Add(sum, vectors(i * tokens + t, t));
        hn::StoreU(sum, Wide(), sums + t);
    }
    for (; t < tokens; ++t) {
        for (std::size_t i = first; i < first + rows; ++i) sums[t] += numbers(i * tokens + t, t);
    }
}

template <class Vectors, class Numbers>
HWY_INLINE void add_features(Size size, double* sums, const Vectors& vectors, const Numbers& numbers) {
    std::size_t i = 0;
    for (; i + 8 <= size.rows; i += 8) add_rows<8>(i, size.tokens, sums, vectors, numbers);
    for (; i < size.rows; ++i) add_rows<1>(i, size.tokens, sums, vectors, numbers);
}

template <class Scalar>
void sum_all(const Scalar* a, Size size, double* sums) {
    add_features(
        size, sums, [a](std::size_t k, std::size_t) HWY_ATTR { return load_wide(a + k); },
        [a](std::size_t k, std::size_t) HWY_ATTR { return static_cast<double>(a[k]); });
}

template <class Scalar>
void products_all(const Scalar* a, const Scalar* b, Size size, double* sums) {
    add_features(
        size, sums,
        [a, b](std::size_t k, std::size_t) HWY_ATTR { return hn::Mul(load_wide(a + k), load_wide(b + k)); },
        [a, b](std::size_t k, std::size_t)
            HWY_ATTR { return static_cast<double>(a[k]) * static_cast<double>(b[k]); });
}

template <class Scalar>
void squares_all(const Scalar* a, const double* shifts, Size size, double* sums) {
    add_features(
        size, sums,
        [a, shifts](std::size_t k, std::size_t t) HWY_ATTR {
            const WideVector d = hn::Sub(load_wide(a + k), hn::LoadU(Wide(), shifts + t));
            return hn::Mul(d, d);
        },
        [a, shifts](std::size_t k, std::size_t t) HWY_ATTR {
            const double d = static_cast<double>(a[k]) - shifts[t];
            return d * d;
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

template <class Scalar>
constexpr TokenTable<Scalar> table_of = {sum_all<Scalar>,   products_all<Scalar>, squares_all<Scalar>,
                                         scale_all<Scalar>, mix_all<Scalar>,      mix_tokens_all<Scalar>};

const TokenTable<float>* float_table() { return &table_of<float>; }
const TokenTable<double>* double_table() { return &table_of<double>; }

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sigprop {
namespace {

using detail::Size;
using detail::TokenTable;

HWY_EXPORT(float_table);
HWY_EXPORT(double_table);

template <class Scalar>
const TokenTable<Scalar>& table() {
    if constexpr (std::is_same_v<Scalar, float>) {
        return *HWY_DYNAMIC_DISPATCH(float_table)();
    } else {
        return *HWY_DYNAMIC_DISPATCH(double_table)();
    }
}

template <class Scalar>
Size size_of(const Tokens<Scalar>& tokens) {
    return {static_cast<std::size_t>(tokens.rows()), static_cast<std::size_t>(tokens.cols())};
}

template <class Scalar>
std::vector<Scalar> rounded(std::span<const double> values) {
    std::vector<Scalar> result(values.size());
    std::transform(values.begin(), values.end(), result.begin(),
                   [](double value) { return static_cast<Scalar>(value); });
    return result;
}

}  // namespace

template <class Scalar>
void feature_sums(const Tokens<Scalar>& a, std::span<double> sums) {
    std::fill(sums.begin(), sums.end(), 0.0);
    table<Scalar>().sum(a.data(), size_of(a), sums.data());
}

template <class Scalar>
void feature_products(const Tokens<Scalar>& a, const Tokens<Scalar>& b, std::span<double> sums) {
    std::fill(sums.begin(), sums.end(), 0.0);
    table<Scalar>().products(a.data(), b.data(), size_of(a), sums.data());
}

template <class Scalar>
void shifted_squares(const Tokens<Scalar>& a, std::span<const double> shifts, std::span<double> sums) {
    std::fill(sums.begin(), sums.end(), 0.0);
    table<Scalar>().squares(a.data(), shifts.data(), size_of(a), sums.data());
}

template <class Scalar>
void shift_and_scale(const Tokens<Scalar>& a, std::span<const double> shifts, std::span<const double> factors,
                     Tokens<Scalar>& out) {
    table<Scalar>().scale(a.data(), rounded<Scalar>(shifts).data(), rounded<Scalar>(factors).data(),
                          size_of(a), out.data());
}

template <class Scalar>
void weighted_sum(double a_factor, const Tokens<Scalar>& a, double b_factor, const Tokens<Scalar>& b,
                  Tokens<Scalar>& out) {
    table<Scalar>().mix(static_cast<Scalar>(a_factor), a.data(), static_cast<Scalar>(b_factor), b.data(),
                        static_cast<std::size_t>(a.size()), out.data());
}

template <class Scalar>
void weighted_sum(std::span<const double> a_factors, const Tokens<Scalar>& a,
                  std::span<const double> b_factors, const Tokens<Scalar>& b, std::span<const double> shifts,
                  Tokens<Scalar>& out) {
    const std::vector<Scalar> first = rounded<Scalar>(a_factors);
    const std::vector<Scalar> second = rounded<Scalar>(b_factors);
    const std::vector<Scalar> shift = rounded<Scalar>(shifts);
    table<Scalar>().mix_tokens({first.data(), second.data(), shift.data()}, a.data(), b.data(), size_of(a),
                               out.data());
}

double total(std::span<const double> sums) {
    double result = 0;
    for (const double sum : sums) result += sum;
    return result;
}

template void feature_sums(const Tokens<float>&, std::span<double>);
template void feature_products(const Tokens<float>&, const Tokens<float>&, std::span<double>);
template void shifted_squares(const Tokens<float>&, std::span<const double>, std::span<double>);
template void shift_and_scale(const Tokens<float>&, std::span<const double>, std::span<const double>,
                              Tokens<float>&);
template void weighted_sum(double, const Tokens<float>&, double, const Tokens<float>&, Tokens<float>&);
template void weighted_sum(std::span<const double>, const Tokens<float>&, std::span<const double>,
                           const Tokens<float>&, std::span<const double>, Tokens<float>&);
template void feature_sums(const Tokens<double>&, std::span<double>);
template void feature_products(const Tokens<double>&, const Tokens<double>&, std::span<double>);
template void shifted_squares(const Tokens<double>&, std::span<const double>, std::span<double>);
template void shift_and_scale(const Tokens<double>&, std::span<const double>, std::span<const double>,
                              Tokens<double>&);
template void weighted_sum(double, const Tokens<double>&, double, const Tokens<double>&, Tokens<double>&);
template void weighted_sum(std::span<const double>, const Tokens<double>&, std::span<const double>,
                           const Tokens<double>&, std::span<const double>, Tokens<double>&);

}  // namespace sigprop
#endif
