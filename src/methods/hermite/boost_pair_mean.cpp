#include "methods/hermite/pair_mean.hpp"
#include "methods/quadrature/boost_panels.hpp"

#include <fmt/format.h>
#include <cmath>

namespace sigprop {
namespace {

/// Inner integrals are more accurate than the outer one needs, so that they are smooth functions of u.
constexpr double inner_error = 0x1p-46;
constexpr double outer_error = 0x1p-40;

class PairIntegrand {
public:
    PairIntegrand(const MeanProblem& problem, double correlation, const Context& context)
        : problem_(problem),
          c_(correlation),
          s_(std::sqrt((1 - c_) * (1 + c_))),
          context_(context),
          f_(problem.integrand) {
        tail_cut_ = found_tail_cut();
    }

    [[nodiscard]] std::vector<double> outer_breaks() const {
        std::vector<double> breaks = problem_.kinks;
        for (const double kink : problem_.kinks) breaks.push_back(kink / c_);
        return completed(std::move(breaks));
    }

    /// The outer integrand, f(u) phi(u) E f(c u + s w).
    double operator()(double u) {
        context_.check_cancelled();
        std::vector<double> breaks;
        for (const double kink : problem_.kinks) breaks.push_back((kink - c_ * u) / s_);
        const auto inner = [&](double w) { return value(c_ * u + s_ * w) * density(w); };
        const Integral mean = gauss_kronrod(inner, completed(std::move(breaks)), inner_error);
        const double weight = value(u) * density(u);
        // The worst case is that all inner errors have the same sign.
        worst_inner_ = std::max(worst_inner_, mean.error + 0x1p-50 * mean.magnitude);
        return weight * mean.value;
    }

    [[nodiscard]] double worst_inner() const { return worst_inner_; }
    [[nodiscard]] std::uint64_t evaluations() const { return evaluations_; }

private:
    static double density(double x) { return std::exp(-0.5 * x * x) * 0.3989422804014327; }

    double value(double x) {
        if (evaluations_ == 8 * context_.budget) throw Stop{"the budget of evaluations is used up"};
        ++evaluations_;
        const double y = f_(x);
        if (!std::isfinite(y)) throw Stop{fmt::format("the function is not finite at x = {}", x)};
        return y;
    }

    /// The |x| beyond which the density, and f^2 times the density, are negligible.
    double found_tail_cut() {
        double most = 0;
        double last = 12;
        for (double x = 0; x <= 36; x += 0.125) {
            const double size = std::max(std::fabs(f_(x)), std::fabs(f_(-x)));
            const double weighted = (1 + size * size) * density(x);
            if (!std::isfinite(weighted)) throw Stop{"the function overflows"};
            most = std::max(most, weighted);
            if (weighted > 0x1p-60 * most) last = std::max(last, x + 0.125);
        }
        return last;
    }

    [[nodiscard]] std::vector<double> completed(std::vector<double> breaks) const {
        std::erase_if(breaks, [&](double x) { return !(std::fabs(x) < tail_cut_); });
        breaks.push_back(-tail_cut_);
        breaks.push_back(tail_cut_);
        std::sort(breaks.begin(), breaks.end());
        breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
        return breaks;
    }

    const MeanProblem& problem_;
    double c_, s_;
    const Context& context_;
    Evaluator<double> f_;
    double tail_cut_ = 0;
    double worst_inner_ = 0;
    std::uint64_t evaluations_ = 0;
};

}  // namespace

MeanResult boost_pair_mean(const MeanProblem& f, double correlation, const Context& context) {
    MeanResult result;
    if (!f.singular_sides.empty()) {
        result.reason = reason_singular;
        return result;
    }
    try {
        PairIntegrand integrand(f, correlation, context);
        const Integral total = gauss_kronrod(integrand, integrand.outer_breaks(), outer_error);
        const double root_two_pi = 2.5066282746310002;
        const double spread = integrand.worst_inner() * f.scale / root_two_pi;
        // c itself is rounded; near c = -1 the value may be far smaller than the error from that.
        const double square = std::pow(f.scale / root_two_pi, 2);
        const double error = total.error + 2 * spread + 0x1p-44 * total.magnitude + 0x1p-46 * square;
        result.evaluations = integrand.evaluations();
        if (!std::isfinite(total.value) || total.error > accepted_error * total.magnitude) {
            throw Stop{"the rule did not converge: its error estimate exceeds 2^-30 of the integral of |f|"};
        }
        // widening: estimate
        result.value = Ball(total.value).at_precision(64).widened(Ball(error));
        result.status = Status::ok;
    } catch (const Stop& stop) {
        result.reason = stop.reason;
    }
    return result;
}

}  // namespace sigprop
