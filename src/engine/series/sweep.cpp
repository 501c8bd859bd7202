#include "engine/binding/cost_hint.hpp"
#include "engine/composite.hpp"
#include "engine/series/grid.hpp"
#include "engine/series/shared_sweep.hpp"
#include "engine/value_range.hpp"

#include <algorithm>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/series/sweep.hpp>

#include "core/ball/text.hpp"
#include "core/evidence/evidence_text.hpp"
#include "core/evidence/internal_error.hpp"
#include "core/parallel/shared_pieces.hpp"

namespace sigprop {
namespace {

constexpr std::size_t points_at_once = 4096;  // how many points' evidence is held in memory

/// Values whose proofs contradict each other stay visible but become unreliable.
std::vector<Evidence> reconciled(const BoundExpression& bound, std::vector<Evidence> evidence) {
    Reconciliation all = reconcile_within(range_of(bound), std::move(evidence));
    if (all.contradiction.empty()) return std::move(all.evidence);
    for (Evidence& one : all.evidence) {
        if (one.status == Status::ok) one.status = Status::unreliable;
    }
    return std::move(all.evidence);
}

/// The series so far: a sampling method has one over the whole grid, any other one over the variables.
class Collector {
public:
    Collector(std::string_view id, const Grid& grid, long digits)
        : id_(id),
          grid_(grid),
          digits_(digits),
          axes_(grid.shared_axes()),
          variables_(grid.has_reserved() ? grid.shared_variables() : axes_) {}

    void add(std::size_t place, std::size_t sampling, const std::vector<Evidence>& evidence) {
        for (const Evidence& one : evidence) {
            const bool sampled = one.kind == Kind::sample;
            Series& series = series_for(one, sampled);
            if (sampled || sampling == 0) {
                put(series, sampled ? grid_.point(place, sampling) : place, one);
            } else if (one.status == Status::unreliable) {
                series.status[place] = one.status;  // a sample contradicts the proof
            }
        }
    }
    std::vector<Series> take() {
        std::vector<Series> all;
        for (Found& one : found_) all.push_back(std::move(one.series));
        return all;
    }

private:
    struct Found {
        bool sampled = false;
        Series series;
    };

    Series& series_for(const Evidence& evidence, bool sampled) {
        for (Found& one : found_) {
            if (one.series.method == evidence.method && one.sampled == sampled) return one.series;
        }
        Series series;
        series.id = id_;
        series.expression = grid_.canonical();
        series.method = evidence.method;
        series.kind = evidence.kind;
        series.axes = sampled ? axes_ : variables_;
        const std::size_t points = sampled ? grid_.points() : grid_.places();
        series.value.resize(points);
        series.number.resize(points);
        series.radius.resize(points);
        series.status.assign(points, Status::unable);  // where the method gives nothing
        found_.push_back({sampled, std::move(series)});
        return found_.back().series;
    }

    /// For an enclosure, how far the printed value can be from the true one, rounding included.
    static double error_of(const Evidence& evidence, const std::optional<std::string>& printed) {
        if (evidence.kind != Kind::enclosure || !printed) return evidence.value.radius_double();
        const long bits = std::max(evidence.value.precision(), 64L);
        return (evidence.value - Ball::from_rational(Rational::from_decimal(*printed), bits))
            .magnitude()
            .upper_double();
    }

    void put(Series& series, std::size_t i, const Evidence& evidence) const {
        series.status[i] = evidence.status;
        if (evidence.status == Status::internal && series.internal_error.empty())
            series.internal_error = evidence.reason;
        const bool ok = evidence.status == Status::ok || evidence.status == Status::unreliable;
        if (!ok) return;
        if (evidence.count) {  // a share without an error of its own: its interval is not symmetric
            const auto share =
                static_cast<double>(evidence.count->hits) / static_cast<double>(evidence.count->of);
            series.number.set(i, share);
            return;
        }
        const bool proof = evidence.kind == Kind::enclosure;
        const std::optional<std::string> printed =
            proof ? proved_decimal(evidence.value, digits_)
                  : std::optional(decimal_ball(evidence.value, digits_).midpoint);
        series.value.set(i, printed);
        series.number.set(i, nearest_double(evidence.value));
        series.radius.set(i, short_radius(error_of(evidence, printed)));
    }

