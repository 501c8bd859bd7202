// exp(-e^(x + u)) is bounded where |Im (x + u)| < pi/2, in u as well as in the variable on which x depends.
// In a strip of half width a, the trapezoidal rule with step h then errs by e^(-2 pi a/h).

#include "methods/softmax/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace sigprop {
namespace {

constexpr double strip = 1.45;  // half width for x + u, < pi/2
constexpr double nats = 38;     // e^-38 is below a double's resolution

struct Node {
    double x, weight;
};

double step_for(double width, double growth) { return 2 * std::numbers::pi * width / (nats + growth); }

/// Nodes for x = logit(z), z normal, analytic for |Im z| < width.
template <class Logit>
std::vector<Node> estimated_normal_nodes(double width, double log_n, const Logit& logit) {
    const double b = std::min(width, std::sqrt(2 * nats));
    const double h = step_for(b, b * b / 2);
    const int last = static_cast<int>(std::sqrt(2 * (nats + 4 + log_n)) / h) + 1;
    std::vector<Node> nodes;
    for (int k = -last; k <= last; ++k) {
        const double z = k * h;
        nodes.push_back({logit(z), std::exp(-z * z / 2)});
    }
    return nodes;
}

/// Nodes for x = z c, c = tanh t: the density of c is (1 - c^2)^((d - 3)/2), that of t is cosh(t)^(1 - d).
std::vector<Node> estimated_sphere_nodes(double dim, double z, double log_n) {
    if (dim == 1) return {{z, 1}, {-z, 1}};
    const double b = std::min({std::atan(strip / z), strip, std::sqrt(2 * nats / (dim - 1))});
    const double h = step_for(b, -(dim - 1) * std::log(std::cos(b)));
    const int last = static_cast<int>(std::acosh(std::exp((nats + 4 + log_n) / (dim - 1))) / h) + 1;
    std::vector<Node> nodes;
    for (int k = -last; k <= last; ++k) {
        const double t = k * h;
        nodes.push_back({z * std::tanh(t), std::pow(std::cosh(t), 1 - dim)});
    }
    return nodes;
}

/// Nodes that cover the range of the largest of n keys.
std::vector<Node> nodes_of(const LogitLaw& law, double log_n) {
    if (law.kind == LogitLaw::Kind::sphere)
        return estimated_sphere_nodes(static_cast<double>(law.dim), law.radius.to_double(), log_n);
    const double s = law.std.to_double();
    if (law.kind == LogitLaw::Kind::normal)
        return estimated_normal_nodes(strip / s, log_n, [s](double z) { return s * z; });
    const double cap = law.cap.to_double();
    return estimated_normal_nodes(cap / s * std::atan(strip / cap), log_n,
                                  [=](double z) { return cap * std::tanh(s * z / cap); });
}

/// The integrands of E log S and E sum a x at one u. Nodes where y = e^(x + u) is so small that 1 - e^-y = y
/// in double precision, or so large that e^-y = 0, enter by precomputed sums over the first or last nodes.
class Row {
public:
    Row(std::vector<Node> nodes, double n) : nodes_(std::move(nodes)), n_(n) {
        std::ranges::sort(nodes_, {}, &Node::x);
        double total = 0;
        for (const Node& node : nodes_) total += node.weight;
        first_.push_back({});
        for (Node& node : nodes_) {
            node.weight /= total;
            powers_.push_back(std::exp(node.x));
            const double part = node.weight * powers_.back();
            const Sums& before = first_.back();
            first_.push_back({before.weight + node.weight, before.below + part, before.tilted + part * node.x,
                              before.most + part * std::fabs(node.x)});
        }
        last_.assign(nodes_.size() + 1, 0);
        for (std::size_t j = nodes_.size(); j > 0; --j) last_[j - 1] = last_[j] + nodes_[j - 1].weight;
    }

    struct At {
        double entropy;     ///< the integrand
        double left_side;   ///< size of the integrand's parts that remains to the left of u
        double right_side;  ///< size that remains to the right
    };

    [[nodiscard]] At operator()(double u) const {
        const double t = std::exp(u);
        const std::size_t begin = place(std::log(1e-17) - u);
        const std::size_t end = place(std::log(50.0) - u);
        double below = first_[begin].below * t + last_[end];  // 1 - g
        double tilted = first_[begin].tilted * t;
        double most = first_[begin].most * t;
        // g is also summed directly, for where 1 - below is only rounding: its value for two keys decides
        // when to stop.
        double above = first_[begin].weight;
        for (std::size_t j = begin; j < end; ++j) {
            const double y = powers_[j] * t;
            const double fallen = -std::expm1(-y);
            const double stays = fallen < 0.5 ? 1 - fallen : std::exp(-y);
            const double part = nodes_[j].weight * y * stays;
            above += nodes_[j].weight * stays;
            below += nodes_[j].weight * fallen;
            tilted += part * nodes_[j].x;
            most += part * std::fabs(nodes_[j].x);
        }
        const double log_g = below < 0.5 ? std::log1p(-below) : std::log(above);
        const double rest = std::exp((n_ - 1) * log_g);
        const double log_partition = -std::expm1(n_ * log_g) + std::expm1(-t);
        return {log_partition - n_ * tilted * rest, t + n_ * (below + most),
                std::exp(-t) + rest * (1 + n_ * most)};
    }

private:
    /// Sums over the first nodes of the weights, and of e^x, e^x x and e^x |x| times the weights.
    struct Sums {
        double weight = 0, below = 0, tilted = 0, most = 0;
    };

    /// How many nodes have x below the limit.
    [[nodiscard]] std::size_t place(double limit) const {
        const auto found = std::ranges::lower_bound(nodes_, limit, {}, &Node::x);
        return static_cast<std::size_t>(found - nodes_.begin());
    }

    std::vector<Node> nodes_;
    std::vector<double> powers_;
    std::vector<Sums> first_;
    std::vector<double> last_;  ///< sums of the weights from each node on
    double n_;
};

}  // namespace

double estimated_row_entropy(const LogitLaw& law, std::uint64_t n) {
    constexpr double negligible = 1e-19;
    constexpr int max_steps = 1 << 20;
    const auto keys = static_cast<double>(n);
    const Row row(nodes_of(law, std::log(keys)), keys);
    const double h = step_for(strip, 2);
    const double start = -std::log(keys);
    double sum = 0;
    for (int k = 0; k < max_steps; ++k) {
        const Row::At at = row(start + k * h);
        if (!std::isfinite(at.entropy)) return NAN;
        sum += at.entropy;
        if (at.right_side < negligible) break;
    }
    for (int k = 1; k < max_steps; ++k) {
        const Row::At at = row(start - k * h);
        if (!std::isfinite(at.entropy)) return NAN;
        sum += at.entropy;
        if (at.left_side < negligible) break;
    }
    return h * sum;
}

}  // namespace sigprop
