// The columns of any law, by its nodes: y = e^(x_j + u_k) doubles from k to k + steps, so 1 - e^-y and e^-y
// follow by one multiplication per node, and each value is a dot product with the weights. The nodes ascend,
// so those whose state is e^-y, because y is large, are the last ones; where the column needs the other of
// the two functions, sum w (1 - state) = sum w - sum w state.

#include "methods/softmax/bounds.hpp"
#include "methods/softmax/series.hpp"
#include "methods/softmax/table.hpp"

#include <cmath>

#include "core/ball/error_term.hpp"

namespace sigprop {
namespace {

class NodeColumn {
public:
    NodeColumn(const LogitNodes& rule, const SoftmaxPlan& plan, SoftmaxColumn which)
        : plan_(plan),
          which_(which),
          p_(power_of(which)),
          rule_(rule),
          size_(rule_.nodes.size()),
          exponentials_(size_),
          weights_(size_),
          sums_(size_ + 1),
          states_(size_) {
        const bool ascend = size_ < 2 || (rule_.nodes.back() - rule_.nodes.front()).is_positive();
        for (std::size_t i = 0; i < size_; ++i) {
            const std::size_t j = ascend ? i : size_ - 1 - i;
            const Ball y = exp(rule_.nodes[j]);
            arb_set(exponentials_.at(i), raw(y));
            Ball weight = rule_.weights[j] * pow(y, p_);
            if (which == SoftmaxColumn::moment) weight = weight * rule_.nodes[j];
            arb_set(weights_.at(i), raw(weight));
            arb_add(sums_.at(i + 1), sums_.at(i), raw(weight), plan.working);
        }
    }

    ColumnValues operator()(const LogitLaw& law, const Context& context) {
        ColumnValues column;
        column.values = ArbVector(plan_.size());
        const long start = plan_.first + static_cast<long>(fill_by_series(column.values, law, plan_, which_));
        for (long first = start; first < start + plan_.steps && first <= plan_.last; ++first) {
            context.check_cancelled();
            begin(first);
            for (long k = first; k <= plan_.last; k += plan_.steps) {
                if (k > first) advance();
                point(column.values.at(static_cast<std::size_t>(k - plan_.first)));
            }
        }
        return column;
    }

private:
    /// e^u at the point k.
    [[nodiscard]] Ball exponential(long k, long bits) const {
        Ball log_two = blank(bits);
        arb_const_log2(raw(log_two), bits + 16);
        return exp(log_two * Ball(static_cast<std::int64_t>(k)) /
                   Ball(static_cast<std::int64_t>(plan_.steps)));
    }

    void begin(long k) {
        const Ball factor = exponential(k, plan_.working);
        decaying_ = size_;
        for (std::size_t j = size_; j-- > 0;) {
            Ball product = blank(plan_.working);
            arb_mul(raw(product), exponentials_.at(j), raw(factor), plan_.working);
            if (decaying_ == j + 1 && product.lower_double() > 1) decaying_ = j;
            const Ball value = decaying_ <= j ? exp(-product) : -expm1(-product);
            arb_set(states_.at(j), raw(value));
        }
        doubled_ = factor;
    }

    /// Goes from y to 2 y. The states are 1 - e^-y while that is small, then e^-y.
    void advance() {
        for (std::size_t j = decaying_; j < size_; ++j) {
            const arb_ptr state = states_.at(j);
            if (arf_cmpabs_2exp_si(arb_midref(state), -8 * plan_.working) < 0) {
                arb_get_mag(arb_radref(state), state);  // e^-y falls, so the bound holds from here on
                arf_zero(arb_midref(state));
            } else {
                arb_sqr(state, state, plan_.working);
            }
        }
        const std::size_t before = decaying_;
        while (decaying_ > 0 && arf_cmpabs_2exp_si(arb_midref(states_.at(decaying_ - 1)), -1) > 0)
            --decaying_;
        for (std::size_t j = decaying_; j < before; ++j) {
            arb_sub_ui(raw(scratch_), states_.at(j), 1, plan_.working);
            arb_sqr(states_.at(j), raw(scratch_), plan_.working);
        }
        for (std::size_t j = 0; j < decaying_; ++j) {
            const arb_ptr state = states_.at(j);
            arb_sqr(raw(scratch_), state, plan_.working);  // 1 - (1 - s)^2 = 2 s - s^2
            arb_mul_2exp_si(state, state, 1);
            arb_sub(state, state, raw(scratch_), plan_.working);
        }
        arb_mul_2exp_si(raw(doubled_), raw(doubled_), 1);
    }

