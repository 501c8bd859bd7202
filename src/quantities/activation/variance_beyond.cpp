#include "quantities/activation/variance_beyond.hpp"

#include "methods/extrema/tail_form.hpp"
#include "methods/extrema/value_range.hpp"
#include "quantities/activation/standard_normal.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/formula/growth.hpp"

namespace sigprop {
namespace {

constexpr double from = 16;  // R, from which on f is compared with linear functions
constexpr long bits = 64;

/// least |x| <= |f(x)| <= most |x| on one side, from R on; `most` may be missing.
struct Slopes {
    Ball least = Ball(0).at_precision(bits);
    std::optional<Ball> most;
};

/// f is a polynomial of degree n with a small rest: |f(x)/x| >= x^(n - 1) (|c_n| - sum |c_i| x^(i - n) -
/// |rest| x^-n), which rises with x where it is positive, and for n <= 1 |f(x)/x| <= |c_1| + (|c_0| +
/// |rest|)/x, which falls.
Slopes slopes(const Formula& f, int side) {
    const Formula outward = side > 0 ? Formula::variable() : -Formula::variable();
    const Formula smooth = settled(f.substitute(std::span(&outward, 1)), from, HUGE_VAL);
    const auto form = tail_form(smooth, from, bits);
    if (!form) return {};
    const Ball rest = form->rest ? max_beyond(*form->rest, from) : Ball(0);
    if (!rest.is_finite()) return {};
    const auto degree = static_cast<long>(form->polynomial.size()) - 1;
    const Ball R = Ball(from).at_precision(bits);
    Ball others = rest;
    for (long i = 0; i < degree; ++i)
        others = others + abs(form->polynomial[static_cast<std::size_t>(i)]) * pow(R, i);
    const Ball leading = abs(form->polynomial.back()).at_precision(bits) * pow(R, degree);
    if (degree == 0) return {.most = ((leading + others) / R).upper()};
    const Ball least = ((leading - others) / R).lower();
    Slopes found;
    if (least.is_positive()) found.least = least;
    if (degree == 1) found.most = ((leading + others) / R).upper();
    return found;
}

/// E[z^2; |z| > t]
Ball square_beyond(const Ball& t) { return 2 * (normal_cdf(-t) + t * normal_pdf(t)); }

}  // namespace

int sign_beyond(const Layer& layer, const Ball& b) {
    const Formula& f = layer.f.formula;
    const Slopes right = slopes(f, 1);
    const Slopes left = slopes(f, -1);
    const Ball weight = layer.weight_variance.at(bits);
    const Ball bias = layer.bias_variance.at(bits);
    const Ball s = b.at_precision(bits);
    const Ball share = square_beyond(Ball(from) / s) / 2;  // of one side, which grows with s
    const Ball least = weight * (pow(right.least, 2) + pow(left.least, 2)) * share;
    if ((least - 1).is_positive()) return 1;
    if (!right.most || !left.most) return 0;
    const ValueRange inside = value_range(f, -from, from);
    if (!inside.defined || !std::isfinite(inside.least) || !std::isfinite(inside.most)) return 0;
    const Ball largest = Ball(std::max(std::fabs(inside.least), std::fabs(inside.most))).at_precision(bits);
    const Ball most = weight * ((pow(*right.most, 2) + pow(*left.most, 2)) / 2 + pow(largest / s, 2));
    return (most + bias / pow(s, 2) - 1).is_negative() ? -1 : 0;
}

}  // namespace sigprop
