// Sums of a softmax on one target, for block_softmax.cpp.

#if defined(SIGPROP_BLOCK_SOFTMAX_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGPROP_BLOCK_SOFTMAX_INL_HPP
#undef SIGPROP_BLOCK_SOFTMAX_INL_HPP
#else
#define SIGPROP_BLOCK_SOFTMAX_INL_HPP
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <limits>

#include "core/block_math-inl.hpp"
#include "core/block_math_f32-inl.hpp"
#include "core/block_softmax.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

using detail::LogitTile;
using detail::SoftmaxColumns;

template <class Scalar>
using LogitTag = hn::CappedTag<Scalar, 64 / sizeof(Scalar)>;
template <class Scalar>
using Logits = hn::Vec<LogitTag<Scalar>>;

HWY_INLINE V load_wide(const double* from) { return hn::LoadU(D(), from); }
HWY_INLINE V load_wide(const float* from) {
    return hn::PromoteTo(D(), hn::LoadU(hn::Rebind<float, D>(), from));
}

/// t, or where it is so low that e^t would be subnormal, a number below which nothing counts.
HWY_INLINE F floored(F t) { return at_least(t, -87); }
HWY_INLINE V floored(V t) { return at_least(t, -708); }
/// e^t for floored t <= 0; 1 for 0.
HWY_INLINE F power_of(F t) {
    const ReducedFloat reduced = reduce_exponent(t);
    return mul(small_exp(reduced.r), power_of_shifted(reduced.shifted));
}
HWY_INLINE V power_of(V t) {
    const ReducedExponent reduced = reduce_exponent(t);
    return mul(add(set(1), small_expm1(reduced.r)), power_of_two(reduced.k));
}
/// Raised to where cubes are no subnormal numbers, which cost some processors a hundred cycles each.
HWY_INLINE F cubeable(F e) { return at_least(e, 0x1p-41F); }
HWY_INLINE V cubeable(V e) { return at_least(e, 0x1p-340); }

/// Squares whose sum is in this range have neither overflowed nor been lost.
template <class Scalar>
inline constexpr double least_square_sum = sizeof(Scalar) == 4 ? 0x1p-80 : 0x1p-900;

/// Some keys of a vector of queries: data[key stride]; lane l sees those before ends[l].
template <class Scalar>
struct Run {
    const Scalar* data;
    std::size_t stride, begin, end;
    Scalar ends[64 / sizeof(Scalar)];
};

template <class Scalar, class Tag>
HWY_INLINE auto is_seen(Tag tag, const Run<Scalar>& run, std::size_t key, std::size_t lane) {
    const auto ends = [&] {
        if constexpr (sizeof(hn::TFromD<Tag>) == sizeof(Scalar)) {
            return hn::LoadU(tag, run.ends + lane);
        } else {
            return load_wide(run.ends + lane);
        }
    }();
    return hn::Gt(ends, hn::Set(tag, static_cast<hn::TFromD<Tag>>(key)));
}

template <class Scalar>
HWY_INLINE void add_to(double* sums, Logits<Scalar> terms) {
    const LogitTag<Scalar> tag;
    HWY_ALIGN Scalar narrow[64 / sizeof(Scalar)];
    hn::Store(terms, tag, narrow);
    for (std::size_t l = 0; l < hn::Lanes(tag); l += hn::Lanes(D())) {
        hn::StoreU(add(hn::LoadU(D(), sums + l), load_wide(narrow + l)), D(), sums + l);
    }
}

