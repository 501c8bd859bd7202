// Sums of a softmax for one target, included by attention/softmax.cpp.

#if defined(SIGPROP_SOFTMAX_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SIGPROP_SOFTMAX_INL_HPP
#undef SIGPROP_SOFTMAX_INL_HPP
#else
#define SIGPROP_SOFTMAX_INL_HPP
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <limits>

#include "core/simd/math-inl.hpp"
#include "core/simd/math_f32-inl.hpp"
#include "models/attention/softmax.hpp"

HWY_BEFORE_NAMESPACE();
namespace sigprop::HWY_NAMESPACE {

template <class Scalar>
using LogitTag = hn::CappedTag<Scalar, 64 / sizeof(Scalar)>;
template <class Scalar>
using Logits = hn::Vec<LogitTag<Scalar>>;

HWY_INLINE V load_wide(const double* from) { return hn::LoadU(D(), from); }
HWY_INLINE V load_wide(const float* from) {
    return hn::PromoteTo(D(), hn::LoadU(hn::Rebind<float, D>(), from));
}

inline constexpr std::size_t at_once = 4;  // keys

/// max(t, lowest): the limit is where e^t would become subnormal; below it nothing counts.
HWY_INLINE F floored(F t) { return at_least(t, -87); }
HWY_INLINE V floored(V t) { return at_least(t, -708); }
/// e, raised so that its cube is not subnormal: subnormal numbers cost some processors a hundred cycles each.
HWY_INLINE F cubeable(F e) { return at_least(e, 0x1p-41F); }
HWY_INLINE V cubeable(V e) { return at_least(e, 0x1p-340); }

/// e^t for floored t <= 0; 1 for 0. Several are computed side by side, step by step: each is a long chain of
/// operations, and the processor's window does not extend from one chain into the next.
HWY_INLINE void exponentials(const F (&t)[at_once], F (&e)[at_once]) {
    constexpr float c[] = {
        1, 1, 0x1.000000p-1F, 0x1.5554dcp-3F, 0x1.555518p-5F, 0x1.120cbap-7F, 0x1.6d1254p-10F};
    F power[at_once], r[at_once];
#pragma GCC unroll 8
    for (std::size_t i = 0; i < at_once; ++i) {
        // t itself carries an error of 2^-25 of its size; the 2^-29 that k log 2 loses does not count
        const F shifted = fused(t[i], set_f32(0x1.715476p+0F), set_f32(exponent_magic));
        power[i] = power_of_shifted(shifted);
        r[i] = fused(sub(shifted, set_f32(exponent_magic)), set_f32(-0x1.62e43p-1F), t[i]);
        e[i] = set_f32(c[6]);
    }
#pragma GCC unroll 8
    for (std::size_t j = 1; j <= 6; ++j) {
#pragma GCC unroll 8
        for (std::size_t i = 0; i < at_once; ++i) e[i] = fused(e[i], r[i], set_f32(c[6 - j]));
    }
#pragma GCC unroll 8
    for (std::size_t i = 0; i < at_once; ++i) e[i] = mul(e[i], power[i]);
}
HWY_NOINLINE V exponential(V t) {
    const ReducedExponent reduced = reduce_exponent(t);
    return mul(add(set(1), small_expm1(reduced.r)), power_of_two(reduced.k));
}
HWY_INLINE void exponentials(const V (&t)[at_once], V (&e)[at_once]) {
    for (std::size_t i = 0; i < at_once; ++i) e[i] = exponential(t[i]);
}

/// A sum of squares from this to the largest Scalar has neither overflowed nor lost accuracy to underflow.
template <class Scalar>
inline constexpr double min_square_sum = sizeof(Scalar) == 4 ? 0x1p-80 : 0x1p-900;

/// Some keys for a vector of queries: data[key stride]; lane l sees the keys before ends[l], which is at most
/// the number of keys.
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

/// Sums of the logits and their squares in double, for lanes where Scalar was not wide enough. Logits that
/// are not finite are found here.
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
        const M is_good = hn::And(hn::Ge(narrow, set(min_square_sum<Scalar>)),
                                  hn::Le(narrow, set(std::numeric_limits<Scalar>::max())));
        hn::StoreU(add(hn::LoadU(D(), to.logits + l), pick(is_good, load_wide(sums + l), s)), D(),
                   to.logits + l);
        hn::StoreU(add(hn::LoadU(D(), to.logit_squares + l), pick(is_good, narrow, squares)), D(),
                   to.logit_squares + l);
        hn::StoreU(add(hn::LoadU(D(), to.not_finite + l), pick(is_good, set(0), zeros)), D(),
                   to.not_finite + l);
    }
}

