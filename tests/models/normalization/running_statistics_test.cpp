// The running statistics that BatchNorm keeps, in two frameworks' conventions.

#include "tests/models/normalization/samples.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

RunningStatistics after(const Shape& shape, const std::vector<double>& factors, const char* name,
                        double momentum, RunningConvention convention) {
    const Normalization layer = layer_of(name, shape, 1e-5);
    RunningStatistics kept(layer.layout().parameters());
    for (const double factor : factors) {
        kept.update(layer.moments(batch(layer.layout().size(), factor)), momentum, convention);
    }
    return kept;
}

}  // namespace

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
    // Using one convention's momentum in the other, or a biased variance, is detected.
    CHECK(distance(after({4, 3, 2}, {1}, "batch_norm", 0.9, pytorch_running).mean,
                   after({4, 3, 2}, {1}, "batch_norm", 0.1, pytorch_running).mean) > 1e-3);
    const RunningConvention biased{MomentumWeighs::new_value, false};
    CHECK(distance(after({4, 3, 2}, {1, -0.5}, "batch_norm", 0.1, biased).variance, torch.variance) > 1e-2);
    CHECK(distance(after({4, 3, 2}, {1, -0.5}, "batch_norm", 0.9, {MomentumWeighs::old_value, true}).variance,
                   torch.variance) < 1e-15);
}
