#include "methods/hermite/hermite_kernel.hpp"

#include "core/ball/error_term.hpp"

namespace sigprop {

std::optional<std::pair<double, Ball>> cut_tails(const MeanProblem& problem, const HermiteKernel& kernel,
                                                 double goal) {
    if (!problem.left_tail || !problem.right_tail) return std::nullopt;
    const auto bound = [&](LogBound tail) {  // turns a bound of |f| e^(-x^2/2) into one of |f| e^(-q x^2)
        tail.c += 0.5 - kernel.q + 1e-14;
        return tail;
    };
    const LogBound left = bound(*problem.left_tail);
    const LogBound right = bound(*problem.right_tail);
    const double target = -design("hermite.kernel.tail", goal) - kernel.log_factor() - 2;
    double R = std::max({problem.tail_start, std::sqrt(std::max(0.0, -target / kernel.q)), 1.0});
    for (int attempt = 0; attempt < 300; ++attempt, R *= 1.03) {
        R = std::ceil(R * 16) / 16;
        const auto a = tail_integral_bound(left, R);
        const auto b = tail_integral_bound(right, R);
        if (!a || !b) continue;
        const Ball sum = *a + *b;
        if (!sum.is_positive() || log(sum.at_precision(64)).upper_double() < target) return {{R, sum}};
    }
    return std::nullopt;
}

}  // namespace sigprop
