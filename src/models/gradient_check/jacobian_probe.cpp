#include <sigprop/models/gradient_check/jacobian_probe.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/core/random/random.hpp>
#include <vector>

#include "core/base/doubles.hpp"
#include "core/base/pairwise_sum.hpp"
#include "methods/derivatives/finite_difference.hpp"

namespace sigprop {
namespace {

constexpr double doubt = 1e-3;  ///< 1 - the probability of at_most

double product(std::span<const double> a, std::span<const double> b) {
    std::vector<double> terms(a.size());
    std::ranges::transform(a, b, terms.begin(), [](double one, double other) { return one * other; });
    return PairwiseSum(terms).total();
}

/// With probability 1 - `doubt`, the largest |g^T E v| of k probes is at least this fraction of |E|_F.
double seen_fraction(int probes) {
    const double level = std::pow(doubt, 1.0 / probes);
    // From 1.33 on, where K_1(t) < t K_0(t), spectra near rank one hide better; up to 1 none that was tried.
    double low = 0;
    double high = 1;
    if (normal_product_cdf(high) <= level) return high;
    for (int i = 0; i < 40; ++i) {
        const double middle = (low + high) / 2;
        (normal_product_cdf(middle) <= level ? low : high) = middle;
    }
    return low;
}

class Probes {
public:
    Probes(const ForwardPass& forward, const BackwardPass& backward, std::span<const double> x, double length)
        : forward_(forward),
          backward_(backward),
          x_(x),
          length_(length),
          moved_(x.size()),
          y_(x.size()),
          dx_(x.size()) {}

    struct Found {
        double difference, error;
    };
    Found run(std::span<const double> g, std::span<const double> v) {
        backward_(g, dx_);
        const double claimed = product(dx_, v);
        double sizes = 0;
        for (std::size_t i = 0; i < x_.size(); ++i) sizes += std::fabs(dx_[i] * v[i]);
        const auto along = [&](double s) {
            for (std::size_t i = 0; i < x_.size(); ++i) moved_[i] = x_[i] + s * v[i];
            forward_(moved_, y_);
            return product(g, y_);
        };
        const RichardsonOptions steps{.largest_step = length_ / (4 * std::sqrt(product(v, v))), .levels = 24};
        const DerivativeEstimate exact = richardson_difference(along, 0, steps);
        return {claimed - exact.value, exact.error + 32 * unit_roundoff * sizes};
    }

private:
    const ForwardPass& forward_;
    const BackwardPass& backward_;
    std::span<const double> x_;
    double length_;
    std::vector<double> moved_, y_, dx_;
};

}  // namespace

double normal_product_cdf(double t) {
    if (!(t > 0)) return 0;
    // 2/pi times the integral of K_0, where K_0(u) is the integral of exp(-u cosh s), by the trapezoidal
    // rule, which converges as exp(-pi^2 / step).
    constexpr double step = 1.0 / 4;
    double sum = -std::expm1(-t) / 2;
    for (double s = step; s < 40; s += step) sum += -std::expm1(-t * std::cosh(s)) / std::cosh(s);
    return 2 * std::numbers::inv_pi * step * sum;
}

JacobianProbe probe_jacobian(const ForwardPass& forward, const BackwardPass& backward,
                             std::span<const double> x, double length, const JacobianProbeOptions& options) {
    if (x.empty())
        throw InputError::about({"x"}, "the probe of a Jacobian needs an input of at least one entry");
    if (!std::ranges::all_of(x, [](double one) { return std::isfinite(one); })) {
        throw InputError::about({"x"}, "the probe of a Jacobian needs finite inputs");
    }
    if (!(length > 0) || !std::isfinite(length))
        throw InputError::about({"length"}, "the length in a Jacobian probe must be above 0 and finite");
    if (options.probes < 1) throw InputError::about({"probes"}, "a Jacobian needs at least one probe");
    const RandomStream directions(options.seed, "jacobian probe: directions");
    const RandomStream cotangents(options.seed, "jacobian probe: cotangents");
    std::vector<double> v(x.size());
    std::vector<double> g(x.size(), 1.0);
    Probes probes(forward, backward, x, length);
    JacobianProbe found;
    double squares = 0;
    double noise_squares = 0;
    double largest = 0;
    for (int k = 0; k < options.probes; ++k) {
        const std::uint64_t first = static_cast<std::uint64_t>(k) * x.size();
        directions.fill_normals(first, v);
        if (options.cotangent == Cotangent::normal) cotangents.fill_normals(first, g);
        const auto [difference, error] = probes.run(g, v);
        squares += difference * difference;
        noise_squares += error * error;
        largest = std::fmax(largest, std::fabs(difference) + error);
        if (!(std::fabs(difference) <= error) || !std::isfinite(error)) found.agrees = false;
    }
    found.frobenius = std::sqrt(squares / options.probes);
    found.noise = std::sqrt(noise_squares / options.probes);
    found.at_most = options.cotangent == Cotangent::normal && std::isfinite(squares + noise_squares)
                        ? largest / seen_fraction(options.probes)
                        : infinity;
    return found;
}

}  // namespace sigprop
