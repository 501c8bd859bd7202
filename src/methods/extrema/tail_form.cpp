#include "methods/extrema/tail_form.hpp"

#include "core/formula/apply.hpp"
#include "core/formula/operands_first.hpp"
#include "methods/extrema/tail_bounds.hpp"
#include "methods/extrema/value_range.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

constexpr std::size_t max_coefficients = 9;

/// Computes tail forms on one tail.
class Tail {
public:
    Tail(double R, long bits) : R_(R), bits_(bits) {}

    std::optional<TailForm> operator()(const Formula& f) {
        for (const Formula& node : operands_first(f)) {
            std::optional<TailForm> form = rule(node);
            if (form && form->polynomial.size() > max_coefficients) form.reset();
            if (!form) form = by_growth(node);
            done_.emplace(node.identity(), std::move(form));
        }
        return done_.at(f.identity());
    }

    /// The sign of u on the whole tail; 0 when not shown.
    [[nodiscard]] int sign(const TailForm& u) const {
        const Ball rest = max_beyond(u.rest, R_);
        const Polynomial from_R = shifted(u.polynomial, R_);
        const auto all = [&](auto holds) { return std::all_of(from_R.begin() + 1, from_R.end(), holds); };
        if ((from_R[0] - rest).is_positive() && all([](const Ball& c) { return c.is_nonnegative(); }))
            return 1;
        if ((from_R[0] + rest).is_negative() && all([](const Ball& c) { return c.is_nonpositive(); }))
            return -1;
        return 0;
    }

private:
    std::optional<TailForm> by_growth(const Formula& node) const {
        const TailBehaviour tail = tail_behaviour(node, R_);
        if (!tail.upper || !falls_to_zero(*tail.upper)) return std::nullopt;
        return TailForm{{Ball(0)}, tail.upper};
    }

    /// A bound of exp(factor u), if that falls to zero.
    std::optional<LogBound> fading(const TailForm& u, int factor) const {
        LogBound bound;
        const Ball rest = max_beyond(u.rest, R_);
        if (!rest.is_finite()) return std::nullopt;
        for (std::size_t i = 0; i < u.polynomial.size(); ++i) {
            const double c = up(Ball(factor) * u.polynomial[i]);
            if (i == 0) bound.a = up(Ball(c) + std::abs(factor) * rest);
            if (i == 1) bound.b = c;
            if (i == 2) bound.c = c;
            if (i > 2 && c > 0) return std::nullopt;
        }
        return falls_to_zero(bound) ? std::optional(bound) : std::nullopt;
    }

    static TailForm constant(int value, std::optional<LogBound> rest = std::nullopt) {
        return {{Ball(value)}, std::move(rest)};
    }
    static TailForm negated(TailForm a) {
        for (Ball& c : a.polynomial) c = -c;
        return a;
    }
    [[nodiscard]] TailForm sum(const TailForm& a, const TailForm& b) const {
        return {sigprop::sum(a.polynomial, b.polynomial), sigprop::sum(a.rest, b.rest, R_)};
    }
    [[nodiscard]] TailForm times(const TailForm& a, const TailForm& b) const {
        TailForm result{product(a.polynomial, b.polynomial), std::nullopt};
        if (a.rest) result.rest = product(*a.rest, size_of(b.polynomial));
        if (b.rest) result.rest = sigprop::sum(result.rest, product(*b.rest, size_of(a.polynomial)), R_);
        if (a.rest && b.rest) result.rest = sigprop::sum(result.rest, product(*a.rest, *b.rest), R_);
        return result;
    }

