#include "measure/weights/lags.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/shape.hpp"

namespace sigprop {
namespace {

constexpr std::size_t lags_block = 4096;

}  // namespace

double LagCorrelation::errors() const { return correlation * std::sqrt(static_cast<double>(pairs)); }

std::vector<std::size_t> lags_of(const std::vector<std::size_t>& shape) {
    const std::size_t size = entries_of(shape);
    std::set<std::size_t> lags = {1, 2, 3};
    std::size_t stride = size;
    for (const std::size_t length : shape) {
        if (length == 0) return {};
        stride /= length;
        if (length == 1) continue;
        lags.insert({stride, 2 * stride});
        if (stride > 2) lags.insert({stride - 1, stride + 1});
        for (const std::size_t parts : {2U, 3U, 4U}) {
            if (length % parts == 0) lags.insert(stride * (length / parts));
        }
    }
    constexpr std::size_t least_pairs = 64;
    std::vector<std::size_t> kept;
    for (const std::size_t lag : lags) {
        if (lag > 0 && lag + least_pairs <= size) kept.push_back(lag);
    }
    return kept;
}

LagCorrelation correlation_at(const CentredEntries& entries, std::size_t lag) {
    constexpr std::size_t most_blocks = 64;
    const std::size_t pairs = entries.size() - lag;
    const bool all = pairs <= most_blocks * lags_block;
    const std::size_t blocks = all ? (pairs + lags_block - 1) / lags_block : most_blocks;
    LagCorrelation found;
    found.lag = lag;
    double xx = 0;
    double yy = 0;
    double xy = 0;
    std::vector<double> x(lags_block);
    std::vector<double> y(lags_block);
    for (std::size_t k = 0; k < blocks; ++k) {
        const std::size_t first = all ? k * lags_block : k * ((pairs - lags_block) / (blocks - 1));
        const std::size_t count = std::min(lags_block, pairs - first);
        entries.read(first, std::span(x).first(count));
        entries.read(first + lag, std::span(y).first(count));
        for (std::size_t i = 0; i < count; ++i) {
            xx += x[i] * x[i];
            yy += y[i] * y[i];
            xy += x[i] * y[i];
        }
        found.pairs += count;
    }
    if (xx > 0 && yy > 0) found.correlation = xy / std::sqrt(xx * yy);
    return found;
}

bool is_sorted(const CentredEntries& entries) {
    std::vector<double> values(std::min(entries.size(), lags_block));
    entries.read(0, values);
    if (values.empty() || values.front() == values.back()) return false;
    return std::ranges::is_sorted(values) || std::ranges::is_sorted(values, std::greater<>());
}

}  // namespace sigprop
