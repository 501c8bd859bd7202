// The structural check that comes before every method: does the mean exist?

#include "methods/mean/log_sine_tail.hpp"
#include "methods/mean/mean_support.hpp"
#include "methods/mean/singular_examine.hpp"

#include <algorithm>
#include <cmath>

#include "core/ball/complex_box.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/growth.hpp"
#include "core/formula/lowering.hpp"
#include "core/formula/parity.hpp"
#include "core/formula/pieces.hpp"

namespace sigprop {
namespace {

constexpr long examination_bits = 64;

std::string shown(double x) {
    std::string text = std::to_string(x);
    while (text.find('.') != std::string::npos && (text.back() == '0' || text.back() == '.')) text.pop_back();
    if (text == "-0") return "0";
    return text;
}

/// "near …" in words; the variable of a normal law is the standardised one.
std::string place_of(const MeanProblem& problem, const Ball& x) {
    const bool is_normal = problem.law.sampler == Sampler::normal;
    return (is_normal ? "near z = " : "near x = ") + shown(x.to_double()) +
           (is_normal ? " (x = mean + std z)" : "");
}

/// The first thing found is kept, but a proof that there is no mean outranks what is not shown.
void set(MeanProblem& problem, Status status, std::string reason) {
    const bool proves_more = status == Status::domain && problem.status == Status::unable;
    if (problem.status != Status::ok && !proves_more) return;
    problem.status = status;
    problem.reason = std::move(reason);
}

/// Examines the tail of the integrand towards +infinity (side = 1) or -infinity (side = -1); returns an
/// integrable bound, and raises problem.tail_start to where it holds.
std::optional<LogBound> examine_tail(MeanProblem& problem, int side) {
    const Formula weighted = mirrored(problem.integrand * problem.law.weight(), side);
    const std::string where = side > 0 ? "as x -> inf" : "as x -> -inf";
    std::string reason;
    // A larger R only helps: more denominators and arguments of logarithms are shown to keep their sign.
    for (double R = 8; R < 1e5; R *= 8) {
        const TailBehaviour tail = tail_behaviour(weighted, R);
        if (tail.undefined) {
            set(problem, Status::domain, "the integrand is undefined " + where + ": " + tail.reason);
            return std::nullopt;
        }
        if (tail.lower && tail_integral_diverges(*tail.lower)) {
            set(problem, Status::domain, "the mean diverges: the weighted integrand does not decay " + where);
            return std::nullopt;
        }
        if (tail.upper && tail_integral_bound(*tail.upper, R)) {
            problem.tail_start = std::max(problem.tail_start, R);
            return tail.upper;
        }
        if (const auto integrals = log_sine_tail(weighted, R)) {
            problem.tail_start = std::max(problem.tail_start, integrals->start);
            return integrals->upper;
        }
        reason = tail.reason.empty() ? "no proof that the integrand decays" : tail.reason;
    }
    set(problem, Status::unable, "the tail could not be bounded " + where + ": " + reason);
    return std::nullopt;
}

/// Shows the smooth piece finite by covering it with balls, or says near which x that fails.
void examine_piece(MeanProblem& problem, const Piece& piece) {
    // A box in double precision that is known is holomorphic, and so finite; the others are left to balls.
    Evaluator<ComplexBox> quick(piece.smooth);
    const RealInterval whole = {piece.lower.lower_double(), piece.upper.upper_double()};
    if (whole.is_finite() && quick(ComplexBox(whole)).is_known()) return;
    Evaluator<Ball> evaluate(piece.smooth, examination_bits);
    struct Box {
        Ball lower, upper;
        int depth;
    };
    std::vector<Box> stack = {{piece.lower, piece.upper, 0}};
    for (int budget = 20'000; !stack.empty(); --budget) {
        const Box box = stack.back();
        stack.pop_back();
        const Ball range = Ball::interval(box.lower, box.upper).at_precision(examination_bits);
        if (evaluate(range).is_finite()) continue;
        const Ball middle = range.midpoint();
        if (box.depth > 40 || budget <= 0) {
            return set(problem, Status::unable,
                       "no proof that the integrand is finite " + place_of(problem, middle) +
                           ": a pole, or a formula that cannot be bounded there");
        }
        if (box.depth > 6) {
            if (const auto reason = proved_undefined(piece.smooth, std::span(&range, 1))) {
                return set(problem, Status::domain,
                           "the integrand is undefined " + place_of(problem, middle) + ": " + *reason);
            }
        }
        stack.push_back({middle, box.upper, box.depth + 1});
        stack.push_back({box.lower, middle, box.depth + 1});
    }
}

/// A gap is an interval that holds the place of a switch: both branches may occur and must be finite.
void examine_gap(MeanProblem& problem, const Ball& gap) {
    if (Evaluator<Ball>(problem.integrand, examination_bits)(gap).is_finite()) return;
    set(problem, Status::unable,
        "no proof that the integrand is finite at its switch " + place_of(problem, gap) +
            ": one of the branches has a pole there, even if only at one point");
}

/// Estimates problem.scale and problem.mass by plain sums in double precision.
void rough_scales(MeanProblem& problem, double lower, double upper) {
    constexpr int points = 64;
    const std::array formulas = {problem.integrand, problem.law.weight()};
    Evaluator<double> evaluate(formulas);
    double top = 0;
    double bottom = 0;
    for (int i = 0; i < points; ++i) {
        const double x = lower + (upper - lower) * (i + 0.5) / points;
        const std::span<const double> values = evaluate(std::span(&x, 1));
        if (!std::isfinite(values[0]) || !std::isfinite(values[1])) continue;
        top += std::fabs(values[0]) * values[1];
        bottom += values[1];
    }
    const double step = (upper - lower) / points;
    if (std::isfinite(bottom) && bottom > 0) problem.mass = bottom * step;
    problem.scale = std::isfinite(top) && top > 0 ? top * step : problem.mass;
}

/// The law's range, cut on its infinite sides. The ends of a finite range belong to it.
Stretch examined_range(const MeanProblem& problem, double min_cut) {
    const Law& law = problem.law;
    const auto [lower, upper] = core_range(law, std::max(problem.tail_start, min_cut), examination_bits);
    return {law.lower.infinite_sign() != 0 ? lower : law.lower.at(examination_bits).lower(),
            law.upper.infinite_sign() != 0 ? upper : law.upper.at(examination_bits).upper()};
}

void add_kink(MeanProblem& problem, const Ball& kink, const Stretch& range) {
    const double x = kink.to_double();
    const bool inside = x > range.lower.to_double() && x < range.upper.to_double();
    if (inside && (problem.kinks.empty() || problem.kinks.back() < x)) problem.kinks.push_back(x);
}

/// Examines an integrand that is not finite on all its pieces: whether it is integrable where it is singular.
/// False where nothing more was found out.
bool examine_as_singular(MeanProblem& problem, const Context& context) {
    // Wide enough for the cuts at a thousand digits, and not a number at which formulas tend to be singular.
    const Stretch range = examined_range(problem, 96.3125);
    const Partition parts = partition(problem.integrand, range.lower, range.upper, examination_bits);
    if (!parts.complete) return false;
    SingularSides singular = examine_singular_points(problem, parts, context);
    if (singular.status == Status::domain) {
        problem.status = Status::domain;
        problem.reason = singular.what + " " + place_of(problem, singular.place) + ": " + singular.why;
        return true;
    }
    if (singular.status == Status::unable && !singular.why.empty()) {
        set(problem, Status::unable,
            "the mean is not computed " + place_of(problem, singular.place) + ": " + singular.why);
        return true;
    }
    if (singular.status != Status::ok || singular.sides.empty()) return false;
    problem.singular_sides = std::move(singular.sides);
    for (const Stretch& one : stretches_between(problem.singular_sides, range.lower, range.upper)) {
        for (const Piece& piece : parts.pieces) {
            const Ball lower = (piece.lower - one.lower).is_negative() ? one.lower : piece.lower;
            const Ball upper = (one.upper - piece.upper).is_negative() ? one.upper : piece.upper;
            if ((upper - lower).is_positive()) examine_piece(problem, {lower, upper, piece.smooth});
        }
    }
    const auto is_singular = [&](const Ball& kink) {
        return std::ranges::any_of(singular.enclosures, [&](const Ball& one) { return one.overlaps(kink); });
    };
    std::vector<Ball> kinks = singular.enclosures;
    for (const Ball& kink : parts.kinks) {
        if (is_singular(kink)) continue;
        if (!kink.is_exact()) examine_gap(problem, kink);
        kinks.push_back(kink);
    }
    std::ranges::sort(kinks, [](const Ball& a, const Ball& b) { return a.to_double() < b.to_double(); });
    problem.kinks.clear();
    for (const Ball& kink : kinks) add_kink(problem, kink, range);
    return problem.status != Status::unable;
}

}  // namespace

Formula mirrored(const Formula& f, int side) {
    if (side > 0) return f;
    const Formula negative = -Formula::variable();
    return f.substitute(std::span(&negative, 1));
}

std::pair<Ball, Ball> core_range(const Law& law, double tail_cut, long bits) {
    Ball lower = law.lower.infinite_sign() != 0 ? Ball(-tail_cut) : law.lower.at(bits).upper();
    Ball upper = law.upper.infinite_sign() != 0 ? Ball(tail_cut) : law.upper.at(bits).lower();
    return {std::move(lower), std::move(upper)};
}

MeanProblem examine(const Formula& integrand, const Law& law, const Context& context) {
    context.check_cancelled();
    MeanProblem problem;
    problem.integrand = integrand;
    problem.law = law;
    if (law.dimension > 1) {
        set(problem, Status::unable, "the law has several variables: only sampling is available");
        return problem;
    }
    if (law.upper.infinite_sign() != 0) problem.right_tail = examine_tail(problem, 1);
    const bool even = law.sampler == Sampler::normal && problem.right_tail && is_even(integrand);
    if (law.lower.infinite_sign() != 0)
        problem.left_tail = even ? problem.right_tail : examine_tail(problem, -1);
    if (problem.status == Status::domain) return problem;
    // The range is wide enough that rules in double precision, which split at kinks, miss none that matters.
    const Stretch range = examined_range(problem, 16);
    const Partition parts = partition(integrand, range.lower, range.upper, examination_bits);
    if (!parts.complete) {
        set(problem, Status::unable, parts.reason);
        return problem;
    }
    const Status before = problem.status;
    const std::string reason_before = problem.reason;
    for (const Piece& piece : parts.pieces) examine_piece(problem, piece);
    for (const Ball& kink : parts.kinks) {
        if (!kink.is_exact()) examine_gap(problem, kink);
        add_kink(problem, kink, range);
    }
    if (problem.status == Status::unable) {
        MeanProblem singular = problem;
        singular.status = before;
        singular.reason = reason_before;
        if (examine_as_singular(singular, context)) problem = std::move(singular);
    }
    rough_scales(problem, range.lower.to_double(), range.upper.to_double());
    problem.pieces = parts.pieces;
    return problem;
}

}  // namespace sigprop
