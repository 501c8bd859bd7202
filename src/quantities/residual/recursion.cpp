#include "quantities/residual/recursion.hpp"

#include <type_traits>
#include <vector>

namespace sigprop {
namespace {

template <class Scalar>
Scalar scalar(const Real& x, long bits) {
    if constexpr (std::is_same_v<Scalar, Ball>) {
        return x.at(bits);
    } else {
        return Formula(x);
    }
}

template <class Scalar>
ResidualStep<Scalar> step_of(const ResidualStep<Real>& step, long bits) {
    return {step.normalises_input,           scalar<Scalar>(step.input_scale, bits), step.normalises_branch,
            scalar<Scalar>(step.skip, bits), scalar<Scalar>(step.branch, bits),      step.normalises_sum};
}

template <class Scalar>
typename ResidualRecursionOf<Scalar>::StepAt steps_of(const ResidualStack& stack, long bits) {
    if (!stack.is_uniform()) {
        return [&stack, bits](std::int64_t sublayer) { return step_of<Scalar>(stack.step(sublayer), bits); };
    }
    return [step = step_of<Scalar>(stack.step(0), bits)](std::int64_t) { return step; };
}

template <class Scalar>
Scalar square(const Scalar& x) {
    return pow(x, std::int64_t{2});
}

/// The share of the squared gradient at a sublayer's sum that comes back through its branch.
template <class Scalar>
Scalar branch_share(const ResidualFlowOf<Scalar>& flow) {
    return flow.branch_gain / (flow.skip_gain + flow.branch_gain);
}

}  // namespace

template <>
Ball residual_count(std::int64_t n) {
    return Ball(n);
}
template <>
Formula residual_count(std::int64_t n) {
    return Formula(Real(Rational(n)));
}

template <class Scalar>
ResidualNumbersOf<Scalar> residual_numbers(const ResidualStack& stack, long bits) {
    return {scalar<Scalar>(stack.branch_variance, bits), scalar<Scalar>(stack.chi_ratio, bits),
            scalar<Scalar>(stack.initial, bits), steps_of<Scalar>(stack, bits)};
}

template <class Scalar>
ResidualRecursionOf<Scalar>::ResidualRecursionOf(const ResidualStack& stack, long bits,
                                                 const Context& context)
    : ResidualRecursionOf(stack, residual_numbers<Scalar>(stack, bits), context) {}

template <class Scalar>
ResidualRecursionOf<Scalar>::ResidualRecursionOf(const ResidualStack& stack,
                                                 ResidualNumbersOf<Scalar> numbers, const Context& context)
    : stack_(stack),
      context_(context),
      step_(std::move(numbers.step)),
      branch_variance_(std::move(numbers.branch_variance)),
      chi_ratio_(std::move(numbers.chi_ratio)),
      moment_(std::move(numbers.initial)) {}

template <class Scalar>
ResidualRecursionOf<Scalar>::ResidualRecursionOf(const ResidualStack& stack, long bits,
                                                 const Context& context, StepAt step)
    : stack_(stack),
      context_(context),
      step_(std::move(step)),
      branch_variance_(scalar<Scalar>(stack.branch_variance, bits)),
      chi_ratio_(scalar<Scalar>(stack.chi_ratio, bits)),
      moment_(scalar<Scalar>(stack.initial, bits)) {}

template <class Scalar>
ResidualFlowOf<Scalar> ResidualRecursionOf<Scalar>::next() {
    if (layer_ % 256 == 0) context_.check_cancelled();
    const ResidualStep<Scalar> step = step_(layer_++);
    ResidualFlowOf<Scalar> flow;
    flow.before = moment_;
    const Scalar from_norm = step.normalises_input ? 1 / moment_ : Scalar(1);
    flow.input = step.normalises_input ? square(step.input_scale) : square(step.input_scale) * moment_;
    // A normalised branch hides its own scale; F is then given variance 1.
    const Scalar scale = step.normalises_branch ? 1 / flow.input : branch_variance_;
    flow.branch_moment = square(step.branch) * scale * flow.input;
    flow.skip_gain = square(step.skip);
    flow.branch_gain = square(step.branch) * scale * chi_ratio_ * square(step.input_scale) * from_norm;
    flow.weight_gain = square(step.branch) * (step.normalises_branch ? Scalar(1) : flow.input);
    const Scalar sum = flow.skip_gain * moment_ + flow.branch_moment;
    flow.norm = step.normalises_sum ? sum : Scalar(1);
    flow.branch_weight = step.branch * step.input_scale;
    if (step.normalises_branch) flow.branch_weight = flow.branch_weight / (sqrt(branch_variance_));
    flow.step = step;
    flow.after = step.normalises_sum ? Scalar(1) : sum;
    if constexpr (std::is_same_v<Scalar, Ball>) {
        moment_ = flow.after.at_precision(branch_variance_.precision());
    } else {
        moment_ = flow.after;
    }
    return flow;
}

template <class Scalar>
Scalar recursion::second_moment(ResidualRecursionOf<Scalar> sublayers) {
    Scalar last = 0;
    sublayers.each([&](std::int64_t, const ResidualFlowOf<Scalar>& flow) { last = flow.after; });
    return last;
}

// E q^2 follows from q' = skip^2 q + 2 skip x.F/d + |F|^2/d with F Gaussian given x: the two fluctuating
// terms are uncorrelated, with variances 4 skip^2 q b/d and 2 b^2/d, b = |F|^2/d in the mean. A normalised
// branch has a fixed length, and a normalised sum a fixed q.
template <class Scalar>
Scalar recursion::second_moment_variance(ResidualRecursionOf<Scalar> sublayers, std::int64_t width) {
    Scalar mean_square = 0, mean = 0;
    sublayers.each([&](std::int64_t sublayer, const ResidualFlowOf<Scalar>& flow) {
        if (sublayer == 0) mean_square = square(flow.before);
        const Scalar& skip = flow.skip_gain;
        const Scalar& b = flow.branch_moment;
        const bool fixed_length = flow.step.normalises_branch;
        const Scalar noise = fixed_length ? Scalar(0) : 2 * square(b) / residual_count<Scalar>(width);
        if (flow.step.normalises_sum) {
            mean_square = 1;
        } else if (flow.step.normalises_input || fixed_length) {
            const Scalar cross = skip * flow.before * b;
            mean_square = square(skip) * mean_square + 2 * cross + square(b) +
                          4 * cross / residual_count<Scalar>(width) + noise;
        } else {  // b is proportional to q
            const Scalar growth = square(skip * flow.before + b) +
                                  4 * skip * flow.before * b / residual_count<Scalar>(width) + noise;
            mean_square = mean_square * (growth / square(flow.before));
        }
        mean = flow.after;
    });
    return mean_square - square(mean);
}

template <class Scalar>
Scalar recursion::sublayer_cosine(ResidualRecursionOf<Scalar> sublayers, std::int64_t sublayer) {
    Scalar cosine = 0;
    sublayers.each([&](std::int64_t l, const ResidualFlowOf<Scalar>& flow) {
        if (l == sublayer) cosine = flow.step.skip * flow.before / sqrt(flow.norm * flow.before * flow.after);
    });
    return cosine;
}

/// tan(angle/2) = sin/(1 + cos).
template <class Scalar>
Scalar recursion::sublayer_angle(ResidualRecursionOf<Scalar> sublayers, std::int64_t sublayer) {
    Scalar angle = 0;
    sublayers.each([&](std::int64_t l, const ResidualFlowOf<Scalar>& flow) {
        if (l != sublayer) return;
        const Scalar length = sqrt(flow.norm * flow.after);
        const Scalar cosine = flow.step.skip * sqrt(flow.before) / length;
        angle = 2 * atan(sqrt(flow.branch_moment) / length / (1 + cosine));
    });
    return angle;
}

template <class Scalar>
Scalar recursion::skip_weight(ResidualRecursionOf<Scalar> sublayers) {
    Scalar weight = 1;
    sublayers.each([&](std::int64_t, const ResidualFlowOf<Scalar>& flow) {
        weight = weight * (flow.step.skip / sqrt(flow.norm));
    });
    return weight;
}

template <class Scalar>
Scalar recursion::branch_weight(ResidualRecursionOf<Scalar> sublayers, std::int64_t sublayer) {
    Scalar weight = 0;
    sublayers.each([&](std::int64_t l, const ResidualFlowOf<Scalar>& flow) {
        if (l == sublayer) weight = flow.branch_weight / sqrt(flow.norm);
        if (l > sublayer) weight = weight * (flow.step.skip / sqrt(flow.norm));
    });
    return weight;
}

template <class Scalar>
Scalar recursion::gradient_ratio(ResidualRecursionOf<Scalar> sublayers, std::int64_t sublayer) {
    Scalar ratio = 1, last = 0;
    sublayers.each([&](std::int64_t l, const ResidualFlowOf<Scalar>& flow) {
        if (l >= sublayer) ratio = ratio * ((flow.skip_gain + flow.branch_gain) / flow.norm);
        last = flow.after;
    });
    return sublayers.has_final_norm() ? ratio / last : ratio;
}

template <class Scalar>
Scalar recursion::forward_gradient_ratio(ResidualRecursionOf<Scalar> sublayers, std::int64_t sublayer) {
    Scalar ratio = 1;
    sublayers.each([&](std::int64_t l, const ResidualFlowOf<Scalar>& flow) {
        if (l < sublayer) ratio = ratio * ((flow.skip_gain + flow.branch_gain) / flow.norm);
    });
    return ratio;
}

template <class Scalar>
Scalar recursion::weight_gradient_ratio(ResidualRecursionOf<Scalar> sublayers, std::int64_t sublayer) {
    Scalar ratio = 1, last = 0;
    sublayers.each([&](std::int64_t l, const ResidualFlowOf<Scalar>& flow) {
        if (l == sublayer) ratio = flow.weight_gain / flow.norm;
        if (l > sublayer) ratio = ratio * ((flow.skip_gain + flow.branch_gain) / flow.norm);
        last = flow.after;
    });
    return sublayers.has_final_norm() ? ratio / last : ratio;
}

// Let M = skip I + branch W, W Gaussian, and m1 and m2 the means of its squared singular values and of their
// squares: log |g|^2 loses (m2/m1^2 - 1)/width in each sublayer, because the gradient is orthogonal to
// the stream, whose direction M stretches more than others.
template <class Scalar>
Scalar recursion::log_gradient_loss(ResidualRecursionOf<Scalar> sublayers) {
    Scalar loss = 0;
    sublayers.each([&](std::int64_t, const ResidualFlowOf<Scalar>& flow) {
        const Scalar& skip = flow.skip_gain;
        const Scalar branch = flow.branch_moment / flow.before;
        const Scalar m1 = skip + branch;
        const Scalar m2 = square(skip) + 4 * skip * branch + 2 * square(branch);
        loss = loss + (m2 / square(m1) - 1);
    });
    return loss;
}

template <class Scalar>
Scalar recursion::path_length_mean(ResidualRecursionOf<Scalar> sublayers) {
    Scalar mean = 0;
    sublayers.each(
        [&](std::int64_t, const ResidualFlowOf<Scalar>& flow) { mean = mean + (branch_share(flow)); });
    return mean;
}

template <class Scalar>
Scalar recursion::path_length_variance(ResidualRecursionOf<Scalar> sublayers) {
    Scalar variance = 0;
    sublayers.each([&](std::int64_t, const ResidualFlowOf<Scalar>& flow) {
        const Scalar share = branch_share(flow);
        variance = variance + (share * (1 - share));
    });
    return variance;
}

template <class Scalar>
Scalar recursion::path_length_probability(ResidualRecursionOf<Scalar> sublayers, std::int64_t length) {
    std::vector<Scalar> probability = {1};  // of having taken 0, 1, … branches so far
    sublayers.each([&](std::int64_t sublayer, const ResidualFlowOf<Scalar>& flow) {
        const Scalar share = branch_share(flow);
        if (sublayer < length) probability.push_back(Scalar(0));
        for (std::size_t k = probability.size() - 1; k > 0; --k) {
            probability[k] = probability[k] * (1 - share) + probability[k - 1] * share;
        }
        probability[0] = probability[0] * (1 - share);
    });
    const auto index = static_cast<std::size_t>(length);
    return index < probability.size() ? probability[index] : Scalar(0);
}

template class ResidualRecursionOf<Ball>;
template class ResidualRecursionOf<Formula>;
template ResidualNumbersOf<Formula> residual_numbers<Formula>(const ResidualStack&, long);
template Ball recursion::second_moment(ResidualRecursionOf<Ball>);
template Formula recursion::second_moment(ResidualRecursionOf<Formula>);
template Ball recursion::second_moment_variance(ResidualRecursionOf<Ball>, std::int64_t);
template Formula recursion::second_moment_variance(ResidualRecursionOf<Formula>, std::int64_t);
template Ball recursion::sublayer_cosine(ResidualRecursionOf<Ball>, std::int64_t);
template Formula recursion::sublayer_cosine(ResidualRecursionOf<Formula>, std::int64_t);
template Ball recursion::sublayer_angle(ResidualRecursionOf<Ball>, std::int64_t);
template Formula recursion::sublayer_angle(ResidualRecursionOf<Formula>, std::int64_t);
template Ball recursion::skip_weight(ResidualRecursionOf<Ball>);
template Formula recursion::skip_weight(ResidualRecursionOf<Formula>);
template Ball recursion::branch_weight(ResidualRecursionOf<Ball>, std::int64_t);
template Formula recursion::branch_weight(ResidualRecursionOf<Formula>, std::int64_t);
template Ball recursion::gradient_ratio(ResidualRecursionOf<Ball>, std::int64_t);
template Formula recursion::gradient_ratio(ResidualRecursionOf<Formula>, std::int64_t);
template Ball recursion::forward_gradient_ratio(ResidualRecursionOf<Ball>, std::int64_t);
template Formula recursion::forward_gradient_ratio(ResidualRecursionOf<Formula>, std::int64_t);
template Ball recursion::weight_gradient_ratio(ResidualRecursionOf<Ball>, std::int64_t);
template Formula recursion::weight_gradient_ratio(ResidualRecursionOf<Formula>, std::int64_t);
template Ball recursion::log_gradient_loss(ResidualRecursionOf<Ball>);
template Formula recursion::log_gradient_loss(ResidualRecursionOf<Formula>);
template Ball recursion::path_length_mean(ResidualRecursionOf<Ball>);
template Formula recursion::path_length_mean(ResidualRecursionOf<Formula>);
template Ball recursion::path_length_variance(ResidualRecursionOf<Ball>);
template Formula recursion::path_length_variance(ResidualRecursionOf<Formula>);
template Ball recursion::path_length_probability(ResidualRecursionOf<Ball>, std::int64_t);
template Formula recursion::path_length_probability(ResidualRecursionOf<Formula>, std::int64_t);

}  // namespace sigprop
