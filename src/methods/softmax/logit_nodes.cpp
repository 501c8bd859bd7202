#include "methods/softmax/logit_nodes.hpp"

#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "methods/quadrature/gauss_legendre.hpp"
#include "methods/softmax/bounds.hpp"
#include "methods/softmax/compressed_nodes.hpp"
#include "methods/softmax/plateau_nodes.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr long node_bits = 64;
constexpr double slack = 18;  // in exponents, for what the estimates below neglect

Ball node_ball(double x) { return Ball(x).at_precision(node_bits); }

/// A displacement of the path of integration, in doubles.
struct Displacement {
    double b = 0;
    double step = 0;  ///< of a trapezoid in z
    double nodes = 0;
};

/// The exponent wanted for the discretisation. Errors relative to phi_p near u = -infinity need the growth of
/// e^(p x) in addition, errors relative to n^-p need p log n: the smaller of the two suffices.
double goal_of(double growth, long bits) {
    return nats_of_bits(bits) + std::min(growth, highest_row_power * 63 * log_2) + 8;
}

/// The exponent theta, about -u/s^2, of the bounds of phi_p(u) where rows of up to 2^63 keys have their
/// integrals: u > -12 s.
double relevant_exponent(double s) { return std::min<double>(highest_row_power, 12 / s); }

double square(double x) { return x * x; }

double log_cos(double eta) { return std::log(std::cos(eta)); }

/// The displacement b < widest, among many, with the fewest nodes by nodes(b).
template <class Nodes>
Displacement best(double widest, const Nodes& nodes) {
    Displacement result;
    result.nodes = INFINITY;
    for (int i = 1; i < 200; ++i) {
        const Displacement one = nodes(widest * i / 200.0);
        if (one.nodes < result.nodes) result = one;
    }
    return result;
}

struct NormalShape {
    double s, cap;  ///< cap infinite for the normal law itself

    [[nodiscard]] double imaginary(double b) const {
        return std::isinf(cap) ? s * b : cap * std::tan(s * b / cap);
    }
    /// The widest displacement that can be the best one: the least of (goal + b^2/2)/b is at sqrt(2 goal).
    [[nodiscard]] double widest(long bits) const {
        const double possible = std::isinf(cap) ? M_PI / 2 / s : cap / s * std::atan(M_PI / 2 / cap);
        return std::min(possible, 2 * std::sqrt(2 * goal_of(INFINITY, bits)));
    }
};

Displacement choose(const NormalShape& shape, long bits) {
    constexpr double p = highest_row_power;
    return best(shape.widest(bits), [&](double b) {
        const double beta = std::isinf(shape.cap) ? 0 : shape.s * b / shape.cap;
        const double steep = shape.s / std::pow(std::cos(beta), 2);
        const double top = 2 * beta > M_PI / 2 ? shape.cap / std::sin(2 * beta) : shape.cap;
        const double theta = relevant_exponent(shape.s);
        const double cut_off = std::isinf(shape.cap)
                                   ? 0
                                   : std::min(std::pow(shape.cap / shape.s, 2), square(theta * shape.s)) / 2;
        const double relative = square(theta) * (square(steep) - square(shape.s)) / 2 +
                                (std::isinf(shape.cap) ? 0 : theta * (top - shape.cap)) + cut_off;
        const double goal = goal_of(std::min({p * p * steep * steep / 2, p * top, relative + slack}), bits);
        const double step = 2 * M_PI * b / (goal + b * b / 2 - p * log_cos(shape.imaginary(b)));
        const double drift = p * shape.s;  // e^(p x) moves the density, unless x stays below the cap
        const double radius =
            std::min(drift + std::sqrt(2 * goal), std::sqrt(2 * (goal + p * shape.cap)) + 1);
        return Displacement{b, step, 2 * std::ceil(radius / step) + 1};
    });
}

Displacement choose_on_sphere(double dim, double radius, long bits) {
    constexpr double p = highest_row_power;
    const double m = dim - (std::fmod(dim, 2) == 0 ? 2 : 3);
    return best(std::min(std::asinh(M_PI / 2 / radius), 50.0), [&](double b) {
        const double wide = std::cosh(b);
        double growth = p * radius * wide;
        if (m > 0) {
            const double s = radius / std::sqrt(dim), steep = radius * wide * wide / std::sqrt(m);
            const double theta = relevant_exponent(s), half = dim / 2,
                         root = std::hypot(half, theta * radius);
            const double log_mean =
                root - half - half * std::log((half + root) / dim);  // approximately log E e^(theta x)
            growth = std::min({growth, square(p * steep) / 2, square(theta * steep) / 2 - log_mean + slack});
        }
        const double exponent =
            goal_of(growth, bits) + std::log(dim) + m * std::log(wide) - p * log_cos(radius * std::sinh(b));
        return Displacement{b, 0, std::ceil(exponent / (2 * b)) + 1};
    });
}

