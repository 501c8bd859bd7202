#include "quantities/activation/gaussian_products.hpp"

#include "quantities/activation/owens_t.hpp"

#include <stdexcept>

namespace sigprop {
namespace {

/// The effect of a factor e^(-t x^2): the weight it contributes, and the law that remains.
struct Tilted {
    Ball weight;
    NormalAt law;
};

Tilted tilted(const Ball& t, const NormalAt& x) {
    const Ball shrink = 1 + 2 * t * x.variance;
    return {exp(-t * pow(x.mean, 2) / shrink) / sqrt(shrink), {x.mean / shrink, x.variance / shrink, x.bits}};
}

/// The effect of a factor phi(x)^power, power 1 or 2.
Tilted by_density(int power, const NormalAt& x) {
    Tilted result = tilted(Ball(power) / 2, x);
    result.weight = result.weight * pow(1 / sqrt(2 * Ball::pi(x.bits)), power);
    return result;
}

Ball square_mean(const NormalAt& x) { return pow(x.mean, 2) + x.variance; }

Ball h_of(const NormalAt& x) { return x.mean / sqrt(1 + x.variance); }

Ball cdf_mean(const NormalAt& x) { return normal_cdf(h_of(x)); }

/// E x Phi(x), by parts.
Ball x_cdf_mean(const NormalAt& x) { return x.mean * cdf_mean(x) + x.variance * by_density(1, x).weight; }

Ball cdf_square_mean(const NormalAt& x) {
    return cdf_mean(x) - 2 * owens_t(h_of(x), 1 / sqrt(1 + 2 * x.variance), x.bits);
}

/// E f^2 = E x (x Phi^2) and E x Phi^2, each by parts, with (Phi^2)' = 2 Phi phi.
Ball gelu_square_mean(const NormalAt& x) {
    const Tilted once = by_density(1, x);
    const Ball cdf_density = once.weight * cdf_mean(once.law);
    const Ball x_cdf_density = once.weight * x_cdf_mean(once.law);
    return square_mean(x) * cdf_square_mean(x) + 2 * x.variance * (x.mean * cdf_density + x_cdf_density);
}

}  // namespace

Ball gelu_mean(Moment moment, const NormalAt& x) {
    const Tilted once = by_density(1, x);
    switch (moment) {
        case Moment::mean: return x_cdf_mean(x);
        case Moment::second_moment: return gelu_square_mean(x);
        case Moment::derivative_mean: return cdf_mean(x) + once.weight * once.law.mean;
        case Moment::derivative_second_moment: {
            // f' = Phi + x phi
            const Tilted twice = by_density(2, x);
            return cdf_square_mean(x) + 2 * once.weight * x_cdf_mean(once.law) +
                   twice.weight * square_mean(twice.law);
        }
        case Moment::linear: break;
    }
    throw std::logic_error("the linear coefficient is left to the caller");
}

Ball erf_mean(Moment moment, const Ball& alpha, const NormalAt& x) {
    // erf(alpha x) = 2 Phi(u) - 1 with u = sqrt(2) alpha x
    const Ball scale = sqrt(Ball(2).at_precision(x.bits)) * alpha;
    const NormalAt u{scale * x.mean, pow(scale, 2) * x.variance, x.bits};
    const Ball square = pow(alpha, 2);
    const Ball height = 2 * alpha / sqrt(Ball::pi(x.bits));  // f' = height e^(-alpha^2 x^2)
    switch (moment) {
        case Moment::mean: return erf(alpha * x.mean / sqrt(1 + 2 * square * x.variance));
        case Moment::second_moment: return 4 * (cdf_square_mean(u) - cdf_mean(u)) + 1;
        case Moment::derivative_mean: return height * tilted(square, x).weight;
        case Moment::derivative_second_moment: return pow(height, 2) * tilted(2 * square, x).weight;
        case Moment::linear: break;
    }
    throw std::logic_error("the linear coefficient is left to the caller");
}

Ball exp_neg_sq_mean(Moment moment, const NormalAt& x) {
    const Tilted once = tilted(1, x);
    const Tilted twice = tilted(2, x);
    switch (moment) {
        case Moment::mean: return once.weight;
        case Moment::second_moment: return twice.weight;
        case Moment::derivative_mean: return -2 * once.weight * once.law.mean;
        case Moment::derivative_second_moment: return 4 * twice.weight * square_mean(twice.law);
        case Moment::linear: break;
    }
    throw std::logic_error("the linear coefficient is left to the caller");
}

}  // namespace sigprop
