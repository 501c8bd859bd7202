#include "quantities/activation/trigonometric_polynomial.hpp"

#include "core/ball/complex_ball.hpp"

namespace sigprop {

TrigonometricPolynomial squared(const TrigonometricPolynomial& f) {
    TrigonometricPolynomial result;
    const Real half = Real(1) / 2;
    for (const TrigonometricTerm& a : f) {
        for (const TrigonometricTerm& b : f) {
            const int power = a.power + b.power;
            const Real cc = half * a.cosine * b.cosine;
            const Real ss = half * a.sine * b.sine;
            const Real cs = half * a.cosine * b.sine;
            const Real sc = half * a.sine * b.cosine;
            result.push_back({cc - ss, sc + cs, power, a.frequency + b.frequency});
            result.push_back({cc + ss, sc - cs, power, a.frequency - b.frequency});
        }
    }
    return result;
}

TrigonometricPolynomial derivative(const TrigonometricPolynomial& f) {
    TrigonometricPolynomial result;
    for (const TrigonometricTerm& term : f) {
        const Real& w = term.frequency;
        result.push_back({w * term.sine, -(w * term.cosine), term.power, w});
        if (term.power > 0) {
            const Real k = term.power;
            result.push_back({k * term.cosine, k * term.sine, term.power - 1, w});
        }
    }
    return result;
}

Ball normal_mean(const TrigonometricPolynomial& f, const Real& mean, const Real& std, long bits) {
    const Ball m = mean.at(bits);
    const Ball variance = pow(std.at(bits), 2);
    Ball total = Ball().at_precision(bits);
    for (const TrigonometricTerm& term : f) {
        const Ball w = term.frequency.at(bits);
        const ComplexBall shifted(m, w * variance);
        ComplexBall previous = 0;
        ComplexBall current = exp(ComplexBall(-w * w * variance / 2, w * m));
        for (int k = 1; k <= term.power; ++k) {
            const ComplexBall next = shifted * current + ComplexBall(Ball(k - 1) * variance) * previous;
            previous = current;
            current = next;
        }
        total += term.cosine.at(bits) * current.real() + term.sine.at(bits) * current.imaginary();
    }
    return total;
}

}  // namespace sigprop
