// Shapes, inference statistics, extremes and refusals of whole normalisation layers.

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <sigprop/core/errors.hpp>
#include <sigprop/models/normalization.hpp>
#include <string>

using namespace sigprop;
using Numbers = std::vector<double>;
using Shape = std::vector<std::size_t>;

namespace {

Normalization layer_of(const char* name, const Shape& shape, double epsilon,
                       const NormLayoutOptions& options = {}) {
    return Normalization(norm_call(*find_norm_layer(name), shape, epsilon, options));
}

/// x of [4, 3, 2] as in normalization_references.hpp, times a factor.
Numbers batch(std::size_t size, double factor) {
    Numbers x(size);
    for (std::size_t i = 0; i < size; ++i) {
        x[i] = factor * (static_cast<double>((i * 37 + 11) % 101) / 16 - 3);
    }
    return x;
}

double distance(const Numbers& a, const Numbers& b) {
    REQUIRE(a.size() == b.size());
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::fabs(a[i] - b[i]));
    return worst;
}

RunningStatistics after(const Shape& shape, const std::vector<double>& factors, const char* name,
                        double momentum, RunningConvention convention) {
    const Normalization layer = layer_of(name, shape, 1e-5);
    RunningStatistics kept(layer.layout().parameters());
    for (const double factor : factors) {
        kept.update(layer.moments(batch(layer.layout().size(), factor)), momentum, convention);
    }
    return kept;
}

