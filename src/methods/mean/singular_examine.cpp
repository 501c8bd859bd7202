#include "methods/mean/singular_examine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "core/formula/lowering.hpp"
#include "core/formula/operands_first.hpp"
#include "core/formula/switching_function.hpp"
#include "methods/mean/near_singularity_bounds.hpp"
#include "methods/mean/singularity.hpp"

namespace sigprop {
namespace {

constexpr long examined_bits = 128;

/// The integral of u^(p - 1) beside a point is spread over 1/p times as many powers of two as there are bits.
constexpr double min_distance_from_divergence = 2e-4;

/// The formula without its switches on 0 < u <= start; nothing where a switch is not shown to keep its sign.
std::optional<Formula> without_switches(const Formula& f, NearSingularityBounds& bounds) {
    std::map<const Formula::Node*, Formula> resolved;
    for (const Formula& node : operands_first(f)) {
        std::vector<Formula> operands;
        for (const Formula& operand : node.operands()) operands.push_back(resolved.at(operand.identity()));
        Formula result = operands.empty() ? node : Formula::make(node.operation(), operands, node.integer());
        if (is_piecewise(node.operation())) {
            const Formula g = switching_function(node.operation(), operands);
            const bool equal = is_difference_of_equals(g);
            const Behaviour sign = equal ? Behaviour() : bounds(g);
            if (!equal && (sign.sign == 0 || !sign.lower)) return std::nullopt;
            result = taken_branch(node.operation(), operands, equal ? 0 : sign.sign);
        }
        resolved.emplace(node.identity(), std::move(result));
    }
    return resolved.at(f.identity());
}

/// Why the mean diverges, and what helps.
std::string pole_of_order(const Ball& order) {
    std::string power = fmt::format("^{:.9g}", order.to_double());
    if ((order - 1).contains_zero()) power.clear();
    return "the integrand has a pole and grows like 1/distance" + power +
           "; bound the formula there, as x/(x^2 + 0.01) bounds 1/x";
}

std::string too_slow(const Ball& power) {
    return fmt::format(
        "the integrand may grow like 1/distance^{:.9g}, which is too close to a divergent integral; use a "
        "smaller exponent there",
        -power.to_double());
}

class Examiner {
public:
    Examiner(const MeanProblem& problem, const Partition& parts, const FoundPoints& found)
        : problem_(problem), parts_(parts), found_(found.points) {}

    /// Whether the side exists: an end of the law's range has one alone.
    bool has_side(std::size_t i, int side) const {
        const Real& end = side < 0 ? problem_.law.lower : problem_.law.upper;
        return end.infinite_sign() != 0 || compare(found_[i].point.place, end) != 0;
    }

    void examine_side(SingularSides& result, std::size_t i, int side) const {
        const FoundPoint& found = found_[i];
        const Piece* piece = piece_beside(found.enclosure, side);
        const std::optional<double> edge = edge_of(i, side);
        if (piece == nullptr || !edge) return fail(result, i);
        NearSingularity beside(found.point, side);
        SingularSide one;
        one.place = found.point.place;
        one.side = side;
        one.edge = *edge;
        one.length = side > 0 ? Real(*edge) - one.place : one.place - Real(*edge);
        const Ball width = found.enclosure.radius();
        std::optional<Ball> near_divergence;  // the power
        for (const long exponent : {-2L, -4L, -8L, -16L, -32L, -48L}) {
            const Ball start = Ball::power_of_two(exponent);
            if (!(one.length.at(examined_bits) - start).is_positive() || !(start - 8 * width).is_positive())
                continue;
            NearSingularityBounds bounds(beside, start);
            const auto smooth = without_switches(problem_.integrand, bounds);
            if (!smooth || !are_alike(*smooth, piece->smooth)) continue;
            const Behaviour f = bounds(*smooth);
            const Behaviour weighted = bounds(*smooth * problem_.law.weight());
            if (weighted.lower && weighted.lower->constant.is_positive() &&
                (weighted.lower->power + 1).is_nonpositive())
                return refuse(result, i, "the mean diverges", pole_of_order(-weighted.lower->power));
            const bool integrable = f.upper && weighted.upper && weighted.upper->constant.is_finite() &&
                                    (weighted.upper->power + 1).is_positive();
            if (!integrable) continue;
            if (!(weighted.upper->power + 1 - min_distance_from_divergence).is_nonnegative()) {
                near_divergence = weighted.upper->power;
                continue;
            }
            one.integrand = beside.in_distance(*smooth);
            one.log_weight = beside.in_distance(problem_.law.log_weight);
            one.growth = *f.upper;
            one.weighted = *weighted.upper;
            one.start = start.to_double();
            result.sides.push_back(std::move(one));
            return;
        }
        // A whole interval: at one point alone, a zero that was not found, the mean does not mind.
        const Ball middle = one.place.at(examined_bits) + Ball(side) * one.length.at(examined_bits) / 2;
        const Ball inside = Ball::interval(middle, Ball(*edge)).at_precision(examined_bits);
        if (holds(*piece, inside)) {
            if (const auto why = proved_undefined(piece->smooth, std::span(&inside, 1)))
                return refuse(result, i, "the integrand is undefined", *why);
        }
        fail(result, i);
        if (near_divergence) result.why = too_slow(*near_divergence);
    }

private:
    void fail(SingularSides& result, std::size_t i) const {
        if (result.status != Status::ok) return;
        result.status = Status::unable;
        result.place = found_[i].enclosure;
    }

