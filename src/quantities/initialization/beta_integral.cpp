#include "quantities/initialization/beta_integral.hpp"

#include <cmath>

#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"

namespace sigprop {
namespace {

/// Chosen in double precision; no proof relies on the choice.
struct Rule {
    double strip, step;        ///< strip < pi
    std::int64_t left, right;  ///< terms k = -left … right
};

Rule rule_for(const Ball& a, const Ball& b, long bits) {
    const double goal = design("initialization.beta_integral.goal", nats_of_bits(bits) + 8);
    const double sum = a.upper_double() + b.upper_double();
    // Near pi the bound grows like (2/(pi - strip))^(a+b).
    const double strip = M_PI * (1 - std::fmin(0.5, sum / (goal + sum)));
    const double step = design("initialization.beta_integral.step",
                               2 * M_PI * strip / (goal + 4 - sum * std::log(std::cos(strip / 2))));
    const auto terms = [&](const Ball& rate) {
        const double slowest = rate.lower_double();
        constexpr double beyond_any_budget = 9e15;
        const double count = (goal + 8 + std::log(goal) - 3 * std::log(slowest)) / (slowest * step);
        const double wanted = design("initialization.beta_integral.terms", std::ceil(count));
        return static_cast<std::int64_t>(std::fmin(beyond_any_budget, wanted));
    };
    return {strip, step, terms(a), terms(b)};
}

/// h times the sum over k > last of e^(-rate k h), or of that times k h + log 2: bounds a tail of the sum.
Ball tail(const Ball& rate, const Ball& h, std::int64_t last, bool times_log) {
    const Ball q = exp(-rate * h);
    const Ball first = exp(-rate * h * Ball(last + 1));
    const Ball terms = first / (1 - q);
    if (!times_log) return h * terms;
    const Ball steps = Ball(last + 1) * terms + first * q / pow(1 - q, 2);
    return h * (h * steps + terms);  // log 2 < 1
}

struct Sums {
    Ball plain, logarithmic;
};

Sums sums(const Ball& a, const Ball& b, const Ball& h, const Rule& rule, bool times_log,
          const Context& context) {
    Sums all{Ball().at_precision(h.precision()), Ball().at_precision(h.precision())};
    for (std::int64_t k = -rule.left; k <= rule.right; ++k) {
        if (k % 256 == 0) context.check_cancelled();
        const Ball t = h * Ball(k);
        const Ball minus_log_x = softplus(-t);
        const Ball term = exp(-a * minus_log_x - b * softplus(t));
        all.plain += h * term;
        if (times_log) all.logarithmic += h * term * minus_log_x;
    }
    return all;
}

}  // namespace

Answer beta_integral(const Ball& a, const Ball& b, bool times_log, long bits, const Context& context) {
    const Rule rule = rule_for(a, b, bits);
    if (static_cast<double>(rule.left) + static_cast<double>(rule.right) >
        static_cast<double>(context.budget)) {
        return {Status::unable, "the integrand falls so slowly that it exceeds the budget of " +
                                    std::to_string(context.budget) + " evaluations"};
    }
    const Ball h = Ball(rule.step).at_precision(bits + 24);
    const Sums sum = sums(a, b, h, rule, times_log, context);
    const Ball width = Ball(rule.strip).at_precision(64);
    const Ball log_growth = -log(cos(width / 2));
    const Ball relative = 2 * exp((a + b) * log_growth) / expm1(2 * Ball::pi(64) * width / h);
    if (!(relative - Ball(0.25)).is_negative())
        return {Status::unable, "no strip around the real axis gives a bound"};
    // With T the infinite sum and I the integral, |T - I| <= r I gives |T - I| <= 2 r T for r <= 1/4.
    const Ball right = tail(b, h, rule.right, false);  // there -log x < 1
    const Ball outside =
        error_term("initialization.beta_integral.ends", tail(a, h, rule.left, false) + right);
    const Ball mass = sum.plain + outside;
    if (!times_log) {
        const Ball moved = error_term("initialization.beta_integral.discretisation", 2 * relative * mass);
        return sum.plain.widened(outside).widened(moved);  // widening: of terms
    }
    // Along the strip |log x| exceeds its value at the real part by at most log 1/cos(w/2) + pi.
    const Ball left_out =
        error_term("initialization.beta_integral.log_ends", tail(a, h, rule.left, true) + right);
    const Ball excess = (log_growth + 4) * 2 * mass;
    const Ball moved = error_term("initialization.beta_integral.log_discretisation",
                                  2 * relative * (sum.logarithmic + left_out + excess));
    return sum.logarithmic.widened(left_out).widened(moved);  // widening: of terms
}

}  // namespace sigprop
