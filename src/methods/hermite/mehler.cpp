#include "methods/hermite/mehler.hpp"

#include "core/ball/error_term.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {

MehlerSum mehler_sum(const MehlerProblem& problem, const std::function<Ball()>& next, std::uint64_t max_terms,
                     const Context& context) {
    constexpr long bound_bits = 40;
    const long bits = problem.bits + 32;
    const Ball goal =
        problem.second_moment.magnitude().at_precision(bound_bits) * Ball::power_of_two(-problem.bits);
    MehlerSum sum;
    sum.value = Ball().at_precision(bits);
    Ball rest = problem.second_moment;
    Ball power = Ball(1).at_precision(bits);
    Ball bound = rest.magnitude();
    while (!sum.complete && sum.terms < max_terms) {
        if (sum.terms % 64 == 0) context.check_cancelled();
        const Ball h = next();
        const Ball square = h * h;
        sum.value += power * square;
        power *= problem.correlation;
        rest -= square;
        ++sum.terms;
        bound = power.magnitude().at_precision(bound_bits) * max(rest.upper(), Ball(0));
        sum.complete = (goal - bound).is_nonnegative() || !rest.is_positive();
    }
    sum.value = sum.value.widened(error_term("hermite.mehler.rest", bound.magnitude()));
    return sum;
}

std::uint64_t enough_terms(const MehlerProblem& problem) {
    constexpr double most = 1e15;
    const double c = problem.correlation.magnitude().to_double();
    if (c == 0) return 1;
    const double terms = c < 1 ? std::ceil(static_cast<double>(problem.bits) / -std::log2(c)) + 1 : most;
    return static_cast<std::uint64_t>(std::min(terms, most));
}

}  // namespace sigprop
