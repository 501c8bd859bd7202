#include "methods/mean/mean_support.hpp"

#include <algorithm>
#include <cmath>

#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/growth.hpp"
#include "core/formula/tape.hpp"

namespace sigprop {
namespace {

/// The R >= tail_start beyond which the tail, bounded by e^bound, is below e^target, with a bound of that
/// tail.
std::optional<std::pair<double, Ball>> cut_tail(const LogBound& bound, double tail_start, double target) {
    double R = std::max(tail_start, std::sqrt(std::max(0.0, 2 * (bound.a - target))));
    R = std::ceil(R * 16) / 16;
    constexpr int max_attempts = 400;
    for (int attempt = 0; attempt < max_attempts; ++attempt, R = std::ceil(R * 1.02 * 16) / 16) {
        const std::optional<Ball> tail = tail_integral_bound(bound, R);
        if (!tail) continue;
        if (!tail->is_positive() || (log(*tail) - Ball(target)).is_nonpositive()) return std::pair{R, *tail};
    }
    return std::nullopt;
}

/// Whether the law's range ends at a singular point, from which its only side begins.
bool is_singular_end(const MeanProblem& problem, int side) {
    const auto& sides = problem.singular_sides;
    return !sides.empty() && (side > 0 ? sides.front() : sides.back()).side == side;
}

}  // namespace

TailCut cut_tails(const MeanProblem& problem, long bits) {
    const Law& law = problem.law;
    TailCut cut;
    const double target = -design("mean.support.tail_nats", nats_of_bits(bits)) + std::log(problem.scale);
    const auto end = [&](const Real& limit, int side, const std::optional<LogBound>& bound, Ball& place) {
        if (limit.infinite_sign() != 0) {
            const auto tail = bound ? cut_tail(*bound, problem.tail_start, target) : std::nullopt;
            if (!tail) return false;
            place = Ball(side * tail->first);
            cut.outside += error_term("mean.support.tail", tail->second);
            return true;
        }
        const Ball enclosed = limit.at(bits + 16);
        place = side > 0 ? enclosed.lower() : enclosed.upper();
        if (enclosed.is_exact() || is_singular_end(problem, -side)) return true;
        // The true end lies within the ball; the integral over the ball is bounded by width times height.
        const Ball height = Evaluator<Ball>(problem.integrand * law.weight(), bits)(enclosed).magnitude();
        cut.outside += error_term("mean.support.uncertain_end", 2 * enclosed.radius() * height);
        return height.is_finite();
    };
    cut.proved =
        end(law.lower, -1, problem.left_tail, cut.lower) && end(law.upper, 1, problem.right_tail, cut.upper);
    cut.outside = cut.outside.upper();
    return cut;
}

bool has_known_mass(const Law& law) { return law.sampler == Sampler::normal; }

Ball known_mass(const Law& law, long bits) {
    (void)law;
    return sqrt(2 * Ball::pi(bits));
}

Ball gap_contribution(const Formula& f, const Ball& lower, const Ball& upper, long bits) {
    const Ball width = upper - lower;
    if (!width.is_positive()) return 0;
    const Ball range = Ball::interval(lower, upper).at_precision(bits);
    return signed_error_term("mean.support.gap", Evaluator<Ball>(f, bits)(range) * width.at_precision(bits));
}

namespace {

/// Adds the integral over a stretch, piece by piece with the gaps between them; false where that failed.
bool add_stretch(MeanResult& sum, const MeanProblem& problem, const Stretch& stretch, long bits,
                 const PieceIntegrators& integrators) {
    const Partition parts = partition(problem.integrand, stretch.lower, stretch.upper, bits + 16);
    if (!parts.complete) {
        sum.reason = parts.reason;
        return false;
    }
    const Formula weighted = problem.integrand * problem.law.weight();
    Ball last = stretch.lower;
    for (const Piece& piece : parts.pieces) {
        sum.value += gap_contribution(weighted, last, piece.lower, bits);
        last = piece.upper;
        if (!add_part(sum, integrators.piece(piece))) return false;
    }
    sum.value += gap_contribution(weighted, last, stretch.upper, bits);
    return true;
}

}  // namespace

bool add_part(MeanResult& sum, MeanResult part) {
    sum.evaluations += part.evaluations;
    if (part.status == Status::ok) {
        sum.value += part.value;
    } else {
        sum.status = part.status;
        sum.reason = std::move(part.reason);
    }
    return part.status == Status::ok;
}

MeanResult integrate_pieces(const MeanProblem& problem, const TailCut& cut, long bits,
                            const PieceIntegrators& integrators) {
    MeanResult result;
    const std::vector<SingularSide> sides = sides_within(problem.singular_sides, cut.lower, cut.upper);
    for (const Stretch& stretch : stretches_between(sides, cut.lower, cut.upper))
        if (!add_stretch(result, problem, stretch, bits, integrators)) return result;
    for (const SingularSide& side : sides)
        if (!add_part(result, integrators.side(side))) return result;
    result.value = result.value.widened(cut.outside);  // widening: of terms
    result.status = result.value.is_finite() ? Status::ok : Status::unable;
    if (result.status != Status::ok) result.reason = "no finite enclosure was found on the pieces";
    return result;
}

std::uint64_t affordable_evaluations(const Formula& f, const Context& context) {
    constexpr double everyday = 4;
    double cost = 0;  // of one evaluation, in transcendental functions
    for (const Instruction& node : Tape(f).instructions) {
        const bool cheap = node.operation <= Operation::power_integer || is_piecewise(node.operation);
        cost += cheap ? 0.1 : 1;
    }
    return static_cast<std::uint64_t>(static_cast<double>(context.budget) * everyday /
                                      std::max(everyday, cost));
}

MeanResult normalised(const MeanProblem& problem, long bits, const Context& context, Integrator integrate) {
    MeanResult top = integrate(problem, bits, context);
    if (top.status != Status::ok) return top;
    if (has_known_mass(problem.law)) {
        top.value = top.value / known_mass(problem.law, bits + 20);
        return top;
    }
    const MeanResult bottom = integrate(examine(Formula(1), problem.law, context), bits, context);
    top.evaluations += bottom.evaluations;
    if (bottom.status != Status::ok || !bottom.value.is_positive()) {
        top.status = Status::unable;
        top.reason = "the mass of the law could not be enclosed";
        return top;
    }
    top.value = top.value / bottom.value;
    return top;
}

}  // namespace sigprop
