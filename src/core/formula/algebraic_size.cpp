#include "core/formula/algebraic_size.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace sigprop {
namespace {

constexpr std::int64_t max_log2 = std::int64_t{1} << 30;
constexpr std::int64_t max_degree = std::int64_t{1} << 20;

/// The smallest k with |n| <= 2^k, n != 0.
std::int64_t ceil_log2(std::int64_t n) {
    return static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(std::abs(n)) - 1));
}

MaybeAlgebraic bounded(AlgebraicSize size) {
    return std::max(size.u, size.l) <= max_log2 ? MaybeAlgebraic(std::move(size)) : std::nullopt;
}

AlgebraicSize with_roots(std::int64_t u, std::int64_t l, const AlgebraicSize& a, const AlgebraicSize& b) {
    AlgebraicSize size{u, l, a.roots};
    size.roots.insert(b.roots.begin(), b.roots.end());
    return size;
}

}  // namespace

std::optional<std::int64_t> AlgebraicSize::separation_bits() const {
    std::int64_t degree = 1;
    for (const auto& [name, factor] : roots) {
        degree *= factor;
        if (degree > max_degree) return std::nullopt;
    }
    return (degree - 1) * u + l;
}

AlgebraicSize size_of(const Rational& value) {
    return {value.bit_size(), value.is_integer() ? 0 : value.bit_size(), {}};
}

MaybeAlgebraic size_of_exact(const Ball& value) {
    for (const std::int64_t denominator : {1, 2}) {
        const auto integer = (Ball(denominator) * value).exact_integer();
        if (!integer) continue;
        return AlgebraicSize{*integer == 0 ? 0 : ceil_log2(*integer), denominator - 1, {}};
    }
    return std::nullopt;
}

MaybeAlgebraic sum(const MaybeAlgebraic& a, const MaybeAlgebraic& b) {
    if (!a || !b) return std::nullopt;
    return bounded(with_roots(std::max(a->u + b->l, a->l + b->u) + 1, a->l + b->l, *a, *b));
}

MaybeAlgebraic product(const MaybeAlgebraic& a, const MaybeAlgebraic& b) {
    if (!a || !b) return std::nullopt;
    return bounded(with_roots(a->u + b->u, a->l + b->l, *a, *b));
}

MaybeAlgebraic quotient(const MaybeAlgebraic& a, const MaybeAlgebraic& b) {
    if (!a || !b) return std::nullopt;
    return bounded(with_roots(a->u + b->l, a->l + b->u, *a, *b));
}

MaybeAlgebraic power(const MaybeAlgebraic& a, std::int64_t exponent) {
    if (!a || std::abs(exponent) > max_log2) return std::nullopt;
    const std::int64_t n = std::abs(exponent);
    AlgebraicSize size{a->u * n, a->l * n, a->roots};
    if (exponent < 0) std::swap(size.u, size.l);
    return bounded(std::move(size));
}

MaybeAlgebraic root(const MaybeAlgebraic& a, std::int64_t degree, std::uint32_t name) {
    if (!a) return std::nullopt;
    // (U/L)^(1/k) is (U L^(k-1))^(1/k) / L, and U / (U^(k-1) L)^(1/k) as well.
    const std::int64_t smaller = std::min(a->u, a->l);
    const std::int64_t larger = std::max(a->u, a->l);
    const std::int64_t mixed = (larger + (degree - 1) * smaller + degree - 1) / degree;
    AlgebraicSize size = *a;
    (a->u >= a->l ? size.u : size.l) = mixed;
    size.roots.emplace(name, degree);
    return bounded(std::move(size));
}

MaybeAlgebraic polynomial_zero(const std::vector<AlgebraicSize>& coefficients, std::uint32_t name) {
    // Times the product of all denominators, the coefficients are algebraic integers A_i. Then A_n x is one,
    // too, and by Cauchy's bound of x it is at most |A_n| + max |A_i|.
    AlgebraicSize size;
    for (const AlgebraicSize& c : coefficients) {
        size.l += c.l;
        size = with_roots(size.u, size.l, size, c);
    }
    std::int64_t most = 0;
    for (const AlgebraicSize& c : coefficients) most = std::max(most, c.u + size.l - c.l);
    const std::int64_t leading = coefficients.back().u + size.l - coefficients.back().l;
    size.u = most + 1;
    size.l = leading;
    size.roots.emplace(name, static_cast<std::int64_t>(coefficients.size()) - 1);
    return bounded(std::move(size));
}

}  // namespace sigprop
