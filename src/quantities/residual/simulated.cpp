// The quantities that exist by simulation alone. Each takes one number from every network, and a statistic
// over networks.

#include "models/network/network_design.hpp"
#include "quantities/residual/network_measurements.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

// ---- reading a call

std::int64_t layer_of(const Arguments& arguments, std::int64_t fallback, std::int64_t last) {
    if (!arguments.given("layer")) return fallback;
    const std::int64_t layer = arguments.integer("layer");
    if (layer > last) {
        throw InputError::about({"layer"}, "layer must be at most " + std::to_string(last) + ", not " +
                                               std::to_string(layer) + ": layers are counted from 0");
    }
    return layer;
}

/// Layers 0, 2, … of a transformer attend.
std::int64_t attention_layer_of(const Arguments& arguments, std::int64_t layers) {
    const std::int64_t layer = layer_of(arguments, (layers - 1) / 2 * 2, layers - 1);
    if (layer % 2 != 0) {
        throw InputError::about({"layer"},
                                "layer " + std::to_string(layer) +
                                    " is a feed-forward network: attention is in the layers 0, 2, 4, …");
    }
    return layer;
}

void require_attention(const NetworkDesign& design) {
    if (design.block != BlockKind::transformer)
        throw InputError::about({"block"},
                                "only block=transformer has attention: leave block out, or give it");
}

/// That of equal weights, mean over queries.
double largest_entropy(const NetworkDesign& design) {
    Ball sum = 0;
    for (std::uint64_t seen = design.causal ? 1 : design.length; seen <= design.length; ++seen)
        sum = sum + log(Ball(static_cast<double>(seen)));
    return (design.causal ? sum / Ball(static_cast<double>(design.length)) : sum).to_double();
}

/// What a quantity measures, given its networks.
using Measure = Measurement (*)(const Arguments& arguments, const NetworkDesign& design, std::int64_t layers);

Measurement second_moment(const Arguments& arguments, const NetworkDesign& design, std::int64_t layers) {
    return measures_second_moment(layer_of(arguments, layers, layers), design);
}

Measurement skip_weight(const Arguments& arguments, const NetworkDesign&, std::int64_t layers) {
    return measures_skip_weight(layer_of(arguments, layers, layers));
}

Measurement gradient(const Arguments& arguments, const NetworkDesign&, std::int64_t layers) {
    return measures_gradient(layer_of(arguments, 0, layers), layers);
}

Measurement weight_gradient(const Arguments& arguments, const NetworkDesign&, std::int64_t layers) {
    return measures_weight_gradient(layer_of(arguments, 0, layers - 1), layers);
}

Measurement layer_cosine(const Arguments& arguments, const NetworkDesign&, std::int64_t layers) {
    return measures_view(Observable::cosine, layer_of(arguments, layers - 1, layers - 1));
}

Measurement token_similarity(const Arguments& arguments, const NetworkDesign& design, std::int64_t layers) {
    if (design.length < 2)
        throw InputError::about(
            {"length"}, "one token is similar to no other: give length=, the tokens of a sequence, >= 2");
    return measures_view(Observable::token_similarity, layer_of(arguments, layers, layers));
}

Measurement attention_entropy(const Arguments& arguments, const NetworkDesign& design, std::int64_t layers) {
    require_attention(design);
    Measurement what = measures_view(Observable::attention_entropy, attention_layer_of(arguments, layers));
    what.upper_bound = largest_entropy(design);
    return what;
}

Measurement score_second_moment(const Arguments& arguments, const NetworkDesign& design,
                                std::int64_t layers) {
    require_attention(design);
    Measurement what = measures_view(Observable::score_second_moment, attention_layer_of(arguments, layers));
    what.scale = RoundingScale::relative;
    return what;
}

template <bool Variance>
Measurement path_length(const Arguments&, const NetworkDesign& design, std::int64_t layers) {
    const bool follows = design.block == BlockKind::linear && design.length * design.sequences == 1;
    if (!follows)
        throw InputError::about(design.block == BlockKind::linear
                                    ? std::vector<std::string>{"length", "sequences"}
                                    : std::vector<std::string>{"block"},
                                "paths are followed through block=linear and one token: leave out length, "
                                "sequences and block");
    return measures_path(Variance, layers);
}

Measurement output_change(const Arguments& arguments, const NetworkDesign&, std::int64_t layers) {
    const bool adam = arguments.choice("optimizer") == "adam";
    return measures_output_change(adam ? Observable::output_change_adam : Observable::output_change_sgd,
                                  layers);
}