    void refuse(SingularSides& result, std::size_t i, std::string what, std::string why) const {
        result = {Status::domain, found_[i].enclosure, std::move(what), std::move(why), {}, {}};
    }

    /// Whether the piece's formula is the integrand on all of this interval. The piece beside a place that is
    /// known too roughly, such as a zero of x - abs(x), may lie elsewhere.
    static bool holds(const Piece& piece, const Ball& inside) {
        return (inside.lower() - piece.lower).is_nonnegative() &&
               (piece.upper - inside.upper()).is_nonnegative();
    }

    const Piece* piece_beside(const Ball& place, int side) const {
        const Ball edge = side < 0 ? place.lower() : place.upper();
        for (const Piece& piece : parts_.pieces) {
            const Ball& near = side < 0 ? piece.upper : piece.lower;
            const Ball& far = side < 0 ? piece.lower : piece.upper;
            const bool touches = !(Ball(side) * (near - edge)).is_positive();
            if (touches && (Ball(side) * (far - edge)).is_positive()) return &piece;
        }
        return nullptr;
    }

    /// At most 1 away, and nearer to the point than to the next kink, singular point or end of the range.
    std::optional<double> edge_of(std::size_t i, int side) const {
        const Ball place = found_[i].point.place.at(examined_bits);
        Ball room = 2;
        const auto leave_room = [&](const Ball& other) {
            const Ball distance = Ball(side) * (other.at_precision(examined_bits) - place);
            if (distance.is_positive()) room = min(room, distance);
        };
        for (const Ball& kink : parts_.kinks) leave_room(kink);
        for (const FoundPoint& other : found_) leave_room(other.enclosure);
        leave_room(parts_.pieces.front().lower);
        leave_room(parts_.pieces.back().upper);
        const double edge = (place + Ball(side) * room / 2).to_double();
        const Ball length = Ball(side) * (Ball(edge) - place);
        const bool apart = length.is_positive() && (room - length).is_positive();
        return apart ? std::optional(edge) : std::nullopt;
    }

    const MeanProblem& problem_;
    const Partition& parts_;
    const std::vector<FoundPoint>& found_;
};

/// The points from the inside outwards: of many poles the first one is named.
std::vector<std::size_t> by_distance_from_zero(const std::vector<FoundPoint>& points) {
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), 0);
    const auto distance = [&](std::size_t i) { return std::fabs(points[i].enclosure.to_double()); };
    std::ranges::stable_sort(order, [&](std::size_t i, std::size_t j) { return distance(i) < distance(j); });
    return order;
}

/// Sides of neighbours may share an edge, but no piece between them: from left to right edges ascend.
void sort_from_left(SingularSides& result) {
    std::ranges::stable_sort(result.sides, [](const SingularSide& a, const SingularSide& b) {
        return a.place.to_double() < b.place.to_double();
    });
    if (!std::ranges::is_sorted(result.sides, {}, &SingularSide::edge)) result.status = Status::unable;
}

}  // namespace

SingularSides examine_singular_points(const MeanProblem& problem, const Partition& parts,
                                      const Context& context) {
    SingularSides result;
    const FoundPoints found = find_singular_points(parts);
    if (!found.trouble.empty()) result.status = Status::unable;
    const Examiner examiner(problem, parts, found);
    for (const std::size_t i : by_distance_from_zero(found.points)) {
        for (const int side : {-1, 1}) {
            context.check_cancelled();
            if (examiner.has_side(i, side)) examiner.examine_side(result, i, side);
            if (result.status == Status::domain) return result;
        }
        result.enclosures.push_back(found.points[i].enclosure);
    }
    sort_from_left(result);
    return result;
}

}  // namespace sigprop
