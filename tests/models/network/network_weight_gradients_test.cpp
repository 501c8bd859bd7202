// The gradient of the weights, and the effect of one step along it on the output, against the naive networks:
// a dual pass for every weight, and weights that are really changed.

#include "tests/models/network/network_comparison.hpp"
#include "tests/support/share.hpp"

using namespace reference;
using sigprop::NormKind;

namespace {

constexpr std::size_t layers = 3;
constexpr double rate = 0.01;

struct Case {
    sigprop::NetworkDesign design;
    std::string name;
};

/// Networks with attention, all norms and factors; every residual block with one scheme that its papers use.
std::vector<Case> cases() {
    std::vector<Case> result;
    for (const Block& block : blocks()) {
        for (const char* scheme : {"pre_norm", "post_norm", "skip_init", "everything"}) {
            for (const NormKind norm : {NormKind::rms_norm, NormKind::layer_norm}) {
                result.push_back({design(scheme, block.name, norm, layers), block.name + ", " + scheme});
                result.back().design.step_rate = rate;
            }
        }
    }
    // More tokens than features, in every matrix.
    sigprop::NetworkDesign tokens = design("mixed", "causal RealFormer", NormKind::rms_norm, layers);
    tokens.width = 4;
    tokens.hidden_width = 6;
    tokens.length = 5;
    tokens.sequences = 3;
    tokens.step_rate = rate;
    result.push_back({tokens, "many tokens"});
    return result;
}

/// Another one for each matrix.
constexpr sigprop::WeightMultipliers unequal = {.linear = 0.3,
                                                .query = 1.7,
                                                .key = 0.45,
                                                .value = 0.6,
                                                .attention_output = 2.5,
                                                .hidden = 0.35,
                                                .hidden_output = 0.2,
                                                .up = 0.8};

std::vector<Case> with_multipliers() {
    std::vector<Case> result = cases();
    for (Case& one : result) one.design.multipliers = unequal;
    return result;
}

double sgd(double gradient) { return gradient; }
double adam(double gradient) { return gradient == 0 ? 0 : gradient > 0 ? 1 : -1; }

struct Naive {
    explicit Naive(const sigprop::NetworkDesign& design, Fault fault = Fault::none)
        : subject(design, fault), gradients(all_weight_gradients(subject.network, subject.x_0, subject.g)) {}

    [[nodiscard]] std::vector<double> weight_gradient_squares() const {
        std::vector<double> result;
        for (const Layer<double>& layer : gradients) {
            result.push_back(square(layer) / square(subject.g) /
                             static_cast<double>(subject.network.design.width));
        }
        return result;
    }
    template <class Update>
    [[nodiscard]] std::vector<double> change(const Update& update, double by = rate) const {
        return {output_change(subject.network, subject.x_0, gradients, by, update)};
    }

    Subject subject;
    std::vector<Layer<double>> gradients;
};

NetworkProfile fast(const sigprop::NetworkDesign& design) {
    return fast_profile(design, {Observable::weight_gradient_square, Observable::output_change_sgd,
                                 Observable::output_change_adam});
}

}  // namespace

TEST_CASE("weight gradients and the change of the output after a step are those of the naive networks") {
    double largest = 0;
    double largest_change = 0;
    std::vector<Case> all = with_multipliers();
    std::ranges::move(cases(), std::back_inserter(all));
    for (const Case& one : sigprop::test::share_of(all, 3)) {
        CAPTURE(one.name);
        const Naive naive(one.design);
        const NetworkProfile profile = fast(one.design);
        const double gradients =
            relative_difference(profile[Observable::weight_gradient_square], naive.weight_gradient_squares());
        CHECK(gradients <= tolerance);
        const double by_sgd = relative_difference(profile[Observable::output_change_sgd], naive.change(sgd));
        CHECK(by_sgd <= tolerance);
        const double by_adam =
            relative_difference(profile[Observable::output_change_adam], naive.change(adam));
        CHECK(by_adam <= tolerance);
        largest = std::max(largest, gradients);
        largest_change = std::max({largest_change, by_sgd, by_adam});
    }
    MESSAGE("largest relative differences: ", largest, " of gradients, ", largest_change, " of changes");
}