template <Measure Of>
std::vector<Route> routes(const Arguments& arguments) {
    const ResidualStack stack = residual_stack(arguments);
    NetworkPlan plan = network_plan(arguments, stack);
    if (arguments.has_real("learning_rate"))
        plan.design.step_rate = arguments.real("learning_rate").to_double();
    Measurement what = Of(arguments, plan.design, stack.layers);
    what.statistic = arguments.choice("statistic");
    check_design(plan.design, {what.what}, plan.networks);
    return {network_route(std::move(plan), std::move(what))};
}

// ---- descriptions

constexpr const char* how =
    "networks at initialisation, no biases, every token of the input with |x_0|^2 = initial width. Weights "
    "unless init or init_std says otherwise: N(0, 1/fan_in), and a branch's last matrix such that the branch "
    "makes branch_variance of an input of second moment 1, at every width (W2: branch_variance/(fan_in E "
    "f(z)^2)); fixup: the last matrix 0, the others times layers^(-1/2). The radius is one standard error "
    "over networks, with networks - 1 degrees of freedom, and a sixth of what float32 or float64 may round: "
    "32 u per residual addition, u = 2^-24 or 2^-53; that of a geometric mean or a variance reaches as far "
    "up, "
    "at 95 %, as that of its logarithm. A mean that a few networks carry is unable, as other networks show";
constexpr const char* random_numbers =
    "simulation: sampled networks, forward and backward. Their random numbers are keyed by --seed and the "
    "network's number alone: every quantity, layer and scheme of one width sees the same weights and inputs, "
    "so that differences between them are sharper than their standard errors say; --samples plays no part";
constexpr const char* no_other = "it is computed by simulation only: there is no other route";

Parameter simulated_layer_parameter(const char* meaning) {
    return {.name = "layer",
            .kind = ParameterKind::integer,
            .meaning = meaning,
            .optional = true,
            .range = "[0, inf)"};
}

struct About {
    const char* name;
    const char* summary;
    const char* formula;
    const char* layer = nullptr;  ///< meaning of the parameter `layer`, if there is one
    const char* block = "linear";
    const char* units = "";
    std::vector<Parameter> first = {};  ///< the quantity's own parameters
    NumberRange values = {};            ///< of one network, and so of means over networks
};

std::vector<Parameter> simulated_parameters(const About& about) {
    StackParameters which = {.initial = true, .layers = "[1, 65536]", .blocks = "[1, 32768]"};
    if (about.layer != nullptr) which.after_layers.push_back(simulated_layer_parameter(about.layer));
    which.after_layers = joined(std::move(which.after_layers), about.first);
    const Parameter statistic = {.name = "statistic",
                                 .kind = ParameterKind::choice,
                                 .fallback = network_statistics().front(),
                                 .meaning = "over networks, of one network's number",
                                 .choices = network_statistics()};
    return joined(joined(residual_stack_parameters(which), {statistic}), network_parameters(about.block));
}

template <Measure Of>
Quantity simulated(const About& about) {
    return {
        .name = std::string("residual.simulated_") + about.name,
        .summary = about.summary,
        .formula = about.formula,
        .units = std::string(about.units) + (*about.units == 0 ? "" : "; ") + how,
        .source = "own definition; networks as theirs whose schemes they are (show residual.second_moment)",
        .parameters = simulated_parameters(about),
        .values = about.values,
        .route_notes = {random_numbers, no_other},
        .routes = routes<Of>};
}

constexpr const char* position = "which x, at most layers; default: layers, the last";

Quantity output_change_quantity() {
    return simulated<output_change>(
        {.name = "output_change",
         .summary = "How far one optimiser step moves a network's output.",
         .formula = R"(\frac{\left\|f' - f\right\|^2}{\left\|f\right\|^2} \text{ after one step on } L = g )"
                    R"(\cdot f, \quad g \sim N(0, 1))",
         .units =
             "all weight matrices take the step; sgd: rate times the gradient; adam: rate times its sign, "
             "the first step",
         .first =
             {{.name = "optimizer",
               .kind = ParameterKind::choice,
               .fallback = "sgd",
               .meaning = "whose first step",
               .choices = {"sgd", "adam"}},
              {.name = "learning_rate", .fallback = "0.001", .meaning = "of the step", .range = "(0, inf)"}},
         .values = "[0, inf)"});
}

}  // namespace

