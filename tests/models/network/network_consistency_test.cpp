// Values measured along with others, and schemes that are the identity or have no norm.

#include "models/network/measure_network.hpp"
#include "tests/models/network/network_comparison.hpp"

using namespace reference;
using sigprop::NormKind;

namespace {

constexpr std::size_t layers = 5;

/// The naive network's |dL/dW|^2 / (width |g|^2) of a layer.
double naive_weight_gradient(const Subject& naive, std::size_t layer) {
    const auto at = streams(naive.network, naive.x_0)[layer];
    return square(weight_gradients(naive.network, layer, at, naive.g)) / square(naive.g) /
           static_cast<double>(naive.network.design.width);
}

}  // namespace

TEST_CASE("what else is measured changes no bit") {
    for (const std::string& scheme : std::vector<std::string>{"mixed", "post_norm", "skip_init"}) {
        CAPTURE(scheme);
        sigprop::NetworkDesign tried = design(scheme, "causal RealFormer", NormKind::layer_norm, layers);
        tried.step_rate = 0.1;
        std::set<Observable> all;
        for (std::size_t i = 0; i < sigprop::observable_count; ++i) all.insert(static_cast<Observable>(i));
        all.erase(Observable::path_share);
        // Not by sample_networks, which would remember the sample.
        const auto measure = [&](const std::set<Observable>& wanted) {
            return sigprop::measure_network(
                tried, {.seed = compared_network.seed, .number = compared_network.number}, wanted,
                sigprop::Context());
        };
        const NetworkProfile together = measure(all);
        for (const Observable what : all) {
            CAPTURE(static_cast<int>(what));
            const std::vector<double> alone = measure({what})[what];
            CHECK(!alone.empty());
            CHECK(relative_difference(together[what], alone) == 0);
        }
    }
}

TEST_CASE("a branch that is multiplied by zero: no gradient for its weights, all of it for the stream") {
    for (const std::string& block :
         std::vector<std::string>{"linear", "mlp gelu", "RealFormer", "mlp SwiGLU"}) {
        CAPTURE(block);
        sigprop::NetworkDesign rezero = design("skip_init", block, NormKind::rms_norm, layers);
        for (const double alpha : {0.0, 0.1}) {
            for (sigprop::ResidualStep<double>& step : rezero.steps) step.branch = alpha;
            const NetworkProfile fast =
                fast_profile(rezero, {Observable::gradient_square, Observable::weight_gradient_square});
            const bool is_identity =
                fast[Observable::gradient_square] == std::vector<double>(layers + 1, 1) &&
                fast[Observable::weight_gradient_square] == std::vector<double>(layers, 0);
            CHECK(is_identity == (alpha == 0));
        }
    }
}

TEST_CASE("fixup's last matrix of zeros: only that matrix has a gradient") {
    for (const std::string& block :
         std::vector<std::string>{"linear", "mlp gelu", "RealFormer", "mlp SwiGLU"}) {
        CAPTURE(block);
        sigprop::NetworkDesign fixup = design("skip_init", block, NormKind::rms_norm, layers);
        fixup.stds.linear = fixup.stds.hidden_output = fixup.stds.attention_output = 0;
        const NetworkProfile fast =
            fast_profile(fixup, {Observable::gradient_square, Observable::weight_gradient_square});
        CHECK(fast[Observable::gradient_square] == std::vector<double>(layers + 1, 1));
        const Subject naive(fixup);
        for (const std::size_t layer : {std::size_t{0}, layers - 2, layers - 1}) {
            const double expected = naive_weight_gradient(naive, layer);
            CHECK(expected > 0);
            const double value = fast[Observable::weight_gradient_square][layer];
            CHECK(std::abs(value / expected - 1) <= tolerance);
        }
    }
}

TEST_CASE("a branch of zeros has no norm, which is said and not measured") {
    sigprop::NetworkDesign dead = design("sandwich", "mlp relu", NormKind::rms_norm, layers);
    dead.stds.hidden_output = 0;
    sigprop::Context context;
    const auto sample = sigprop::sample_networks(dead, {Observable::second_moment}, 2, context);
    INFO(sample->failure);
    CHECK(!sample->failure.empty());
    const Subject naive(dead);
    CHECK(std::isnan(forward_profile(naive.network, naive.x_0)[Observable::second_moment][1]));
    dead.stds.hidden_output = 1e-3;
    CHECK(sigprop::sample_networks(dead, {Observable::second_moment}, 2, context)->failure.empty());
}
