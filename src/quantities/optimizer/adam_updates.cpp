// How large Adam's steps are when gradients are pure noise and beta2 is below 1.
//
// With m = (1 - beta1) sum beta1^k g_k and v = sum w_k g_k^2, w_k = (1 - beta2) beta2^k, for independent
// normal g_k: 1/v is the integral of e^(-t v) over t > 0, and under the weight e^(-t v) the g_k are normal
// with variance 1/(1 + 2 t w_k), so that
//     E m^2/v = integral of P(t) S(t) dt,  P(t) = product of (1 + 2 t w_k)^(-1/2),
//     S(t) = (1 - beta1)^2 sum beta1^(2 k)/(1 + 2 t w_k).
// In y = log t the integrand is G(y) = t P(t) S(t). Since |1 + z| >= 1 + Re z for Re z >= 0, |P| and |S| at
// t = r e^(i a) are at most P and S at r cos a: the integral of |G| along Im y = a is at most that along the
// real line over cos a. The trapezoidal rule T of step h therefore has
//     |T - I| <= 2 I / (cos a (e^(2 pi a/h) - 1)),
// least for tan a = 2 pi/h, and this bounds the error by the value itself. Of T, the points on the left are
// below S(0) e^y; on the right the ratio of neighbours falls, since each factor's does, and S falls.
// With x = 2 t w_N <= 1/2 the factors from N on have the logarithm sum (-1)^(j+1) x^j/(j (1 - beta2^j)), and
// the terms of S the sum of (-x)^j/(1 - beta1^2 beta2^j) times beta1^(2 N): alternating series whose terms
// fall. Reference: own derivation; Trefethen and Weideman, SIAM Review 56, 2014, for the trapezoidal rule.

#include "quantities/optimizer/adam_updates.hpp"

#include <cmath>
#include <sigprop/core/random/random.hpp>

#include "catalogue/optimizer.hpp"
#include "core/ball/error_term.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

constexpr double log_of_two = 0.6931471805599453;
constexpr double most_factors = 0x1p22;  // before the series converges

/// P(t) and S(t) at points of the real line.
class NoiseTransform {
public:
    struct Value {
        Ball product, weights;
    };

    NoiseTransform(const Ball& beta1, const Ball& beta2, long bits)
        : squared_(pow(beta1, 2)), scale_(pow(1 - beta1, 2)), beta2_(beta2), rate_(-log(beta2)), bits_(bits) {
        const long of_product = design("optimizer.adam_update.product_terms", bits);
        for (long j = 1; j <= of_product; ++j) of_logarithm_.push_back(1 / (j * -expm1(-j * rate_)));
        const long of_sum = design("optimizer.adam_update.weights_terms", bits);
        for (long j = 0; j < of_sum; ++j) of_weights_.push_back(1 / (1 - squared_ * exp(-j * rate_)));
    }

    /// The number of factors at t that the series does not have.
    [[nodiscard]] double factors_at(const Ball& t) const {
        const double x = 2 * (t * (1 - beta2_)).to_double();
        return std::max(0.0, std::ceil(std::log(2 * x) / rate_.to_double()));
    }

    [[nodiscard]] Value at(const Ball& t) const {
        Ball x = 2 * t * (1 - beta2_), product = 1, weights = 0;
        Ball forgotten = Ball(1).at_precision(bits_);  // beta1^(2 k)
        for (auto left = static_cast<std::int64_t>(factors_at(t)); left > 0; --left) {
            product = product * (1 + x);
            weights += forgotten / (1 + x);
            x = x * beta2_;
            forgotten = forgotten * squared_;
        }
        const Series rest = series(x, of_weights_, 1);
        weights += forgotten *
                   rest.sum.widened(error_term("optimizer.adam_update.weights_rest", rest.first_left_out));
        // log(1 + x) + … = x (c_1 - x c_2 + …)
        const Series factors = series(x, of_logarithm_, x);
        const Ball logarithm =
            factors.sum.widened(error_term("optimizer.adam_update.product_rest", factors.first_left_out));
        return {exp(-logarithm / 2) / sqrt(product), scale_ * weights};
    }

private:
    struct Series {
        Ball sum, first_left_out;
    };

    /// factor sum (-x)^j c_j, until the terms are negligible; the rest is at most the first that is left out.
    [[nodiscard]] Series series(const Ball& x, const std::vector<Ball>& c, const Ball& factor) const {
        if (!(1 - x).is_positive()) return {Ball::indeterminate(), 0};
        Ball sum = Ball(0).at_precision(bits_), power = factor.at_precision(bits_);
        std::size_t j = 0;
        for (; j + 1 < c.size() && power.magnitude_exponent() > -bits_; ++j) {
            sum += power * c[j];
            power = -power * x;
        }
        return {sum, (power * c[j]).magnitude()};
    }

