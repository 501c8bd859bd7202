#include "models/network/measure_network.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "models/network/make_branch.hpp"
#include "models/network/residual_backward.hpp"
#include "models/network/residual_forward.hpp"
#include "models/network/token_operations.hpp"
#include "models/network/token_source.hpp"

namespace sigprop {
namespace {

// How many branches a gradient has passed: the backward pass of a network of linear branches with t F in
// place of F, for all t at once. The gradient is then a polynomial in t; its coefficient of degree k, the
// part that passed k branches, is column k of a matrix that goes back through the layers as tokens do.

/// Memory for degrees grows in steps of this.
constexpr Eigen::Index room_step = 64;

/// Repeats one token's norm for every degree.
NormScales repeated(const NormScales& scales, Eigen::Index times) {
    const auto count = static_cast<std::size_t>(times);
    return {std::vector<double>(count, scales.means[0]), std::vector<double>(count, scales.inverse[0])};
}

template <class Scalar>
Tokens<Scalar> repeated(const Tokens<Scalar>& token, Eigen::Index times) {
    return token.replicate(1, times);
}

template <class Scalar>
class PathPolynomial {
public:
    PathPolynomial(const NetworkDesign& design, Branch<Scalar>& branch, ResidualForward<Scalar>& forward)
        : design_(design), branch_(branch), forward_(forward) {}

    void begin(const Tokens<Scalar>& gradient) {
        c_.setZero(gradient.rows(), room_step);
        c_.col(0) = gradient.col(0);
        const StreamRecord<Scalar>& record = forward_.record();
        if (design_.final_norm) through_output_of_norm(record.output, record.output_scales);
    }

    void back_through(std::size_t layer) {
        const ResidualStep<double>& step = design_.steps[layer];
        const StreamRecord<Scalar>& record = forward_.record();
        make_room(layer);
        if (step.normalises_sum) through_output_of_norm(record.x[layer + 1], record.sums[layer]);
        branch_.begin(layer);
        const Tokens<Scalar>& input = forward_.branch_input(layer);
        Tokens<Scalar> out = branch_part(layer, input);
        Tokens<Scalar> in(c_.rows(), c_.cols());
        branch_.recall(input);
        branch_.backward(out, in);
        if (step.normalises_input) {
            norm_backward(design_.norm, repeated(record.x[layer], c_.cols()),
                          repeated(forward_.input_scales(), c_.cols()), step.input_scale, in, in);
        } else {
            weighted_sum(step.input_scale, in, 0, in, in);
        }
        // The part that came by k branches has now come by k + 1.
        out.col(0).setZero();
        out.rightCols(c_.cols() - 1) = in.leftCols(c_.cols() - 1);
        weighted_sum(step.skip, c_, 1, out, c_);
    }

    [[nodiscard]] std::vector<double> squares(std::size_t degrees) const {
        std::vector<double> result(static_cast<std::size_t>(c_.cols()));
        feature_products(c_, c_, result);
        result.resize(degrees, 0.0);
        return result;
    }

private:
    /// Makes room for the degree that this layer may add.
    void make_room(std::size_t layer) {
        const auto degree = static_cast<Eigen::Index>(design_.steps.size() - layer);
        if (degree < c_.cols()) return;
        const Eigen::Index old = c_.cols();
        c_.conservativeResize(Eigen::NoChange, old + room_step);
        c_.rightCols(room_step).setZero();
    }

    void through_output_of_norm(const Tokens<Scalar>& output, const NormScales& scales) {
        norm_backward_from_output(design_.norm, repeated(output, c_.cols()), repeated(scales, c_.cols()), c_,
                                  c_);
    }

    /// dL/dF(n), degree by degree.
    Tokens<Scalar> branch_part(std::size_t layer, const Tokens<Scalar>& input) {
        const ResidualStep<double>& step = design_.steps[layer];
        Tokens<Scalar> part(c_.rows(), c_.cols());
        if (!step.normalises_branch) {
            weighted_sum(step.branch, c_, 0, c_, part);
            return part;
        }
        const Tokens<Scalar>& out = forward_.branch_output(input);
        Tokens<Scalar> normal(out.rows(), out.cols());
        NormScales scales;
        static_cast<void>(normalise(design_.norm, out, 1, normal, scales));
        norm_backward(design_.norm, repeated(out, c_.cols()), repeated(scales, c_.cols()), step.branch, c_,
                      part);
        return part;
    }

