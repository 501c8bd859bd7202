// Functions of jets from their derivatives: the jet of f(u) is f(u_0) plus the integral of f'(u) u'. For tanh
// and similar functions f' is a polynomial in f, and the coefficients follow from one another.

#include "core/ball/vector.hpp"

#include "core/ball/jet.hpp"

namespace sigprop {
namespace {

/// f(u) from f(u_0) and the jet of f' at u, which may have one order less than u.
Jet chain(const Ball& f, const Jet& slope, const Jet& u) {
    if (u.is_constant()) return f;
    std::vector<Ball> coefficients = {f};
    if (u.order() > 0) {
        const Jet rate = slope * u.derivative();
        for (long k = 0; k < u.order(); ++k) {
            coefficients.push_back(rate.coefficient(k) / Ball(std::int64_t{k + 1}));
        }
    }
    return Jet(std::move(coefficients));
}

Jet gaussian(const Jet& u, const Ball& scale, const Ball& first) {
    return chain(first, exp(-pow(u, 2)) * Jet(scale), u);
}

Ball two_over_root_pi(const Jet& u) { return 2 / sqrt(Ball::pi(working(u.precision()))); }

Jet decided(const Ball& g, const Jet& below, const Jet& above) {
    if (g.is_negative()) return below;
    return g.is_positive() ? above : Jet::indeterminate();
}

}  // namespace

Jet tanh(const Jet& u) {
    // y' = w u' with w = 1 - y^2: (k + 1) y_(k+1) = sum of w_i (k - i + 1) u_(k-i+1), w_k = -sum of y_i
    // y_(k-i)
    if (u.is_constant()) return tanh(u.value());
    const long bits = working(u.precision());
    const auto length = static_cast<std::size_t>(u.order()) + 1;
    ArbVector rate(length), y(length), w(length);
    for (long k = 0; k < u.order(); ++k) rate.set(k, u.coefficient(k + 1) * Ball(std::int64_t{k + 1}));
    y.set(0, tanh(u.value()));
    w.set(0, 1 / pow(cosh(u.value()), 2));  // no cancellation
    for (slong k = 0; k < u.order(); ++k) {
        dot(y[k + 1], w[0], rate[k], -1, k + 1, bits);
        arb_div_si(y[k + 1], y[k + 1], k + 1, bits);
        dot(w[k + 1], y[0], y[k + 1], -1, k + 2, bits);
        arb_neg(w[k + 1], w[k + 1]);
    }
    std::vector<Ball> coefficients;
    for (slong k = 0; k <= u.order(); ++k) coefficients.push_back(y.get(k, bits));
    return Jet(std::move(coefficients));
}

Jet sigmoid(const Jet& u) {
    const Ball first = sigmoid(u.value());
    if (u.is_constant()) return first;
    const Jet half = tanh(u / Jet(2));
    std::vector<Ball> coefficients = {first};
    for (long k = 1; k <= u.order(); ++k) coefficients.push_back(half.coefficient(k) / 2);
    return Jet(std::move(coefficients));
}

Jet log1p(const Jet& u) { return chain(log1p(u.value()), 1 / (1 + u), u); }
Jet softplus(const Jet& u) { return chain(softplus(u.value()), sigmoid(u), u); }
Jet erf(const Jet& u) { return gaussian(u, two_over_root_pi(u), erf(u.value())); }
Jet erfc(const Jet& u) { return gaussian(u, -two_over_root_pi(u), erfc(u.value())); }
Jet normal_cdf(const Jet& u) { return chain(normal_cdf(u.value()), normal_pdf(u), u); }

Jet normal_pdf(const Jet& u) {
    if (u.is_constant()) return normal_pdf(u.value());
    const Ball root = sqrt(2 * Ball::pi(working(u.precision())));
    return exp(-pow(u, 2) / Jet(2)) / Jet(root);
}

// A constant is analytic whatever the sign of its switch.
Jet abs(const Jet& u) { return u.is_constant() ? Jet(abs(u.value())) : decided(u.value(), -u, u); }
Jet relu(const Jet& u) { return u.is_constant() ? Jet(max(u.value(), 0)) : decided(u.value(), Ball(), u); }

Jet min(const Jet& a, const Jet& b) {
    if (a.is_constant() && b.is_constant()) return min(a.value(), b.value());
    return decided((a - b).value(), a, b);
}

Jet max(const Jet& a, const Jet& b) {
    if (a.is_constant() && b.is_constant()) return max(a.value(), b.value());
    return decided((a - b).value(), b, a);
}

Jet step(const Jet& u) {
    if (u.is_constant() && u.value().is_nonnegative()) return Ball(1);
    return decided(u.value(), Ball(), Ball(1));
}

}  // namespace sigprop
