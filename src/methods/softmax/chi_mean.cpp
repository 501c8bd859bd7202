#include "methods/softmax/chi_mean.hpp"

#include "core/ball/count.hpp"
#include "core/ball/error_term.hpp"
#include "core/base/simulation.hpp"
#include "core/parallel/workers.hpp"
#include "methods/softmax/chi_rule.hpp"
#include "methods/softmax/near_zero.hpp"

#include <atomic>
#include <cmath>

namespace sigprop {
namespace {

constexpr long min_bits = 10;  // of a node, however small its weight

Real std_at(const ChiRule& rule, int k, const Real& scale) {
    const std::string name = "chi_node(" + Real(rule.step).text() + ", " + Real(rule.softness).text() + ", " +
                             std::to_string(k) + ")";
    return scale * Real(name, [rule, k](long bits) { return rule.radius(k, bits); });
}

}  // namespace

EntropyPair chi_mean(const ChiMean& problem, const EntropyAt& entropy, long bits, const Context& context) {
    const auto fails = [](const Answer& why) { return EntropyPair{why, why}; };
    const ChiRule rule = chi_rule(problem, bits + 2);
    if (rule.step == 0) return fails({Status::unable, "the mean over query lengths needs too many nodes"});
    const ChiRuleError error = chi_rule_error(rule, problem);
    if (!error.entropy.is_finite()) return fails({Status::unable, "no proof of the error of the nodes"});

    const auto count = static_cast<std::size_t>(rule.last - rule.first + 1);
    const long working = bits + 16;
    const Ball log_n = log(count_ball(problem.n, working));
    std::vector<Ball> weights(count);
    std::vector<EntropyPair> values(count, fails({Status::unable, ""}));
    std::atomic<std::size_t> done{0};
    for_each_index(count, context.threads, [&](std::size_t i) {
        context.check_cancelled();
        if (context.watch != nullptr) context.watch->parts(done++, count);
        const int k = rule.first + static_cast<int>(i);
        weights[i] = rule.weight(k, problem.dim, working);
        // The errors of the nodes add up to less than 2^-bits.
        const double share = std::log2(weights[i].upper_double() * static_cast<double>(count));
        const long wanted = std::max(min_bits, bits + 3 + static_cast<long>(std::ceil(share)));
        const Real std = std_at(rule, k, problem.scale);
        const Ball near_zero = entropy_near_zero(std.at(working), log_n);
        const long enough = design("softmax.chi_mean.near_zero_bits", wanted);
        const bool is_known = near_zero.radius_double() < std::ldexp(1.0, static_cast<int>(-enough));
        values[i] = is_known ? EntropyPair{near_zero, near_zero} : entropy(std, wanted);
    });

    EntropyPair means = fails(Ball(0));
    Ball total = 0;
    for (const Ball& weight : weights) total += weight;
    const Ball missing = max(Ball(0), (1 + error.weights - total).upper());
    for (std::size_t which = 0; which < means.size(); ++which) {
        const Ball outer =
            error_term("softmax.chi_mean.missing_weight", Ball::interval(Ball(0), log_n * missing));
        Ball mean = outer.widened(error.entropy).at_precision(working);  // widening: of terms
        for (std::size_t i = 0; i < count; ++i) {
            const Answer& value = values[i][which];
            if (value.status != Status::ok) {
                means[which] = value;
                break;
            }
            // An entropy always lies in [0, log n].
            mean += weights[i] * value.value;
        }
        if (means[which].status == Status::ok) means[which] = mean;
    }
    return means;
}

}  // namespace sigprop
