#include "quantities/residual/recursion.hpp"

#include <vector>

namespace sigprop {
namespace {

ResidualStep<Ball> enclosed(const ResidualStep<Real>& step, long bits) {
    return {step.normalises_input, step.input_scale.at(bits), step.normalises_branch,
            step.skip.at(bits),    step.branch.at(bits),      step.normalises_sum};
}

ResidualRecursion::StepAt steps_of(const ResidualStack& stack, long bits) {
    if (!stack.is_uniform()) {
        return [&stack, bits](std::int64_t layer) { return enclosed(stack.step(layer), bits); };
    }
    return [step = enclosed(stack.step(0), bits)](std::int64_t) { return step; };
}

Ball square(const Ball& x) { return pow(x, 2); }

/// The share of the squared gradient at a layer's sum that comes back through its branch.
Ball branch_share(const ResidualFlow& flow) { return flow.branch_gain / (flow.skip_gain + flow.branch_gain); }

}  // namespace

ResidualRecursion::ResidualRecursion(const ResidualStack& stack, long bits, const Context& context)
    : ResidualRecursion(stack, bits, context, steps_of(stack, bits)) {}

ResidualRecursion::ResidualRecursion(const ResidualStack& stack, long bits, const Context& context,
                                     StepAt step)
    : stack_(stack),
      context_(context),
      step_(std::move(step)),
      branch_variance_(stack.branch_variance.at(bits)),
      chi_ratio_(stack.chi_ratio.at(bits)),
      moment_(stack.initial.at(bits)) {}

ResidualFlow ResidualRecursion::next() {
    if (layer_ % 256 == 0) context_.check_cancelled();
    const ResidualStep<Ball> step = step_(layer_++);
    ResidualFlow flow;
    flow.before = moment_;
    const Ball from_norm = step.normalises_input ? 1 / moment_ : Ball(1);
    flow.input = square(step.input_scale) * moment_ * from_norm;
    // A normalised branch hides its own scale; F is then given variance 1.
    const Ball scale = step.normalises_branch ? 1 / flow.input : branch_variance_;
    flow.branch_moment = square(step.branch) * scale * flow.input;
    flow.skip_gain = square(step.skip);
    flow.branch_gain = square(step.branch) * scale * chi_ratio_ * square(step.input_scale) * from_norm;
    flow.weight_gain = square(step.branch) * (step.normalises_branch ? Ball(1) : flow.input);
    const Ball sum = flow.skip_gain * moment_ + flow.branch_moment;
    flow.norm = step.normalises_sum ? sum : Ball(1);
    flow.branch_weight = step.branch * step.input_scale;
    if (step.normalises_branch) flow.branch_weight /= sqrt(branch_variance_);
    flow.step = step;
    flow.after = step.normalises_sum ? Ball(1) : sum;
    moment_ = flow.after.at_precision(branch_variance_.precision());
    return flow;
}

Ball recursion::second_moment(ResidualRecursion layers) {
    Ball last;
    layers.each([&](std::int64_t, const ResidualFlow& flow) { last = flow.after; });
    return last;
}

// E q^2 follows from q' = skip^2 q + 2 skip x.F/d + |F|^2/d with F Gaussian given x: the two fluctuating
// terms are uncorrelated, with variances 4 skip^2 q b/d and 2 b^2/d, b = |F|^2/d in the mean. A normalised
// branch has a fixed length, and a normalised sum a fixed q.
Ball recursion::second_moment_variance(ResidualRecursion layers, std::int64_t width) {
    Ball mean_square, mean;
    layers.each([&](std::int64_t layer, const ResidualFlow& flow) {
        if (layer == 0) mean_square = square(flow.before);
        const Ball& skip = flow.skip_gain;
        const Ball& b = flow.branch_moment;
        const bool fixed_length = flow.step.normalises_branch;
        const Ball noise = fixed_length ? Ball(0) : 2 * square(b) / width;
        if (flow.step.normalises_sum) {
            mean_square = 1;
        } else if (flow.step.normalises_input || fixed_length) {
            const Ball cross = skip * flow.before * b;
            mean_square = square(skip) * mean_square + 2 * cross + square(b) + 4 * cross / width + noise;
        } else {  // b is proportional to q
            const Ball growth = square(skip * flow.before + b) + 4 * skip * flow.before * b / width + noise;
            mean_square *= growth / square(flow.before);
        }
        mean = flow.after;
    });
    return mean_square - square(mean);
}

Ball recursion::layer_cosine(ResidualRecursion layers, std::int64_t layer) {
    Ball cosine;
    layers.each([&](std::int64_t l, const ResidualFlow& flow) {
        if (l == layer) cosine = flow.step.skip * flow.before / sqrt(flow.norm * flow.before * flow.after);
    });
    return cosine;
}

/// tan(angle/2) = sin/(1 + cos).
Ball recursion::layer_angle(ResidualRecursion layers, std::int64_t layer) {
    Ball angle;
    layers.each([&](std::int64_t l, const ResidualFlow& flow) {
        if (l != layer) return;
        const Ball length = sqrt(flow.norm * flow.after);
        const Ball cosine = flow.step.skip * sqrt(flow.before) / length;
        angle = 2 * atan(sqrt(flow.branch_moment) / length / (1 + cosine));
    });
    return angle;
}

Ball recursion::skip_weight(ResidualRecursion layers) {
    Ball weight = 1;
    layers.each([&](std::int64_t, const ResidualFlow& flow) { weight *= flow.step.skip / sqrt(flow.norm); });
    return weight;
}

Ball recursion::branch_weight(ResidualRecursion layers, std::int64_t layer) {
    Ball weight = 0;
    layers.each([&](std::int64_t l, const ResidualFlow& flow) {
        if (l == layer) weight = flow.branch_weight / sqrt(flow.norm);
        if (l > layer) weight *= flow.step.skip / sqrt(flow.norm);
    });
    return weight;
}

Ball recursion::gradient_ratio(ResidualRecursion layers, std::int64_t layer) {
    Ball ratio = 1, last;
    layers.each([&](std::int64_t l, const ResidualFlow& flow) {
        if (l >= layer) ratio *= (flow.skip_gain + flow.branch_gain) / flow.norm;
        last = flow.after;
    });
    return layers.has_final_norm() ? ratio / last : ratio;
}

Ball recursion::forward_gradient_ratio(ResidualRecursion layers, std::int64_t layer) {
    Ball ratio = 1;
    layers.each([&](std::int64_t l, const ResidualFlow& flow) {
        if (l < layer) ratio *= (flow.skip_gain + flow.branch_gain) / flow.norm;
    });
    return ratio;
}

Ball recursion::weight_gradient_ratio(ResidualRecursion layers, std::int64_t layer) {
    Ball ratio = 1, last;
    layers.each([&](std::int64_t l, const ResidualFlow& flow) {
        if (l == layer) ratio = flow.weight_gain / flow.norm;
        if (l > layer) ratio *= (flow.skip_gain + flow.branch_gain) / flow.norm;
        last = flow.after;
    });
    return layers.has_final_norm() ? ratio / last : ratio;
}

// Let M = skip I + branch W, W Gaussian, and m1 and m2 the means of its squared singular values and of their
// squares: log |g|^2 loses (m2/m1^2 - 1)/width in each layer, because the gradient is orthogonal to
// the stream, whose direction M stretches more than others.
Ball recursion::log_gradient_loss(ResidualRecursion layers) {
    Ball loss = 0;
    layers.each([&](std::int64_t, const ResidualFlow& flow) {
        const Ball& skip = flow.skip_gain;
        const Ball branch = flow.branch_moment / flow.before;
        const Ball m1 = skip + branch;
        const Ball m2 = square(skip) + 4 * skip * branch + 2 * square(branch);
        loss += m2 / square(m1) - 1;
    });
    return loss;
}

Ball recursion::path_length_mean(ResidualRecursion layers) {
    Ball mean = 0;
    layers.each([&](std::int64_t, const ResidualFlow& flow) { mean += branch_share(flow); });
    return mean;
}

Ball recursion::path_length_variance(ResidualRecursion layers) {
    Ball variance = 0;
    layers.each([&](std::int64_t, const ResidualFlow& flow) {
        const Ball share = branch_share(flow);
        variance += share * (1 - share);
    });
    return variance;
}

Ball recursion::path_length_probability(ResidualRecursion layers, std::int64_t length) {
    std::vector<Ball> probability = {1};  // of having taken 0, 1, … branches so far
    layers.each([&](std::int64_t layer, const ResidualFlow& flow) {
        const Ball share = branch_share(flow);
        if (layer < length) probability.emplace_back(0);
        for (std::size_t k = probability.size() - 1; k > 0; --k) {
            probability[k] = probability[k] * (1 - share) + probability[k - 1] * share;
        }
        probability[0] *= 1 - share;
    });
    const auto index = static_cast<std::size_t>(length);
    return index < probability.size() ? probability[index] : Ball(0);
}

}  // namespace sigprop
