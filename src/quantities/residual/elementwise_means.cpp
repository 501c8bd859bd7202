#include "quantities/residual/elementwise_means.hpp"

#include "core/base/bits.hpp"
#include "methods/hermite/log_rule.hpp"
#include "quantities/activation/closed_forms.hpp"
#include "quantities/activation/moment_curve.hpp"

#include <functional>

namespace sigprop {
namespace {

Ball square_of(const Ball& x) { return pow(x, 2); }

class ClosedMeans final : public ElementwiseMeans {
public:
    ClosedMeans(const ElementwiseStack& stack, long bits) : map_(stack.map()), bits_(bits) {}
    [[nodiscard]] std::uint64_t work() const override { return 4; }

private:
    [[nodiscard]] Ball square_at(const Ball& s) const override { return mean(Moment::second_moment, s); }
    [[nodiscard]] Ball slope_square_at(const Ball& s) const override {
        return mean(Moment::derivative_second_moment, s);
    }
    [[nodiscard]] Ball mean(Moment moment, const Ball& s) const {
        const auto value = closed_mean(map_, moment, 0, real_of_exact(s));
        return value ? (*value)(bits_) : Ball::indeterminate();
    }

    Activation map_;
    long bits_;
};

class IntegralMeans final : public ElementwiseMeans {
public:
    IntegralMeans(const ElementwiseStack& stack, long bits, const Context& context)
        : map_(stack.map(), RouteKind::definition),
          slope_({"the slope of " + stack.map().text, stack.map().formula.derivative()},
                 RouteKind::definition),
          digits_(digits_of_bits(bits)),
          context_(context) {}
    [[nodiscard]] std::uint64_t work() const override { return 400; }

private:
    [[nodiscard]] Ball square_at(const Ball& s) const override { return mean(map_, s); }
    [[nodiscard]] Ball slope_square_at(const Ball& s) const override { return mean(slope_, s); }
    [[nodiscard]] Ball mean(const MomentCurve& curve, const Ball& s) const {
        const Answer value = curve.value(s, digits_, context_);
        return value.status == Status::ok ? value.value : Ball::indeterminate();
    }

    MomentCurve map_, slope_;
    long digits_;
    const Context& context_;
};

/// With w = k x^2 (k: (alpha s)^2, or s^2/c), which has Re w >= 0 in the sector |arg x| <= pi/4:
///
///     dyt:     phi^2 = tanh(sqrt w)^2,  phi'^2/phi'(0)^2 = sech(sqrt w)^4
///     derf:    phi^2 = erf(sqrt w)^2,   phi'^2/phi'(0)^2 = e^(-2w)
///     dyisru:  phi^2 = w/(1 + w),       phi'^2/phi'(0)^2 = (1 + w)^-3
///
/// There |sech(sqrt w)| <= 1, |e^-w| <= 1 and |1 + w| >= 1. Integrated along a ray from zero these bound
/// phi^2 by |w| (derf: 4/pi |w|) and the distance of the slope's square from 1 by 2 |w| (dyisru: 3 |w|).
class LogRuleMeans final : public ElementwiseMeans {
public:
    LogRuleMeans(const ElementwiseStack& stack, long bits)
        : form_(stack.form), parameter_(stack.parameter.at(bits)), rule_(2, bits), bits_(bits) {}
    [[nodiscard]] std::uint64_t work() const override { return 2 * rule_.size(); }

private:
    [[nodiscard]] Ball square_at(const Ball& s) const override {
        const Ball k = scale(s);
        const bool is_erf = form_ == ElementwiseForm::derf;
        return mean(is_erf ? 4 * k / Ball::pi(bits_) : k, [&](const Ball& x) {
            const Ball w = k * square_of(x);
            if (form_ == ElementwiseForm::dyisru) return w / (1 + w);
            return square_of(is_erf ? erf(sqrt(w)) : tanh(sqrt(w)));
        });
    }
    [[nodiscard]] Ball slope_square_at(const Ball& s) const override {
        const Ball k = scale(s);
        const Ball away = mean((form_ == ElementwiseForm::dyisru ? 3 : 2) * k, [&](const Ball& x) {
            const Ball w = k * square_of(x);
            if (form_ == ElementwiseForm::derf) return expm1(-2 * w);
            if (form_ == ElementwiseForm::dyisru) return 1 / pow(1 + w, 3) - 1;
            const Ball t = square_of(tanh(sqrt(w)));
            return t * (t - 2);
        });
        return origin() * (1 + away);
    }

    [[nodiscard]] Ball scale(const Ball& s) const {
        if (form_ == ElementwiseForm::dyisru) return square_of(s) / parameter_;
        return square_of(parameter_ * s);
    }
    /// phi'(0)^2.
    [[nodiscard]] Ball origin() const {
        if (form_ == ElementwiseForm::dyisru) return 1 / parameter_;
        const Ball a = square_of(parameter_);
        return form_ == ElementwiseForm::derf ? 4 * a / Ball::pi(bits_) : a;
    }

    /// The mean of a function of x that is at most factor |x|^2 in the sector.
    [[nodiscard]] Ball mean(const Ball& factor, const std::function<Ball(const Ball& x)>& term) const {
        Ball sum = Ball(0).at_precision(bits_ + 16);
        for (std::size_t i = 0; i < rule_.size(); ++i) sum += rule_.weight(i) * term(rule_.node(i));
        return sum.widened(rule_.error(SectorBound(factor, 2)));  // widening: of terms
    }

    ElementwiseForm form_;
    Ball parameter_;
    LogRule rule_;
    long bits_;
};

}  // namespace

Ball ElementwiseMeans::square(const Ball& v) const {
    const Ball s = sqrt(v);
    if (!s.is_finite() || !s.is_positive()) return Ball::indeterminate();
    const Ball least = square_at(s.lower()), most = square_at(s.upper());
    if (!least.is_finite() || !most.is_finite()) return Ball::indeterminate();
    return Ball::interval(least.lower(), most.upper());
}

Ball ElementwiseMeans::slope_square(const Ball& v) const {
    const Ball s = sqrt(v);
    if (!s.is_finite() || !s.is_positive()) return Ball::indeterminate();
    const Ball most = slope_square_at(s.lower()), least = slope_square_at(s.upper());
    if (!least.is_finite() || !most.is_finite()) return Ball::indeterminate();
    return Ball::interval(least.lower(), most.upper());
}

bool has_closed_means(ElementwiseForm form) { return form != ElementwiseForm::dyt; }

std::unique_ptr<const ElementwiseMeans> elementwise_means(const ElementwiseStack& stack,
                                                          ElementwiseRoute route, long bits,
                                                          const Context& context) {
    switch (route) {
        case ElementwiseRoute::closed_form: return std::make_unique<ClosedMeans>(stack, bits);
        case ElementwiseRoute::integral: return std::make_unique<IntegralMeans>(stack, bits, context);
        case ElementwiseRoute::log_rule: break;
    }
    return std::make_unique<LogRuleMeans>(stack, bits);
}

}  // namespace sigprop
