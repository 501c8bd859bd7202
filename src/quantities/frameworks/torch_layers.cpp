// What PyTorch's layers hold right after they are made.

#include "quantities/frameworks/draw.hpp"
#include "quantities/frameworks/fans.hpp"
#include "quantities/frameworks/torch_gain.hpp"

namespace sigprop {
namespace {

using namespace frameworks;

/// The weight by kaiming_uniform_(a=sqrt(5)), the bias uniform within 1/sqrt(fan_in).
Draw weight_or_bias(const Arguments& arguments, const Real& fan_in) {
    const Real root = square_root(fan_in);
    const bool bias = arguments.choice("parameter") == "bias";
    const Real bound =
        bias ? Real(1) / root : square_root(3) * (torch_gain("leaky_relu", square_root(5)) / root);
    return uniform_draw(-bound, bound);
}

/// The area of the kernel: of one number k it is k^2.
Real area_of(const Arguments& arguments) {
    const std::vector<Real>& size = arguments.reals("kernel_size");
    if (size.size() > 2)
        throw InputError::about({"kernel_size"}, "kernel_size is one number or two: [height, width]");
    for (const Real& one : size) {
        if (one.rational() == nullptr || !one.rational()->is_integer())
            throw InputError::about({"kernel_size"}, "kernel_size must be whole, not " + one.text());
    }
    return fans_of({1, 1, size.front(), size.back()}, Layout::torch).in;
}

Draw torch_conv(const Arguments& arguments) {
    const Real groups = count_of(arguments, "groups");
    for (const char* name : {"in_channels", "out_channels"}) {
        const Real share = count_of(arguments, name) / groups;
        if (share.rational()->is_integer()) continue;
        throw InputError::about({name, "groups"}, std::string(name) + " must be divisible by groups");
    }
    return weight_or_bias(arguments, count_of(arguments, "in_channels") / groups * area_of(arguments));
}

Draw torch_linear(const Arguments& arguments) {
    return weight_or_bias(arguments, count_of(arguments, "in_features"));
}

Draw torch_embedding(const Arguments&) { return normal_draw(0, 1); }

}  // namespace

std::vector<Quantity> torch_layer_quantities() {
    return {drawn("torch.Linear", torch_linear), drawn("torch.Conv2d", torch_conv),
            drawn("torch.Embedding", torch_embedding)};
}

}  // namespace sigprop
