// Norms and branches alone, entry by entry: sample_networks shows only norms of gradients, which a permuted
// or negated gradient would pass.

#include "models/network/token_norm.hpp"
#include "tests/models/network/fast_branches.hpp"

using namespace reference;
using sigprop::NormKind;

namespace {

double relative_distance(const sigprop::Tokens<double>& fast, const Batch<double>& naive) {
    const sigprop::Tokens<double> expected = columns(naive);
    return (fast - expected).norm() / expected.norm();
}

/// J^T g of a norm, by one pass of dual numbers for each coordinate.
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

}  // namespace

TEST_CASE("norms and their transposed Jacobians are those of the definition") {
    const Subject subject(design("post_norm", "linear"));
    for (const NormKind kind : {NormKind::rms_norm, NormKind::layer_norm}) {
        CAPTURE(static_cast<int>(kind));
        const sigprop::Tokens<double> x = columns(subject.x_0);
        const sigprop::Tokens<double> g = columns(subject.g);
        sigprop::Tokens<double> y(x.rows(), x.cols());
        sigprop::NormScales scales;
        REQUIRE(sigprop::normalise(kind, x, 1.0, y, scales));
        Batch<double> expected;
        for (const Vector<double>& token : subject.x_0) {
            expected.push_back(normalised(token, kind, Fault::none).y);
        }
        CHECK(relative_distance(y, expected) <= tolerance);
        sigprop::Tokens<double> from_input(x.rows(), x.cols());
        sigprop::Tokens<double> from_output(x.rows(), x.cols());
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
        const sigprop::Tokens<double> fast = branches_gradient(plain, subject);
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
