// |dL/dx_l|^2 at every layer of every residual block, norm and scheme against two derivatives of the naive
// networks: dual numbers and, independently, central differences; and what a wrong backward pass looks like.

#include "tests/models/network/network_comparison.hpp"

using namespace reference;
using sigprop::NormKind;

namespace {

constexpr std::size_t layers = 4;

std::vector<double> fast_gradients(const sigprop::NetworkDesign& design) {
    return fast_profile(design, {Observable::gradient_square})[Observable::gradient_square];
}

/// The difference between the fast gradients and those of the naive network by dual numbers.
double from_duals(const sigprop::NetworkDesign& design, Fault fault = Fault::none) {
    const Subject naive(design, fault);
    return relative_difference(fast_gradients(design), gradient_squares(naive.network, naive.x_0, naive.g));
}

struct Distance {
    double distance = 0, bound = 0;  ///< in |dL/dx_l|^2; the bound is the finite differences' own error
};

Distance from_differences(const sigprop::NetworkDesign& design, std::size_t layer) {
    const Subject naive(design);
    const Stream<double> at = streams(naive.network, naive.x_0)[layer];
    const Difference slope = difference(naive.network, layer, at, naive.g);
    const double fast = fast_gradients(design)[layer] * square(naive.g);
    const double norm = std::sqrt(square(slope.gradient));
    return {std::abs(fast - norm * norm), slope.error * (2 * norm + slope.error)};
}

}  // namespace

TEST_CASE("the gradient at every layer is that of the dual numbers") {
    double largest = 0;
    for_every_design(layers, [&](const sigprop::NetworkDesign& design, const std::string& name) {
        CAPTURE(name);
        const double size = from_duals(design);
        CHECK(size <= tolerance);
        largest = std::max(largest, size);
    });
    MESSAGE("largest relative difference: ", largest);
}

TEST_CASE("so it is for more tokens than a vector holds, independent or all the same") {
    for (const double correlation : {0.0, 1.0}) {
        for (const std::string& scheme : std::vector<std::string>{"mixed", "everything"}) {
            for (const NormKind norm : {NormKind::rms_norm, NormKind::layer_norm}) {
                INFO(scheme, ", correlation ", correlation);
                sigprop::NetworkDesign tokens = design(scheme, "causal RealFormer", norm, 3);
                tokens.width = 4;
                tokens.length = 11;
                tokens.sequences = 3;
                tokens.token_correlation = correlation;
                CHECK(from_duals(tokens) <= tolerance);
            }
        }
    }
}

TEST_CASE("the gradient at the input is that of central differences, to their own error") {
    for_every_design(layers, [&](const sigprop::NetworkDesign& design, const std::string& name) {
        const Distance one = from_differences(design, 0);
        INFO(name, ": distance ", one.distance, ", bound ", one.bound);
        CHECK(one.distance <= one.bound);
        CHECK(one.bound <= 1e-6 * fast_gradients(design)[0] * 48);  // the bound is small enough for a test
    });
}

TEST_CASE("a derivative with one term missing differs by orders of magnitude, wherever the term acts") {
    struct Row {
        Fault fault;
        std::string scheme, block;
        NormKind norm;
    };
    const std::vector<Row> rows = {
        {Fault::norm_radius, "pre_norm", "linear", NormKind::rms_norm},
        {Fault::norm_radius, "post_norm", "causal transformer", NormKind::layer_norm},
        {Fault::norm_radius, "sandwich", "mlp relu", NormKind::rms_norm},
        {Fault::layer_norm_mean, "pre_norm", "mlp relu", NormKind::layer_norm},
        {Fault::layer_norm_mean, "post_norm", "RealFormer", NormKind::layer_norm},
        {Fault::layer_norm_mean, "ngpt", "linear", NormKind::layer_norm},
        {Fault::sum_norm_root, "post_norm", "mlp tanh", NormKind::rms_norm},
        {Fault::sum_norm_root, "deep_norm", "transformer", NormKind::rms_norm},
        {Fault::softmax_outer, "pre_norm", "transformer", NormKind::rms_norm},
        {Fault::softmax_outer, "post_norm", "causal RealFormer", NormKind::layer_norm},
        {Fault::score_chain, "pre_norm", "RealFormer", NormKind::rms_norm},
        {Fault::score_chain, "post_norm", "causal RealFormer", NormKind::layer_norm},
        {Fault::key_path, "sandwich", "causal transformer", NormKind::rms_norm},
        {Fault::input_scale, "layer_norm_scaling", "mlp gelu", NormKind::rms_norm},
        {Fault::input_scale, "layer_norm_scaling", "transformer", NormKind::layer_norm},
        {Fault::branch_scale, "skip_init", "mlp gelu", NormKind::rms_norm},
        {Fault::branch_scale, "ngpt", "RealFormer", NormKind::layer_norm},
        {Fault::skip_path, "post_norm", "linear", NormKind::rms_norm},
        {Fault::skip_path, "skip_init", "transformer", NormKind::rms_norm},
        {Fault::skip_scale, "deep_norm", "transformer", NormKind::layer_norm},
        {Fault::skip_scale, "ngpt", "mlp tanh", NormKind::rms_norm},
        {Fault::final_norm, "pre_norm", "mlp relu", NormKind::rms_norm},
        {Fault::final_norm, "sandwich", "transformer", NormKind::layer_norm},
        {Fault::up_path, "pre_norm", "mlp SwiGLU", NormKind::rms_norm},
        {Fault::up_path, "deep_norm", "transformer GeGLU", NormKind::layer_norm},
        {Fault::gate_path, "post_norm", "mlp ReGLU", NormKind::layer_norm},
        {Fault::gate_path, "ngpt", "transformer GeGLU", NormKind::rms_norm},
    };
    for (const Row& row : rows) {
        INFO("fault ", static_cast<int>(row.fault), " in ", row.scheme, ", ", row.block);
        CHECK(from_duals(design(row.scheme, row.block, row.norm), row.fault) > far_apart);
    }
}
