#include "quantities/residual/growth.hpp"

#include "core/ball/complex_ball.hpp"

namespace sigprop {
namespace {

using Family = ResidualGrowth::Family;
using Profile = ResidualGrowth::Profile;

Ball square(const Ball& x) { return pow(x, 2); }

Family family_of(ResidualScheme scheme) {
    switch (scheme) {
        case ResidualScheme::pre_norm:
        case ResidualScheme::sandwich:
        case ResidualScheme::layer_norm_scaling: return Family::adds;
        case ResidualScheme::skip_init:
        case ResidualScheme::rezero:
        case ResidualScheme::fixup: return Family::multiplies;
        case ResidualScheme::post_norm:
        case ResidualScheme::deep_norm:
        case ResidualScheme::ngpt: break;
    }
    return Family::keeps;
}

Profile profile_of(const ResidualStack& stack) {
    if (stack.scheme == ResidualScheme::layer_norm_scaling) return Profile::harmonic;
    if (stack.rising) return Profile::rising;
    return stack.is_uniform() ? Profile::uniform : Profile::listed;
}

}  // namespace

ResidualGrowth::ResidualGrowth(const ResidualStack& stack, long bits, const Context& context)
    : stack_(stack),
      context_(context),
      bits_(bits),
      family_(family_of(stack.scheme)),
      profile_(profile_of(stack)),
      initial_(stack.initial.at(bits)),
      chi_ratio_(stack.chi_ratio.at(bits)),
      variance_(stack.branch_variance.at(bits)),
      homogeneous_(stack.chi_ratio.rational() != nullptr && *stack.chi_ratio.rational() == Rational(1)) {}

Ball ResidualGrowth::skip(std::int64_t sublayer) const {
    if (stack_.scheme == ResidualScheme::deep_norm) return square(stack_.alpha(sublayer).at(bits_));
    if (stack_.scheme == ResidualScheme::ngpt) return square((Real(1) - stack_.alpha(sublayer)).at(bits_));
    return 1;
}

Ball ResidualGrowth::branch(std::int64_t sublayer) const {
    if (stack_.scheme == ResidualScheme::ngpt) return square(stack_.alpha(sublayer).at(bits_));
    switch (profile_) {
        case Profile::harmonic: return variance_ / Ball(sublayer + 1);
        case Profile::rising:
            return variance_ * square(stack_.scales[0].at(bits_) * Ball(sublayer + 1) / Ball(sublayers()));
        default: return variance_ * square(stack_.scale(sublayer).at(bits_));
    }
}

Ball ResidualGrowth::total(std::int64_t sublayer) const {
    if (profile_ != Profile::harmonic) return added(0, sublayer, [&](std::int64_t j) { return branch(j); });
    return variance_ * (digamma(Ball(sublayer + 1).at_precision(bits_)) + Ball::euler_gamma(bits_));
}

Ball ResidualGrowth::moment(std::int64_t sublayer) const {
    if (sublayer == 0) return initial_;
    if (family_ == Family::adds) return initial_ + total(sublayer);
    return family_ == Family::keeps ? Ball(1).at_precision(bits_) : initial_ * grown(0, sublayer, 1);
}

Ball ResidualGrowth::branch_moment(std::int64_t sublayer) const {
    const bool independent = family_ == Family::adds || stack_.scheme == ResidualScheme::ngpt;
    return independent ? branch(sublayer) : branch(sublayer) * moment(sublayer);
}

Ball ResidualGrowth::sum(std::int64_t sublayer) const {
    return skip(sublayer) * moment(sublayer) + branch_moment(sublayer);
}

Ball ResidualGrowth::grown(std::int64_t from, std::int64_t to, const Ball& ratio) const {
    if (profile_ != Profile::rising) {
        return product(from, to, [&](std::int64_t j) { return 1 + ratio * branch(j); });
    }
    // 1 + w k^2 = w (k^2 + b^2) for the sublayers k = 1 to L, and k^2 + b^2 = |k + ib|^2
    const Ball w = ratio * branch(0);
    if (w.is_exact() && w.contains_zero()) return 1;
    const Ball b = 1 / sqrt(w);
    const auto gamma = [&](std::int64_t k) { return log_gamma(ComplexBall(Ball(k + 1), b)).real(); };
    return exp(Ball(to - from) * log(w) + 2 * (gamma(to) - gamma(from)));
}

Ball ResidualGrowth::gradient(std::int64_t sublayer) const {
    if (family_ != Family::adds) return jacobian(sublayer, sublayers());
    if (homogeneous_) return 1 / moment(sublayer);  // q_L cancels
    return jacobian(sublayer, sublayers()) / moment(sublayers());
}

Ball ResidualGrowth::jacobian(std::int64_t from, std::int64_t to) const {
    if (family_ == Family::adds) return added_jacobian(from, to);
    return family_ == Family::keeps ? kept_jacobian(from, to) : grown(from, to, chi_ratio_);
}

Ball ResidualGrowth::added_jacobian(std::int64_t from, std::int64_t to) const {
    if (homogeneous_) return moment(to) / moment(from);  // 1 + branch/q_j = q_{j+1}/q_j telescopes
    if (profile_ != Profile::uniform) {
        // Quotients of products over stretches of sublayers, before each of which q is computed anew where it
        // has a closed form.
        constexpr std::int64_t stretch = 256;
        Ball all = 1, above = 1, below = 1, q = moment(from);
        for (std::int64_t j = from; j < to; ++j) {
            pause(j);
            if (j % stretch == 0) {
                all *= above / below;
                above = below = 1;
                if (profile_ == Profile::harmonic) q = moment(j);
            }
            const Ball added = branch(j);
            above *= q + chi_ratio_ * added;
            below *= q;
            q += added;
        }
        return all * above / below;
    }
    const Ball each = branch(0);
    if (each.is_exact() && each.contains_zero()) return 1;
    const Ball a = initial_ / each;
    const auto ratio = [&](std::int64_t l) {
        return log_gamma(a + Ball(l) + chi_ratio_) - log_gamma(a + Ball(l));
    };
    return exp(ratio(to) - ratio(from));
}

Ball ResidualGrowth::kept_jacobian(std::int64_t from, std::int64_t to) const {
    const auto factor = [&](std::int64_t j) {
        Ball through = chi_ratio_ * branch(j);
        if (j == 0 && stack_.scheme == ResidualScheme::ngpt) through /= initial_;
        return (skip(j) + through) / sum(j);
    };
    const Ball first = from == 0 && to > 0 ? factor(0) : Ball(1);
    return first * product(std::max<std::int64_t>(from, 1), to, factor);
}

Ball ResidualGrowth::branch_share(std::int64_t sublayer) const {
    Ball through = chi_ratio_ * branch(sublayer);
    const bool normalised = family_ == Family::adds || stack_.scheme == ResidualScheme::ngpt;
    if (normalised) through /= moment(sublayer);
    return through / (skip(sublayer) + through);
}

// b^2/(k^2 + b^2) = b Im 1/(k - ib), and 1/(k^2 + b^2)^2 = (1/(k^2 + b^2) - Re 1/(k - ib)^2) / (2 b^2)
LorentzSums lorentz_sums(std::int64_t n, const Ball& b) {
    const ComplexBall from(Ball(1), -b);
    const ComplexBall to(Ball(n) + 1, -b);
    LorentzSums sums;
    sums.first = b * (digamma(to) - digamma(from)).imaginary();
    sums.second = (sums.first - square(b) * (trigamma(from) - trigamma(to)).real()) / 2;
    return sums;
}

}  // namespace sigprop
