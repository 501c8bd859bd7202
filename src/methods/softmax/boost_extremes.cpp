#include "methods/softmax/boost_extremes.hpp"

#include "methods/quadrature/boost_panels.hpp"

#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <complex>
#include <vector>

namespace sigprop {
namespace {

constexpr double root_half = 0.70710678118654752;
constexpr double wanted = 0x1p-36;

double density(double z) { return 0.3989422804014327 * std::exp(-z * z / 2); }
double upper_tail(double z) { return 0.5 * std::erfc(z * root_half); }

// widening: estimate
Ball with_error(double value, double error) { return Ball(value).at_precision(64).widened(Ball(error)); }

/// The integral over x for a given u, panel by panel.
class Inner {
public:
    Inner(double std, double n, int parts) : std_(std), n_(n), negligible_(1e-40 / n / n), parts_(parts) {}

    double operator()(double u) const {
        double sum = 0;
        double covered = 0;  // E[1 - exp(-e^(y + u)); y < x]: 1 - G without the tail
        double from = first;
        while (from < last && std_ * from + u < 5) {
            const double to = next(from, u);
            sum += panel(from, to, u, covered);
            covered += integral([&](double z) { return loss(z, u); }, from, to);
            from = to;
        }
        return n_ * sum;
    }

private:
    static constexpr double first = -14;
    static constexpr double last = 16;

    template <class Function>
    static double integral(const Function& f, double from, double to) {
        return boost::math::quadrature::gauss<double, 15>::integrate(f, from, to);
    }

    [[nodiscard]] double loss(double z, double u) const {
        return -density(z) * std::expm1(-std::exp(std_ * z + u));
    }

    /// The next panel's end: steps of 1/2 in z, and of 2 in std z + u where the double exponential changes.
    [[nodiscard]] double next(double from, double u) const {
        const double turning = (-30 - u) / std_;
        const double step = 0.5 / parts_;
        if (from < turning) return std::min(from + step, std::max(turning, from + 1e-3));
        return from + std::min(step, 2 / (std_ * parts_));
    }

    [[nodiscard]] double panel(double from, double to, double u, double covered) const {
        const auto f = [&](double z) {
            const double y = std::exp(std_ * z + u);
            const double weight = density(z) * y * std::exp(-y);
            if (weight < negligible_) return 0.0;
            const double lost =
                covered + integral([&](double x) { return loss(x, u); }, from, z) + upper_tail(z);
            return weight * std::exp((n_ - 1) * std::log1p(-std::min(lost, 1.0)));
        };
        return integral(f, from, to);
    }

    double std_, n_;
    double negligible_;  ///< weights below it are left out: the integral is E max a / n >= 1/n^2
    int parts_;
};

std::vector<double> breaks(double from, double to, double pace) {
    std::vector<double> points{from};
    while (points.back() < to) points.push_back(points.back() + pace);
    return points;
}

}  // namespace

Answer boost_max_weight(const NormalRow& row, const Context& context) {
    const double std = row.std.to_double();
    const auto n = static_cast<double>(row.n);
    // The largest logit lies between these, and e^(x + u) is negligible below e^-40.
    const double highest = std * (std::sqrt(2 * std::log(n)) + 8);
    const double lowest = std * (std::sqrt(2 * std::log(n)) - 9);
    const auto outer = breaks(-highest - 40 - std::log(n), -lowest + 5, std::max(2.0, std));
    Integral fine;
    double coarse = 0;
    for (const int parts : {1, 2}) {
        const Inner inner(std, n, parts);
        auto f = [&](double u) {
            context.check_cancelled();
            return inner(u);
        };
        fine = gauss_kronrod(f, outer, wanted);
        if (parts == 1) coarse = fine.value;
    }
    return with_error(fine.value, fine.error + std::fabs(fine.value - coarse) + 0x1p-40 * fine.value);
}

Answer boost_fraction_above(const NormalRow& row, const Real& threshold, const Context& context) {
    const double std = row.std.to_double();
    const auto n = static_cast<double>(row.n);
    // f(v) on a shifted line, x + i pi/2: E exp(i e^(x + v)) becomes a mean of exp(-e^(x + v)).
    const double shift = M_PI / (2 * std);
    if (shift > 4) return {Status::unable, "at this std the inversion loses all digits in double precision"};
    const double step = std::min(0.05, 0.2 / std);
    std::vector<std::complex<double>> weights;
    std::vector<double> logits;
    for (double z = -9; z < 9; z += step) {
        const double size = step * density(z) * std::exp(shift * shift / 2);
        weights.push_back(std::polar(size, -z * shift));
        logits.push_back(std * z);
    }
    const auto transform = [&](double v) {
        std::complex<double> sum = 0;
        for (std::size_t i = 0; i < weights.size(); ++i)
            sum += weights[i] * std::exp(-std::exp(logits[i] + v));
        return sum;
    };
    const double ratio = -std::log((threshold / (1 - threshold)).to_double());
    if (!std::isfinite(ratio)) return {Status::unable, "the threshold is 1 in double precision"};
    auto f = [&](double v) {
        context.check_cancelled();
        return (std::pow(transform(v), n - 1) * std::conj(transform(v + ratio))).imag();
    };
    const double half_length = 10 * std + 40;
    const Integral total =
        gauss_kronrod(f, breaks(-half_length - std::log(n), half_length - ratio, std::max(1.0, std)));
    const double value = 0.5 - total.value / M_PI;
    const double error = total.error + n * 0x1p-48 * std::exp(shift * shift / 2);
    if (!(n * error < 0.5))
        return {Status::unable, "rows are too long for the inversion in double precision"};
    return with_error(n * value, n * error);
}

}  // namespace sigprop
