// What PyTorch's layers hold right after they are made.

#include "catalogue/frameworks.hpp"
#include "quantities/frameworks/draw.hpp"
#include "quantities/frameworks/fans.hpp"
#include "quantities/frameworks/torch_gain.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

using namespace frameworks;

/// The weight by kaiming_uniform_(a=sqrt(5)), the bias uniform within 1/sqrt(fan_in).
Draw weight_or_bias(LayerParameter parameter, const Real& fan_in) {
    const Real root = square_root(fan_in);
    const Real gain = torch_gain(TorchNonlinearity::leaky_relu, square_root(5));
    const Real bound = parameter == LayerParameter::bias ? Real(1) / root : square_root(3) * (gain / root);
    return uniform_draw(-bound, bound);
}

/// The area of the kernel: of one number k it is k^2.
Real area_of(const std::vector<Real>& size) {
    if (size.size() > 2)
        throw InputError::about({"kernel_size"}, "kernel_size is one number or two: [height, width]");
    for (const Real& one : size) {
        if (one.rational() == nullptr || !one.rational()->is_integer())
            throw InputError::about({"kernel_size"}, "kernel_size must be whole, not " + one.text());
    }
    return fans_of({1, 1, size.front(), size.back()}, Layout::torch).in;
}

Routes torch_conv(const TorchConv2dArguments& given) {
    for (const auto& [name, channels] :
         {std::pair("in_channels", given.in_channels), {"out_channels", given.out_channels}}) {
        if (channels % given.groups == 0) continue;
        throw InputError::about({name, "groups"}, std::string(name) + " must be divisible by groups");
    }
    const Real in = Rational(given.in_channels / given.groups);
    return weight_or_bias(given.parameter, in * area_of(given.kernel_size)).routes(given.of);
}

Routes torch_linear(const TorchLinearArguments& given) {
    return weight_or_bias(given.parameter, Rational(given.in_features)).routes(given.of);
}

Routes torch_embedding(const TorchEmbeddingArguments& given) { return normal_draw(0, 1).routes(given.of); }

}  // namespace

std::vector<Quantity> torch_layer_quantities() {
    return {quantity("torch.Linear", torch_linear), quantity("torch.Conv2d", torch_conv),
            quantity("torch.Embedding", torch_embedding)};
}

}  // namespace sigprop