    std::string id_;
    const Grid& grid_;
    long digits_;
    Axes axes_, variables_;
    std::vector<Found> found_;
};

/// What is known about one place, from its first sampling.
struct Known {
    BoundExpression bound;
    Findings findings;
};

/// Who computes: threads by the executor, and the ranks that share places, if any.
struct Workers {
    const Executor& execute;
    Ranks* ranks = nullptr;
};

/// The places from `first` on: everything proved is computed once at each, with its first sampling. A place
/// of another rank has its evidence and nothing else.
std::vector<Known> explore(const Grid& grid, std::size_t first, std::size_t count, const Context& context,
                           const Workers& workers, Collector& collector) {
    const Context sampled = grid.sampled(context, 0);
    std::vector<Known> known(count);
    const auto explored = [&](std::size_t place) {
        Known one;
        one.bound = grid.at(place);
        one.findings = findings_of(one.bound, sampled);
        return one;
    };
    const auto compute = [&](std::size_t i) {
        context.check_interrupted();
        // Once the time is over, the first place alone is asked, for the names of the methods.
        if (first + i > 0 && context.is_late()) return;
        known[i] = or_internal_error(
            context, [&] { return explored(first + i); },
            [](std::string message) {
                Known fault;
                fault.findings.evidence = internal_error_evidence(std::move(message));
                return fault;
            });
    };
    const auto text = [&](std::size_t i) { return exact_text(known[i].findings.evidence); };
    const auto take = [&](std::size_t i, std::string_view found) {
        known[i].findings.evidence = evidence_from_exact_text(found);
    };
    compute_shared({count, compute, text, take}, workers.ranks, workers.execute);
    for (std::size_t i = 0; i < count; ++i)
        collector.add(first + i, 0, reconciled(known[i].bound, known[i].findings.evidence));
    return known;
}

bool is_sampled(const Known& place) {
    return std::ranges::any_of(place.findings.evidence,
                               [](const Evidence& one) { return one.kind == Kind::sample; });
}

/// The other samplings of these places, each by the rank that explored the place.
void sample(const Grid& grid, std::size_t first, const std::vector<Known>& known, const Context& context,
            const Workers& workers, Collector& collector) {
    const std::size_t others = grid.samplings() - 1;
    const std::size_t all = known.size() * others;
    for (std::size_t from = 0; from < all; from += points_at_once) {
        std::vector<std::vector<Evidence>> found(std::min(points_at_once, all - from));
        if (context.is_late()) return;
        const auto compute = [&](std::size_t i) {
            context.check_interrupted();
            const Known& place = known[(from + i) / others];
            const Context sampled = grid.sampled(context, (from + i) % others + 1);
            std::vector<Evidence> evidence = or_internal_error(
                context, [&] { return sampled_again(place.findings, place.bound, sampled); },
                internal_error_evidence);
            found[i] = reconciled(place.bound, std::move(evidence));
        };
        const auto text = [&](std::size_t i) { return exact_text(found[i]); };
        const auto take = [&](std::size_t i, std::string_view other) {
            found[i] = evidence_from_exact_text(other);
        };
        const auto place_of = [&](std::size_t i) { return (from + i) / others; };
        compute_shared({found.size(), compute, text, take, place_of}, workers.ranks, workers.execute);
        for (std::size_t i = 0; i < found.size(); ++i)
            collector.add(first + (from + i) / others, (from + i) % others + 1, found[i]);
    }
}

}  // namespace

void check_sweep(std::string_view expression, const std::vector<Axis>& axes) {
    const Grid grid(expression, axes);
    // A fault of the library is found again, and reported, where the point is computed.
    static_cast<void>(or_internal_error(
        Context(), [&] { return std::optional(grid.at(0)); },
        [](const std::string&) { return std::optional<BoundExpression>(); }));
}

bool sweep_samples_networks(std::string_view expression, const std::vector<Axis>& axes,
                            const Context& context) {
    const Grid grid(expression, axes);
    return or_internal_error(
        context, [&] { return simulates_networks(grid.at(0), context); },
        [](const std::string&) { return false; });
}

std::vector<Series> sweep(std::string_view id, std::string_view expression, const std::vector<Axis>& axes,
                          const Context& context, const Executor& execute) {
    return shared_sweep(id, expression, axes, context, execute, nullptr);
}

std::vector<Series> shared_sweep(std::string_view id, std::string_view expression,
                                 const std::vector<Axis>& axes, const Context& context,
                                 const Executor& execute, Ranks* ranks) {
    const Grid grid(expression, axes);
    const Workers workers{execute, ranks};
    Collector collector(id, grid, context.digits);
    const std::size_t at_once = std::max<std::size_t>(points_at_once / grid.samplings(), 1);
    for (std::size_t first = 0; first < grid.places() && (first == 0 || !context.is_late());
         first += at_once) {
        const std::size_t count = std::min(at_once, grid.places() - first);
        const std::vector<Known> known = explore(grid, first, count, context, workers, collector);
        if (std::ranges::any_of(known, is_sampled)) sample(grid, first, known, context, workers, collector);
    }
    return collector.take();
}

}  // namespace sigprop
