#include "methods/mean/singularity.hpp"

#include <algorithm>
#include <cmath>

#include "core/formula/algebraic_sign.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/isolated_zero.hpp"
#include "core/formula/operands_first.hpp"
#include "core/formula/sign_isolation.hpp"
#include "core/formula/tape.hpp"

namespace sigprop {
namespace {

constexpr long isolation_bits = 64;
constexpr long working_bits = 192;
constexpr std::uint64_t isolation_budget = 20'000;

struct Candidate {
    Ball enclosure;
    std::vector<Formula> zeros;
};

/// What has to be zero for this node to be singular.
std::optional<Formula> singular_argument(const Formula& node) {
    const std::span<const Formula> u = node.operands();
    switch (node.operation()) {
        case Operation::divide: return u[1];
        case Operation::power_integer: return node.integer() < 0 ? std::optional(u[0]) : std::nullopt;
        case Operation::log1p: return 1 + u[0];
        case Operation::sqrt:
        case Operation::log:
        case Operation::power: return u[0];
        default: return std::nullopt;
    }
}

/// The functions one of which is zero where f is: the factors of a product, say.
void add_factors(const Formula& f, std::vector<Formula>& factors) {
    if (f.variable_count() == 0) return;
    switch (f.operation()) {
        case Operation::multiply: add_factors(f.operands()[1], factors); [[fallthrough]];
        case Operation::divide:
        case Operation::negate:
        case Operation::sqrt:
        case Operation::power:
        case Operation::power_integer:
        case Operation::expm1:
        case Operation::log1p:
        case Operation::sinh:
        case Operation::tanh:
        case Operation::atan:
        case Operation::erf: return add_factors(f.operands()[0], factors);
        case Operation::exp:
        case Operation::cosh:
        case Operation::erfc:
        case Operation::sigmoid:
        case Operation::softplus:
        case Operation::normal_pdf:
        case Operation::normal_cdf: return;
        default: break;
    }
    const bool known = std::ranges::any_of(factors, [&](const Formula& one) { return are_alike(one, f); });
    if (!known) factors.push_back(f);
}

Ball joined(const Ball& a, const Ball& b) {
    return Ball::interval(a.at_precision(working_bits).lower(), b.at_precision(working_bits).upper())
        .at_precision(working_bits);
}

/// The places where the sign is open, or where it changes exactly at the common end of two intervals.
std::vector<Ball> zeros_between(const std::vector<SignInterval>& signs) {
    std::vector<Ball> zeros;
    for (std::size_t i = 0; i < signs.size(); ++i) {
        if (signs[i].sign == 0) zeros.push_back(joined(signs[i].lower, signs[i].upper));
        if (i > 0 && signs[i].sign * signs[i - 1].sign < 0) zeros.push_back(signs[i].lower);
    }
    return zeros;
}

std::vector<SignInterval> signs_of(const Formula& g, const Piece& piece) {
    std::uint64_t budget = isolation_budget;
    return isolate_signs(g, piece.lower, piece.upper, isolation_bits, budget);
}

/// Candidates in one piece; false when zeros could not be isolated.
bool add_candidates(const Piece& piece, const Ball& left, const Ball& right, std::vector<Candidate>& all) {
    std::vector<Formula> factors;
    bool separated = true;
    for (const Formula& node : operands_first(piece.smooth))
        if (const auto argument = singular_argument(node)) add_factors(*argument, factors);
    for (const Formula& factor : factors) {
        Evaluator<Ball> value(factor, working_bits);
        for (const Ball& end : {left, right}) {
            const Ball at_end = value(end.at_precision(working_bits));
            if (!at_end.is_finite() || at_end.contains_zero()) all.push_back({end, {factor}});
        }
        auto signs = signs_of(factor, piece);
        // The surroundings of a zero of a high order look like zeros; it is one of a derivative, too. Were
        // others overlooked, the rest of the range would not be finite.
        if (signs.empty()) signs = signs_of(factor.derivative().derivative(), piece);
        separated = separated && !signs.empty();
        for (const Ball& zero : zeros_between(signs)) {
            if (value(zero).contains_zero()) all.push_back({zero, {factor}});
        }
    }
    return separated;
}

/// The fraction with the smallest denominator, or nearly so, in a narrow ball.
std::optional<Rational> simple_fraction(const Ball& ball) {
    constexpr double most = 1e12;
    Ball rest = ball.at_precision(working_bits);
    Rational p = 1, q = 0, p_before = 0, q_before = 1;  // of the continued fraction
    constexpr int max_digits = 24;
    for (int step = 0; step < max_digits && rest.is_finite(); ++step) {
        const double nearest = std::nearbyint(rest.to_double());
        if (std::fabs(nearest) > most) return std::nullopt;
        const bool last = (rest - Ball(nearest)).contains_zero();
        const double digit = last ? nearest : std::floor(rest.to_double());
        const Rational a = static_cast<std::int64_t>(digit);
        const Rational p_next = a * p + p_before, q_next = a * q + q_before;
        p_before = std::exchange(p, p_next);
        q_before = std::exchange(q, q_next);
        if (last) return p / q;
        rest = 1 / (rest - Ball(digit));
    }
    return std::nullopt;
}

/// The only zero of f between these exact ends; one of order n is a simple zero of the derivative of order n
/// - 1, where f and the derivatives before that vanish.
std::optional<SingularPoint> zero_between(const Formula& f, const Ball& lower, const Ball& upper) {
    constexpr int max_orders = 4;
    std::vector<Formula> zeros = {f};
    for (int order = 1; order <= max_orders; ++order) {
        const Formula last = zeros.back();
        if (auto zero = IsolatedZero::of(last, joined(lower, upper))) {
            const auto vanishes = [&](const Formula& g) { return sign_at(g, *zero) == 0; };
            if (!std::ranges::all_of(zeros, vanishes)) return std::nullopt;
            const Real place("the zero of " + last.text() + " between " + lower.exact_text() + " and " +
                                 upper.exact_text(),
                             [zero = *zero](long bits) { return zero.enclose(bits); });
            return SingularPoint{place, std::move(zeros), std::move(zero)};
        }
        zeros.push_back(last.derivative());
    }
    return std::nullopt;
}

std::optional<SingularPoint> identified(const Candidate& candidate) {
    const Ball place = candidate.enclosure.midpoint();
    const Ball margin = max(Ball(1), abs(place)) * Ball::power_of_two(-40);
    const Ball lower((place - margin).to_double()), upper((place + margin).to_double());
    if (const auto fraction = simple_fraction(candidate.enclosure)) {
        const Formula distance = Formula::variable() - Formula(Real(*fraction));
        NearSingularity beside({Real(*fraction), {}, IsolatedZero::of(distance, joined(lower, upper))}, 1);
        if (std::ranges::any_of(candidate.zeros, [&](const Formula& f) { return beside.is_zero(f); }))
            return beside.point();
    }
    for (const Formula& f : candidate.zeros)
        if (auto point = zero_between(f, lower, upper)) return point;
    return std::nullopt;
}

/// Candidates at one place become one.
std::vector<Candidate> merged(std::vector<Candidate> all) {
    std::ranges::sort(all, [](const Candidate& a, const Candidate& b) {
        return (b.enclosure.midpoint() - a.enclosure.midpoint()).is_positive();
    });
    std::vector<Candidate> places;
    for (Candidate& one : all) {
        if (places.empty() || !places.back().enclosure.overlaps(one.enclosure)) {
            places.push_back(std::move(one));
            continue;
        }
        places.back().enclosure = joined(places.back().enclosure, one.enclosure);
        places.back().zeros.push_back(one.zeros.front());
    }
    return places;
}

}  // namespace

FoundPoints find_singular_points(const Partition& parts) {
    FoundPoints found;
    constexpr std::size_t max_pieces = 1000;
    if (parts.pieces.size() > max_pieces) {
        found.trouble = "the formula has too many switches to look for zeros between them";
        return found;
    }
    std::vector<Candidate> candidates;
    const auto end = [&](const Ball& of_piece) {
        for (const Ball& kink : parts.kinks)
            if (kink.overlaps(of_piece)) return kink;
        return of_piece;
    };
    for (const Piece& piece : parts.pieces) {
        if (!add_candidates(piece, end(piece.lower), end(piece.upper), candidates))
            found.trouble = "the zeros of a denominator or argument could not be separated";
    }
    for (const Candidate& place : merged(std::move(candidates))) {
        auto point = identified(place);
        if (!point) {
            found.trouble = "a zero of a denominator or argument was enclosed, but not identified";
            continue;
        }
        found.points.push_back({std::move(*point), place.enclosure});
    }
    return found;
}

}  // namespace sigprop
