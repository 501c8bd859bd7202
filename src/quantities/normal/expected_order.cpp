#include "quantities/normal/expected_order.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/ball/count.hpp"
#include "core/ball/error_term.hpp"
#include "core/formula/evaluator.hpp"
#include "methods/quadrature/adaptive_gauss.hpp"
#include "quantities/normal/quantile.hpp"

namespace sigprop {
namespace {

/// Beyond both, the density of the order statistic is narrower than boxes of the complex plane can follow.
constexpr std::uint64_t most_numbers = 4096, most_from_the_top = 2048;

constexpr long longest_polynomial = 96;

long bits_of_count(std::uint64_t n) { return std::lround(std::ceil(std::log2(static_cast<double>(n) + 1))); }

/// Log of n!/((n - j)! (j - 1)!), the factor of the density.
Ball log_factor(const UpperOrder& order, long bits) {
    const long working = bits + 2 * bits_of_count(order.n) + 16;
    const auto log_factorial = [&](std::uint64_t k) { return log_gamma(count_ball(k, working) + 1); };
    return log_factorial(order.n) - log_factorial(order.n - order.j) - log_factorial(order.j - 1);
}

/// E |X| 1_A <= sqrt(E X^2 P(A)), and the squares of all n order statistics add up to n on average.
Ball outside_bound(const UpperOrder& order, const Ball& log_probability) {
    return exp((log_probability + log(count_ball(order.n, error_bits))) / 2);
}

// ---- the integral

struct OrderRange {
    double low = 0, high = 0;
};

Ball log_beyond(const UpperOrder& order, double x, int side) {
    const Ball at = Ball(x).at_precision(error_bits + 2 * bits_of_count(order.n));
    const NormalMasses masses{normal_mass_above(at), normal_cdf(at)};
    return side > 0 ? log_chernoff(order.n, order.j, masses, 1)
                    : log_chernoff(order.n, order.j - 1, masses, -1);
}

/// So far out on both sides that what is beyond is below 2^-bits.
OrderRange range_of(const UpperOrder& order, long bits) {
    const double share = static_cast<double>(order.j) / static_cast<double>(order.n);
    const double middle = upper_normal_quantile(Ball(share).at_precision(64), 32).to_double();
    const double enough =
        -(2.0 * static_cast<double>(bits) + static_cast<double>(bits_of_count(order.n))) * std::log(2.0);
    const auto reached = [&](int side) {
        double step = 0x1p-6;
        while (!(log_beyond(order, middle + side * step, side).upper_double() < enough)) step *= 1.25;
        return middle + side * step;
    };
    return {reached(-1), reached(1)};
}

/// The density of the mass above the statistic at the mass above x, over `less` masses of each side.
Formula density_of_mass(const UpperOrder& order, const Formula& factor, std::int64_t less) {
    const Formula x = Formula::variable();
    const auto below = static_cast<std::int64_t>(order.n - order.j) - less;
    const auto above = static_cast<std::int64_t>(order.j - 1) - less;
    // A power of 1 - S with 2^63 factors needs S itself, not 1 - S rounded.
    const Formula lower_part = order.n <= most_numbers
                                   ? pow(normal_cdf(x), below)
                                   : exp(Formula(Real(Rational(below))) * log1p(-normal_cdf(-x)));
    return above == 0 ? factor * lower_part : factor * lower_part * pow(normal_cdf(-x), above);
}

Formula integrand_of(const UpperOrder& order, OrderIntegrand integrand, const Formula& factor) {
    const Formula x = Formula::variable();
    if (integrand == OrderIntegrand::mean) return x * density_of_mass(order, factor, 0) * normal_pdf(x);
    const Formula below{Real(Rational(static_cast<std::int64_t>(order.n - order.j)))};
    if (order.j == 1)  // one mass less below, and none above to take away
        return below * density_of_mass(order, factor, 0) / normal_cdf(x) * pow(normal_pdf(x), 2);
    const Formula above{Real(Rational(static_cast<std::int64_t>(order.j - 1)))};
    return (below * normal_cdf(-x) - above * normal_cdf(x)) * density_of_mass(order, factor, 1) *
           pow(normal_pdf(x), 2);
}

// ---- the moments

/// Central moments of Beta(j, n + 1 - j): (n + 1 + i) m_(i+1) = i (m (1 - m) m_(i-1) + (1 - 2 m) m_i), which
/// follows from d/du u^a (1 - u)^b = -(a + b) (u - m) u^(a-1) (1 - u)^(b-1).
std::vector<Ball> central_moments(const UpperOrder& order, const Ball& mean, long most) {
    std::vector<Ball> moments = {Ball(1).at_precision(mean.precision()), Ball(0)};
    const Ball n = count_ball(order.n, mean.precision());
    for (long i = 1; i < most; ++i) {
        const auto k = static_cast<std::size_t>(i);
        moments.push_back(i * (mean * (1 - mean) * moments[k - 1] + (1 - 2 * mean) * moments[k]) /
                          (n + 1 + i));
    }
    return moments;
}

/// The derivatives of the quantile Q of the mass above: Q^(i) = (-1)^i P_i(x)/pdf(x)^i at x = Q(u), with
/// P_1 = 1 and P_(i+1) = P_i' + i x P_i, whose coefficients are not negative.
class QuantileDerivatives {
public:
    explicit QuantileDerivatives(long bits) : coefficients_{Ball(1).at_precision(bits)} {}
    void differentiate() {
        ++order_;
        std::vector<Ball> next(coefficients_.size() + 1, Ball(0).at_precision(coefficients_[0].precision()));
        for (std::size_t k = 0; k < coefficients_.size(); ++k) {
            next[k + 1] += (order_ - 1) * coefficients_[k];
            if (k > 0) next[k - 1] += static_cast<std::int64_t>(k) * coefficients_[k];
        }
        coefficients_ = std::move(next);
    }
    /// |Q^(i)| at x >= 0, and a bound of it at smaller |x|.
    [[nodiscard]] Ball size_at(const Ball& x) const {
        Ball value = coefficients_.back();
        for (std::size_t k = coefficients_.size() - 1; k-- > 0;) value = value * x + coefficients_[k];
        return value / pow(normal_pdf(x), order_);
    }
    [[nodiscard]] long order() const { return order_; }

private:
    std::vector<Ball> coefficients_;
    long order_ = 1;
};

/// Half of the range of masses, relative to the mean, on which Taylor's rest is bounded: as wide as the law.
double reach_of_moments(std::uint64_t j, long bits) {
    const double wide =
        std::sqrt((4.0 * static_cast<double>(bits) + 512) * std::log(2.0) / static_cast<double>(j));
    return std::min(0.75, design("normal.order_moments.reach", wide));
}

}  // namespace

Ball log_chernoff(std::uint64_t n, std::uint64_t count, const NormalMasses& masses, int side) {
    const long bits = masses.above.precision();
    const Ball all = count_ball(n, bits), some = count_ball(count, bits);
    const Ball more = some - all * masses.above;  // than expected
    if (!(side > 0 ? more.is_nonnegative() : more.is_nonpositive())) return 0;
    // n KL = count log(count/(n above)) + (n - count) log((n - count)/(n below))
    const Ball of_some = count == 0 ? Ball(0) : some * log1p(more / (all * masses.above));
    // The others are at most n: with none above, the probability is that of all below.
    const Ball of_others = count == n   ? Ball(0)
                           : count == 0 ? -all * log(masses.below)
                                        : (all - some) * log1p(-more / (all * masses.below));
    const Ball exponent = of_some + of_others;
    return exponent.is_finite() ? min(-exponent, 0) : Ball(0);
}

Answer order_by_integral(const UpperOrder& order, OrderIntegrand integrand, long bits,
                         const Context& context) {
    if (order.n > most_numbers && order.j > most_from_the_top)
        return {Status::unable, "the density is too narrow for a proved rule"};
    const long tail_bits = design("normal.order_integral.tail_bits", bits + 8);
    const OrderRange range = range_of(order, tail_bits);
    const long working = bits + 2 * bits_of_count(order.n) + 32;
    const Real factor("the factor of an order statistic's density",
                      [order](long wanted) { return exp(log_factor(order, wanted)).at_precision(wanted); });
    const Ball low = Ball(range.low).at_precision(working), high = Ball(range.high).at_precision(working);
    const AdaptiveIntegral inside =
        integrate_adaptively(integrand_of(order, integrand, Formula(factor)), low, high, working,
                             Ball::power_of_two(-bits - 4), context.budget, context);
    Ball mean = inside.value;
    if (integrand == OrderIntegrand::by_parts) {
        const Formula edge = density_of_mass(order, Formula(factor), 0) * normal_pdf(Formula::variable());
        Evaluator<Ball> edge_value(edge, working);
        const Ball at_low = edge_value(low), at_high = edge_value(high);
        mean = mean + at_low - at_high;
    }
    if (!mean.is_finite()) return {Status::unable, "the budget of evaluations is exceeded"};
    const auto beyond = [&](double x, int side) { return outside_bound(order, log_beyond(order, x, side)); };
    return mean.widened(
        error_term("normal.order_integral.tails", beyond(range.low, -1) + beyond(range.high, 1)));
}

Answer order_by_moments(const UpperOrder& order, long bits, const Context& context) {
    const double wide = reach_of_moments(order.j, bits);
    const long working = bits + 64;
    const Ball mean = count_ball(order.j, working) / (count_ball(order.n, working) + 1);
    const Ball near = mean * (1 - Ball(wide)), far = mean * (1 + Ball(wide));
    if (!(1 - far).is_positive()) return {Status::unable, "the law of the mass reaches beyond 1"};
    // The probability that the mass is outside: at least j numbers above `near`, at most j - 1 above `far`.
    const Ball log_outside = max(log_chernoff(order.n, order.j, {near, 1 - near}, 1),
                                 log_chernoff(order.n, order.j - 1, {far, 1 - far}, -1)) +
                             log(Ball(2).at_precision(error_bits));
    const Ball at_mean = upper_normal_quantile(mean, working);
    const Ball widest = max(abs(upper_normal_quantile(near.at_precision(error_bits), error_bits)),
                            abs(upper_normal_quantile(far.at_precision(error_bits), error_bits)));
    const long most = design("normal.order_moments.length", longest_polynomial);
    const std::vector<Ball> moments = central_moments(order, mean, 2 * most + 2);
    QuantileDerivatives derivatives(working);
    Ball sum = at_mean, factorial = 1;
    // What the polynomial itself has outside: each power by Cauchy and Schwarz, as the statistic.
    Ball outside = outside_bound(order, log_outside) + at_mean.magnitude() * exp(log_outside / 2);
    for (long i = 1;; ++i, derivatives.differentiate()) {
        context.check_cancelled();
        factorial = factorial * i;
        const auto k = static_cast<std::size_t>(i);
        if (i % 2 == 0) {
            const Ball rest = derivatives.size_at(widest) * moments[k] / factorial;
            if ((rest - Ball::power_of_two(-bits)).is_negative() || i >= most) {
                if (!(rest - 1).is_negative() || !(outside - 1).is_negative())
                    if (most == longest_polynomial)
                        return {Status::unable, "Taylor's rest is too large so near the end of the order"};
                return sum.widened(error_term("normal.order_moments.remainder", rest.magnitude()))
                    .widened(error_term("normal.order_moments.outside", outside.magnitude()));
            }
        }
        const Ball size = derivatives.size_at(at_mean) / factorial;
        sum += (i % 2 == 0 ? size : -size) * moments[k];
        outside += size.magnitude() * sqrt(moments[2 * k]) * exp(log_outside / 2);
    }
}

}  // namespace sigprop
