#include "methods/block_sums.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr std::size_t chunk = BlockEvaluator::block_size;
static_assert(most_block_samples % chunk == 0 && chunk % lanes_per_sum == 0);
using Lanes = std::array<double, lanes_per_sum>;

double tree_sum(Lanes& lane) {
    for (std::size_t half = lanes_per_sum / 2; half > 0; half /= 2) {
        for (std::size_t l = 0; l < half; ++l) lane[l] += lane[l + half];
    }
    return lane[0];
}

/// lane[k mod 32] += value(k) for k < count.
template <class Value>
void add_to_lanes(Lanes& lane, std::size_t count, const Value& value) {
    std::size_t k = 0;
    for (; k + lanes_per_sum <= count; k += lanes_per_sum) {
        for (std::size_t l = 0; l < lanes_per_sum; ++l) lane[l] += value(k + l);
    }
    for (std::size_t l = 0; k + l < count; ++l) lane[l] += value(k + l);
}

}  // namespace

void SampleChunk::draw(const SampleSource& source, std::uint64_t first, std::size_t count) {
    std::vector<std::span<double>> out;
    for (std::size_t i = 0; i < static_cast<std::size_t>(source.dimension()); ++i) {
        out.push_back(std::span(values_).subspan(i * most, count));
    }
    source.fill_all(first, out);
    variables_.clear();
    for (const std::span<double> own : out) variables_.push_back(own.data());
}

std::vector<double> SampleChunk::point(std::size_t k) const {
    std::vector<double> x;
    for (const double* variable : variables_) x.push_back(variable[k]);
    return x;
}

std::vector<double> pilot_means(const SamplePlan& plan, BlockEvaluator& evaluator) {
    SampleChunk x(plan.source.dimension());
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(chunk, plan.group_samples));
    x.draw(plan.source, 0, count);
    evaluator(x.variables(), count);
    std::vector<double> means;
    for (std::size_t i = 0; i < plan.integrands.size(); ++i) {
        const std::span<const double> values = evaluator.output(i);
        Lanes lane{};
        add_to_lanes(lane, count, [values](std::size_t k) { return values[k]; });
        const double mean = tree_sum(lane) / static_cast<double>(count);
        means.push_back(std::isfinite(mean) ? mean : 0);
    }
    return means;
}

SampleTotals::SampleTotals(const SamplePlan& plan)
    : sums(plan.groups * sums_of_group(plan.integrands.size())),
      least(plan.integrands.size(), std::numeric_limits<double>::infinity()),
      most(plan.integrands.size(), -std::numeric_limits<double>::infinity()) {}

std::span<const ExactSum> SampleTotals::group(std::uint64_t index) const {
    const std::size_t size = sums_of_group(least.size());
    return std::span(sums).subspan(index * size, size);
}

void SampleTotals::merge(const SampleTotals& other) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i].merge(other.sums[i]);
    for (std::size_t i = 0; i < least.size(); ++i) {
        least[i] = std::min(least[i], other.least[i]);
        most[i] = std::max(most[i], other.most[i]);
    }
    if (other.bad_sample < bad_sample) {
        bad_sample = other.bad_sample;
        bad_integrand = other.bad_integrand;
        bad_point = other.bad_point;
    }
}

BlockWorker::BlockWorker(const SamplePlan& plan, const BlockEvaluator& evaluator)
    : plan_(&plan),
      totals_(plan),
      evaluator_(evaluator),
      x_(plan.source.dimension()),
      differences_(plan.integrands.size() * chunk),
      lanes_(sums_of_group(plan.integrands.size())) {}

bool BlockWorker::add_block(std::uint64_t block) {
    for (Lanes& lane : lanes_) lane.fill(0);
    const std::uint64_t group = block / plan_->blocks_per_group();
    const std::uint64_t before = block % plan_->blocks_per_group() * plan_->block_samples();
    const std::uint64_t begin = group * plan_->group_samples + before;
    const std::uint64_t end = begin + std::min(plan_->block_samples(), plan_->group_samples - before);
    for (std::uint64_t first = begin; first < end; first += chunk) {
        if (!add_chunk(first, std::min<std::size_t>(chunk, end - first))) return false;
    }
    const std::size_t own = group * lanes_.size();
    for (std::size_t i = 0; i < lanes_.size(); ++i) totals_.sums[own + i].add(tree_sum(lanes_[i]));
    return true;
}

bool BlockWorker::add_chunk(std::uint64_t first, std::size_t count) {
    x_.draw(plan_->source, first, count);
    evaluator_(x_.variables(), count);
    const std::size_t integrands = plan_->integrands.size();
    for (std::size_t i = 0; i < integrands; ++i) {
        if (!subtract_shift(i, first, count)) return false;
    }
    for (std::size_t i = 0, product = integrands; i < integrands; ++i) {
        const double* a = differences_.data() + i * chunk;
        add_to_lanes(lanes_[i], count, [a](std::size_t k) { return a[k]; });
        for (std::size_t j = i; j < integrands; ++j, ++product) {
            const double* b = differences_.data() + j * chunk;
            add_to_lanes(lanes_[product], count, [a, b](std::size_t k) { return a[k] * b[k]; });
        }
    }
    return true;
}

bool BlockWorker::subtract_shift(std::size_t i, std::uint64_t first, std::size_t count) {
    const std::span<const double> values = evaluator_.output(i);
    const double shift = plan_->shifts[i];
    double* out = differences_.data() + i * chunk;
    double least = totals_.least[i];
    double most = totals_.most[i];
    bool finite = true;
    for (std::size_t k = 0; k < count; ++k) {
        finite = finite && std::isfinite(values[k]);
        out[k] = values[k] - shift;
        least = std::min(least, out[k]);
        most = std::max(most, out[k]);
    }
    totals_.least[i] = least;
    totals_.most[i] = most;
    if (!finite) note_bad(i, first, values);
    return finite;
}

void BlockWorker::note_bad(std::size_t i, std::uint64_t first, std::span<const double> values) {
    const auto bad = std::find_if(values.begin(), values.end(), [](double v) { return !std::isfinite(v); });
    const auto k = static_cast<std::size_t>(bad - values.begin());
    totals_.bad_sample = first + k;
    totals_.bad_integrand = i;
    totals_.bad_point = x_.point(k);
}

}  // namespace sigprop
