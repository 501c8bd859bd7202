// Points where formulas are delicate: tied extremes, rows of 0, spans that share memory.

#include "tests/models/normalization/samples.hpp"

#include <sigprop/models/gradient_check/jacobian_check.hpp>

using namespace sigprop;
using namespace sigprop::test;

namespace {

const NormRule partial_rms{.leading = 2, .epsilon_place = EpsilonPlace::outside_root};

}  // namespace

TEST_CASE("extremes that several entries share go to the first of them") {
    // y = (x - x_0) / (x_1 - x_0) near {0, 1, 1}, whichever of the last two is 1.
    const Normalization layer = layer_of("min_max", {3, 1}, 0);
    const Numbers x = {0, 1, 1};
    const Numbers rows[] = {{0, 0, 0}, {0, 0, 0}, {0, -1, 1}};
    CHECK(layer.output(x) == x);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 3; ++j) CHECK(layer.jacobian(x, i, j) == rows[i][j]);
    }
    CHECK(layer.backward(x, Numbers{5, 7, 2}).dx == Numbers{0, -2, 2});
    // {0, 0, 1}: the first 0 is subtracted.
    CHECK(layer.backward(Numbers{0, 0, 1}, Numbers{5, 7, 2}).dx == Numbers{-7, 7, 0});
    CHECK(norm_statistics<double>(find_norm_layer("min_max")->rule, x, 0).highest == 1);
}

TEST_CASE("at a row of 0 with epsilon outside the root the Jacobian is the identity over epsilon") {
    // y(h) = h / (rms(h) + eps) = h / eps + O(|h|^2), seen from both sides.
    const double epsilon = 1e-8;
    const Normalization layer = layer_of("partial_rms_norm", {2, 32}, epsilon);
    const Numbers x(64);
    Numbers dy = batch(64, 1);
    CHECK(layer.output(x) == x);
    const NormGradients back = layer.backward(x, dy);
    for (std::size_t i = 0; i < 64; ++i) CHECK(back.dx[i] == dy[i] / epsilon);
    CHECK(back.dgain == Numbers(32));
    CHECK(layer.jacobian(x, 1, 1) == 1 / epsilon);
    CHECK(layer.jacobian(x, 1, 0) == 0);
    for (const double h : {1e-20, -1e-20}) {
        Numbers moved = x;
        moved[0] = h;
        CHECK(std::fabs(layer.output(moved)[0] / h * epsilon - 1) < 1e-11);
    }
    const NormJacobian exact = norm_jacobian(partial_rms, Numbers(5), epsilon);
    CHECK(exact.diagonal == Numbers(5, 1 / epsilon));
    CHECK(distance(exact.along, Numbers(5)) == 0);
    // A constant group whose mean is subtracted behaves likewise.
    const NormRule about_mean{
        .centre = NormCentre::mean, .spread = NormSpread::std, .epsilon_place = EpsilonPlace::outside_root};
    const NormJacobian centred = norm_jacobian(about_mean, Numbers(4, 0.1), 0.5);
    CHECK(centred.diagonal == Numbers(4, 2));
    CHECK(centred.constant == Numbers(4, -0.5));
    CHECK(distance(centred.along, Numbers(4)) == 0);
}

TEST_CASE("leading entries of 0 beside others are a kink, which has an output and no derivative") {
    NormCall call{partial_rms, norm_layout(NormAxes::features, Shape{2, 3}), 0.5, {}};
    const Normalization layer(call);
    const Numbers x = {1, 2, 3, 0, 0, 3};
    CHECK(layer.output(x)[5] == 6);
    // The slopes from both sides differ.
    const double above = layer.output(Numbers{1, 2, 3, 0x1p-30, 0, 3})[5];
    const double below = layer.output(Numbers{1, 2, 3, -0x1p-30, 0, 3})[5];
    CHECK(above == below);
    CHECK(6 - above > 0x1p-30);
    const char* const says = "the spread of the first 2 entries is 0";
    const std::string backward = refusal([&] { (void)layer.backward(x, x); });
    CHECK_MESSAGE(has(backward, says), backward);
    CHECK(has(backward, "group 1: "));
    CHECK(has(refusal([&] { (void)layer.jacobian(x, 5, 3); }), says));
    CHECK(layer.jacobian(x, 0, 0) > 0);  // of group 0, which has none
    const Numbers zero_first = {0, 0, 3};
    const NormJacobian claim{zero_first, zero_first, zero_first};
    CHECK(has(refusal([&] { (void)norm_jacobian(partial_rms, zero_first, 0.5); }), says));
    CHECK(has(refusal([&] { (void)check_jacobian(partial_rms, zero_first, 0.5, claim); }), says));
}

TEST_CASE("a group's output and gradient may be written over what they are made of") {
    const Numbers gain = {1, -2, 0.5, 3}, bias = {0, 1, 0, -1}, mean = {1, 2, 0, 1}, variance = {1, 4, 2, 1};
    for (const bool inference : {false, true}) {
        NormCall call = norm_call(*find_norm_layer("layer_norm"), Shape{1, 4}, 1e-3);
        call.parameters = {gain, 0, bias, {}, {}};
        if (inference) call.parameters.fixed_mean = mean, call.parameters.fixed_variance = variance;
        const Normalization layer(call);
        const Numbers x = batch(4, 1), dy = {1, -2, 0.5, 3};
        Numbers y(4), dx(4);
        NormParameterSums sums(4), again(4);
        layer.group_output(0, x, y);
        layer.group_backward(0, x, dy, dx, sums);
        CHECK(distance(y, layer.output(x)) == 0);
        CHECK(distance(dx, layer.backward(x, dy).dx) == 0);
        Numbers over_x = x, over_dy = dy;
        layer.group_output(0, over_x, over_x);
        layer.group_backward(0, x, over_dy, over_dy, again);
        CHECK(over_x == y);
        CHECK(over_dy == dx);
        CHECK(again.gain() == sums.gain());
        CHECK(again.bias() == sums.bias());
    }
}
