// The quantities network.*: whole Transformers at initialisation.

#include "quantities/training/run_quantity.hpp"

namespace sigprop {
namespace {

constexpr const char* position = "which x, at most layers; default: layers, the last";

}  // namespace

std::vector<Quantity> network_quantities() {
    return {
        network_quantity({.name = "second_moment",
                          .summary = "Second moment of the stream of whole Transformers at initialisation.",
                          .formula = R"(\frac{\left\|x_{\mathrm{layer}}\right\|^2}{\mathrm{width}})",
                          .layer = position},
                         run_place::second_moment),
        network_quantity({.name = "branch_moment",
                          .summary = "Second moment of what a layer adds to the stream.",
                          .formula = R"(\frac{\left\|a F(x)\right\|^2}{\mathrm{width}})",
                          .layer = "below layers; default: the last"},
                         run_place::branch_moment),
        network_quantity({.name = "layer_cosine",
                          .summary = "Cosine of the angle between successive layers.",
                          .formula = R"(\cos(x_{\mathrm{layer}}, x_{\mathrm{layer}+1}))",
                          .layer = "below layers; default: the last"},
                         run_place::cosine),
        network_quantity({.name = "token_similarity",
                          .summary = "Cosine between different tokens of a sequence.",
                          .formula = R"(\cos(x_{\mathrm{layer}, s}, x_{\mathrm{layer}, t}), \quad s < t)",
                          .layer = position},
                         run_place::token_similarity),
        network_quantity({.name = "attention_entropy",
                          .summary = "Entropy of the attention weights of a layer, in nats.",
                          .formula = R"(-\sum_j a_j \log a_j)",
                          .layer = "0, 2, 4, …: a layer of attention; default: the last"},
                         run_place::attention_entropy),
        network_quantity({.name = "score_second_moment",
                          .summary = "Second moment of attention's scores, as the softmax takes them.",
                          .formula = R"(\text{mean of } s_{ij}^2 \text{ over the keys that are seen})",
                          .layer = "0, 2, 4, …: a layer of attention; default: the last"},
                         run_place::score_second_moment),
        network_quantity({.name = "logit_second_moment",
                          .summary = "Second moment of the head's outputs.",
                          .formula = R"(\text{mean of } y^2 \text{ over tokens and vocabulary})"},
                         run_place::logit_second_moment),
        network_quantity(
            {.name = "gradient_ratio",
             .summary = "Squared gradient of the loss at a layer, over that at the last.",
             .formula =
                 R"(\frac{\left\|\partial L/\partial x_{\mathrm{layer}}\right\|^2}{\left\|\partial L/\partial x_{\mathrm{layers}}\right\|^2})",
             .layer = "which x, at most layers; default: 0"},
            run_place::gradient_square),
        network_quantity({.name = "loss",
                          .summary = "Cross-entropy of random targets at initialisation, in nats.",
                          .formula = R"(-\log p_{\text{target}})"},
                         run_place::loss),
    };
}

}  // namespace sigprop
