// Norms and branches on their own, entry by entry: sample_networks shows norms of gradients alone, which a
// permuted or negated gradient would pass.

#include "models/make_branch.hpp"
#include "models/network_comparison.hpp"
#include "models/token_norm.hpp"

using namespace reference;
using sigprop::NormKind;
using sigprop::Tokens;

namespace {

Tokens<double> columns(const Batch<double>& batch) {
    Tokens<double> result(static_cast<Eigen::Index>(batch[0].size()),
                          static_cast<Eigen::Index>(batch.size()));
    for (std::size_t t = 0; t < batch.size(); ++t) {
        for (std::size_t i = 0; i < batch[t].size(); ++i) {
            result(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(t)) = batch[t][i];
        }
    }
    return result;
}

double relative_distance(const Tokens<double>& fast, const Batch<double>& naive) {
    const Tokens<double> expected = columns(naive);
    return (fast - expected).norm() / expected.norm();
}

/// J^T g of a norm, one dual pass a coordinate.
Batch<double> norm_gradient(const Batch<double>& x, NormKind kind, const Batch<double>& g, Fault fault) {
    Batch<double> result(x.size());
    for (std::size_t t = 0; t < x.size(); ++t) {
        Vector<Dual> token = constant(x[t]);
        for (Dual& one : token) {
            one.slope = 1;
            result[t].push_back(dot(constant(g[t]), normalised(token, kind, fault).y).slope);
            one.slope = 0;
        }
    }
    return result;
}

/// dL/dx_0 of x_{l+1} = x_l + F_l(x_l) by the branches alone.
Tokens<double> branches_gradient(const sigprop::NetworkDesign& design, const Subject& subject) {
    const auto branch = sigprop::make_branch<double>(
        design, {.seed = compared_network.seed, .number = compared_network.number});
    std::vector<Tokens<double>> x = {columns(subject.x_0)};
    for (std::size_t l = 0; l < design.steps.size(); ++l) {
        branch->begin(l);
        Tokens<double> out(x[l].rows(), x[l].cols());
        branch->forward(x[l], out);
        x.emplace_back(x[l] + out);
    }
    Tokens<double> gradient = columns(subject.g);
    for (std::size_t l = design.steps.size(); l-- > 0;) {
        branch->begin(l);
        branch->recall(x[l]);
        Tokens<double> through(gradient.rows(), gradient.cols());
        branch->backward(gradient, through);
        gradient += through;
    }
    return gradient;
}

}  // namespace

TEST_CASE("norms and their transposed Jacobians are those of the definition") {
    const Subject subject(design("post_norm", "linear"));
    for (const NormKind kind : {NormKind::rms_norm, NormKind::layer_norm}) {
        CAPTURE(static_cast<int>(kind));
        const Tokens<double> x = columns(subject.x_0);
        const Tokens<double> g = columns(subject.g);
        Tokens<double> y(x.rows(), x.cols());
        sigprop::NormScales scales;
        REQUIRE(sigprop::normalise(kind, x, 1.0, y, scales));
        Batch<double> expected;
        for (const Vector<double>& token : subject.x_0) {
            expected.push_back(normalised(token, kind, Fault::none).y);
        }
        CHECK(relative_distance(y, expected) <= tolerance);
        Tokens<double> from_input(x.rows(), x.cols());
        Tokens<double> from_output(x.rows(), x.cols());
        sigprop::norm_backward(kind, x, scales, 1.0, g, from_input);
        sigprop::norm_backward_from_output(kind, y, scales, g, from_output);
        const auto naive = [&](Fault fault) { return norm_gradient(subject.x_0, kind, subject.g, fault); };
        CHECK(relative_distance(from_input, naive(Fault::none)) <= tolerance);
        CHECK(relative_distance(from_output, naive(Fault::none)) <= tolerance);
        CHECK(relative_distance(from_input, naive(Fault::norm_radius)) > far_apart);
        const double without_mean = relative_distance(from_input, naive(Fault::layer_norm_mean));
        CHECK((without_mean > far_apart) == (kind == NormKind::layer_norm));
    }
}

TEST_CASE("stacked branches carry every entry of the gradient back") {
    for (const Block& block : blocks()) {
        CAPTURE(block.name);
        sigprop::NetworkDesign plain = design("skip_init", block.name);
        for (sigprop::ResidualStep<double>& step : plain.steps) step.branch = 1;
        const Subject subject(plain);
        const Tokens<double> fast = branches_gradient(plain, subject);
        const Stream<double> start{.x = subject.x_0, .scores = {}};
        Network<double> network = subject.network;
        CHECK(relative_distance(fast, gradient(network, 0, start, subject.g)) <= tolerance);
        network.fault = Fault::skip_path;
        CHECK(relative_distance(fast, gradient(network, 0, start, subject.g)) > far_apart);
        network.fault = plain.adds_scores ? Fault::score_chain : Fault::softmax_outer;
        const double spoilt = relative_distance(fast, gradient(network, 0, start, subject.g));
        CHECK((spoilt > far_apart) == (plain.block == sigprop::BlockKind::transformer));
    }
}
