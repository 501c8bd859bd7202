// E max a = n E[e^(x_1)/S; x_1 is the largest]. With T the variable of a Laplace transform, for x_1 = std z,
//     E max a = n integral phi(z) J(z) dz,   J(z) = integral over T > 0 of e^-T K(T, z)^(n-1) dT,
//     K(T, z) = E[exp(-T e^(x - std z)); x < std z] = sum over m of (-T)^m / m! c_m(z),
//     c_m(z) = E[e^(m (x - std z)); x < std z] = e^((t^2 - z^2)/2) Phi(-t),   t = m std - z.
// The column c(z) is shared by every T, and (-T)^m / m! by every z.
//
// Over w = log T the trapezoidal rule converges in |Im w| < pi/2: |K(T e^(ia), z)| <= K(T cos a, z) turns the
// bound of Trefethen and Weideman (SIAM Review 56(3), 2014) into J(z) / cos a: the error is relative.
// For T < T_0 = tau/n, e^-T K^(n-1) = E[e^(-T (1 + R)); all below x_1] is replaced by its power series, each
// term of which sums over the grid to a geometric series; its coefficients are at most n^m / m! because 1 + R
// <= n. Over z: by parts, K is a mixture over v >= 0 of Phi(z - v) with weights d exp(-T e^(-std v)) and e^-T
// at v = 0, of total mass one, off the real line as well; hence normal_cdf_strip.hpp. The tails follow from
// phi J <= phi Phi^(n-1), which is log-concave.

#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "methods/softmax/bounds.hpp"
#include "methods/softmax/extremes.hpp"
#include "methods/softmax/lower_moments.hpp"
#include "methods/softmax/normal_cdf_strip.hpp"

#include <fmt/format.h>
#include <cmath>
#include <vector>

namespace sigprop {
namespace {

constexpr int tau = 2;  ///< n T_0
constexpr long max_weight_bits = 64;

/// log of n phi(z) Phi(z)^(n-1), an upper bound of n phi J.
double log_envelope(double z, double n) {
    const double below =
        z > -5 ? std::log1p(-0.5 * std::erfc(z * M_SQRT1_2)) : std::log(0.5 * std::erfc(-z * M_SQRT1_2));
    return std::log(n) - z * z / 2 - 0.918938533204673 + (n - 1) * below;
}

/// A guess of log E max a, which only decides the precision of each point.
double guess_of_log(double n, double std) {
    const double leading = std::sqrt(2 * std::log(n));
    const double largest = leading - (std::log(std::log(n) + 1) + 2.5) / (2 * leading);
    return std::max(std::min(0.0, std * largest - std * std / 2 - std::log(n)) - 1, -std::log(n));
}

/// A number of terms of sum (-T)^m / m! c_m, at least T + 2 and `from`, whose rest is below e^(T - goal).
slong terms_at(double T, double goal, slong from) {
    slong m = std::max(from, static_cast<slong>(T) + 2);
    const double log_T = std::log(T);
    while (static_cast<double>(m) * log_T - std::lgamma(static_cast<double>(m) + 1) > T - goal) ++m;
    return m;
}

class MaxWeight {
public:
    MaxWeight(const NormalRow& row, long bits);

    /// An upper bound of the work: the number of points (z, T), each weighted by the length of its numbers.
    [[nodiscard]] double work() const {
        const double points = static_cast<double>(last_ - first_ + 1) * std::log(goal_ * real_n_) / w_step_;
        return points * static_cast<double>(bits_ + 64) / 256;
    }
    [[nodiscard]] Ball operator()(const Context& context);

private:
    void find_ends();
    void find_w_step();
    void fill_rows();
    [[nodiscard]] Ball at(const Ball& z, double nats) const;
    [[nodiscard]] Ball left_of_grid(LowerMoments& column, double nats, long bits) const;
    [[nodiscard]] Ball conditioned(LowerMoments& column, std::size_t j, slong terms, long bits) const;
    [[nodiscard]] Ball beyond(slong k, slong direction) const;

