#include "methods/softmax/compressed_nodes.hpp"

#include "core/ball/error_term.hpp"
#include "methods/quadrature/arb_vector.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr long compression_bits = 64;
constexpr int tried = 60;  // ellipses

/// T_0(x) … T_(count-1)(x). By products of polynomials of half the degree, so that radii grow little.
void chebyshev(ArbVector& values, const Ball& x, long working) {
    const auto count = static_cast<std::size_t>(values.size());
    arb_one(values.at(0));
    if (count > 1) arb_set(values.at(1), raw(x));
    for (std::size_t k = 2; k < count; ++k) {
        const std::size_t half = k / 2;
        arb_mul(values.at(k), values.at(half), values.at(k - half), working);
        arb_mul_2exp_si(values.at(k), values.at(k), 1);
        if (k % 2 == 0) {
            arb_sub_ui(values.at(k), values.at(k), 1, working);
        } else {
            arb_sub(values.at(k), values.at(k), raw(x), working);
        }
    }
}

/// The rule's sums of T_2k(x/top) = T_k(2 (x/top)^2 - 1), from one of each pair ±x.
ArbVector moments(const LogitNodes& rule, const Ball& top, std::size_t count, long working) {
    ArbVector sums(count), values(count);
    const std::size_t size = rule.nodes.size();
    for (std::size_t j = 0; j < (size + 1) / 2; ++j) {
        chebyshev(values, 2 * pow(rule.nodes[j] / top, 2) - 1, working);
        const Ball weight = rule.weights[j] * Ball(2 * j + 1 == size ? 1 : 2);
        for (std::size_t k = 0; k < count; ++k) arb_addmul(sums.at(k), values.at(k), raw(weight), working);
    }
    return sums;
}

void add_error(LogitNodes& rule, const Ball& top, const Compression& by, std::size_t count) {
    const Ball r = Ball(by.r).at_precision(compression_bits);
    const Ball wide = top.at_precision(compression_bits) * (r + 1 / r) / 2;
    const Ball eta = top.at_precision(compression_bits) * (r - 1 / r) / 2;
    Ball total = 0;
    for (const Ball& weight : rule.weights) total += weight.at_precision(compression_bits).magnitude();
    const Ball error = 4 * total * pow(r, -static_cast<std::int64_t>(count)) / (1 - 1 / r);
    const bool is_inside = (Ball::pi(compression_bits) / 2 - eta).is_positive();
    const Ball proved =
        error_term("softmax.compressed_nodes.interpolation", is_inside ? error : Ball::infinity());
    rule.cos_eta = min(rule.cos_eta, cos(eta));
    rule.size = max(rule.size, wide);
    for (int t = 0; t <= highest_row_power; ++t)
        rule.discretisation[static_cast<std::size_t>(t)] += proved * exp(Ball(t) * wide);
    rule.gaussian += proved * exp(pow(wide / rule.steep, 2) / 2);
}

}  // namespace

Compression compression(double top, double goal) {
    Compression best = {INFINITY, 1};
    for (int i = 1; i < tried; ++i) {
        const double eta = M_PI / 2 * i / tried;
        const double r = eta / top + std::hypot(1, eta / top);
        const double growth = highest_row_power *
                              (std::min(top * (r + 1 / r) / 2, 63 * std::log(2.0)) - std::log(std::cos(eta)));
        const double nodes = std::ceil((goal + growth - std::log1p(-1 / r)) / std::log(r)) + 1;
        if (nodes < best.nodes) best = {nodes, r};
    }
    return best;
}

LogitNodes compressed(const LogitNodes& rule, const Ball& top, const Compression& by, long working) {
    const auto count = static_cast<std::size_t>(design("softmax.compressed_nodes.count", by.nodes));
    LogitNodes result = rule;
    add_error(result, top, by, count);
    result.nodes.clear();
    result.weights.clear();
    const long fine = working + 2 * static_cast<long>(std::log2(static_cast<double>(count) + 1)) + 8;
    const std::size_t even = (count + 1) / 2;  // the sums of odd polynomials are 0
    ArbVector sums = moments(rule, top, even, fine), values(even);
    arb_mul_2exp_si(sums.at(0), sums.at(0), -1);
    const Ball N(static_cast<std::int64_t>(count));
    const Ball angle = Ball::pi(fine) / (2 * N);
    for (std::size_t i = count; i-- > 0;) {
        const Ball c = cos(angle * Ball(static_cast<std::int64_t>(2 * i + 1)));
        chebyshev(values, 2 * c * c - 1, fine);
        Ball weight = blank(fine);
        dot(raw(weight), sums.at(0), values.at(0), 1, static_cast<slong>(even), fine);
        result.nodes.push_back((top * c).at_precision(working));
        result.weights.push_back((2 * weight / N).at_precision(working));
    }
    return result;
}

}  // namespace sigprop
