// Networks in float against the naive networks in double with the same float weights: the rounding error of
// every statistic after 32 layers.

#include "tests/models/network/network_comparison.hpp"

using namespace reference;
using sigprop::NormKind;

namespace {

constexpr std::size_t layers = 32;
constexpr double forward_tolerance = 1e-5;
constexpr double gradient_tolerance = 1e-4;

sigprop::NetworkDesign in_floats(const std::string& scheme, const std::string& block, NormKind norm) {
    sigprop::NetworkDesign result = design(scheme, block, norm, layers);
    result.double_precision = false;
    result.width = 12;
    result.heads = block == "linear" ? 1 : 3;
    result.length = 2;
    return result;
}

struct Rounding {
    double forward = 0, gradient = 0;
};

/// Differences between float and double in all forward statistics, and in the gradient at three depths.
Rounding rounding(const sigprop::NetworkDesign& design, const sigprop::NetworkDesign& naive_design) {
    const std::set<Observable> wanted = {Observable::second_moment, Observable::skip_weight,
                                         Observable::cosine, Observable::gradient_square};
    const NetworkProfile fast = fast_profile(design, wanted);
    const Subject naive(naive_design);
    const NetworkProfile expected = forward_profile(naive.network, naive.x_0);
    Rounding result;
    for (const Observable what : {Observable::second_moment, Observable::skip_weight, Observable::cosine}) {
        result.forward = std::max(result.forward, relative_difference(fast[what], expected[what]));
    }
    const std::vector<Stream<double>> all = streams(naive.network, naive.x_0);
    for (const std::size_t layer : {std::size_t{0}, layers / 2, layers}) {
        const double square_there =
            square(gradient(naive.network, layer, all[layer], naive.g)) / square(naive.g);
        const double size = std::abs(fast[Observable::gradient_square][layer] / square_there - 1);
        result.gradient = std::max(result.gradient, size);
    }
    return result;
}

}  // namespace

TEST_CASE("floats lose a few digits of seven, and nothing else") {
    Rounding largest;
    for (const std::string& block :
         std::vector<std::string>{"linear", "mlp relu", "transformer", "causal RealFormer"}) {
        for (const std::string& scheme :
             std::vector<std::string>{"pre_norm", "post_norm", "skip_init", "ngpt"}) {
            for (const NormKind norm : {NormKind::rms_norm, NormKind::layer_norm}) {
                INFO(block, ", ", scheme);
                const sigprop::NetworkDesign design = in_floats(scheme, block, norm);
                const Rounding one = rounding(design, design);
                CHECK(one.forward <= forward_tolerance);
                CHECK(one.gradient <= gradient_tolerance);
                CHECK(one.forward > 0);  // they are floats
                largest = {std::max(largest.forward, one.forward), std::max(largest.gradient, one.gradient)};
            }
        }
    }
    MESSAGE("largest relative differences: ", largest.forward, ", of gradients ", largest.gradient);
}

TEST_CASE("so do gated units, where the stream outgrows its branches") {
    for (const std::string& block :
         std::vector<std::string>{"mlp SwiGLU", "mlp ReGLU", "transformer GeGLU"}) {
        for (const NormKind norm : {NormKind::rms_norm, NormKind::layer_norm}) {
            INFO(block);
            const sigprop::NetworkDesign design = in_floats("pre_norm", block, norm);
            const Rounding one = rounding(design, design);
            CHECK(one.forward <= forward_tolerance);
            CHECK(one.gradient <= gradient_tolerance);
            CHECK(one.forward > 0);
        }
    }
}

TEST_CASE("where a gated branch keeps its weight in the stream, rounding grows in either precision") {
    // Both factors of a gated unit move with its input, so that post_norm amplifies any perturbation.
    for (const bool wide : {false, true}) {
        CAPTURE(wide);
        sigprop::NetworkDesign gated = in_floats("post_norm", "mlp SwiGLU", NormKind::rms_norm);
        gated.double_precision = wide;
        sigprop::NetworkDesign plain = gated;
        plain.gated = false;
        CHECK(rounding(gated, gated).forward > 10 * rounding(plain, plain).forward);
    }
}

TEST_CASE("doubles have other weights, so a network of theirs is another one") {
    const sigprop::NetworkDesign design = in_floats("pre_norm", "transformer", NormKind::rms_norm);
    sigprop::NetworkDesign other = design;
    other.double_precision = true;
    const Rounding one = rounding(design, other);
    CHECK(one.forward > 1000 * forward_tolerance);
    CHECK(one.gradient > 1000 * gradient_tolerance);
}