template <class Scalar>
struct RunSums {
    Logits<Scalar> total, below, squares, cubes, logits, logit_squares;
    HWY_INLINE RunSums() {}  // g++ for aarch64 makes its own without the instructions of the vector set
    HWY_INLINE explicit RunSums(Logits<Scalar> x)
        : total(x), below(x), squares(x), cubes(x), logits(x), logit_squares(x) {}
};

/// Adds a few keys. Their terms enter a sum together, which makes its chain shorter by that factor. Keys from
/// run.end on are hidden from every query.
template <bool masked, class Scalar>
HWY_INLINE void add_some(const Run<Scalar>& run, std::size_t key, Logits<Scalar> largest,
                         RunSums<Scalar>& sums) {
    const LogitTag<Scalar> tag;
    Logits<Scalar> x[at_once], t[at_once], e[at_once];
#pragma GCC unroll 8
    for (std::size_t i = 0; i < at_once; ++i) {
        const std::size_t row = masked ? std::min(key + i, run.end - 1) : key + i;
        x[i] = hn::LoadU(tag, run.data + row * run.stride);
        // hidden logits may be NaN
        if constexpr (masked) x[i] = hn::IfThenElse(is_seen(tag, run, key + i, 0), x[i], largest);
        t[i] = floored(sub(x[i], largest));
    }
    exponentials(t, e);
    RunSums<Scalar> terms;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < at_once; ++i) {
        Logits<Scalar> high = cubeable(e[i]);
        if constexpr (masked) {
            const auto seen = is_seen(tag, run, key + i, 0);
            x[i] = hn::IfThenElseZero(seen, x[i]);
            e[i] = hn::IfThenElseZero(seen, e[i]);
            high = hn::IfThenElseZero(seen, high);
        }
        const Logits<Scalar> square = mul(high, high);
        terms.total = i == 0 ? e[i] : add(terms.total, e[i]);
        terms.below = i == 0 ? mul(t[i], e[i]) : fused(t[i], e[i], terms.below);
        terms.squares = i == 0 ? square : add(terms.squares, square);
        terms.cubes = i == 0 ? mul(square, high) : fused(square, high, terms.cubes);
        terms.logits = i == 0 ? x[i] : add(terms.logits, x[i]);
        terms.logit_squares = i == 0 ? mul(x[i], x[i]) : fused(x[i], x[i], terms.logit_squares);
    }
    sums.total = add(sums.total, terms.total);
    sums.below = add(sums.below, terms.below);
    sums.squares = add(sums.squares, terms.squares);
    sums.cubes = add(sums.cubes, terms.cubes);
    sums.logits = add(sums.logits, terms.logits);
    sums.logit_squares = add(sums.logit_squares, terms.logit_squares);
}

template <bool masked, class Scalar>
HWY_INLINE void add_run(const Run<Scalar>& run, Logits<Scalar> largest, const SoftmaxColumns<Scalar>& to) {
    const LogitTag<Scalar> tag;
    RunSums<Scalar> sums(hn::Zero(tag));
    std::size_t key = run.begin;
    for (; key + at_once <= run.end; key += at_once) add_some<masked>(run, key, largest, sums);
    if (key < run.end) add_some<true>(run, key, largest, sums);
    add_to<Scalar>(to.total, sums.total);
    add_to<Scalar>(to.below, sums.below);
    add_to<Scalar>(to.squares, sums.squares);
    add_to<Scalar>(to.cubes, sums.cubes);
    const auto is_good =
        hn::And(hn::Ge(sums.logit_squares, hn::Set(tag, static_cast<Scalar>(min_square_sum<Scalar>))),
                hn::Le(sums.logit_squares, hn::Set(tag, std::numeric_limits<Scalar>::max())));
    if (HWY_LIKELY(hn::AllTrue(tag, is_good))) {
        add_to<Scalar>(to.logits, sums.logits);
        add_to<Scalar>(to.logit_squares, sums.logit_squares);
    } else {
        add_carefully<masked>(run, sums.logits, sums.logit_squares, to);
    }
}