    std::uint64_t n_;
    double real_n_;
    Real std_;
    long bits_, precision_;
    double goal_;  ///< the absolute error wanted is e^-goal
    CdfStrip strip_;
    double z_step_ = 0, w_step_ = 0, w_strip_ = 0;
    slong first_ = 0, last_ = 0, max_terms_ = 0;
    std::vector<double> T_;
    std::vector<ArbVector> rows_;  ///< (-T_j)^m / m!
    std::vector<Ball> weights_;    ///< T_j e^(-T_j)
    std::vector<Ball> edges_;      ///< upper bounds of step times the sum of T e^-T beyond T_j
    std::vector<Ball> geometric_;  ///< step T_0 sum over i > 0 of e^(-i (m + 1) step)
};

MaxWeight::MaxWeight(const NormalRow& row, long bits)
    : n_(row.n), real_n_(static_cast<double>(row.n)), std_(row.std), bits_(bits) {
    const double guess = guess_of_log(real_n_, row.std.to_double());
    goal_ = static_cast<double>(bits + 6) * log_2 - guess;
    precision_ = static_cast<long>((goal_ + std::log(real_n_)) / log_2) + 40;
    const double exponent = goal_ + std::log(2 * real_n_);
    strip_ = best_cdf_strip(n_ - 1, exponent);
    const double step = 2 * M_PI * strip_.height / (exponent + log(strip_.bound(n_ - 1)).to_double());
    z_step_ = short_double(design("softmax.max_weight.step", step));
    find_ends();
    find_w_step();
}

void MaxWeight::find_ends() {
    double peak = 0;
    for (double z = -6; z < 10; z += 0.01) {
        if (log_envelope(z, real_n_) > log_envelope(peak, real_n_)) peak = z;
    }
    const double least = -design("softmax.max_weight.ends", goal_);
    const auto matters = [&](slong k) {
        return log_envelope(static_cast<double>(k) * z_step_, real_n_) > least;
    };
    first_ = last_ = static_cast<slong>(std::floor(peak / z_step_));
    while (matters(first_ - 1)) --first_;
    while (matters(last_ + 1)) ++last_;
}

void MaxWeight::find_w_step() {
    const double relative = static_cast<double>(bits_ + 6) * log_2;
    for (double a = 1; a < M_PI_2; a += 0.002) {
        const double step = 2 * M_PI * a / (relative + std::log(2 / std::cos(a)));
        if (step > w_step_) {
            w_step_ = step;
            w_strip_ = a;
        }
    }
    w_step_ = short_double(design("softmax.max_weight.inner_step", w_step_));
}

/// The number of terms of the power series at T_0 for an accuracy of e^-nats.
slong series_terms(double nats) {
    return terms_at(tau, design("softmax.max_weight.series", nats) + tau, 2 * tau);
}

void MaxWeight::fill_rows() {
    const Ball start = Ball(tau).at_precision(precision_) / count_ball(n_, precision_);
    const Ball step = Ball(w_step_).at_precision(precision_);
    const slong series = series_terms(goal_ + 8);
    for (std::int64_t m = 0; m < series; ++m) geometric_.push_back(step * start / expm1(step * Ball(m + 1)));
    for (std::int64_t j = 0; T_.empty() || T_.back() < goal_; ++j) {
        const Ball T = start * exp(step * Ball(j));
        T_.push_back(T.to_double());
        const slong terms = terms_at(T_.back(), goal_ + std::log(real_n_) + 10, j == 0 ? series : 1);
        ArbVector row(static_cast<std::size_t>(terms));
        arb_one(row[0]);
        for (slong m = 1; m < terms; ++m) {
            arb_mul(row[m], row[m - 1], raw(T), precision_);
            arb_div_si(row[m], row[m], -m, precision_);
        }
        max_terms_ = std::max(max_terms_, terms);
        rows_.push_back(std::move(row));
        const Ball decay = exp(-T);
        weights_.push_back(T * decay);
        // T e^-T falls from T = 1 on and never exceeds 1/e.
        const Ball edge = T_.back() > 1.001 ? decay : decay + Ball(w_step_) * exp(-Ball(1).at_precision(64));
        edges_.push_back(edge.at_precision(max_weight_bits));
    }
}

/// step times the sum over the grid below T_0, divided by Phi(z)^(n-1).
Ball MaxWeight::left_of_grid(LowerMoments& column, double nats, long bits) const {
    const ArbVector& row = rows_.front();
    const slong terms = std::min(static_cast<slong>(geometric_.size()), series_terms(nats));
    arb_srcptr c = column.first(terms);
    ArbVector series(static_cast<std::size_t>(terms));
    arb_one(series[0]);
    for (slong m = 1; m < terms; ++m) {
        arb_mul(series[m], row[m], c + m, bits);
        arb_div(series[m], series[m], c, bits);
    }
    _arb_poly_log_series(series[0], series[0], terms, terms, bits);
    _arb_vec_scalar_mul(series[0], series[0], terms, raw(count_ball(n_ - 1, bits)), bits);
    arb_add(series[1], series[1], row[1], bits);
    _arb_poly_exp_series(series[0], series[0], terms, terms, bits);
    Ball sum = blank(bits);
    for (slong m = 0; m < terms; ++m)
        arb_addmul(raw(sum), series[m], raw(geometric_[static_cast<std::size_t>(m)]), bits);
    // The omitted coefficients are at most tau^m / m!, their factors at most T_0.
    Ball rest = Ball(2 * tau).at_precision(max_weight_bits) / count_ball(n_, max_weight_bits);
    for (std::int64_t m = 1; m <= terms; ++m) rest = rest * Ball(tau) / Ball(m);
    return sum.widened(error_term("softmax.max_weight.series_rest", rest));
}

/// K(T_j, z)
Ball MaxWeight::conditioned(LowerMoments& column, std::size_t j, slong terms, long bits) const {
    const ArbVector& row = rows_[j];
    arb_srcptr c = column.first(terms);
    Ball K = blank(bits);
    dot(raw(K), c, row[0], 1, terms, bits);
    // From here on the terms alternate and fall, so the next one bounds the rest.
    Ball next = blank(max_weight_bits);
    arb_mul(raw(next), row[terms - 1], c + terms - 1, max_weight_bits);
    const Ball rest = next * Ball(T_[j] * (1 + 1e-9) / static_cast<double>(terms));
    return K.widened(error_term("softmax.max_weight.alternating_rest", abs(rest)));
}

/// phi(z) J(z) by the sum over T, with an error of about e^-nats phi(z) Phi(z)^(n-1).
Ball MaxWeight::at(const Ball& exact_z, double nats) const {
    const long bits = static_cast<long>((nats + std::log(real_n_)) / log_2) + 30;
    const Ball z = exact_z.at_precision(bits);
    LowerMoments column(z, std_.at(bits), max_terms_);
    const Ball below = power(column.mass(), n_ - 1);
    const double cut = design("softmax.max_weight.right_end", nats / log_2);
    const long negligible = below.magnitude_exponent() - static_cast<long>(cut) - 3;
    Ball sum = blank(bits);
    Ball rest;
    const double accuracy = design("softmax.max_weight.alternating", nats + std::log(real_n_) + 8);
    slong terms = 1;
    for (std::size_t j = 0; j < T_.size(); ++j) {
        terms = std::min(terms_at(T_[j], accuracy, terms), rows_[j].size());
        const Ball raised = power(conditioned(column, j, terms, bits), n_ - 1);
        arb_addmul(raw(sum), raw(raised), raw(weights_[j]), bits);
        rest = raised.upper().at_precision(max_weight_bits) * edges_[j];
        if (rest.magnitude_exponent() < negligible) break;
    }
    const Ball left = left_of_grid(column, nats, bits);
    return normal_pdf(z) *
           (Ball(w_step_) * sum + left * below).widened(error_term("softmax.max_weight.right_end", rest));
}

/// Bounds the sum of phi J from the point k on by a geometric series, since phi Phi^(n-1) is log-concave.
Ball MaxWeight::beyond(slong k, slong direction) const {
    const auto envelope = [&](std::int64_t point) {
        const Ball z = Ball(point) * Ball(z_step_).at_precision(precision_);
        return normal_pdf(z) * power(normal_cdf(z), n_ - 1);
    };
    const Ball first = envelope(k);
    const Ball ratio = envelope(k + direction) / first;
    return (1 - ratio).is_positive() ? first / (1 - ratio) : Ball::indeterminate();
}

Ball MaxWeight::operator()(const Context& context) {
    fill_rows();
    const Ball step = Ball(z_step_).at_precision(precision_);
    Ball sum = blank(precision_);
    for (slong k = first_; k <= last_; ++k) {
        context.check_cancelled();
        const double nats = goal_ + log_envelope(static_cast<double>(k) * z_step_, real_n_);
        sum += at(Ball(static_cast<std::int64_t>(k)) * step, std::max(nats, 2.0) + 2);
    }
    // The error over T is 2 / (cos a (e^(2 pi a / h) - 1)) of each term.
    const Ball a = Ball(w_strip_).at_precision(max_weight_bits);
    const Ball relative =
        error_term("softmax.max_weight.inner_discretisation", trapezoid_error(a, Ball(w_step_), 1));
    sum *= Ball(1).widened(relative / (1 - relative));  // widening: of terms
    // The error over z, and the sums beyond the ends.
    const Ball strip = Ball(strip_.height).at_precision(max_weight_bits);
    const Ball discretisation = error_term("softmax.max_weight.discretisation",
                                           strip_.bound(n_ - 1) * trapezoid_error(strip, Ball(z_step_), 0));
    const Ball ends =
        error_term("softmax.max_weight.ends", step * (beyond(first_ - 1, -1) + beyond(last_ + 1, 1)));
    // widening: of terms
    return count_ball(n_, precision_) * (step * sum).widened(discretisation).widened(ends);
}

}  // namespace

Answer mean_max_weight(const NormalRow& row, long bits, const Context& context) {
    MaxWeight mean(row, bits);
    if (mean.work() > static_cast<double>(context.budget)) {
        return {Status::unable, fmt::format("the two-dimensional rule needs about {:.1e} evaluations, which "
                                            "is more than the budget of {}",
                                            mean.work(), context.budget)};
    }
    return mean(context).at_precision(bits);
}

}  // namespace sigprop
