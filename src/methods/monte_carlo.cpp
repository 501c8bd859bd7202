// Plain Monte Carlo. Samples are taken in blocks of 2^16; within a block, sample i adds to lane i mod 32 of each
// sum and the lanes are then added as a tree, so that vectors of any width give the same double; the sums of
// blocks enter exact accumulators, so that no order of blocks matters. Summed are d_j = f_j - s_j and d_i d_j,
// where the shift s_j is the mean over the first 512 samples, which anybody can recompute: the mean of d is
// then a small part of its standard deviation, and nothing cancels in the covariance.

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cmath>
#include <exception>
#include <limits>
#include <sigprop/core/errors.hpp>
#include <sigprop/core/evaluator.hpp>
#include <sigprop/core/exact_sum.hpp>
#include <sigprop/core/random.hpp>
#include <sigprop/methods/mean.hpp>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "methods/samplers.hpp"

namespace sigprop {
namespace {

constexpr std::uint64_t block_samples = std::uint64_t{1} << 16;
constexpr std::size_t lanes = 32;
constexpr std::size_t chunk = BlockEvaluator::block_size;
static_assert(block_samples % chunk == 0 && chunk % lanes == 0);
using Lanes = std::array<double, lanes>;

/// The central limit theorem is not trusted when one sample holds more than this share of the sum of squared
/// deviations (its square root bounds skewness / sqrt n). For E relu^4 the share is about 0.02 at 2^17 samples,
/// and above the limit once in 1,500 runs; at 100 samples it is below the limit once in 100.
constexpr double most_share = 0.15;
/// Sums of squares below this may have lost digits to underflow.
constexpr double least_squares = 1e-290;

/// What all workers share; immutable while they run.
struct Plan {
    std::span<const Formula> integrands;
    const LawSampler& sampler;
    RandomStream stream;
    std::uint64_t samples;
    std::vector<double> shifts;
};

std::size_t product_count(std::size_t count) { return count * (count + 1) / 2; }

double tree_sum(Lanes& lane) {
    for (std::size_t half = lanes / 2; half > 0; half /= 2) {
        for (std::size_t l = 0; l < half; ++l) lane[l] += lane[l + half];
    }
    return lane[0];
}

/// lane[k mod 32] += value(k) for k < count.
template <class Value>
void add_to_lanes(Lanes& lane, std::size_t count, const Value& value) {
    std::size_t k = 0;
    for (; k + lanes <= count; k += lanes) {
        for (std::size_t l = 0; l < lanes; ++l) lane[l] += value(k + l);
    }
    for (std::size_t l = 0; k + l < count; ++l) lane[l] += value(k + l);
}

/// What a set of blocks adds up to; the same for any order in which they were added.
struct Totals {
    std::vector<ExactSum> sums;      // of d_i, then of d_i d_j for i <= j, row by row
    std::vector<double> least, most;  // of d_i
    std::uint64_t bad_sample = std::numeric_limits<std::uint64_t>::max();  // the first non-finite value:
    std::size_t bad_integrand = 0;
    double bad_x = 0;

    explicit Totals(std::size_t count)
        : sums(count + product_count(count)),
          least(count, std::numeric_limits<double>::infinity()),
          most(count, -std::numeric_limits<double>::infinity()) {}

    void merge(const Totals& other) {
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i].merge(other.sums[i]);
        for (std::size_t i = 0; i < least.size(); ++i) {
            least[i] = std::min(least[i], other.least[i]);
            most[i] = std::max(most[i], other.most[i]);
        }
        if (other.bad_sample < bad_sample) {
            bad_sample = other.bad_sample;
            bad_integrand = other.bad_integrand;
            bad_x = other.bad_x;
        }
    }
};

class Worker {
public:
    Worker(const Plan& plan, const BlockEvaluator& evaluator)
        : totals(plan.integrands.size()),
          plan_(&plan),
          evaluator_(evaluator),
          differences_(plan.integrands.size() * chunk),
          lanes_(totals.sums.size()) {}