NormalShape shape_of(const LogitLaw& law) {
    return {law.std.to_double(), law.kind == LogitLaw::Kind::normal ? INFINITY : law.cap.to_double()};
}

/// The errors of the trapezoidal rule in z.
void bound_normal(LogitNodes& rule, const LogitLaw& law, const Displacement& path, const Ball& beyond_z) {
    const bool is_capped = law.kind == LogitLaw::Kind::capped_normal;
    const Ball s = law.std.at(node_bits), cap = is_capped ? law.cap.at(node_bits) : node_ball(1);
    const Ball b = node_ball(path.b), step = node_ball(path.step);
    const Ball beta = is_capped ? s * b / cap : node_ball(0);
    const Ball eta = is_capped ? cap * sin(beta) / cos(beta) : s * b;
    const Ball steep = s / pow(cos(beta), 2);
    Ball top = cap;  // bound of |Re x|
    if (is_capped && !(Ball::pi(node_bits) / 4 - beta).is_positive()) top = cap / min(sin(2 * beta), Ball(1));
    rule.cos_eta = cos(eta);
    // |x| <= steep |z| + eta, whose mean under G e^(t steep |z|) is at most this factor
    rule.size = steep * (1 + highest_row_power * steep) + eta;
    if (is_capped) rule.size = min(rule.size, top + eta);
    const Ball error = trapezoid_error(b, step) * exp(b * b / 2);
    const Ball edge = step * normal_pdf(beyond_z) * 2;
    rule.gaussian = 2 * error;
    rule.steep = steep;
    for (int t = 0; t <= highest_row_power; ++t) {
        const Ball T = Ball(t).at_precision(node_bits);
        const Ball gaussian = 2 * exp(T * T * steep * steep / 2);
        rule.discretisation[static_cast<std::size_t>(t)] =
            error * (is_capped ? min(gaussian, exp(T * top)) : gaussian);
        const Ball slow = 1 - exp((T * s - beyond_z) * step);  // x grows by s step at most
        Ball rest = edge * exp(T * s * beyond_z) / slow;
        const bool is_known = slow.is_positive();
        if (is_capped) {
            const Ball flat = edge * exp(T * cap) / (1 - exp(-beyond_z * step));
            rest = is_known ? min(rest, flat) : flat;
        } else if (!is_known) {
            rest = Ball::infinity();
        }
        rule.truncation[static_cast<std::size_t>(t)] = rest;
        rule.truncated_size = s * (beyond_z + step / slow);  // x grows by s step at most
        if (is_capped) rule.truncated_size = is_known ? min(rule.truncated_size, cap) : cap;
    }
}

LogitNodes normal_nodes(const LogitLaw& law, long bits, long working) {
    Displacement path = choose(shape_of(law), bits);
    path.step = design("softmax.nodes.step", path.step);
    LogitNodes rule;
    const Ball s = law.std.at(working), step = Ball(path.step).at_precision(working);
    const double all = design("softmax.nodes.count", (path.nodes - 1) / 2);
    const double enough = nodes_before_plateau(shape_of(law).s, shape_of(law).cap, path.step, working);
    const auto side = static_cast<std::int64_t>(std::min(all, enough));
    for (std::int64_t j = -side; j <= side; ++j) {
        const Ball z = Ball(j) * step;
        Ball x = s * z;
        if (law.kind == LogitLaw::Kind::capped_normal) {
            const Ball cap = law.cap.at(working);
            x = cap * tanh(x / cap);
        }
        rule.nodes.push_back(std::move(x));
        rule.weights.push_back(step * normal_pdf(z));
    }
    bound_normal(rule, law, path, node_ball(path.step) * Ball(side + 1));
    if (enough < all) close_by_plateau(rule, law, node_ball(path.b), node_ball(path.step));
    return rule;
}

