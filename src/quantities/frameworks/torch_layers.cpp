#include "quantities/frameworks/torch_layers.hpp"

#include "quantities/frameworks/draw.hpp"
#include "quantities/frameworks/fans.hpp"
#include "quantities/frameworks/torch_gain.hpp"
#include "quantities/frameworks/variance_scaling.hpp"
#include "quantities/support.hpp"

namespace sigprop::frameworks {
namespace {

using Routes = std::vector<Route>;

/// The weight by kaiming_uniform_(a=sqrt(5)), the bias uniform within 1/sqrt(fan_in).
Routes weight_or_bias(const Arguments& arguments, const Real& fan_in) {
    const Real root = square_root(fan_in);
    const bool bias = arguments.choice("parameter") == "bias";
    const Real bound =
        bias ? Real(1) / root : square_root(3) * (torch_gain("leaky_relu", square_root(5)) / root);
    return routes_of(uniform_draw(-bound, bound), arguments);
}

std::vector<Parameter> which() {
    return {{.name = "parameter",
             .kind = ParameterKind::choice,
             .fallback = "weight",
             .meaning = "which of the layer's parameters",
             .choices = {"weight", "bias"}},
            of_parameter(Passes::another)};
}

Parameter integer(const char* name, const char* meaning) {
    return {.name = name, .kind = ParameterKind::integer, .meaning = meaning, .range = "[1, inf)"};
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

Routes conv(const Arguments& arguments) {
    const Real groups = count_of(arguments, "groups");
    for (const char* name : {"in_channels", "out_channels"}) {
        const Real share = count_of(arguments, name) / groups;
        if (share.rational()->is_integer()) continue;
        throw InputError::about({name, "groups"}, std::string(name) + " must be divisible by groups");
    }
    return weight_or_bias(arguments, count_of(arguments, "in_channels") / groups * area_of(arguments));
}

}  // namespace

Quantity torch_linear_quantity() {
    return {.name = "torch.Linear",
            .aliases = {"torch.nn.Linear"},
            .summary = "Standard deviation of the weight or bias of a new nn.Linear.",
            .formula = R"(\frac{1}{\sqrt{3\,\mathrm{in\_features}}}, \quad \text{uniform within } )"
                       R"(\pm\frac{1}{\sqrt{\mathrm{in\_features}}}\text{; the bias the same})",
            .units =
                "kaiming_uniform_ with a=sqrt(5), which is a bound and no recommendation: the variance is a "
                "third of LeCun's and a sixth of He's. The bias is not 0",
            .source = "PyTorch 1.13.1, torch/nn/modules/linear.py:103-111, Linear.reset_parameters",
            .parameters = joined({integer("in_features", "inputs of the layer"),
                                  integer("out_features", "outputs of the layer; without effect")},
                                 which()),
            .route_notes = route_notes(),
            .theorems = theorems(),
            .routes = [](const Arguments& arguments) {
                return weight_or_bias(arguments, count_of(arguments, "in_features"));
            }};
}

Quantity torch_conv_quantity() {
    const auto without_effect = [](const char* name, const char* fallback) {
        return Parameter{name, ParameterKind::reals, fallback, "without effect: here for its place"};
    };
    return {.name = "torch.Conv2d",
            .aliases = {"torch.nn.Conv2d"},
            .summary = "Standard deviation of the weight or bias of a new nn.Conv2d.",
            .formula = R"(\frac{1}{\sqrt{3\,\mathrm{fan\_in}}}, \quad \text{uniform within } )"
                       R"(\pm\frac{1}{\sqrt{\mathrm{fan\_in}}}, \quad \mathrm{fan\_in} = )"
                       R"(\frac{\mathrm{in\_channels}}{\mathrm{groups}} \cdot \text{the kernel's area})",
            .units =
                "kaiming_uniform_ with a=sqrt(5), as for Linear. The fourth argument is stride: write "
                "groups by name",
            .source = "PyTorch 1.13.1, torch/nn/modules/conv.py:146-155, _ConvNd.reset_parameters",
            .parameters = joined({integer("in_channels", "channels of the input"),
                                  integer("out_channels", "channels of the output; without effect"),
                                  {.name = "kernel_size",
                                   .kind = ParameterKind::reals,
                                   .meaning = "one number for a square, or [height, width]",
                                   .range = "[1, inf)"},
                                  without_effect("stride", "1"),
                                  without_effect("padding", "0"),
                                  without_effect("dilation", "1"),
                                  {.name = "groups",
                                   .kind = ParameterKind::integer,
                                   .fallback = "1",
                                   .meaning = "groups of channels",
                                   .range = "[1, inf)"}},
                                 which()),
            .route_notes = route_notes(),
            .theorems = theorems(),
            .routes = conv};
}

Quantity torch_embedding_quantity() {
    return {
        .name = "torch.Embedding",
        .aliases = {"torch.nn.Embedding"},
        .summary = "Standard deviation of the weight of a new nn.Embedding.",
        .formula = R"(1 \text{: normal\_ with its defaults})",
        .units =
            "whatever the dimension: tied to an output layer, its logits have a std of "
            "sqrt(embedding_dim) on inputs of unit variance. The row padding_idx is 0",
        .source = "PyTorch 1.13.1, torch/nn/modules/sparse.py:150-152, Embedding.reset_parameters",
        .parameters = {integer("num_embeddings", "rows; without effect"),
                       integer("embedding_dim", "columns; without effect"), of_parameter(Passes::its_own)},
        .route_notes = route_notes(),
        .theorems = theorems(),
        .routes = [](const Arguments& arguments) { return routes_of(normal_draw(0, 1), arguments); }};
}

}  // namespace sigprop::frameworks
