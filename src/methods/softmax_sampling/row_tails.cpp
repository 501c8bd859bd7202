#include "methods/softmax_sampling/row_tails.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/doubles.hpp"
#include "methods/softmax_sampling/row_statistics.hpp"

namespace sigprop {
namespace {

/// Logits of which fewer than this are expected count as missed.
constexpr double fewest_met = 0.5;

/// A value of a logit and its probability.
struct Node {
    double x, probability;
};

/// Nodes of N(0, std^2) with a cap, in descending order.
std::vector<Node> normal_nodes(double std, double cap) {
    constexpr double step = 1.0 / 64;
    std::vector<Node> nodes;
    for (int k = 64 * 12; k >= -64 * 12; --k) {
        const double z = k * step;
        const double x = std * z;
        nodes.push_back({std::isfinite(cap) ? cap * std::tanh(x / cap) : x,
                         step * std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi)});
    }
    return nodes;
}

/// Nodes of radius times the cosine of an angle with density sin^(dim - 2), in descending order.
std::vector<Node> sphere_nodes(double dim, double radius) {
    constexpr int count = 4096;
    if (dim == 1) return {{radius, 0.5}, {-radius, 0.5}};
    std::vector<Node> nodes;
    double total = 0;
    for (int k = 0; k < count; ++k) {
        const double angle = std::numbers::pi * (k + 0.5) / count;
        nodes.push_back({radius * std::cos(angle), std::pow(std::sin(angle), dim - 2)});
        total += nodes.back().probability;
    }
    for (Node& node : nodes) node.probability /= total;
    return nodes;
}

std::vector<Node> nodes_of(const LogitLaw& law) {
    constexpr std::int64_t nearly_normal = 10'000;
    switch (law.kind) {
        case LogitLaw::Kind::normal: return normal_nodes(law.std.to_double(), infinity);
        case LogitLaw::Kind::capped_normal: return normal_nodes(law.std.to_double(), law.cap.to_double());
        case LogitLaw::Kind::sphere: break;
    }
    if (law.dim > nearly_normal) return normal_nodes(spread_of(law), infinity);
    return sphere_nodes(static_cast<double>(law.dim), law.radius.to_double());
}

/// The row whose every statistic is the mean over the drawn rows.
SoftmaxRow typical(const DrawnRows& drawn) {
    SoftmaxRow mean;
    for (std::size_t k = 0; k < drawn.rows.size(); ++k) {
        const SoftmaxRow& row = drawn.rows[k];
        const double weight = drawn.weights[k % drawn.weights.size()] / static_cast<double>(drawn.count());
        mean.entropy += weight * row.entropy;
        mean.log_partition += weight * row.log_partition;
        mean.participation += weight * row.participation;
        mean.sum_cubes += weight * row.sum_cubes;
        mean.max_weight += weight * row.max_weight;
    }
    return mean;
}

/// The row with one more logit.
SoftmaxRow joined(const SoftmaxRow& row, double x) {
    const double above = x - row.log_partition;
    const double p = 1 / (1 + std::exp(-above));
    const double rest = 1 / (1 + std::exp(above));
    SoftmaxRow result;
    result.log_partition =
        row.log_partition + (above > 0 ? above + std::log1p(std::exp(-above)) : std::log1p(std::exp(above)));
    result.entropy =
        rest * row.entropy - (p > 0 ? p * std::log(p) : 0) - (rest > 0 ? rest * std::log(rest) : 0);
    result.participation = rest * rest * row.participation + p * p;
    result.sum_cubes = rest * rest * rest * row.sum_cubes + p * p * p;
    result.max_weight = std::max(rest * row.max_weight, p);
    return result;
}

double number_of(RowStatistic what, SoftmaxRow row) {
    const double square = row.participation * row.participation;
    row.jacobian_norm = row.participation - 2 * row.sum_cubes + square;
    return value_of(what, row);
}

}  // namespace

double spread_of(const LogitLaw& law) {
    switch (law.kind) {
        case LogitLaw::Kind::normal: return law.std.to_double();
        case LogitLaw::Kind::capped_normal: return std::min(law.std.to_double(), law.cap.to_double());
        case LogitLaw::Kind::sphere: break;
    }
    return law.radius.to_double() / std::sqrt(static_cast<double>(law.dim));
}

double missed_share(RowStatistic what, const LogitLaw& law, const DrawnRows& drawn) {
    const SoftmaxRow row = typical(drawn);
    const double before = number_of(what, row);
    const auto logits = static_cast<double>(drawn.logits());
    double above = 0;  // the probability of this logit or a larger one
    double missed = 0;
    double met = 0;
    double met_probability = 0;
    for (const Node& node : nodes_of(law)) {
        const double h = number_of(what, joined(row, node.x)) - before;
        above += node.probability;
        if (logits * above < fewest_met) {
            missed += node.probability * h;
        } else {
            met += node.probability * h;
            met_probability += node.probability;
        }
    }
    const double missed_probability = 1 - met_probability;
    return static_cast<double>(drawn.length) * (missed - missed_probability * met / met_probability);
}

}  // namespace sigprop
