#include "quantities/activation/exponential_polynomial.hpp"

namespace sigprop {
namespace {

/// An end of an interval under N(m, s^2): the cdf and density of its standardised value.
struct End {
    Ball cdf, density, x;
    bool finite;
};

End end_at(const Real& limit, const Ball& m, const Ball& s, bool mirrored, long bits) {
    if (limit.infinite_sign() != 0) {
        const bool high = (limit.infinite_sign() > 0) != mirrored;
        return {high ? 1 : 0, 0, 0, false};
    }
    const Ball x = limit.at(bits);
    const Ball z = (x - m) / s;
    return {normal_cdf(mirrored ? -z : z), normal_pdf(z), x, true};
}

/// I_k = integral of x^k over [lower, upper] under N(m, s^2).
Ball interval_moment(int power, const ExponentialPiece& piece, const Ball& m, const Ball& s, long bits) {
    // Uses the probability of the tail nearer to the interval, so that it does not cancel against 1.
    const bool right = piece.lower.infinite_sign() == 0 && (piece.lower.at(bits) - m).is_positive();
    const End low = end_at(piece.lower, m, s, right, bits);
    const End high = end_at(piece.upper, m, s, right, bits);
    Ball previous = 0;
    Ball current = right ? low.cdf - high.cdf : high.cdf - low.cdf;
    for (int k = 1; k <= power; ++k) {
        const Ball at_high = high.finite ? pow(high.x, k - 1) * high.density : Ball(0);
        const Ball at_low = low.finite ? pow(low.x, k - 1) * low.density : Ball(0);
        const Ball next = m * current + Ball(k - 1) * s * s * previous - s * (at_high - at_low);
        previous = current;
        current = next;
    }
    return current;
}

bool is_zero_factor(const Real& x) { return x.rational() != nullptr && x.rational()->sign() == 0; }

}  // namespace

ExponentialPolynomial squared(const ExponentialPolynomial& f) {
    ExponentialPolynomial result;
    for (const ExponentialPiece& piece : f) {
        ExponentialPiece square{piece.lower, piece.upper, {}};
        for (const ExponentialTerm& a : piece.terms) {
            for (const ExponentialTerm& b : piece.terms) {
                square.terms.push_back({a.coefficient * b.coefficient, a.power + b.power, a.rate + b.rate});
            }
        }
        result.push_back(std::move(square));
    }
    return result;
}

ExponentialPolynomial derivative(const ExponentialPolynomial& f) {
    ExponentialPolynomial result;
    for (const ExponentialPiece& piece : f) {
        ExponentialPiece slope{piece.lower, piece.upper, {}};
        for (const ExponentialTerm& term : piece.terms) {
            if (term.power > 0)
                slope.terms.push_back({term.coefficient * Real(term.power), term.power - 1, term.rate});
            if (!is_zero_factor(term.rate))
                slope.terms.push_back({term.coefficient * term.rate, term.power, term.rate});
        }
        result.push_back(std::move(slope));
    }
    return result;
}

Ball normal_mean(const ExponentialPolynomial& f, const Real& mean, const Real& std, long bits) {
    const Ball m = mean.at(bits);
    const Ball s = std.at(bits);
    Ball total = Ball().at_precision(bits);
    for (const ExponentialPiece& piece : f) {
        for (const ExponentialTerm& term : piece.terms) {
            const Ball rate = term.rate.at(bits);
            const Ball factor = is_zero_factor(term.rate) ? Ball(1) : exp(rate * m + pow(rate * s, 2) / 2);
            total += term.coefficient.at(bits) * factor *
                     interval_moment(term.power, piece, m + rate * s * s, s, bits);
        }
    }
    return total;
}

}  // namespace sigprop