std::string refusal(const std::function<void()>& act) {
    try {
        act();
    } catch (const InputError& refused) {
        return refused.what();
    }
    return "";
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("every entry stands in one group, and finds it") {
    const Shape shapes[] = {{6}, {4, 6}, {2, 4, 3}, {2, 4, 3, 2}};
    for (const NormLayer& layer : norm_layers()) {
        for (const Shape& shape : shapes) {
            const bool is_flat = layer.axes == NormAxes::features || layer.axes == NormAxes::column;
            if (shape.size() == 1 && !is_flat) continue;
            for (const bool last : {false, true}) {
                const NormLayoutOptions options{.groups = shape.size() == 3 && last ? 3U : 2U,
                                                .channels_last = last};
                const NormLayout layout = norm_layout(layer.axes, shape, options);
                std::vector<int> met(layout.size());
                for (std::size_t g = 0; g < layout.groups; ++g) {
                    for (std::size_t i = 0; i < layout.group_size(); ++i) {
                        const std::size_t at = layout.offset(g, i);
                        REQUIRE(at < layout.size());
                        ++met[at];
                        const NormPosition back = position_of(layout, at);
                        CHECK((back.group == g && back.index == i));
                        CHECK(layout.parameter(g, i) < layout.parameters());
                    }
                }
                CHECK(met == std::vector<int>(met.size(), 1));
            }
        }
    }
}

TEST_CASE("running statistics as PyTorch 1.13 and Keras 3 keep them") {
    // torch.nn.BatchNorm1d(3), x[4, 3, 2], then -x/2; numpy with Keras' two lines for the second.
    const RunningStatistics torch = after({4, 3, 2}, {1, -0.5}, "batch_norm", 0.1, pytorch_running);
    CHECK(distance(torch.mean, {-0.0028125, -0.0071875, 0.02}) < 1e-16);
    CHECK(distance(torch.variance, {1.18650146484375, 1.18650146484375, 1.2942578125}) < 1e-15);
    const RunningStatistics keras = after({4, 3, 2}, {1, -0.5}, "batch_norm", 0.99, keras_running);
    CHECK(distance(keras.mean, {-0.00034453125, -0.00088046875, 0.00245}) < 1e-16);
    CHECK(distance(keras.variance, {1.0156220947265626, 1.0156220947265626, 1.0257886718750002}) < 1e-15);
    // torch.nn.InstanceNorm1d(2, track_running_stats=True) averages over the examples.
    const RunningStatistics instance = after({2, 2, 5}, {1}, "instance_norm", 0.1, pytorch_running);
    CHECK(distance(instance.mean, {-0.00125, 0.01875}) < 1e-16);
    CHECK(distance(instance.variance, {1.2762304687500001, 1.3768359375}) < 1e-15);
    // One convention's momentum in the other, and a biased variance, are seen.
    CHECK(distance(after({4, 3, 2}, {1}, "batch_norm", 0.9, pytorch_running).mean,
                   after({4, 3, 2}, {1}, "batch_norm", 0.1, pytorch_running).mean) > 1e-3);
    const RunningConvention biased{MomentumWeighs::new_value, false};
    CHECK(distance(after({4, 3, 2}, {1, -0.5}, "batch_norm", 0.1, biased).variance, torch.variance) > 1e-2);
    CHECK(distance(after({4, 3, 2}, {1, -0.5}, "batch_norm", 0.9, {MomentumWeighs::old_value, true}).variance,
                   torch.variance) < 1e-15);
}

TEST_CASE("scale and shift change nothing: no squares overflow, vanish or cancel") {
    const Numbers x = batch(12, 1);
    const Numbers dy = {1, -2, 0.5, 3, 0.25, -1, 2, -0.5, 1, 1, -3, 0.125};
    for (const char* name : {"layer_norm", "rms_norm", "z_score", "min_max", "mean_range", "demodulation"}) {
        const Normalization layer = layer_of(name, {2, 6}, 0);
        const NormGradients plain = layer.backward(x, dy);
        for (const double factor : {0x1p1000, 0x1p-1000, 0x1p-1060}) {
            CAPTURE(std::string(name));
            CHECK(layer.output(batch(12, factor)) == layer.output(x));
            const NormGradients moved = layer.backward(batch(12, factor), dy);
            if (factor == 0x1p1000) CHECK(moved.dx[3] == plain.dx[3] / factor);
            CHECK(moved.dgain == plain.dgain);
        }
        Numbers shifted = x;
        for (double& one : shifted) one += 0x1p40;
        const bool same = distance(layer.output(shifted), layer.output(x)) < 1e-14;
        CHECK(same == find_norm_layer(name)->ignores_shift);
    }
    // Epsilon is scaled too: y(2^400 x, 2^800 eps) = y(x, eps) inside the root, 2^400 eps beside it.
    const Numbers far = batch(32, 0x1p400);
    CHECK(layer_of("layer_norm", {2, 16}, 0x1p800).output(far) ==
          layer_of("layer_norm", {2, 16}, 1).output(batch(32, 1)));
    CHECK(layer_of("partial_rms_norm", {2, 16}, 0x1p400).output(far) ==
          layer_of("partial_rms_norm", {2, 16}, 1).output(batch(32, 1)));
    const Normalization layer = layer_of("layer_norm", {1, 3}, 1e-5);
    CHECK(layer.output(Numbers{0.1, 0.1, 0.1}) == Numbers(3, 0.0));
    CHECK(layer.output(Numbers(3, 1e300)) == Numbers(3, 0.0));
    CHECK(std::fabs(layer.jacobian(Numbers(3, 1e300), 0, 0) - 2 / 3.0 / std::sqrt(1e-5)) < 1e-12);
}

TEST_CASE("a parameter's gradient does not lose small terms among large ones") {
    const NormGradients back =
        layer_of("rms_norm", {4, 2}, 0).backward(Numbers(8, 1), Numbers{0x1p60, 1, 1, 1, 1, 1, -0x1p60, 1});
    CHECK(back.dbias == Numbers{2, 4});
    CHECK(back.dgain == Numbers{2, 4});
}

TEST_CASE("what cannot be normalised is named") {
    const Numbers two = {1, 2};
    const std::pair<std::string, const char*> rows[] = {
        {refusal([] {
             layer_of("layer_norm", {2, 0, 4}, 1e-5);
         }),
         "x[2, 0, 4]: axis 1 is empty"},
        {refusal([] { layer_of("layer_norm", {}, 1e-5); }), "at least 1 axis"},
        {refusal([] { layer_of("batch_norm", {4}, 1e-5); }), "x[B, C, …] has at least 2 axes"},
        {refusal([] {
             layer_of("group_norm", {2, 6, 4}, 1e-5, {.groups = 4});
         }),
         "4 groups do not divide 6 channels"},
        {refusal([] {
             layer_of("group_norm", {2, 6, 4}, 1e-5, {.groups = 0});
         }),
         "0 groups do not divide"},
        {refusal([] {
             layer_of("layer_norm", {5, 1}, 1e-5);
         }),
         "statistics of one entry"},
        {refusal([] {
             layer_of("batch_norm", {1, 3}, 1e-5);
         }),
         "statistics of one entry"},
        {refusal([] {
             layer_of("rms_norm", {2, 2}, -1e-5);
         }),
         "epsilon is -1e-05"},
        {refusal([] {
             layer_of("rms_norm", {2, 2}, infinity);
         }),
         "epsilon is inf"},
        {refusal([] {
             layer_of("partial_rms_norm", {2, 15}, 1e-8);
         }),
         "0.0625 of 15 features is none"},
        {refusal([&] {
             (void)layer_of("rms_norm", {1, 3}, 0).output(two);
         }),
         "x has 2 numbers, and the layer 3"},
        {refusal([] {
             (void)layer_of("rms_norm", {1, 2}, 0).output(Numbers{1, infinity});
         }),
         "x[1] is inf"},
        {refusal([&] {
             (void)layer_of("rms_norm", {1, 2}, 0).backward(two, Numbers{NAN, 0});
         }),
         "dy[0] is nan"},
        {refusal([] {
             (void)layer_of("rms_norm", {2, 2}, 0).output(Numbers{1, 2, 0, 0});
         }),
         "group 1: all 2 entries are 0, and epsilon is 0"},
        {refusal([] {
             (void)layer_of("layer_norm", {1, 3}, 0).output(Numbers{0.1, 0.1, 0.1});
         }),
         "group 0: all 3 entries are equal, and epsilon is 0"},
        {refusal([] {
             RunningStatistics(1).update({{0}, {1}, 4}, 1.5, keras_running);
         }),
         "momentum is 1.5"},
        {refusal([] {
             RunningStatistics(1).update({{0}, {1}, 1}, 0.1, pytorch_running);
         }),
         "more than one entry"},
        {refusal([] {
             RunningStatistics(2).update({{0}, {1}, 4}, 0.1, keras_running);
         }),
         "1 channels do not fit"},
        {refusal([&] {
             (void)layer_of("rms_norm", {1, 2}, 0).jacobian(two, 0, 2);
         }),
         "no entry (0, 2)"}};
    for (const auto& row : rows) CHECK_MESSAGE(has(row.first, row.second), row.first);
    // One entry is no mistake where it has a scale: RMSNorm of d = 1 is the sign.
    CHECK(layer_of("rms_norm", {2, 1}, 0).output(Numbers{-3, 5}) == Numbers{-1, 1});
}
