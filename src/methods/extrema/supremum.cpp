#include "methods/extrema/supremum.hpp"

#include "methods/extrema/branch_and_bound.hpp"
#include "methods/extrema/larger.hpp"
#include "methods/extrema/tail_bounds.hpp"
#include "methods/extrema/tail_form.hpp"
#include "methods/mean/mean_support.hpp"

#include <algorithm>
#include <cmath>

#include "core/formula/evaluator.hpp"
#include "core/formula/growth.hpp"
#include "core/formula/pieces.hpp"

namespace sigprop {
namespace {

constexpr std::uint64_t max_boxes = 200'000;

/// Bounds of both tails beyond R.
struct Beyond {
    bool unbounded = false;
    std::optional<Ball> most;  ///< of |h|
};

/// Whether |h| is shown to become arbitrarily large beyond R.
bool grows_without_bound(const Formula& h, double R) {
    const std::optional<LogBound> least = tail_behaviour(h, R).lower;
    return least && falls_to_zero({-least->a, -least->k, -least->b, -least->c});
}

Beyond beyond(const Formula& h, const Formula& mirror, double R, long bits) {
    const TailValues right = tail_values(h, R, bits);
    const TailValues left = tail_values(mirror, R, bits);
    Beyond both;
    both.unbounded = right.unbounded || left.unbounded || (!right.most && grows_without_bound(h, R)) ||
                     (!left.most && grows_without_bound(mirror, R));
    if (right.most && left.most) both.most = larger(*right.most, *left.most);
    return both;
}

/// The largest |h| at a few points within [-R, R]. It is no lower bound of the supremum, because where two
/// switches meet, the value at a single point can differ from those on both sides.
Ball sampled(const Formula& h, double R, long bits) {
    Evaluator<Ball> value(h, bits);
    Ball most = Ball(0).at_precision(bits);
    const auto take = [&](double x) {
        const Ball magnitude = abs(value(Ball(x).at_precision(bits)));
        if (magnitude.is_finite()) most = larger(most, magnitude.lower());
    };
    for (double x = 1.0 / 32; x < 16; x += 1.0 / 16) {
        take(x);
        take(-x);
    }
    take(R);
    take(-R);
    return most;
}

/// Enters values inside a piece, so that the search has a good record from the start.
void take_samples(const Piece& piece, long bits, SupremumRecord& record) {
    Evaluator<Ball> value(piece.smooth, bits);
    for (double x = -16 + 1.0 / 32; x < 16; x += 1.0 / 16) {
        const bool inside = (Ball(x) - piece.lower).is_positive() && (piece.upper - Ball(x)).is_positive();
        if (!inside) continue;
        const Ball magnitude = abs(value(Ball(x).at_precision(bits)));
        if (magnitude.is_finite()) record.attained(magnitude);
    }
}

/// The R beyond which the tails are bounded; `why` when there is none.
struct SettledTails {
    double R = 0;
    Ball most = 0;  ///< of |h| beyond R
    Answer why = Ball(0);
};

SettledTails settle_tails(const Formula& h, long bits) {
    const Formula mirror = mirrored(h, -1);
    const double farthest = std::ldexp(1.0, static_cast<int>(std::min(bits + 20, 900L)));
    const auto tolerance = [bits](const Ball& x) { return x * Ball::power_of_two(-bits); };
    SettledTails best;
    best.why = {Status::unable, "the values for large |x| could not be bounded"};
    for (double R = 8; R <= farthest; R *= R < 4096 ? 2 : 64) {
        const Beyond tails = beyond(h, mirror, R, bits);
        if (tails.unbounded) {
            best.why = {Status::domain, "it grows without bound at infinity"};
            return best;
        }
        if (!tails.most) continue;
        // If the bound no longer falls (as for a sine), the smallest R leaves the fewest oscillations inside.
        const bool better = best.R == 0 || (best.most - *tails.most - tolerance(best.most)).is_positive();
        const Ball least = sampled(h, R, bits);
        const bool settled = (*tails.most - least - tolerance(least)).is_nonpositive();
        if (!better && !settled) continue;
        best.R = R;
        best.most = *tails.most;
        if (settled) return best;
    }
    return best;
}

/// Whether zero is among the values that h may have at each of a few points.
bool may_vanish(const Formula& h, const Ball& lower, const Ball& upper, long bits) {
    Evaluator<Ball> value(h, bits);
    for (const int part : {0, 3, 5, 8, 13, 21, 32}) {
        const Ball x = (lower + (upper - lower) * part / 32).midpoint();
        if (!value(x.at_precision(bits)).contains_zero()) return false;
    }
    return true;
}

/// Searches for the supremum between two exact ends; returns the reason for a failure, or "".
std::string search(const Formula& h, const Ball& lower, const Ball& upper, long bits, const Context& context,
                   SupremumRecord& record) {
    const Partition parts = partition(h, lower, upper, bits + 32);
    if (!parts.complete) return parts.reason;
    for (const Piece& piece : parts.pieces) take_samples(piece, bits + 32, record);
    std::uint64_t budget = std::min(max_boxes, context.budget);
    for (const Piece& piece : parts.pieces) {
        if (!search_piece(piece, bits, budget, record, context)) {
            return budget == 0 ? "the budget of evaluations is spent" : "it has no finite value somewhere";
        }
    }
    for (const Ball& kink : parts.kinks) {
        if (kink.is_exact()) continue;  // both sides are ends of pieces
        // One branch at a time, because a ball that holds the values of several branches is wide.
        const std::vector<Formula> choices = smooth_choices(h, kink, bits + 32);
        for (const Formula& choice : choices.empty() ? std::vector{h} : choices) {
            const Ball magnitude = abs(Evaluator<Ball>(choice, bits + 32)(kink.at_precision(bits + 32)));
            if (!magnitude.is_finite()) return "a condition of the formula could not be bounded";
            record.bounded(magnitude);
        }
    }
    return "";
}

}  // namespace

Answer supremum_of_magnitude(const Formula& h, long bits, const Context& context) {
    const SettledTails tails = settle_tails(h, bits);
    if (tails.R == 0 || tails.why.status == Status::domain) return tails.why;
    SupremumRecord record;
    std::string reason = search(h, Ball(-tails.R), Ball(tails.R), bits, context, record);
    if (!reason.empty()) return {Status::unable, std::move(reason)};
    record.bounded(tails.most);
    if (!record.is_bounded()) return {Status::unable, "no proof that it is bounded"};
    const Ball most = record.most();
    const Ball supremum = Ball::interval(record.least(), most).at_precision(bits + 32);
    if (!most.contains_zero() && supremum.accuracy_bits() < bits - 24) {
        return {Status::unable, "it is between " + std::to_string(record.least().to_double()) + " and " +
                                    std::to_string(most.to_double()) +
                                    ": no better bound for large |x| is known"};
    }
    return supremum;
}

Answer supremum_of_magnitude(const Formula& h, const Ball& lower, const Ball& upper, long bits,
                             const Context& context) {
    const Ball first = lower.upper();
    const Ball last = upper.lower();
    if (!(last - first).is_positive()) return Ball::indeterminate();  // more bits may separate the ends
    if (may_vanish(h, first, last, bits + 32)) {
        return {Status::unable, "the function may be zero everywhere, which subdivision cannot prove"};
    }
    SupremumRecord record;
    std::string reason = search(h, first, last, bits, context, record);
    if (!reason.empty()) return {Status::unable, std::move(reason)};
    for (const Ball& end : {lower, upper}) {  // an end that is no exact ball lies within this one
        if (!end.is_exact()) record.bounded(abs(Evaluator<Ball>(h, bits + 32)(end.at_precision(bits + 32))));
    }
    if (!record.is_bounded()) return {Status::unable, "no finite value was found around an end"};
    return Ball::interval(record.least(), record.most()).at_precision(bits + 32);
}

}  // namespace sigprop