void bound_sphere(LogitNodes& rule, const LogitLaw& law, double displacement, const Ball& constant,
                  std::int64_t weight_power, const Ball& factor) {
    const Ball radius = law.radius.at(node_bits), b = node_ball(displacement);
    const Ball wide = cosh(b);
    rule.cos_eta = cos(radius * sinh(b));
    rule.size = radius * wide;
    const Ball error = factor * constant * pow(wide, weight_power);
    if (weight_power > 0) {
        rule.gaussian = error;
        rule.steep = radius * wide * wide / sqrt(Ball(weight_power).at_precision(node_bits));
    }
    for (int t = 0; t <= highest_row_power; ++t) {
        const Ball T = Ball(t).at_precision(node_bits);
        Ball exponent = T * radius * wide;
        if (weight_power > 0)
            exponent = min(exponent, pow(T * radius * wide * wide, 2) / Ball(2 * weight_power));
        rule.discretisation[static_cast<std::size_t>(t)] = error * exp(exponent);
    }
}

LogitNodes sphere_nodes(const LogitLaw& law, long bits, long working) {
    LogitNodes rule;
    const Ball radius = law.radius.at(working);
    if (law.dim == 1) {
        rule.nodes = {-radius, radius};
        rule.weights = {Ball(0.5).at_precision(working), Ball(0.5).at_precision(working)};
        rule.size = radius.at_precision(node_bits);
        return rule;
    }
    const Displacement path = choose_on_sphere(static_cast<double>(law.dim), law.radius.to_double(), bits);
    const auto count = static_cast<std::int64_t>(path.nodes);
    const Ball half = Ball(law.dim).at_precision(working + 16) / 2;
    const Ball pi = Ball::pi(working);
    const Ball constant = exp(log_gamma(half) - log_gamma(half - Ball(0.5))) / sqrt(pi);
    const Ball decay = exp(-2 * node_ball(path.b) * Ball(count));
    if (law.dim % 2 == 0) {
        const Ball angle = pi / Ball(count);
        for (std::int64_t j = 0; j < count; ++j) {
            const Ball theta = angle * (Ball(j) + Ball(0.5));
            rule.nodes.push_back(radius * cos(theta));
            rule.weights.push_back(angle * constant * pow(sin(theta), law.dim - 2));
        }
        bound_sphere(rule, law, path.b, constant.at_precision(node_bits), law.dim - 2,
                     2 * Ball::pi(node_bits) * decay / (1 - decay));
        return rule;
    }
    const GaussLegendre unit = gauss_legendre(static_cast<int>(count), working + 16);
    for (std::size_t j = 0; j < unit.nodes.size(); ++j) {
        const Ball& c = unit.nodes[j];
        rule.nodes.push_back((radius * c).at_precision(working));
        rule.weights.push_back(
            (constant * unit.weights[j] * pow(1 - c * c, (law.dim - 3) / 2)).at_precision(working));
    }
    bound_sphere(rule, law, path.b, constant.at_precision(node_bits), law.dim - 3,
                 8 * decay / (1 - exp(-node_ball(path.b))));
    return rule;
}

Compression compression_of(const LogitLaw& law, long bits) {
    if (law.kind != LogitLaw::Kind::capped_normal) return {INFINITY, 1};
    return compression(law.cap.to_double(), nats_of_bits(bits) + slack);
}

/// The weights of the fewer nodes cost some products for each pair of nodes.
bool pays(const Compression& fewer, double nodes) { return 2 * fewer.nodes < nodes; }

}  // namespace

double count_logit_nodes(const LogitLaw& law, long bits) {
    if (law.kind != LogitLaw::Kind::sphere) {
        const Displacement path = choose(shape_of(law), bits);
        const NormalShape shape = shape_of(law);
        const double side = nodes_before_plateau(shape.s, shape.cap, path.step, bits);
        const double nodes = std::min(path.nodes, 2 * side + 1);
        const Compression fewer = compression_of(law, bits);
        return pays(fewer, nodes) ? fewer.nodes : nodes;
    }
    if (law.dim == 1) return 2;
    return choose_on_sphere(static_cast<double>(law.dim), law.radius.to_double(), bits).nodes;
}

LogitNodes logit_nodes(const LogitLaw& law, long bits, long working) {
    if (law.kind == LogitLaw::Kind::sphere) return sphere_nodes(law, bits, working);
    LogitNodes rule = normal_nodes(law, bits, working);
    const Compression fewer = compression_of(law, bits);
    if (!pays(fewer, static_cast<double>(rule.nodes.size()))) return rule;
    return compressed(rule, law.cap.at(working), fewer, working);
}

}  // namespace sigprop
