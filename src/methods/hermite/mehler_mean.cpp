#include "methods/hermite/mehler_mean.hpp"

#include "core/base/bits.hpp"
#include "methods/hermite/hermite_mean.hpp"
#include "methods/hermite/hermite_rule.hpp"
#include "methods/mean/strip.hpp"

#include <cmath>

namespace sigprop {
namespace {

constexpr std::uint64_t entries_an_evaluation = 8;

/// The order k at which h_k^2, which falls like e^(-2 a sqrt(2k)), is below the goal.
std::uint64_t expected_terms(const Formula& f, long bits) {
    const Strip strip = strip_of_analyticity(f);
    const double goal = nats_of_bits(bits);
    const double a = strip.known && strip.at_most < 4 ? strip.at_most : 3;
    return static_cast<std::uint64_t>(std::min(1e15, 0.6 * std::pow(goal / (2 * a), 2) + 24));
}

Ball coefficient(const HermiteRule& rule, HermiteTable& table) {
    Ball h =
        table.sum(table.order() % 2 == 0 ? rule.even : rule.odd).widened(rule.error);  // widening: of terms
    table.advance();
    return h;
}

}  // namespace

MehlerResult arb_mehler(const MeanProblem& f, const MehlerProblem& problem, const Context& context) {
    MehlerResult result;
    const double scale = std::sqrt(problem.second_moment.to_double());
    if (f.status != Status::ok || !(scale > 0) || !std::isfinite(scale)) {
        result.reason = f.status != Status::ok ? f.reason : "no proof that E f^2 is positive";
        return result;
    }
    const std::uint64_t enough = enough_terms(problem);
    // With a kink the coefficients fall so slowly that only c^k helps.
    const std::uint64_t expected = f.kinks.empty() ? expected_terms(f.integrand, problem.bits) : enough;
    std::uint64_t terms = std::min(enough, expected);
    bool shrunk = false;
    for (;;) {
        const std::uint64_t largest = context.budget * entries_an_evaluation;
        // A rule has at least this many nodes.
        terms = std::min(terms, std::max<std::uint64_t>(largest / 32, 1));
        const long bits = problem.bits + 8;
        const HermiteRule rule = hermite_rule(f, static_cast<std::int64_t>(terms), scale, bits, context);
        if (!rule.proved) {
            if (result.status != Status::ok) result.reason = rule.reason;
            return result;
        }
        const std::uint64_t affordable = std::max<std::uint64_t>(largest / rule.points.size(), 1);
        if (affordable < terms / 2 && !shrunk) {  // a rule for fewer terms has fewer nodes
            shrunk = true;
            terms = affordable + affordable / 4;
            continue;
        }
        const auto guard = static_cast<long>(std::log2(static_cast<double>(terms + 2))) + 24;
        HermiteTable table(rule.points, bits + guard);
        const auto next = [&] { return coefficient(rule, table); };
        result.sum = mehler_sum(problem, next, std::min(terms, affordable), context);
        result.status = Status::ok;
        if (result.sum.complete || shrunk || terms >= enough || affordable <= terms || terms == largest / 32)
            return result;
        terms = std::min(enough, 3 * terms);
    }
}

}  // namespace sigprop
