#include "models/network/measure_network.hpp"

#include <cmath>

#include "models/network/make_branch.hpp"
#include "models/network/path_shares.hpp"
#include "models/network/residual_backward.hpp"
#include "models/network/token_operations.hpp"

namespace sigprop {
namespace {

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
          branch_(make_branch<Scalar>(design, network)),
          forward_(design, network, *branch_, wants_steps() || wants_backward() || wants_paths()) {}

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