/// The sums over logits and their squares, in double for lanes where Scalar was not wide enough; these are
/// also where logits that are not finite are found.
template <bool masked, class Scalar>
HWY_NOINLINE void add_carefully(const Run<Scalar>& run, Logits<Scalar> sum, Logits<Scalar> square_sum,
                                const SoftmaxColumns<Scalar>& to) {
    const LogitTag<Scalar> tag;
    HWY_ALIGN Scalar sums[64 / sizeof(Scalar)];
    HWY_ALIGN Scalar square_sums[64 / sizeof(Scalar)];
    hn::Store(sum, tag, sums);
    hn::Store(square_sum, tag, square_sums);
    for (std::size_t l = 0; l < hn::Lanes(tag); l += hn::Lanes(D())) {
        V s = set(0);
        V squares = set(0);
        V zeros = set(0);
        for (std::size_t key = run.begin; key < run.end; ++key) {
            V x = load_wide(run.data + key * run.stride + l);
            if constexpr (masked) x = hn::IfThenElseZero(is_seen(D(), run, key, l), x);
            s = add(s, x);
            squares = fused(x, x, squares);
            zeros = fused(x, set(0), zeros);
        }
        const V narrow = load_wide(square_sums + l);
        const M is_good = hn::And(hn::Ge(narrow, set(least_square_sum<Scalar>)),
                                  hn::Le(narrow, set(std::numeric_limits<Scalar>::max())));
        hn::StoreU(add(hn::LoadU(D(), to.logits + l), pick(is_good, load_wide(sums + l), s)), D(),
                   to.logits + l);
        hn::StoreU(add(hn::LoadU(D(), to.logit_squares + l), pick(is_good, narrow, squares)), D(),
                   to.logit_squares + l);
        hn::StoreU(add(hn::LoadU(D(), to.not_finite + l), pick(is_good, set(0), zeros)), D(),
                   to.not_finite + l);
    }
}

template <bool masked, class Scalar>
HWY_INLINE void add_run(const Run<Scalar>& run, Logits<Scalar> largest, const SoftmaxColumns<Scalar>& to) {
    const LogitTag<Scalar> tag;
    const Logits<Scalar> zero = hn::Zero(tag);
    Logits<Scalar> total = zero, below = zero, squares = zero, cubes = zero, sum = zero, square_sum = zero;
    for (std::size_t key = run.begin; key < run.end; ++key) {
        Logits<Scalar> x = hn::LoadU(tag, run.data + key * run.stride);
        Logits<Scalar> e, high;
        if constexpr (masked) {  // what is hidden may be NaN
            const auto seen = is_seen(tag, run, key, 0);
            const Logits<Scalar> t = floored(sub(hn::IfThenElse(seen, x, largest), largest));
            x = hn::IfThenElseZero(seen, x);
            const Logits<Scalar> power = power_of(t);
            e = hn::IfThenElseZero(seen, power);
            high = hn::IfThenElseZero(seen, cubeable(power));
            below = fused(t, e, below);
        } else {
            const Logits<Scalar> t = floored(sub(x, largest));
            e = power_of(t);
            high = cubeable(e);
            below = fused(t, e, below);
        }
        total = add(total, e);
        const Logits<Scalar> square = mul(high, high);
        squares = add(squares, square);
        cubes = fused(square, high, cubes);
        sum = add(sum, x);
        square_sum = fused(x, x, square_sum);
    }
    add_to<Scalar>(to.total, total);
    add_to<Scalar>(to.below, below);
    add_to<Scalar>(to.squares, squares);
    add_to<Scalar>(to.cubes, cubes);
    const auto is_good =
        hn::And(hn::Ge(square_sum, hn::Set(tag, static_cast<Scalar>(least_square_sum<Scalar>))),
                hn::Le(square_sum, hn::Set(tag, std::numeric_limits<Scalar>::max())));
    if (HWY_LIKELY(hn::AllTrue(tag, is_good))) {
        add_to<Scalar>(to.logits, sum);
        add_to<Scalar>(to.logit_squares, square_sum);
    } else {
        add_carefully<masked>(run, sum, square_sum, to);
    }
}