/// Rescales the sums to a larger logit.
template <class Scalar>
HWY_NOINLINE void raise_largest(const Scalar* raised, const SoftmaxColumns<Scalar>& of) {
    for (std::size_t l = 0; l < hn::Lanes(LogitTag<Scalar>()); l += hn::Lanes(D())) {
        // exp(-760) is 0; nothing was summed yet where the largest logit is still the lowest number
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

/// The largest logit of each query among some keys, found by independent chains.
template <bool masked, class Scalar>
HWY_INLINE Logits<Scalar> largest_of(const Run<Scalar>& run, std::size_t keys) {
    const LogitTag<Scalar> tag;
    const Logits<Scalar> lowest = hn::Set(tag, std::numeric_limits<Scalar>::lowest());
    const auto logit = [&](std::size_t key) HWY_ATTR {
        const Logits<Scalar> x = hn::LoadU(tag, run.data + key * run.stride);
        if constexpr (masked) return hn::IfThenElse(is_seen(tag, run, key, 0), x, lowest);
        return x;
    };
    Logits<Scalar> a = lowest, b = lowest, c = lowest, d = lowest;
    std::size_t key = 0;
    for (; key + 4 <= keys; key += 4) {
        a = hn::Max(a, logit(key));
        b = hn::Max(b, logit(key + 1));
        c = hn::Max(c, logit(key + 2));
        d = hn::Max(d, logit(key + 3));
    }
    for (; key < keys; ++key) a = hn::Max(a, logit(key));
    return hn::Max(hn::Max(a, b), hn::Max(c, d));
}

/// Adds all keys of a tile for one vector of queries.
template <bool masked, class Scalar>
void add_keys(Run<Scalar> run, std::size_t keys, const SoftmaxColumns<Scalar>& to) {
    const LogitTag<Scalar> tag;
    const Logits<Scalar> top = largest_of<masked>(run, keys);
    Logits<Scalar> largest = hn::LoadU(tag, to.largest);
    if (!hn::AllTrue(tag, hn::Le(top, largest))) {
        HWY_ALIGN Scalar raised[64 / sizeof(Scalar)];
        largest = hn::Max(largest, top);
        hn::Store(largest, tag, raised);
        raise_largest<Scalar>(raised, to);
        hn::StoreU(largest, tag, to.largest);
    }
    for (run.begin = 0; run.begin < keys; run.begin = run.end) {
        run.end = std::min(run.begin + SoftmaxSums<Scalar>::run, keys);
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
        const std::ptrdiff_t seen = tile.seen + first;  // keys seen by the first of these queries
        if (seen + lanes - 1 <= 0) continue;
        if (tile.cap > 0) cap_logits(tile, static_cast<std::size_t>(first));
        const SoftmaxColumns<Scalar> some{to.largest + first,       to.total + first,     to.below + first,
                                          to.squares + first,       to.cubes + first,     to.logits + first,
                                          to.logit_squares + first, to.not_finite + first};
        Run<Scalar> run{tile.data + first, tile.stride, 0, 0, {}};
        for (std::ptrdiff_t l = 0; l < lanes; ++l)
            run.ends[l] = static_cast<Scalar>(std::min(seen + l, keys));
        if (seen >= keys) {
            add_keys<false>(run, tile.keys, some);
        } else {
            add_keys<true>(run, tile.keys, some);
        }
    }
}

}  // namespace sigprop::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