std::vector<Quantity> residual_simulated_quantities() {
    return {
        simulated<second_moment>(
            {.name = "second_moment",
             .summary = "Second moment of the stream of sampled networks.",
             .formula =
                 R"(\frac{\left\|x_{\mathrm{layer}}\right\|^2}{\mathrm{width}}, \quad \text{mean over )"
                 R"(tokens})",
             .layer = position,
             .values = "[0, inf)"}),
        simulated<gradient>(
            {.name = "gradient_ratio",
             .summary = "Squared gradient at a layer of sampled networks, over that at the output.",
             .formula =
                 R"(\frac{\left\|\partial L / \partial x_{\mathrm{layer}}\right\|^2}{\left\|g\right\|^2}, )"
                 R"(\quad g \sim N(0, 1) \text{ the gradient of the output (after the final norm of )"
                 R"(pre\_norm, sandwich, layer\_norm\_scaling)})",
             .layer = "which x, at most layers; default: 0",
             .values = "[0, inf)"}),
        simulated<skip_weight>(
            {.name = "skip_weight",
             .summary = "The share of the input in the stream of sampled networks.",
             .formula =
                 R"(\text{the coefficient of } x_0 \text{ in } x_{\mathrm{layer}}\text{, every norm a )"
                 R"(division by the network's own root mean square; mean over tokens})",
             .layer = position}),
        simulated<layer_cosine>(
            {.name = "layer_cosine",
             .summary = "Cosine of the angle between successive layers.",
             .formula = R"(\cos(x_{\mathrm{layer}}, x_{\mathrm{layer}+1}), \quad \text{mean over tokens})",
             .layer = "below layers; default: the last",
             .values = "[-1, 1]"}),
        simulated<token_similarity>(
            {.name = "token_similarity",
             .summary = "Cosine between the tokens of a sequence.",
             .formula =
                 R"(\cos(x_{\mathrm{layer}} \text{ of token } s, x_{\mathrm{layer}} \text{ of token } t), )"
                 R"(\quad \text{mean over pairs } s < t \text{ of a sequence})",
             .layer = position,
             .block = "transformer",
             .values = "[-1, 1]"}),
        simulated<attention_entropy>(
            {.name = "attention_entropy",
             .summary = "Entropy of the attention weights of a layer.",
             .formula = R"(-\sum_j a_j \log a_j, \quad \text{mean over queries and heads})",
             .layer = "0, 2, 4, …: a layer of attention; default: the last",
             .block = "transformer",
             .units = "nats",
             .values = "[0, inf)"}),
        simulated<score_second_moment>(
            {.name = "score_second_moment",
             .summary = "Second moment of attention's scores, as the softmax takes them.",
             .formula =
                 R"(\left(\frac{q \cdot k}{\sqrt{\text{head width}}}\right)^2, \quad \text{mean over pairs )"
                 R"(and heads; realformer: of the sums})",
             .layer = "0, 2, 4, …: a layer of attention; default: the last",
             .block = "transformer",
             .values = "[0, inf)"}),
        simulated<weight_gradient>(
            {.name = "weight_gradient_ratio",
             .summary = "Squared gradient of a layer's weights, over that of the output.",
             .formula = R"(\sum_W \frac{\left\|\partial L / \partial W\right\|_F^2}{\mathrm{width} )"
                        R"(\left\|g\right\|^2} \text{ over its matrices } W)",
             .layer = "below layers; default: 0",
             .values = "[0, inf)"}),
        simulated<path_length<false>>(
            {.name = "path_length_mean",
             .summary = "How many branches the gradient of a network came by, on average.",
             .formula = R"(\frac{\sum_k k s_k}{\sum_k s_k}, \quad s_k = \left\|\text{part of } \partial L / )"
                        R"(\partial x_0 \text{ that passed } k \text{ branches}\right\|^2)",
             .units = "per network; linear blocks, one token",
             .values = "[0, inf)"}),
        simulated<path_length<true>>(
            {.name = "path_length_variance",
             .summary = "Variance of the number of branches that the gradient of a network came by.",
             .formula = R"(\frac{\sum_k k^2 s_k}{\sum_k s_k} - \mathrm{path\_length\_mean}^2)",
             .units = "per network; linear blocks, one token",
             .values = "[0, inf)"}),
        output_change_quantity(),
    };
}

}  // namespace sigprop
