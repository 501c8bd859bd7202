// The naive networks against themselves: dual numbers and finite differences must agree for every residual
// block, norm and scheme, and every planted fault must show.

#include <doctest/doctest.h>

#include "tests/models/network/reference_designs.hpp"
#include "tests/models/network/reference_gradients.hpp"
#include "tests/models/network/reference_weights.hpp"

using namespace reference;

namespace {

constexpr NetworkId id{.seed = 5, .number = 2};
constexpr std::size_t layers = 4;

double distance(const Batch<double>& a, const Batch<double>& b) {
    double sum = 0;
    for (std::size_t t = 0; t < a.size(); ++t) {
        for (std::size_t i = 0; i < a[t].size(); ++i) sum += (a[t][i] - b[t][i]) * (a[t][i] - b[t][i]);
    }
    return std::sqrt(sum);
}

/// dual - difference| divided by the error bound of the difference, at the stream before `layer`.
double disagreement(const sigprop::NetworkDesign& design, std::size_t layer, Fault fault) {
    Network<double> network = sampled(design, id);
    const Batch<double> g = sampled_output_gradient(design, id);
    const Stream<double> at = streams(network, sampled_input(design, id))[layer];
    const Difference expected = difference(network, layer, at, g);
    network.fault = fault;
    return distance(gradient(network, layer, at, g), expected.gradient) / expected.error;
}

const Scheme& scheme_named(const std::vector<Scheme>& all, const std::string& name) {
    for (const Scheme& one : all) {
        if (one.name == name) return one;
    }
    throw std::logic_error("no scheme " + name);
}

}  // namespace

TEST_CASE("dual numbers and central differences give one gradient, for every block, norm and scheme") {
    double largest = 0;
    for_every_design(layers, [&](const sigprop::NetworkDesign& design, const std::string& name) {
        for (const std::size_t layer : {std::size_t{0}, layers - 1}) {
            CAPTURE(name);
            CAPTURE(layer);
            const double size = disagreement(design, layer, Fault::none);
            CHECK(size <= 1);
            largest = std::fmax(largest, size);
        }
    });
    MESSAGE("largest disagreement over its bound: ", largest);
}

TEST_CASE("every planted fault shows a thousandfold") {
    struct Row {
        Fault fault;
        const char* scheme;
        std::size_t block;
        sigprop::NormKind norm;
    };
    using sigprop::NormKind;
    const std::vector<Row> rows = {
        {Fault::norm_radius, "pre_norm", 0, NormKind::rms_norm},
        {Fault::norm_radius, "post_norm", 5, NormKind::layer_norm},
        {Fault::layer_norm_mean, "pre_norm", 1, NormKind::layer_norm},
        {Fault::sum_norm_root, "post_norm", 2, NormKind::rms_norm},
        {Fault::softmax_outer, "pre_norm", 4, NormKind::rms_norm},
        {Fault::score_chain, "pre_norm", 6, NormKind::rms_norm},
        {Fault::score_chain, "post_norm", 7, NormKind::layer_norm},
        {Fault::key_path, "sandwich", 5, NormKind::rms_norm},
        {Fault::input_scale, "layer_norm_scaling", 3, NormKind::rms_norm},
        {Fault::branch_scale, "skip_init", 3, NormKind::rms_norm},
        {Fault::skip_path, "ngpt", 0, NormKind::rms_norm},
        {Fault::skip_scale, "deep_norm", 4, NormKind::layer_norm},
        {Fault::final_norm, "pre_norm", 1, NormKind::rms_norm},
        {Fault::up_path, "pre_norm", 8, NormKind::rms_norm},
        {Fault::gate_path, "post_norm", 10, NormKind::layer_norm},
    };
    const std::vector<Scheme> all = schemes(layers);
    for (const Row& row : rows) {
        CAPTURE(static_cast<int>(row.fault));
        const auto spoilt = design(scheme_named(all, row.scheme), blocks()[row.block], row.norm);
        CHECK(disagreement(spoilt, 0, Fault::none) <= 1);
        CHECK(disagreement(spoilt, 0, row.fault) > 1000);
    }
}

TEST_CASE("known places: flat attention is a mean over the tokens seen, and its entropy their logarithm") {
    for (const bool causal : {false, true}) {
        CAPTURE(causal);
        sigprop::NetworkDesign flat = design(scheme_named(schemes(1), "pre_norm"), blocks()[causal ? 5 : 4],
                                             sigprop::NormKind::rms_norm);
        flat.stds.query_key = 0;
        const Network<double> network = sampled(flat, id);
        const Batch<double> x = sampled_input(flat, id);
        AttentionView view;
        Scores<double> scores;
        const Batch<double> out = branch_of(network, 0, x, scores, view);
        Vector<double> mean(flat.width, 0.0);
        for (std::size_t t = 0; t < 2; ++t) {
            for (std::size_t i = 0; i < flat.width; ++i) mean[i] += x[t][i] / (causal ? 2 : 3);
        }
        if (!causal) {
            for (std::size_t i = 0; i < flat.width; ++i) mean[i] += x[2][i] / 3;
        }
        const Vector<double> expected = times(network.layers[0][3], times(network.layers[0][2], mean));
        CHECK(distance({out[1]}, {expected}) <= 1e-14);
        CHECK(distance({out[2]}, {expected}) > (causal ? 1e-3 : -1));
        const double entropy = causal ? (std::log(2.0) + std::log(3.0)) / 3 : std::log(3.0);
        CHECK(std::abs(view.entropy_sum / view.rows - entropy) <= 1e-14);
        CHECK(view.square_sum == 0);
    }
}