    /// False when a value was not finite; totals then say which, and its sums are of no use.
    bool add_block(std::uint64_t block) {
        for (Lanes& lane : lanes_) lane.fill(0);
        const std::uint64_t begin = block * block_samples;
        const std::uint64_t end = begin + std::min(block_samples, plan_->samples - begin);
        for (std::uint64_t first = begin; first < end; first += chunk) {
            if (!add_chunk(first, std::min<std::size_t>(chunk, end - first))) return false;
        }
        for (std::size_t i = 0; i < lanes_.size(); ++i) totals.sums[i].add(tree_sum(lanes_[i]));
        return true;
    }

    Totals totals;

private:
    bool add_chunk(std::uint64_t first, std::size_t count) {
        const std::span<double> x = std::span(x_).first(count);
        plan_->sampler.fill(plan_->stream, first, x);
        const double* variable = x.data();
        evaluator_(std::span(&variable, 1), count);
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

    bool subtract_shift(std::size_t i, std::uint64_t first, std::size_t count) {
        const std::span<const double> values = evaluator_.output(i);
        const double shift = plan_->shifts[i];
        double* out = differences_.data() + i * chunk;
        double least = totals.least[i];
        double most = totals.most[i];
        bool finite = true;
        for (std::size_t k = 0; k < count; ++k) {
            finite = finite && std::isfinite(values[k]);
            out[k] = values[k] - shift;
            least = std::min(least, out[k]);
            most = std::max(most, out[k]);
        }
        totals.least[i] = least;
        totals.most[i] = most;
        if (!finite) note_bad(i, first, values);
        return finite;
    }

    void note_bad(std::size_t i, std::uint64_t first, std::span<const double> values) {
        const auto bad = std::find_if(values.begin(), values.end(), [](double v) { return !std::isfinite(v); });
        const auto k = static_cast<std::size_t>(bad - values.begin());
        totals.bad_sample = first + k;
        totals.bad_integrand = i;
        totals.bad_x = x_[k];
    }

    const Plan* plan_;
    BlockEvaluator evaluator_;
    std::array<double, chunk> x_{};
    std::vector<double> differences_;
    std::vector<Lanes> lanes_;
};

/// The mean of each integrand over the first samples; 0 where that is not finite.
std::vector<double> pilot_means(const Plan& plan, BlockEvaluator& evaluator) {
    std::array<double, chunk> x{};
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(chunk, plan.samples));
    plan.sampler.fill(plan.stream, 0, std::span(x).first(count));
    const double* variable = x.data();
    evaluator(std::span(&variable, 1), count);
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

/// Hands out the blocks. A block beyond one that failed is not needed: the first failure is what is reported.
void run(std::vector<Worker>& workers, std::uint64_t blocks, const Context& context) {
    std::atomic<std::uint64_t> next = 0;
    std::atomic<std::uint64_t> last = blocks;
    std::vector<std::exception_ptr> errors(workers.size());
    const auto work = [&](std::size_t w) {
        try {
            for (std::uint64_t block = next++; block < last; block = next++) {
                context.check_cancelled();
                if (workers[w].add_block(block)) continue;
                std::uint64_t known = last;
                while (block < known && !last.compare_exchange_weak(known, block)) {
                }
            }
        } catch (...) {
            errors[w] = std::current_exception();
            last = 0;
        }
    };
    std::vector<std::thread> threads;
    try {
        for (std::size_t w = 1; w < workers.size(); ++w) threads.emplace_back(work, w);
    } catch (const std::system_error&) {
        // Fewer threads than asked for: the others take their blocks.
    }
    work(0);
    for (std::thread& thread : threads) thread.join();
    for (const std::exception_ptr& error : errors) {
        if (error) std::rethrow_exception(error);
    }
}

std::string shortest(double value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return std::string(text.data(), end);
}

std::string which(std::size_t i, std::size_t count) {
    return count == 1 ? "the integrand" : "integrand " + std::to_string(i + 1);
}

/// Means and covariances of the means, and a reason when the standard errors cannot be trusted.
SampleMeans finished(const Plan& plan, const Totals& totals) {
    const std::size_t count = plan.integrands.size();
    const auto n = static_cast<double>(plan.samples);
    SampleMeans result;
    result.samples = plan.samples;
    result.covariance.resize(count * count);
    std::vector<double> sums;
    for (std::size_t i = 0; i < count; ++i) sums.push_back(totals.sums[i].to_double());
    for (std::size_t i = 0, product = count; i < count; ++i) {
        result.means.push_back(plan.shifts[i] + sums[i] / n);
        for (std::size_t j = i; j < count; ++j, ++product) {
            const double squares = totals.sums[product].to_double() - sums[i] * (sums[j] / n);
            result.covariance[i * count + j] = result.covariance[j * count + i] = squares / (n - 1) / n;
        }
    }
    return result;
}

/// Why the standard error of integrand i means nothing; empty when it does.
std::string doubt(const Plan& plan, const Totals& totals, const SampleMeans& result, std::size_t i) {
    if (plan.integrands[i].variable_count() == 0) return "";
    const std::size_t count = plan.integrands.size();
    const auto n = static_cast<double>(plan.samples);
    const double squares = result.covariance[i * count + i] * n * (n - 1);
    if (!std::isfinite(squares) || !std::isfinite(result.means[i])) {
        return "the squares of " + which(i, count) + " overflow a double";
    }
    const double mean = totals.sums[i].to_double() / n;
    const double deviation = std::max(totals.most[i] - mean, mean - totals.least[i]);
    if (totals.least[i] == totals.most[i] || deviation <= 0x1p-46 * std::fabs(result.means[i])) {
        return "all " + std::to_string(plan.samples) + " samples gave the same value of " + which(i, count) +
               ": nothing is known about its spread";
    }
    if (squares < least_squares) return "the squares of " + which(i, count) + " underflow a double";
    const double share = deviation * deviation / squares;
    if (share <= most_share) return "";
    return "one of " + std::to_string(plan.samples) + " samples holds " +
           std::to_string(std::lround(100 * std::min(share, 1.0))) + " % of the squared deviations of " +
           which(i, count) + ": too few samples, or too heavy a tail, for a standard error";
}

void check(std::span<const Formula> integrands, const Context& context) {
    if (context.samples < 2 || context.samples > std::uint64_t{1} << 63) {
        throw InputError("the number of samples is " + std::to_string(context.samples) +
                         ": it must lie between 2 and 2^63");
    }
    for (const Formula& integrand : integrands) {
        if (integrand.variable_count() > 1) throw std::logic_error("an integrand has more than one variable");
    }
}

}  // namespace

SampleMeans monte_carlo_means(std::span<const Formula> integrands, const Law& law, std::string_view stream,
                              const Context& context) {
    check(integrands, context);
    const std::optional<LawSampler> sampler = LawSampler::prepare(law);
    SampleMeans result;
    if (!sampler) {
        result.reason = "the mass of " + law.text() + " could not be enclosed";
        return result;
    }
    Plan plan{integrands, *sampler, RandomStream(context.seed, stream), context.samples, {}};
    BlockEvaluator evaluator(integrands);
    plan.shifts = pilot_means(plan, evaluator);
    const std::uint64_t blocks = (plan.samples - 1) / block_samples + 1;
    const auto threads = static_cast<std::uint64_t>(std::max(context.threads, 1));
    // Made here, not on their threads, so that only this one asks for constants.
    std::vector<Worker> workers(static_cast<std::size_t>(std::min(threads, blocks)), Worker(plan, evaluator));
    run(workers, blocks, context);
    Totals totals(integrands.size());
    for (const Worker& worker : workers) totals.merge(worker.totals);
    if (totals.bad_sample < plan.samples) {
        result.samples = plan.samples;
        result.reason = which(totals.bad_integrand, integrands.size()) + " is not finite at x = " +
                        shortest(totals.bad_x) + " (sample " + std::to_string(totals.bad_sample) + ")";
        return result;
    }
    result = finished(plan, totals);
    result.status = Status::ok;
    for (std::size_t i = 0; i < integrands.size(); ++i) {
        if (std::string reason = doubt(plan, totals, result, i); !reason.empty()) {
            result.status = Status::unable;
            result.reason = std::move(reason);
            break;
        }
        // Rounding of the integrand itself: a standard error below it would be a false promise.
        double& variance = result.covariance[i * integrands.size() + i];
        const double rounding = 0x1p-46 * result.means[i];
        variance = std::max(variance, rounding * rounding);
    }
    return result;
}

}  // namespace sigprop