TEST_CASE("a wrong derivative differs by orders of magnitude") {
    struct Row {
        std::string scheme, block;
        std::vector<Fault> faults;
    };
    const std::vector<Row> rows = {
        {"everything",
         "RealFormer",
         {Fault::norm_radius, Fault::layer_norm_mean, Fault::sum_norm_root, Fault::softmax_outer,
          Fault::score_chain, Fault::key_path, Fault::branch_scale, Fault::skip_path, Fault::skip_scale}},
        {"pre_norm", "RealFormer", {Fault::final_norm, Fault::score_chain, Fault::skip_path}},
        {"pre_norm", "mlp SwiGLU", {Fault::up_path, Fault::gate_path}},
        {"post_norm", "transformer GeGLU", {Fault::up_path, Fault::gate_path}},
    };
    for (const Row& row : rows) {
        sigprop::NetworkDesign design =
            reference::design(row.scheme, row.block, NormKind::layer_norm, layers);
        design.step_rate = rate;
        const NetworkProfile profile = fast(design);
        for (const Fault fault : row.faults) {
            INFO(row.scheme, ", ", row.block, ", fault ", static_cast<int>(fault));
            const Naive wrong(design, fault);
            CHECK(relative_difference(profile[Observable::weight_gradient_square],
                                      wrong.weight_gradient_squares()) > far_apart);
            CHECK(relative_difference(profile[Observable::output_change_sgd], wrong.change(sgd)) > far_apart);
        }
    }
}

TEST_CASE("a gated unit's V has a share in the gradient of the weights and in the step") {
    for (const char* block : {"mlp ReGLU", "transformer GeGLU"}) {
        CAPTURE(std::string(block));
        sigprop::NetworkDesign design = reference::design("pre_norm", block, NormKind::rms_norm, layers);
        design.step_rate = rate;
        const NetworkProfile profile = fast(design);
        Naive forgetful(design);
        for (Layer<double>& layer : forgetful.gradients) {
            if (layer.size() == 3) layer[2] = Matrix<double>(layer[2].size(), Vector<double>(design.width));
        }
        CHECK(relative_difference(profile[Observable::weight_gradient_square],
                                  forgetful.weight_gradient_squares()) > far_apart);
        CHECK(relative_difference(profile[Observable::output_change_sgd], forgetful.change(sgd)) > far_apart);
        CHECK(relative_difference(profile[Observable::output_change_adam], forgetful.change(adam)) >
              far_apart);
    }
}

TEST_CASE("another update differs by orders of magnitude") {
    sigprop::NetworkDesign design = reference::design("post_norm", "transformer", NormKind::rms_norm, layers);
    design.step_rate = rate;
    const NetworkProfile profile = fast(design);
    const auto differs = [&](Observable what, const std::vector<double>& wrong) {
        return relative_difference(profile[what], wrong);
    };
    const Naive right(design);
    for (const double by : {-rate, rate * (1 + 1e-6)}) {
        CHECK(differs(Observable::output_change_sgd, right.change(sgd, by)) > 1000 * tolerance);
        CHECK(differs(Observable::output_change_adam, right.change(adam, by)) > 1000 * tolerance);
    }
    CHECK(differs(Observable::output_change_adam, right.change(sgd)) > far_apart);
    CHECK(differs(Observable::output_change_sgd, right.change(adam)) > far_apart);
}

TEST_CASE("forward and backward see a multiplier and its weights as one matrix, and the optimiser does not") {
    const auto squares = [](const sigprop::NetworkDesign& design) {
        return fast_profile(design, {Observable::gradient_square})[Observable::gradient_square];
    };
    for (const char* block : {"linear", "mlp gelu", "RealFormer", "transformer GeGLU"}) {
        CAPTURE(std::string(block));
        sigprop::NetworkDesign plain = design("post_norm", block, NormKind::rms_norm, layers);
        plain.step_rate = rate;
        sigprop::NetworkDesign multiplied = plain;
        multiplied.multipliers = unequal;
        CHECK(squares(plain) == squares(multiplied));
        const NetworkProfile by_itself = fast(plain);
        const NetworkProfile profile = fast(multiplied);
        for (const Observable what : {Observable::weight_gradient_square, Observable::output_change_sgd,
                                      Observable::output_change_adam})
            CHECK(relative_difference(profile[what], by_itself[what]) > far_apart);
    }
}

TEST_CASE("every multiplier matters, and each is that of its own matrix") {
    using Member = double sigprop::WeightMultipliers::*;
    using By = sigprop::WeightMultipliers;
    for (const Member member : {&By::query, &By::key, &By::value, &By::attention_output, &By::hidden,
                                &By::hidden_output, &By::up}) {
        sigprop::NetworkDesign one = design("pre_norm", "transformer GeGLU", NormKind::rms_norm, layers);
        one.step_rate = rate;
        one.multipliers = unequal;
        const NetworkProfile profile = fast(one);
        one.multipliers.*member *= 1 + 1e-4;
        const Naive wrong(one);
        CHECK(relative_difference(profile[Observable::weight_gradient_square],
                                  wrong.weight_gradient_squares()) > 1000 * tolerance);
        CHECK(relative_difference(profile[Observable::output_change_sgd], wrong.change(sgd)) >
              1000 * tolerance);
        CHECK(relative_difference(profile[Observable::output_change_adam], wrong.change(adam)) >
              1000 * tolerance);
    }
}
