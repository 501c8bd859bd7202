// The arithmetic of jets, and the functions for which Arb has series. The first coefficient is always
// computed by the function on balls, whose enclosure over a wide ball is the narrow one of ball.hpp.

#include "core/ball/vector.hpp"

#include <algorithm>

#include "core/ball/jet.hpp"
#include "core/base/poll.hpp"

namespace sigprop {
namespace {

/// The coefficients of a jet as Arb takes them, padded with zeros to `length`.
ArbVector series_of(const Jet& jet, long length) {
    ArbVector series(static_cast<std::size_t>(length));
    const long known = jet.is_constant() ? 1 : std::min(length, jet.order() + 1);
    for (long k = 0; k < known; ++k) series.set(k, jet.coefficient(k));
    return series;
}

Jet jet_of(const ArbVector& series, long bits) {
    std::vector<Ball> coefficients;
    coefficients.reserve(static_cast<std::size_t>(series.size()));
    for (slong k = 0; k < series.size(); ++k) coefficients.push_back(series.get(k, bits));
    return Jet(std::move(coefficients));
}

/// The jet of `series` with its first coefficient replaced by f.
Jet starting_with(const Ball& f, const ArbVector& series, long bits) {
    ArbVector first(static_cast<std::size_t>(series.size()));
    first.set(0, f);
    for (slong k = 1; k < series.size(); ++k) arb_set(first[k], series[k]);
    return jet_of(first, bits);
}

long working_bits(const Jet& a, const Jet& b) { return working(std::max(a.precision(), b.precision())); }

template <class Combine>
Jet termwise(const Jet& a, const Jet& b, const Combine& combine) {
    const long order = std::min(a.order(), b.order());
    if (order == Jet::any_order) return combine(a.value(), b.value());
    std::vector<Ball> sum;
    for (long k = 0; k <= order; ++k) sum.push_back(combine(a.coefficient(k), b.coefficient(k)));
    return Jet(std::move(sum));
}

/// An Arb function of a series: function(result, u, length of u, length of the result, bits).
using Series = void (*)(arb_ptr, arb_srcptr, slong, slong, slong);

Jet composed(const Jet& u, const Ball& first, Series function) {
    if (u.is_constant()) return first;
    const long bits = working(u.precision());
    poll(8 * u.order() * bits);
    const ArbVector series = series_of(u, u.order() + 1);
    ArbVector result(static_cast<std::size_t>(u.order() + 1));
    function(result[0], series[0], series.size(), result.size(), bits);
    return starting_with(first, result, bits);
}

void sinh_series(arb_ptr result, arb_srcptr u, slong length, slong n, slong bits) {
    _arb_poly_sinh_series(result, u, length, n, bits);
}

void cosh_series(arb_ptr result, arb_srcptr u, slong length, slong n, slong bits) {
    _arb_poly_cosh_series(result, u, length, n, bits);
}

}  // namespace

Jet::Jet(std::vector<Ball> coefficients)
    : coefficients_(std::move(coefficients)), order_(static_cast<long>(coefficients_.size()) - 1) {}

Jet Jet::variable(const Ball& x, long order) {
    std::vector<Ball> coefficients(static_cast<std::size_t>(order) + 1, blank(x.precision()));
    coefficients[0] = x;
    if (order > 0) coefficients[1] = Ball(1).at_precision(x.precision());
    return Jet(std::move(coefficients));
}

Ball Jet::coefficient(long k) const {
    if (k > order_ || !value().is_finite()) return k == 0 ? value() : Ball::indeterminate();
    const auto index = static_cast<std::size_t>(k);
    return index < coefficients_.size() ? coefficients_[index] : Ball();
}

long Jet::precision() const noexcept {
    long bits = 0;
    for (const Ball& c : coefficients_) bits = std::max(bits, c.precision());
    return bits;
}

Jet Jet::derivative() const {
    if (!value().is_finite() || order_ == 0) return indeterminate();
    if (is_constant()) return Ball();
    std::vector<Ball> slopes;
    for (long k = 1; k <= order_; ++k) slopes.push_back(coefficient(k) * Ball(std::int64_t{k}));
    return Jet(std::move(slopes));
}

Jet operator+(const Jet& a, const Jet& b) {
    return termwise(a, b, [](const Ball& p, const Ball& q) { return p + q; });
}
Jet operator-(const Jet& a, const Jet& b) {
    return termwise(a, b, [](const Ball& p, const Ball& q) { return p - q; });
}
Jet operator-(const Jet& a) { return Jet() - a; }

Jet operator*(const Jet& a, const Jet& b) {
    if (a.is_constant() || b.is_constant()) {
        const Jet& factor = a.is_constant() ? a : b;
        return termwise(a.is_constant() ? b : a, factor,
                        [&](const Ball& p, const Ball&) { return p * factor.value(); });
    }
    const long length = std::min(a.order(), b.order()) + 1;
    const long bits = working_bits(a, b);
    poll(length * bits);
    const ArbVector p = series_of(a, length);
    const ArbVector q = series_of(b, length);
    ArbVector product(static_cast<std::size_t>(length));
    _arb_poly_mullow(product[0], p[0], length, q[0], length, length, bits);
    return starting_with(a.value() * b.value(), product, bits);
}

Jet operator/(const Jet& a, const Jet& b) {
    if (b.is_constant()) {
        return termwise(a, b, [&](const Ball& p, const Ball&) { return p / b.value(); });
    }
    const long length = std::min(a.order(), b.order()) + 1;
    const long bits = working_bits(a, b);
    poll(length * bits);
    const ArbVector p = series_of(a, length);
    const ArbVector q = series_of(b, length);
    ArbVector quotient(static_cast<std::size_t>(length));
    _arb_poly_div_series(quotient[0], p[0], length, q[0], length, length, bits);
    return starting_with(a.value() / b.value(), quotient, bits);
}

Jet pow(const Jet& base, std::int64_t exponent) {
    if (base.is_constant()) return pow(base.value(), exponent);
    const Ball first = pow(base.value(), exponent);
    if (exponent == 0) return first.is_finite() ? Jet(first) : Jet::indeterminate();
    const Jet start = exponent < 0 ? 1 / base : base;
    const ulong size = exponent < 0 ? -static_cast<ulong>(exponent) : static_cast<ulong>(exponent);
    const long bits = working(base.precision());
    poll(8 * start.order() * bits);
    const ArbVector series = series_of(start, start.order() + 1);
    ArbVector result(static_cast<std::size_t>(start.order() + 1));
    _arb_poly_pow_ui_trunc_binexp(result[0], series[0], series.size(), size, result.size(), bits);
    return starting_with(first, result, bits);
}

Jet pow(const Jet& base, const Jet& exponent) {
    if (base.is_constant() && exponent.is_constant()) return pow(base.value(), exponent.value());
    if (!exponent.is_constant()) return exp(exponent * log(base));
    if (const auto integer = exponent.value().exact_integer()) return pow(base, *integer);
    const long bits = working_bits(base, exponent);
    poll(8 * base.order() * bits);
    const ArbVector series = series_of(base, base.order() + 1);
    ArbVector result(static_cast<std::size_t>(base.order() + 1));
    _arb_poly_pow_arb_series(result[0], series[0], series.size(), raw(exponent.value()), result.size(), bits);
    return starting_with(pow(base.value(), exponent.value()), result, bits);
}

Jet sqrt(const Jet& u) { return composed(u, sqrt(u.value()), _arb_poly_sqrt_series); }
Jet exp(const Jet& u) { return composed(u, exp(u.value()), _arb_poly_exp_series); }
Jet expm1(const Jet& u) { return composed(u, expm1(u.value()), _arb_poly_exp_series); }
Jet log(const Jet& u) { return composed(u, log(u.value()), _arb_poly_log_series); }
Jet sin(const Jet& u) { return composed(u, sin(u.value()), _arb_poly_sin_series); }
Jet cos(const Jet& u) { return composed(u, cos(u.value()), _arb_poly_cos_series); }
Jet atan(const Jet& u) { return composed(u, atan(u.value()), _arb_poly_atan_series); }
Jet sinh(const Jet& u) { return composed(u, sinh(u.value()), sinh_series); }
Jet cosh(const Jet& u) { return composed(u, cosh(u.value()), cosh_series); }

}  // namespace sigprop
