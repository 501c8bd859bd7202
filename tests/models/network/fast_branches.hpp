#pragma once
// The fast branches without a network, and batches in their layout.

#include "models/network/make_branch.hpp"
#include "tests/models/network/network_comparison.hpp"

namespace reference {

[[nodiscard]] inline sigprop::Tokens<double> columns(const Batch<double>& batch) {
    sigprop::Tokens<double> result(static_cast<Eigen::Index>(batch[0].size()),
                                   static_cast<Eigen::Index>(batch.size()));
    for (std::size_t t = 0; t < batch.size(); ++t) {
        for (std::size_t i = 0; i < batch[t].size(); ++i) {
            result(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(t)) = batch[t][i];
        }
    }
    return result;
}

/// dL/dx_0 of x_{l+1} = x_l + F_l(x_l), computed by the branches alone.
[[nodiscard]] inline sigprop::Tokens<double> branches_gradient(const sigprop::NetworkDesign& design,
                                                               const Subject& subject) {
    const auto branch = sigprop::make_branch<double>(
        design, {.seed = compared_network.seed, .number = compared_network.number});
    std::vector<sigprop::Tokens<double>> x = {columns(subject.x_0)};
    for (std::size_t l = 0; l < design.steps.size(); ++l) {
        branch->begin(l);
        sigprop::Tokens<double> out(x[l].rows(), x[l].cols());
        branch->forward(x[l], out);
        x.emplace_back(x[l] + out);
    }
    sigprop::Tokens<double> gradient = columns(subject.g);
    for (std::size_t l = design.steps.size(); l-- > 0;) {
        branch->begin(l);
        branch->recall(x[l]);
        sigprop::Tokens<double> through(gradient.rows(), gradient.cols());
        branch->backward(gradient, through);
        gradient += through;
    }
    return gradient;
}

}  // namespace reference
