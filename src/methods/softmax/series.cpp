#include "methods/softmax/series.hpp"

#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "methods/softmax/exponential_grid.hpp"

#include <cmath>

namespace sigprop {
namespace {

constexpr int max_terms = 400;

class Series {
public:
    Series(const LogitLaw& law, const SoftmaxPlan& plan, SoftmaxColumn which)
        : law_(law),
          plan_(plan),
          which_(which),
          start_(std::max(power_of(which), 1)),
          shift_(power_of(which) == 0 ? 1 : 0),
          y_(blank(plan.working)),
          term_(blank(plan.working)) {
        const bool is_sphere = law.kind == LogitLaw::Kind::sphere;
        (is_sphere ? size_ : s_) = is_sphere ? law.radius.at(plan.working) : law.std.at(plan.working);
    }

    std::size_t fill(ArbVector& values) {
        const ArbVector roots = doubling_roots(plan_.steps, 1, plan_.working);
        std::size_t filled = 0;
        for (long k = plan_.first; k <= plan_.last; ++k, ++filled) {
            const int terms = terms_at(static_cast<double>(k) * plan_.step());
            if (terms == 0) break;
            const DoublingPlace place = doubling_place(k, plan_.steps);
            arb_mul_2exp_si(raw(y_), roots.at(static_cast<std::size_t>(place.rest)), place.doublings);
            evaluate(values.at(filled), terms);
        }
        return filled;
    }

private:
    /// An upper bound of log(mu_(start + m) / (m + shift)! / mu_start).
    [[nodiscard]] double log_ratio(int m) const {
        const double q = start_ + m, s = plan_.tails.s;
        double growth = (q * q - start_ * start_) * s * s / 2;
        if (law_.kind == LogitLaw::Kind::sphere) growth = std::min(growth, q * size_.to_double());
        return growth - std::lgamma(m + shift_ + 1);
    }

    /// The number of terms that attains the goal at u without much cancellation; 0 when there is none.
    [[nodiscard]] int terms_at(double u) const {
        double goal = -(static_cast<double>(plan_.bits) + 12) * log_2;
        if (which_ == SoftmaxColumn::moment) goal += 2 * std::min(std::log(plan_.tails.s), 0.0);
        for (int m = 1; m < max_terms; ++m) {
            const double term = m * u + log_ratio(m);
            if (term > 2) return 0;
            if (term < goal) return m;
            if (m > 1 && term > (m - 1) * u + log_ratio(m - 1)) return 0;
        }
        return 0;
    }

    /// mu_q, or for the moment E x e^(q x).
    [[nodiscard]] Ball moment(int q) const {
        const Ball Q = Ball(q).at_precision(plan_.working);
        const bool is_moment = which_ == SoftmaxColumn::moment;
        if (law_.kind != LogitLaw::Kind::sphere) {
            const Ball mu = exp(pow(Q * s_, 2) / 2);
            return is_moment ? Q * s_ * s_ * mu : mu;
        }
        const Ball half = Ball(law_.dim).at_precision(plan_.working) / 2;
        const Ball argument = pow(Q * size_, 2) / 4;
        if (is_moment) return Q * size_ * size_ / (2 * half) * hypergeometric(half + 1, argument);
        return hypergeometric(half, argument);
    }

    /// 0F1(a; w) = sum w^k / (k! (a)_k) for a, w > 0; the quotients of successive terms fall.
    [[nodiscard]] Ball hypergeometric(const Ball& a, const Ball& w) const {
        Ball term = Ball(1).at_precision(plan_.working), sum = term;
        for (std::int64_t k = 0;; ++k) {
            const Ball quotient = w / ((a + Ball(k)) * Ball(k + 1));
            term = term * quotient;
            sum += term;
            const long lost = design("softmax.series.hypergeometric_bits", plan_.working + 2);
            const bool is_small = term.magnitude_exponent() < sum.magnitude_exponent() - lost;
            if (is_small && (Ball(0.5) - quotient).is_positive())  // the terms halve
                return sum.widened(error_term("softmax.series.hypergeometric_rest", term));
        }
    }

    void make_coefficients(int count) {
        while (static_cast<int>(coefficients_.size()) < count) {
            const auto m = static_cast<int>(coefficients_.size());
            factorial_ = m + shift_ == 0 ? Ball(1) : factorial_ * Ball(m + shift_);
            coefficients_.push_back(moment(start_ + m) / factorial_.at_precision(plan_.working));
            errors_.push_back(coefficients_.back().at_precision(64).magnitude());
            if (which_ == SoftmaxColumn::moment) errors_.back() += proxy(law_) / factorial_;
        }
    }

    void evaluate(arb_ptr value, int terms) {
        make_coefficients(terms + 1);
        arb_neg(raw(term_), raw(y_));
        arb_set(value, raw(coefficients_[static_cast<std::size_t>(terms) - 1]));
        for (int m = terms - 1; m-- > 0;) {
            arb_mul(value, value, raw(term_), plan_.working);
            arb_add(value, value, raw(coefficients_[static_cast<std::size_t>(m)]), plan_.working);
        }
        const Ball scale = pow(y_, start_);
        arb_mul(value, value, raw(scale), plan_.working);
        const Ball rest = error_term("softmax.series.rest", errors_[static_cast<std::size_t>(terms)] *
                                                                pow(y_.at_precision(64), start_ + terms));
        arb_add_error(value, raw(rest));  // widening: of terms
    }

    const LogitLaw& law_;
    const SoftmaxPlan& plan_;
    SoftmaxColumn which_;
    int start_, shift_;
    Ball s_, size_;
    Ball y_, term_;
    Ball factorial_ = Ball(1);
    std::vector<Ball> coefficients_;
    std::vector<Ball> errors_;  ///< times y^(start + m): the error of the sum of the terms before
};

}  // namespace

std::size_t fill_by_series(ArbVector& values, const LogitLaw& law, const SoftmaxPlan& plan,
                           SoftmaxColumn which) {
    if (law.kind == LogitLaw::Kind::capped_normal) return 0;
    return Series(law, plan, which).fill(values);
}

}  // namespace sigprop