    /// (n + r) / (p + t) = n/p + r/p + …: long division, and |1/(1 + e) - 1| <= 2 |e| for |e| <= 1/2.
    std::optional<TailForm> quotient(const TailForm& above, const TailForm& below) const {
        const Polynomial& p = below.polynomial;
        const auto one_over = reciprocal_size(p);
        if (!one_over) return std::nullopt;
        Polynomial remainder = above.polynomial;
        TailForm result{
            Polynomial(remainder.size() >= p.size() ? remainder.size() - p.size() + 1 : 1, Ball(0)),
            std::nullopt};
        while (remainder.size() >= p.size()) {
            const std::size_t shift = remainder.size() - p.size();
            const Ball factor = remainder.back() / p.back();
            result.polynomial[shift] = factor;
            for (std::size_t i = 0; i + 1 < p.size(); ++i) remainder[shift + i] -= factor * p[i];
            remainder.pop_back();
        }
        if (!remainder.empty()) result.rest = product(size_of(remainder), *one_over);
        if (above.rest) result.rest = sigprop::sum(result.rest, product(*above.rest, *one_over), R_);
        trim(result.polynomial);
        if (!below.rest) return result;
        const LogBound relative = product(*below.rest, *one_over);
        if (!(Ball(0.5) - max_beyond(relative, R_)).is_nonnegative()) return std::nullopt;
        return times(result, TailForm{{Ball(1)}, doubled(relative)});
    }

    /// sqrt(c0 + c2 x^2) = sqrt(c2) x + at most c0 / (2 sqrt(c2) x).
    static std::optional<TailForm> root(const TailForm& u) {
        const Polynomial& p = u.polynomial;
        if (u.rest || p.size() != 3 || !is_exact_zero(p[1])) return std::nullopt;
        if (!p[0].is_nonnegative() || !p[2].is_positive()) return std::nullopt;
        const Ball rate = sqrt(p[2]);
        return TailForm{{Ball(0), rate}, LogBound{log_up(p[0] / (2 * rate)), -1, 0, 0}};
    }

    /// |f(c + r) - f(c)| <= L |r|: functions of an argument that tends to a constant.
    std::optional<TailForm> near_constant(Operation operation, const TailForm& u) const {
        const Ball rest = max_beyond(u.rest, R_);
        const bool exponential = operation == Operation::exp || operation == Operation::expm1;
        if (!rest.is_finite() || (exponential && !(1 - rest).is_nonnegative())) return std::nullopt;
        const Ball& c = u.polynomial[0];
        const Ball value = apply_function(Instruction{operation}, c.at_precision(bits_), c);
        if (!value.is_finite()) return std::nullopt;
        // |e^(c + r) - e^c| <= 2 e^c |r| for |r| <= 1; every other function here has a slope below 1.2.
        const Ball steepest = exponential ? 2 * exp(c.at_precision(64)) : Ball(1.2).at_precision(64);
        TailForm form{{value}, std::nullopt};
        if (u.rest) form.rest = product(*u.rest, LogBound{log_up(steepest), 0, 0, 0});
        return form;
    }

    std::optional<TailForm> saturating(Operation operation, const TailForm& u) const {
        if (u.polynomial.size() == 1) return near_constant(operation, u);
        switch (operation) {
            case Operation::exp:
                if (auto fade = fading(u, 1)) return constant(0, fade);
                return std::nullopt;
            case Operation::expm1:
                if (auto fade = fading(u, 1)) return constant(-1, fade);
                return std::nullopt;
            case Operation::sigmoid:
                if (auto fade = fading(u, 1)) return constant(0, fade);
                if (auto fade = fading(u, -1)) return constant(1, fade);
                return std::nullopt;
            case Operation::softplus:
                if (auto fade = fading(u, 1)) return constant(0, fade);
                if (auto fade = fading(u, -1)) return sum(u, constant(0, fade));
                return std::nullopt;
            case Operation::tanh:
                if (auto fade = fading(u, 2)) return constant(-1, doubled(*fade));
                if (auto fade = fading(u, -2)) return constant(1, doubled(*fade));
                return std::nullopt;
            default: return gaussian(operation, u);
        }
    }

