#include "methods/softmax_sampling/draws.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <sigprop/core/random/random.hpp>

#include "core/base/simulation.hpp"

#include "core/parallel/workers.hpp"
#include "methods/softmax_sampling/logit_source.hpp"

namespace sigprop {
namespace {

/// The approximate number of logits between two checks of the clock and of the other threads' progress.
constexpr std::uint64_t logits_per_share = std::uint64_t{1} << 16;

constexpr std::uint64_t strata_of_length = 16;

/// Lengths begin, …, end - 1.
struct Stratum {
    std::uint64_t begin, end;
};

/// The positions at which rows are evaluated.
class RowPlan {
public:
    RowPlan(const RowsAsked& asked, std::uint64_t rows, const RandomStream& stream)
        : rows_(rows), length_(asked.n), stream_(stream) {
        std::uint64_t begin = asked.mask == RowMask::full ? asked.n : 1;
        while (begin <= asked.n) {
            const std::uint64_t end = begin + std::min(asked.n - begin, begin / strata_of_length) + 1;
            strata_.push_back({begin, end});
            begin = end;
        }
        if (asked.mask == RowMask::full) strata_ = {{asked.n, asked.n + 1}};
    }
    [[nodiscard]] std::uint64_t rows() const { return rows_; }
    [[nodiscard]] std::uint64_t length() const { return length_; }
    [[nodiscard]] std::size_t positions() const { return strata_.size(); }
    [[nodiscard]] std::uint64_t position(std::uint64_t row, std::size_t i) const {
        const auto [begin, end] = strata_[i];
        if (end == begin + 1) return begin;
        const double u = stream_.uniform(row * strata_.size() + i, LogitSource::draws);
        return begin + static_cast<std::uint64_t>(u * static_cast<double>(end - begin));
    }
    [[nodiscard]] std::vector<double> weights() const {
        std::vector<double> result;
        double all = 0;
        for (const Stratum& one : strata_) all += static_cast<double>(one.end - one.begin);
        for (const Stratum& one : strata_) result.push_back(static_cast<double>(one.end - one.begin) / all);
        return result;
    }
    /// The number of rows that a thread takes at once.
    [[nodiscard]] std::uint64_t rows_per_share() const {
        return std::max<std::uint64_t>(1, logits_per_share / length_);
    }

private:
    std::uint64_t rows_;
    std::uint64_t length_;
    RandomStream stream_;
    std::vector<Stratum> strata_;
};

/// Draws rows, one after the other.
class RowWorker {
public:
    RowWorker(const RowPlan& plan, LogitSource source)
        : plan_(&plan), source_(std::move(source)), logits_(softmax_tile) {}

    /// out[row positions + i] for begin <= row < end.
    void work(std::uint64_t begin, std::uint64_t end, std::span<SoftmaxRow> out, const Context& context) {
        first_ = drawn_ = begin * plan_->length();
        last_ = end * plan_->length();
        for (std::uint64_t row = begin; row < end; ++row) {
            const std::uint64_t start = row * plan_->length();
            std::uint64_t key = 0;
            LogitSums sums;
            for (std::size_t i = 0; i < plan_->positions(); ++i) {
                for (const std::uint64_t position = plan_->position(row, i); key < position;) {
                    const std::span<float> some = logits(start + key, position - key, context);
                    add_logits(some, source_.scale(), sums);
                    key += some.size();
                }
                out[row * plan_->positions() + i] = softmax_row(sums);
            }
        }
    }

private:
    /// Up to `count` logits from index `from` on, drawn when necessary; calls must be in ascending order.
    std::span<float> logits(std::uint64_t from, std::uint64_t count, const Context& context) {
        if (from >= drawn_) {
            context.check_cancelled();
            first_ = from;
            drawn_ = from + std::min<std::uint64_t>(logits_.size(), last_ - from);
            source_.fill(from, std::span(logits_).first(drawn_ - from));
        }
        return std::span(logits_).subspan(from - first_, std::min(count, drawn_ - from));
    }

    const RowPlan* plan_;
    LogitSource source_;
    std::vector<float> logits_;  ///< those with the indices first_ to drawn_ - 1
    std::uint64_t first_ = 0, drawn_ = 0, last_ = 0;
};

/// Draws all rows on several threads. The result does not depend on which thread draws a row.
class RowCrew {
public:
    RowCrew(const RowPlan& plan, const LogitSource& source, std::string label, const Context& context)
        : plan_(plan), label_(std::move(label)), context_(context) {
        const std::uint64_t shares = (plan.rows() - 1) / plan.rows_per_share() + 1;
        workers_.assign(worker_count(context.threads, shares), RowWorker(plan, source));
    }

    void work(std::span<SoftmaxRow> out) {
        run_workers(workers_.size(), [&](std::size_t w, const std::atomic<bool>& stop) {
            work_alone(workers_[w], out, stop);
        });
    }

private:
    void work_alone(RowWorker& worker, std::span<SoftmaxRow> out, const std::atomic<bool>& stop) {
        while (!stop) {
            const std::uint64_t begin = next_.fetch_add(plan_.rows_per_share());
            if (begin >= plan_.rows()) return;
            context_.check_cancelled();
            const std::uint64_t end = std::min(begin + plan_.rows_per_share(), plan_.rows());
            worker.work(begin, end, out, context_);
            show((end - begin) * plan_.length());
        }
    }
    void show(std::uint64_t logits) {
        if (context_.watch == nullptr) return;
        const std::lock_guard lock(mutex_);
        done_ += logits;
        context_.watch->show(label_, done_, plan_.rows() * plan_.length(), "samples");
    }

    const RowPlan& plan_;
    std::string label_;
    const Context& context_;
    std::vector<RowWorker> workers_;
    std::atomic<std::uint64_t> next_ = 0;
    std::mutex mutex_;
    std::uint64_t done_ = 0;
};

}  // namespace

std::string identity_of(const RowsAsked& asked) {
    return "rows of " + asked.law.text() + ", n = " + std::to_string(asked.n) +
           (asked.mask == RowMask::causal ? ", causal" : "");
}

DrawnRows draw_rows(const RowsAsked& asked, std::uint64_t rows, const Context& context) {
    const std::string identity = identity_of(asked);
    const RandomStream stream(context.seed, identity);
    const RowPlan plan(asked, rows, stream);
    DrawnRows result;
    result.weights = plan.weights();
    result.length = asked.n;
    result.rows.resize(rows * plan.positions());
    RowCrew(plan, LogitSource(asked.law, stream), identity, context).work(result.rows);
    return result;
}

}  // namespace sigprop
