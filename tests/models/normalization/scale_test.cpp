// Entries of any magnitude, near any mean.

#include "tests/models/normalization/samples.hpp"

using namespace sigprop;
using namespace sigprop::test;

TEST_CASE("scale and shift change nothing: no squares overflow, vanish or cancel") {
    const Numbers x = batch(12, 1);
    const Numbers dy = {1, -2, 0.5, 3, 0.25, -1, 2, -0.5, 1, 1, -3, 0.125};
    for (const NormLayer& row : norm_layers()) {
        const bool is_of_channels = row.axes == NormAxes::positions || row.axes == NormAxes::channel_groups;
        if (is_of_channels || row.takes_share) continue;  // a matrix has too few entries for them
        CAPTURE(std::string(row.name));
        const Normalization layer(norm_call(row, Shape{2, 6}, 0));
        const NormGradients plain = layer.backward(x, dy);
        for (const double factor : {0x1p1000, 0x1p-1000, 0x1p-1060}) {
            CHECK(layer.output(batch(12, factor)) == layer.output(x));
            const NormGradients moved = layer.backward(batch(12, factor), dy);
            CHECK(moved.dgain == plain.dgain);
            if (factor == 0x1p-1060) continue;  // dx overflows
            for (std::size_t i = 0; i < x.size(); ++i) {
                CHECK(std::isfinite(moved.dx[i]));
                CHECK(moved.dx[i] == plain.dx[i] / factor);
            }
            CHECK(layer.jacobian(batch(12, factor), 1, 0) == layer.jacobian(x, 1, 0) / factor);
        }
        Numbers shifted = x;
        for (double& one : shifted) one += 0x1p40;
        const bool same = distance(layer.output(shifted), layer.output(x)) < 1e-14;
        CHECK(same == row.rule.ignores_shift());
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

TEST_CASE("a mean that is taken off an uncentred spread shifts nothing else") {
    const NormLayout layout = norm_layout(NormAxes::features, Shape{1, 2});
    const Normalization layer({{.centre = NormCentre::mean}, layout, 0, {}});
    CHECK(layer.output(Numbers{1, 7}) == Numbers{-3.0 / 5, 3.0 / 5});  // rms 5, mean 4
    CHECK(layer.output(Numbers{2, 2}) == Numbers{0, 0});
}

TEST_CASE("a spread whose squares vanish beside epsilon outside the root has its slopes") {
    // y_1 = x_1 / (|x_0| + eps): dy_1/dx_0 = -x_1 / eps^2 to 10^-190.
    const Normalization partial = layer_of("partial_rms_norm", {1, 2}, 0.5, {}, 0.5);
    for (const double tiny : {1e-200, 5e-324}) {
        const NormGradients back = partial.backward(Numbers{tiny, 3}, Numbers{0, 1});
        CHECK(back.dx == Numbers{-12, 2});
        CHECK(partial.backward(Numbers{-tiny, 3}, Numbers{0, 1}).dx == Numbers{12, 2});
        CHECK(partial.jacobian(Numbers{tiny, 3}, 1, 0) == -12);
    }
}

TEST_CASE("moments of entries of any size: only a variance beyond doubles is lost") {
    const Normalization layer = layer_of("layer_norm", {1, 6}, 0);
    const NormMoments plain = layer.moments(batch(6, 1));
    for (const double factor : {0x1p500, 0x1p-500}) {
        const NormMoments moved = layer.moments(batch(6, factor));
        CHECK(moved.mean[0] == plain.mean[0] * factor);
        CHECK(moved.variance[0] == plain.variance[0] * factor * factor);
    }
    CHECK(layer.moments(batch(6, 0x1p1000)).mean[0] == plain.mean[0] * 0x1p1000);
    CHECK(layer.moments(batch(6, 0x1p1000)).variance[0] == HUGE_VAL);
    CHECK(layer_of("layer_norm", {1, 2}, 0).moments(Numbers{1.5e308, -1.5e308}).mean[0] == 0);
    // A mean of 10^200 standard deviations, and squares beyond the range of doubles.
    CHECK(layer_of("layer_norm", {1, 2}, 0).moments(Numbers{0x1p600, 0x1p600}).variance[0] == 0);
}

TEST_CASE("a parameter's gradient does not lose small terms among large ones") {
    const NormGradients back =
        layer_of("rms_norm", {4, 2}, 0).backward(Numbers(8, 1), Numbers{0x1p60, 1, 1, 1, 1, 1, -0x1p60, 1});
    CHECK(back.dbias == Numbers{2, 4});
    CHECK(back.dgain == Numbers{2, 4});
}

TEST_CASE("a parameter's gradient does not lose what rounding takes off a product") {
    NormParameterSums sums(1);
    const double near = 1 + 0x1p-30;  // its square is 1 + 2^-29 + 2^-60
    sums.add(0, near, near);
    sums.add(0, -1, 1 + 0x1p-29);
    CHECK(near * near - (1 + 0x1p-29) == 0);
    CHECK(sums.gain()[0] == 0x1p-60);
    sums.add(0, 1e308, 1e308);
    CHECK(sums.gain()[0] == HUGE_VAL);
    CHECK(sums.bias()[0] == 1e308);
}