    /// erfc(u) <= e^(-u^2) and Phi(-u) <= e^(-u^2/2) for u >= 0: both fall at least as fast as the density.
    std::optional<TailForm> gaussian(Operation operation, const TailForm& u) const {
        TailForm half = times(u, u);
        const bool is_erf = operation == Operation::erf || operation == Operation::erfc;
        if (!is_erf) {
            for (Ball& c : half.polynomial) c = c / 2;
        }
        const auto fade = fading(half, -1);
        const int side = sign(u);
        if (!fade || (side == 0 && operation != Operation::normal_pdf)) return std::nullopt;
        switch (operation) {
            case Operation::normal_pdf: return constant(0, fade);
            case Operation::normal_cdf: return constant(side > 0 ? 1 : 0, fade);
            case Operation::erf: return constant(side, fade);
            default: return constant(side > 0 ? 0 : 2, fade);
        }
    }

    std::optional<TailForm> rule(const Formula& node) const {
        if (is_piecewise(node.operation())) return std::nullopt;
        if (node.operation() == Operation::variable) {
            return node.integer() == 0 ? std::optional(TailForm{{Ball(0), Ball(1)}, {}}) : std::nullopt;
        }
        if (node.variable_count() == 0) {
            const Ball value = Evaluator<Ball>(node, bits_)(Ball(0));
            return value.is_finite() ? std::optional(TailForm{{value}, {}}) : std::nullopt;
        }
        std::vector<const TailForm*> u;
        for (const Formula& operand : node.operands()) {
            const auto& form = done_.at(operand.identity());
            if (!form) return std::nullopt;
            u.push_back(&*form);
        }
        switch (node.operation()) {
            case Operation::add: return sum(*u[0], *u[1]);
            case Operation::subtract: return sum(*u[0], negated(*u[1]));
            case Operation::negate: return negated(*u[0]);
            case Operation::multiply: return times(*u[0], *u[1]);
            case Operation::divide: return quotient(*u[0], *u[1]);
            case Operation::sqrt: return root(*u[0]);
            case Operation::power_integer: return integer_power(*u[0], node.integer());
            case Operation::exp:
            case Operation::expm1:
            case Operation::sigmoid:
            case Operation::softplus:
            case Operation::tanh:
            case Operation::normal_pdf:
            case Operation::normal_cdf:
            case Operation::erf:
            case Operation::erfc: return saturating(node.operation(), *u[0]);
            case Operation::sin:
            case Operation::cos:
            case Operation::atan:
                return u[0]->polynomial.size() == 1 ? near_constant(node.operation(), *u[0]) : std::nullopt;
            default: return std::nullopt;
        }
    }

    std::optional<TailForm> integer_power(const TailForm& u, std::int64_t n) const {
        if (n < -8 || n > 8) return std::nullopt;
        TailForm power = constant(1);
        for (std::int64_t i = 0; i < std::abs(n); ++i) power = times(power, u);
        return n < 0 ? quotient(constant(1), power) : power;
    }

    double R_;
    long bits_;
    std::map<const Formula::Node*, std::optional<TailForm>> done_;
};

}  // namespace

std::optional<TailForm> tail_form(const Formula& f, double R, long bits) { return Tail(R, bits)(f); }

int tail_sign(const Formula& f, double R) {
    Tail tail(R, 64);
    const auto form = tail(f);
    return form ? tail.sign(*form) : 0;
}

TailValues tail_values(const Formula& f, double R, long bits) {
    const Formula smooth = settled(f, R, HUGE_VAL);
    TailValues found;
    if (const auto form = tail_form(smooth, R, bits)) {
        const Ball rest = max_beyond(form->rest, R);
        const Ball& leading = form->polynomial.back();
        if (rest.is_finite() && form->polynomial.size() > 1 && !leading.contains_zero())
            found.unbounded = true;
        if (rest.is_finite() && form->polynomial.size() == 1) {
            const Ball size = abs(leading).at_precision(bits);
            found.most = form->rest ? (size + rest).upper() : size.is_exact() ? size : size.upper();
        }
        if (found.unbounded || found.most) return found;
    }
    const ValueRange range = value_range(smooth, R, HUGE_VAL);
    if (range.defined && std::isfinite(range.least) && std::isfinite(range.most)) {
        found.most = Ball(std::max(std::fabs(range.least), std::fabs(range.most)));
    }
    return found;
}

}  // namespace sigprop