    const NetworkDesign& design_;
    Branch<Scalar>& branch_;
    ResidualForward<Scalar>& forward_;
    Tokens<Scalar> c_;  ///< column k: the coefficient of t^k
};

/// |c_k|^2 over the sum of all |c_j|^2, c_k the part of dL/dx_0 that passed k branches, k = 0 to L. Norms
/// have the Jacobian of the forward pass at t = 1.
/// Shapes   a linear block and one token; the forward pass has run and kept its stream
/// Errors   NetworkFailure when the gradient is zero or not finite; Interrupted and TimeSpent
template <class Scalar>
std::vector<double> path_shares(const NetworkDesign& design, NetworkNumber network, Branch<Scalar>& branch,
                                ResidualForward<Scalar>& forward, const Context& context) {
    PathPolynomial<Scalar> polynomial(design, branch, forward);
    polynomial.begin(output_gradient<Scalar>(design, network));
    for (std::size_t layer = design.steps.size(); layer-- > 0;) {
        context.check_cancelled();
        polynomial.back_through(layer);
    }
    std::vector<double> shares = polynomial.squares(design.steps.size() + 1);
    const double sum = total(shares);
    // Below this, entries of the gradient lose digits or vanish.
    constexpr double least = std::is_same_v<Scalar, float> ? 0x1p-240 : 0x1p-1000;
    if (!(sum >= least) || !std::isfinite(sum)) {
        throw NetworkFailure("gradients", 0, "are too small or not finite", network);
    }
    for (double& share : shares) share /= sum;
    return shares;
}

/// |f' - f|^2 / |f|^2
template <class Scalar>
double change(const Tokens<Scalar>& before, const Tokens<Scalar>& after) {
    std::vector<double> sums(static_cast<std::size_t>(before.cols()));
    feature_products(before, before, sums);
    const double square = total(sums);
    Tokens<Scalar> difference(before.rows(), before.cols());
    weighted_sum(1, after, -1, before, difference);
    feature_products(difference, difference, sums);
    return total(sums) / square;
}

template <class Scalar>
class Measurement {
public:
    Measurement(const NetworkDesign& design, NetworkNumber network, const std::set<Observable>& wanted,
                const Context& context)
        : design_(design),
          network_(network),
          wanted_(wanted),
          context_(context),
          branch_(make_branch<Scalar>(design, network, reads_again() ? &store_ : nullptr)),
          forward_(design, network, *branch_, reads_again()) {}

    NetworkProfile operator()() {
        NetworkProfile profile;
        forward_.run(context_, &profile);
        if (wants_paths()) {
            profile[Observable::path_share] = path_shares(design_, network_, *branch_, forward_, context_);
        }
        if (wants_steps()) branch_->keep_gradients();
        if (wants_steps() || wants_backward()) {
            ResidualBackward<Scalar> backward(design_, network_, *branch_, forward_);
            backward.run(context_, wants(Observable::weight_gradient_square), profile);
        }
        if (!wants_steps()) return profile;
        const Tokens<Scalar> output = forward_.record().output;
        step(Observable::output_change_sgd, Optimizer::sgd, output, profile);
        step(Observable::output_change_adam, Optimizer::adam, output, profile);
        return profile;
    }

private:
    [[nodiscard]] bool wants(Observable what) const { return wanted_.count(what) != 0; }
    [[nodiscard]] bool wants_paths() const { return wants(Observable::path_share); }
    [[nodiscard]] bool wants_backward() const {
        return wants(Observable::gradient_square) || wants(Observable::weight_gradient_square);
    }
    [[nodiscard]] bool wants_steps() const {
        return wants(Observable::output_change_sgd) || wants(Observable::output_change_adam);
    }

    /// Whether weights are read again, and the stream, after the forward pass.
    [[nodiscard]] bool reads_again() const { return wants_steps() || wants_backward() || wants_paths(); }

    void step(Observable what, Optimizer optimizer, const Tokens<Scalar>& output, NetworkProfile& profile) {
        if (!wants(what)) return;
        branch_->take_step(optimizer, design_.step_rate.value());
        try {
            forward_.run(context_, nullptr);
        } catch (const NetworkFailure& failure) {
            throw NetworkFailure(std::string(failure.what()) + " after a step");
        }
        const double changed = change(output, forward_.record().output);
        if (!std::isfinite(changed)) {
            throw NetworkFailure("outputs", design_.steps.size() - 1,
                                 "are zero, or their change after a step is not finite", network_);
        }
        profile[what] = {changed};
    }

    const NetworkDesign& design_;
    NetworkNumber network_;
    const std::set<Observable>& wanted_;
    const Context& context_;
    WeightStore<Scalar> store_;
    std::unique_ptr<Branch<Scalar>> branch_;
    ResidualForward<Scalar> forward_;
};

}  // namespace

NetworkProfile measure_network(const NetworkDesign& design, NetworkNumber network,
                               const std::set<Observable>& wanted, const Context& context) {
    if (design.double_precision) return Measurement<double>(design, network, wanted, context)();
    return Measurement<float>(design, network, wanted, context)();
}

}  // namespace sigprop