    Ball squared_, scale_, beta2_, rate_;
    long bits_;
    std::vector<Ball> of_logarithm_, of_weights_;
};

/// Chains of the algorithm, each after so many steps that v has forgotten its start.
Answer sampled_mean_square(const AdamUpdateRmsArguments& given, const Context& context) {
    constexpr double forgets = 20 * log_of_two;  // beta2^steps = 2^-20
    constexpr std::uint64_t chains = 64;
    const double b1 = given.beta1.to_double(), b2 = given.beta2.to_double();
    const double slowest = std::max(std::max(b1 * b1, b2), 0.5);
    const double warm = std::ceil(forgets / -std::log(slowest));
    if (!(warm * 2 * chains <= 0x1p25)) return {Status::unable, "Adam forgets too slowly to be sampled"};
    const auto steps = static_cast<std::size_t>(warm);
    const RandomStream stream(context.seed, "optimizer.adam_update_rms");
    std::vector<double> gradients(2 * steps);
    return mean_of_trials(
        chains, 2 * steps,
        [&](std::uint64_t chain) {
            stream.fill_normals(chain * 2 * steps, gradients);
            double m = 0, v = 0, squares = 0;
            for (std::size_t i = 0; i < 2 * steps; ++i) {
                m = b1 * m + (1 - b1) * gradients[i];
                v = b2 * v + (1 - b2) * gradients[i] * gradients[i];
                if (i >= steps) squares += m * m / v;
            }
            return squares / static_cast<double>(steps);
        },
        context);
}

std::vector<Route> adam_update_rms(const AdamUpdateRmsArguments& given) {
    return mapped(
        {enclosure(RouteKind::closed_form, "arb_trapezoid",
                   [given](long bits, const Context& context) {
                       return mean_square_update(given.beta1, given.beta2, bits, context);
                   }),
         DirectRoute{RouteKind::simulation, "monte_carlo", Kind::sample,
                     [given](long, const Context& context) { return sampled_mean_square(given, context); }}},
        sqrt(Formula::variable()));
}

}  // namespace

Answer mean_square_update(const Real& first, const Real& second, long bits, const Context& context) {
    const long near_one = std::max(0L, -(1 - second.at(64)).magnitude_exponent());
    const long working = bits + 64 + 2 * near_one;
    const Ball beta1 = first.at(working), beta2 = second.at(working);
    const NoiseTransform transform(beta1, beta2, working);
    const double step_bits = design("optimizer.adam_update.step_bits", static_cast<double>(bits + 8));
    const double frequency = (step_bits * log_of_two + std::log(4 * step_bits)) / 1.5;  // 2 pi/h
    const Ball h(6.283185307179586 / frequency);
    const Ball omega = 2 * Ball::pi(error_bits) / h;
    const Ball strip =
        error_term("optimizer.adam_update.strip", 2 * sqrt(1 + pow(omega, 2)) / expm1(omega * atan(omega)));
    const auto left_bits = static_cast<double>(design("optimizer.adam_update.left_bits", bits + 8));
    const long right_bits = design("optimizer.adam_update.right_bits", bits + 8);
    auto k = static_cast<std::int64_t>(-left_bits * log_of_two / h.to_double());
    const Ball leftmost = exp((Ball(k) * h).at_precision(error_bits));
    const Ball at_zero = ((1 - beta1) / (1 + beta1)).at_precision(error_bits);
    const Ball left =
        error_term("optimizer.adam_update.left", at_zero * leftmost / expm1(h.at_precision(error_bits)));
    const Ball growth = exp(h.at_precision(error_bits));
    Ball sum = Ball(0).at_precision(working), before = 1;
    for (;; ++k) {
        context.check_cancelled();
        const Ball t = exp((Ball(k) * h).at_precision(working));
        if (transform.factors_at(t) > most_factors)
            return {Status::unable, "so many factors of the transform take too long: ask for fewer digits"};
        const NoiseTransform::Value now = transform.at(t);
        const Ball term = t * now.product * now.weights;
        if (!term.is_finite()) return {Status::unable, "the transform has no enclosure"};
        sum += term;
        const Ball ratio = (growth * now.product / before).at_precision(error_bits);
        before = now.product;
        if (!(1 - ratio).is_positive()) continue;
        const Ball right = (term * ratio / (1 - ratio)).at_precision(error_bits);
        if (!(sum * Ball::power_of_two(-right_bits) - right).is_positive()) continue;
        const Ball tail = error_term("optimizer.adam_update.right", right);
        const Ball rule = Ball::interval(sum.lower(), (sum + left + tail).upper()).at_precision(working) * h;
        // widening: of terms
        return rule / Ball(1).at_precision(working).widened(strip);
    }
}

std::vector<Quantity> adam_update_quantities() {
    return {quantity("optimizer.adam_update_rms", adam_update_rms)};
}

}  // namespace sigprop
