#include "methods/softmax_draws.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <sigprop/core/random.hpp>
#include <sigprop/core/simulation.hpp>
#include <sigprop/core/threads.hpp>
#include <system_error>
#include <thread>

#include "methods/logit_source.hpp"

namespace sigprop {
namespace {

/// Logits, about, between two looks at the clock and at what other threads have done.
constexpr std::uint64_t logits_a_share = std::uint64_t{1} << 16;

/// Which logits belong to which row.
class RowPlan {
public:
    RowPlan(const RowsAsked& asked, std::uint64_t rows, const RandomStream& stream)
        : rows_(rows), length_(asked.n) {
        if (asked.mask == RowMask::full) return;
        const auto n = static_cast<double>(asked.n);
        const auto strata = static_cast<double>(rows / 2);
        starts_.push_back(0);
        for (std::uint64_t row = 0; row < rows; ++row) {
            const double place = static_cast<double>(row / 2) + stream.uniform(row, LogitSource::draws);
            const auto before = static_cast<std::uint64_t>(place * (n / strata));
            starts_.push_back(starts_.back() + std::min(before + 1, asked.n));
        }
    }
    [[nodiscard]] std::uint64_t rows() const { return rows_; }
    /// The first logit of a row; of row rows(), how many there are.
    [[nodiscard]] std::uint64_t start(std::uint64_t row) const {
        return starts_.empty() ? row * length_ : starts_[row];
    }
    /// What a thread takes at once.
    [[nodiscard]] std::uint64_t rows_a_share() const {
        return std::max<std::uint64_t>(1, logits_a_share / length_);
    }

private:
    std::uint64_t rows_;
    std::uint64_t length_;
    std::vector<std::uint64_t> starts_;
};

/// Draws rows, one after the other.
class RowWorker {
public:
    RowWorker(const RowPlan& plan, LogitSource source)
        : plan_(&plan), source_(std::move(source)), logits_(detail::softmax_tile) {}

    /// out[row] for begin <= row < end.
    void work(std::uint64_t begin, std::uint64_t end, std::span<detail::SoftmaxRow> out,
              const Context& context) {
        for (std::uint64_t row = begin; row < end;) {
            std::uint64_t next = row + 1;
            while (next < end && plan_->start(next + 1) - plan_->start(row) <= logits_.size()) ++next;
            if (plan_->start(next) - plan_->start(row) > logits_.size()) {
                out[row] = long_row(row, context);
            } else {
                short_rows(row, next, out);
            }
            row = next;
        }
    }

private:
    /// Drawn at once.
    void short_rows(std::uint64_t begin, std::uint64_t end, std::span<detail::SoftmaxRow> out) {
        const std::uint64_t first = plan_->start(begin);
        source_.fill(first, std::span(logits_).first(plan_->start(end) - first));
        for (std::uint64_t row = begin; row < end; ++row) {
            const std::uint64_t start = plan_->start(row);
            detail::LogitSums sums;
            detail::add_logits(std::span(logits_).subspan(start - first, plan_->start(row + 1) - start),
                               source_.scale(), sums);
            out[row] = detail::softmax_row(sums);
        }
    }
    detail::SoftmaxRow long_row(std::uint64_t row, const Context& context) {
        detail::LogitSums sums;
        const std::uint64_t end = plan_->start(row + 1);
        for (std::uint64_t k = plan_->start(row); k < end; k += logits_.size()) {
            context.check_cancelled();
            const std::span<float> tile =
                std::span(logits_).first(std::min<std::uint64_t>(logits_.size(), end - k));
            source_.fill(k, tile);
            detail::add_logits(tile, source_.scale(), sums);
        }
        return detail::softmax_row(sums);
    }

    const RowPlan* plan_;
    LogitSource source_;
    std::vector<float> logits_;
};

/// All rows, on several threads. Which of them draws a row changes nothing.
class RowCrew {
public:
    RowCrew(const RowPlan& plan, const LogitSource& source, std::string label, const Context& context)
        : plan_(plan), label_(std::move(label)), context_(context) {
        const std::uint64_t shares = (plan.rows() - 1) / plan.rows_a_share() + 1;
        const auto threads = static_cast<std::uint64_t>(std::clamp(context.threads, 1, most_threads));
        workers_.assign(std::min(threads, shares), RowWorker(plan, source));
    }

    void work(std::span<detail::SoftmaxRow> out) {
        std::vector<std::thread> threads;
        try {
            while (threads.size() + 1 < workers_.size()) {
                threads.emplace_back([this, out, w = threads.size() + 1] {
                    work_alone(workers_[w], out);
                    release_thread_caches();
                });
            }
        } catch (const std::system_error&) {
            // Fewer threads than asked for: the others take their rows.
        }
        work_alone(workers_[0], out);
        for (std::thread& thread : threads) thread.join();
        if (error_) std::rethrow_exception(error_);
    }

private:
    static constexpr int most_threads = 1024;

    void work_alone(RowWorker& worker, std::span<detail::SoftmaxRow> out) {
        try {
            while (true) {
                const std::uint64_t begin = next_.fetch_add(plan_.rows_a_share());
                if (begin >= plan_.rows()) return;
                context_.check_cancelled();
                const std::uint64_t end = std::min(begin + plan_.rows_a_share(), plan_.rows());
                worker.work(begin, end, out, context_);
                show(plan_.start(end) - plan_.start(begin));
            }
        } catch (...) {
            const std::lock_guard lock(mutex_);
            error_ = std::current_exception();
            next_ = plan_.rows();
        }
    }
    void show(std::uint64_t logits) {
        if (context_.watch == nullptr) return;
        const std::lock_guard lock(mutex_);
        done_ += logits;
        context_.watch->show(label_, done_, plan_.start(plan_.rows()));
    }

    const RowPlan& plan_;
    std::string label_;
    const Context& context_;
    std::vector<RowWorker> workers_;
    std::atomic<std::uint64_t> next_ = 0;
    std::mutex mutex_;
    std::uint64_t done_ = 0;
    std::exception_ptr error_;
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
    result.in_pairs = asked.mask == RowMask::causal;
    result.logits = plan.start(rows);
    result.rows.resize(rows);
    RowCrew(plan, LogitSource(asked.law, stream), identity, context).work(result.rows);
    return result;
}

}  // namespace sigprop