/// The sums, relative to a larger logit.
template <class Scalar>
HWY_NOINLINE void raise_largest(const Scalar* raised, const SoftmaxColumns<Scalar>& of) {
    for (std::size_t l = 0; l < hn::Lanes(LogitTag<Scalar>()); l += hn::Lanes(D())) {
        // exp(-760) is 0; nothing was summed where the largest is still the lowest number
        const V down = at_least(sub(load_wide(of.largest + l), load_wide(raised + l)), -760);
        const V factor = exp(down);
        const V square = mul(factor, factor);
        const V total = hn::LoadU(D(), of.total + l);
        const V below = fused(down, total, hn::LoadU(D(), of.below + l));
        hn::StoreU(mul(factor, total), D(), of.total + l);
        hn::StoreU(mul(factor, below), D(), of.below + l);
        hn::StoreU(mul(square, hn::LoadU(D(), of.squares + l)), D(), of.squares + l);
        hn::StoreU(mul(mul(square, factor), hn::LoadU(D(), of.cubes + l)), D(), of.cubes + l);
    }
}

/// A vector of queries, and all keys of a tile.
template <bool masked, class Scalar>
void add_keys(Run<Scalar> run, std::size_t keys, const SoftmaxColumns<Scalar>& to) {
    const LogitTag<Scalar> tag;
    const Logits<Scalar> lowest = hn::Set(tag, std::numeric_limits<Scalar>::lowest());
    Logits<Scalar> top = lowest;
    for (std::size_t key = 0; key < keys; ++key) {
        Logits<Scalar> x = hn::LoadU(tag, run.data + key * run.stride);
        if constexpr (masked) x = hn::IfThenElse(is_seen(tag, run, key, 0), x, lowest);
        top = hn::Max(top, x);
    }
    Logits<Scalar> largest = hn::LoadU(tag, to.largest);
    if (!hn::AllTrue(tag, hn::Le(top, largest))) {
        HWY_ALIGN Scalar raised[64 / sizeof(Scalar)];
        largest = hn::Max(largest, top);
        hn::Store(largest, tag, raised);
        raise_largest<Scalar>(raised, to);
        hn::StoreU(largest, tag, to.largest);
    }
    for (run.begin = 0; run.begin < keys; run.begin = run.end) {
        run.end = std::min(run.begin + detail::SoftmaxSums<Scalar>::run, keys);
        add_run<masked>(run, largest, to);
    }
}

/// cap tanh(x); NaN where x is not finite.
template <class Scalar>
void cap_logits(const LogitTile<Scalar>& tile, std::size_t first) {
    const LogitTag<Scalar> tag;
    const Logits<Scalar> cap = hn::Set(tag, tile.cap);
    for (std::size_t key = 0; key < tile.keys; ++key) {
        Scalar* const place = tile.data + key * tile.stride + first;
        const Logits<Scalar> x = hn::LoadU(tag, place);
        hn::StoreU(fused(x, hn::Zero(tag), mul(cap, tanh(x))), tag, place);
    }
}

template <class Scalar>
void add_tile(const LogitTile<Scalar>& tile, std::size_t queries, const SoftmaxColumns<Scalar>& to) {
    const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(LogitTag<Scalar>()));
    const auto keys = static_cast<std::ptrdiff_t>(tile.keys);
    for (std::ptrdiff_t first = 0; first < static_cast<std::ptrdiff_t>(queries); first += lanes) {
        const std::ptrdiff_t seen = tile.seen + first;  // by the first of these
        if (seen + lanes - 1 <= 0) continue;
        if (tile.cap > 0) cap_logits(tile, static_cast<std::size_t>(first));
        const SoftmaxColumns<Scalar> some{to.largest + first,       to.total + first,     to.below + first,
                                          to.squares + first,       to.cubes + first,     to.logits + first,
                                          to.logit_squares + first, to.not_finite + first};
        Run<Scalar> run{tile.data + first, tile.stride, 0, 0, {}};
        if (seen >= keys) {
            add_keys<false>(run, tile.keys, some);
        } else {
            for (std::ptrdiff_t l = 0; l < lanes; ++l) run.ends[l] = static_cast<Scalar>(seen + l);
            add_keys<true>(run, tile.keys, some);
        }
    }
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