    /// Adds sum w state, or sum w (1 - state), over the nodes from `first` on and before `last`.
    void add(arb_ptr value, std::size_t first, std::size_t last, bool is_state) {
        if (first == last) return;
        const auto size = static_cast<slong>(last - first);
        dot(raw(scratch_), weights_.at(first), states_.at(first), 1, size, plan_.working);
        if (is_state) return arb_add(value, value, raw(scratch_), plan_.working);
        arb_sub(value, value, raw(scratch_), plan_.working);
        arb_sub(raw(scratch_), sums_.at(last), sums_.at(first), plan_.working);
        arb_add(value, value, raw(scratch_), plan_.working);
    }

    void point(arb_ptr value) {
        arb_zero(value);
        add(value, 0, decaying_, p_ == 0);
        add(value, decaying_, size_, p_ > 0);
        if (p_ > 0) {
            const Ball scale = pow(doubled_, p_);
            arb_mul(value, value, raw(scale), plan_.working);
        }
        const Ball error = error_bound();
        arb_add_error(value, raw(error));  // widening: of terms
    }

    /// The smallest bound among integers t.
    [[nodiscard]] Ball error_bound() {
        const Ball factor = doubled_.at_precision(64);
        Ball least = Ball::infinity();
        truncated_ = Ball::infinity();
        for (int t = 0; t <= std::max(p_, 1); ++t) {
            const auto place = static_cast<std::size_t>(t);
            Ball moved = error_term("softmax.nodes.discretisation", rule_.discretisation[place]);
            Ball cut = error_term("softmax.nodes.truncation", rule_.truncation[place]);
            if (p_ > 0) {
                moved = moved / pow(rule_.cos_eta, p_);
                const Ball q(p_ - t);
                const Ball constant = p_ > t ? exp(q * (log(q.at_precision(64)) - 1)) : Ball(1);
                moved = moved * constant;
                cut = cut * constant;
            } else if (t == 0) {
                moved = 2 * moved;
            }
            if (which_ == SoftmaxColumn::moment) {
                moved = moved * rule_.size;
                cut = cut * rule_.truncated_size;
            }
            const Ball growth = pow(factor, t);
            const Ball bound = (moved + cut) * growth;
            truncated_ = min(truncated_, (cut * growth).magnitude());
            least = min(least, bound.magnitude());
        }
        const Ball bound = gaussian_bound();
        return bound.is_finite() ? min(least, bound.magnitude()) : least;
    }

    /// The bound of the discretisation error with the best real t.
    [[nodiscard]] Ball gaussian_bound() const {
        if (!rule_.gaussian.is_finite()) return Ball::infinity();
        const LogitTails tails{rule_.steep.to_double(), INFINITY};
        const ProvedTails proved{rule_.steep, Ball::infinity()};
        const Ball u = log(doubled_.at_precision(64));
        const Ball gaussian = error_term("softmax.nodes.gaussian", rule_.gaussian);
        Ball moved;
        if (p_ == 0) {
            const double t = best_deficit_exponent(u.to_double(), tails).theta;
            moved = 2 * gaussian * exp(log_deficit_bound(t, u, proved));
        } else {
            const double t = std::max(best_exponent(p_, u.to_double(), tails).theta, 0.0);
            moved = gaussian * exp(log_power_bound(p_, t, u, proved)) / pow(rule_.cos_eta, p_);
        }
        if (which_ == SoftmaxColumn::moment) moved = moved * rule_.size;
        return moved + truncated_;
    }

    const SoftmaxPlan& plan_;
    SoftmaxColumn which_;
    int p_;
    const LogitNodes& rule_;
    std::size_t size_;
    ArbVector exponentials_;  ///< e^(x_j)
    ArbVector weights_;       ///< w_j e^(p x_j), for the moment times x_j
    ArbVector sums_;          ///< of the weights before a node
    ArbVector states_;        ///< 1 - e^-y, and from node decaying_ on e^-y
    std::size_t decaying_ = 0;
    Ball doubled_;    ///< e^u
    Ball truncated_;  ///< the error of the omitted nodes
    Ball scratch_;
};

}  // namespace

ColumnValues node_column(const LogitNodes& rule, const LogitLaw& law, const SoftmaxPlan& plan,
                         SoftmaxColumn which, const Context& context) {
    return NodeColumn(rule, plan, which)(law, context);
}

}  // namespace sigprop
