// Rules from which no layer can be made, and input that no layer accepts.

#include "tests/models/normalization/samples.hpp"

#include "core/base/doubles.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {}  // namespace

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
         "each group has one entry"},
        {refusal([] {
             layer_of("batch_norm", {1, 3}, 1e-5);
         }),
         "each group has one entry"},
        {refusal([] {
             layer_of("rms_norm", {2, 2}, -1e-5);
         }),
         "epsilon must be finite and at least 0, not -1e-05"},
        {refusal([] {
             layer_of("rms_norm", {2, 2}, infinity);
         }),
         "epsilon must be finite and at least 0, not inf"},
        {refusal([] {
             layer_of("partial_rms_norm", {2, 15}, 1e-8);
         }),
         "0.0625 of 15 features is less than one feature"},
        {refusal([] {
             layer_of("layer_norm", {2, 16}, 1e-8, {}, 0.25);
         }),
         "layer_norm uses all entries"},
        {refusal([] {
             layer_of("partial_rms_norm", {2, 16}, 1e-8, {}, 1.5);
         }),
         "share must be above 0 and at most 1, not 1.5"},
        {refusal([&] {
             (void)layer_of("rms_norm", {1, 3}, 0).output(two);
         }),
         "x has 2 numbers, but the layer needs 3"},
        {refusal([] {
             (void)layer_of("rms_norm", {1, 2}, 0).output(Numbers{1, infinity});
         }),
         "x[1] must be finite, not inf"},
        {refusal([&] {
             (void)layer_of("rms_norm", {1, 2}, 0).backward(two, Numbers{NAN, 0});
         }),
         "dy[0] must be finite, not nan"},
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
         "momentum must be from 0 to 1, not 1.5"},
        {refusal([] {
             RunningStatistics(1).update({{0}, {1}, 1}, 0.1, pytorch_running);
         }),
         "at least 2 entries"},
        {refusal([] {
             RunningStatistics(2).update({{0}, {1}, 4}, 0.1, keras_running);
         }),
         "1 channels do not match"},
        {refusal([&] {
             (void)layer_of("rms_norm", {1, 2}, 0).jacobian(two, 0, 2);
         }),
         "no entry (0, 2)"},
        {refusal([&] {
             Numbers y(2);
             layer_of("rms_norm", {3, 2}, 0).group_output(3, two, y);
         }),
         "no group 3: the layer has 3"},
        {refusal([&] {
             Numbers y(3);
             layer_of("rms_norm", {1, 2}, 0).group_output(0, two, y);
         }),
         "a group has 2 entries, not 3"}};
    for (const auto& row : rows) CHECK_MESSAGE(has(row.first, row.second), row.first);
    // One entry is allowed where it has a scale: RMSNorm of d = 1 is the sign.
    CHECK(layer_of("rms_norm", {2, 1}, 0).output(Numbers{-3, 5}) == Numbers{-1, 1});
    // So is it where the statistics are given: BatchNorm's inference of one example.
    NormCall call = norm_call(*find_norm_layer("batch_norm"), Shape{1, 2}, 0);
    const Numbers mean = {1, 0}, variance = {4, 1};
    call.parameters.fixed_mean = mean;
    call.parameters.fixed_variance = variance;
    CHECK(Normalization(call).output(Numbers{5, 6}) == Numbers{2, 6});
}

TEST_CASE("a refusal names the parameter that it is about") {
    const auto parameter_of = [](const auto& call) -> std::string {
        try {
            call();
        } catch (const InputError& error) {
            return error.parameters().empty() ? "nothing" : error.parameters().front();
        }
        return "no error";
    };
    const Shape shape{2, 2};
    CHECK(parameter_of([&] { (void)layer_of("rms_norm", shape, -1); }) == "epsilon");
    CHECK(parameter_of([&] { (void)layer_of("rms_norm", shape, 0); }) == "no error");
    CHECK(parameter_of([&] { (void)layer_of("rms_norm", shape, 0, {}, 0.5); }) == "share");
    CHECK(parameter_of([&] { (void)layer_of("rms_norm", {2, 0}, 0); }) == "shape");
    CHECK(parameter_of([&] { (void)layer_of("rms_norm", shape, 0).output(Numbers{1}); }) == "x");
    CHECK(parameter_of([] { RunningStatistics(1).update({{0}, {1}, 4}, -1, keras_running); }) == "momentum");
}
