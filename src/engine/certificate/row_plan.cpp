#include "engine/certificate/row_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace sigprop {
namespace {

/// The sum of the exponents of the weights: 1 for log S.
int weights_of(const RowTerm& mean) {
    int sum = 0;
    for (const RowFactor& one : mean.factors) sum += one.weight;
    return std::max(sum, 1);
}

/// What the checker counts for `sums` inner sums over the nodes of a plan: products, and exponentials of
/// nodes that are new.
double work_of(const RowPlan& plan, std::size_t sums) {
    const double bits = static_cast<double>(plan.resolution);
    const double product = 1 + std::floor(std::ldexp(bits * bits, -17));
    const double exponential = 50 + (bits / 4 + 10) * product;
    const double outer = static_cast<double>(plan.outer[0] + plan.outer[1]);
    const double nodes = 2 * static_cast<double>(plan.reach);
    const double fresh = std::min(static_cast<double>(plan.stride), nodes);
    return static_cast<double>(sums) * outer * 4 * (nodes * product + fresh * exponential);
}

/// -log of cos at the strip's half width, which enters the bound once for each weight.
double loss(double strip, int weights) { return -weights * std::log(std::cos(strip)); }

}  // namespace

RowPlan plan_row(const FormulaOfRow& row, long bits) {
    using std::numbers::pi;
    constexpr double widest = 1.5;  // of a strip, in u: below pi / 2
    constexpr long max_nodes = 50'000, max_stride = 1'000'000;
    const double std = row.std.at(64).to_double();
    const double keys = static_cast<double>(row.keys);
    int weights = 1;
    std::set<RowFactor> sums = {RowFactor{}};
    for (const RowTerm& mean : row.means) {
        weights = std::max(weights, weights_of(mean));
        sums.insert(mean.factors.begin(), mean.factors.end());
    }
    // natural logarithms throughout: errors are to be below e^-goal
    const double goal = static_cast<double>(bits) * std::numbers::ln2 + std::log(keys * (1 + std)) + 5;
    const double outer_step = 2 * pi * widest / (goal + loss(widest, weights));
    // the error of an inner sum is e^(a^2 / 2 - 2 pi a / step) for a strip of half width a
    const double a = std::min(std::sqrt(2 * goal), widest / std);
    const double inner_step = 2 * pi * a / (goal + loss(std::min(a * std, widest), weights) + 2 + a * a / 2);

    RowPlan plan;
    if (row.keys > std::uint64_t{1} << 62) {
        plan.refusal = "a row in a certificate has at most 2^62 keys";
        return plan;
    }
    plan.stride = std::max(1L, static_cast<long>(outer_step / (std * inner_step)));
    const double wanted = std::min(std * inner_step, outer_step / static_cast<double>(plan.stride));
    const int exponent = std::ilogb(wanted) - 10;
    const double mantissa = std::floor(std::ldexp(wanted, -exponent));
    const double step = std::ldexp(mantissa, exponent);
    plan.step = Ball(step);
    const double wide = goal + 6 * weights;
    const double far_z = std::sqrt(2 * goal);
    const double beyond_z = std::max(1.2, std::sqrt(2 * wide / keys));
    // a tenth more than is needed, since a tail is divided between z and u in sixteenths
    const double left = 1.1 * (std * far_z + goal);
    const double right = 1.1 * (std * beyond_z + std::log(wide + 12));
    const double stride_step = step * static_cast<double>(plan.stride);
    plan.reach = static_cast<long>(std::ceil((far_z + 0.1) * std / step));
    plan.outer = {static_cast<long>(std::ceil(left / stride_step)),
                  static_cast<long>(std::ceil(right / stride_step))};
    plan.strips = {fmt::format("{:.6f}", 0.999 * a), fmt::format("{:.1f}", widest)};
    plan.resolution = static_cast<long>(goal / std::numbers::ln2) + 50;
    plan.work = work_of(plan, sums.size());
    if (std::max({plan.reach, plan.outer[0], plan.outer[1]}) > max_nodes || plan.stride > max_stride ||
        plan.work > max_row_work)
        plan.refusal = fmt::format("its row has {} by {} nodes, and the check would take minutes",
                                   plan.outer[0] + plan.outer[1], 2 * plan.reach);
    return plan;
}

}  // namespace sigprop
