// The coordinate check of muP: how far activations move in training, and how that grows with the width.

#include <cmath>

#include "quantities/support.hpp"
#include "quantities/training/run_quantity.hpp"

namespace sigprop {
namespace {

Parameter activation_of_check() {
    return {.name = "activation_at",
            .kind = ParameterKind::choice,
            .fallback = "logits",
            .meaning = "which activation; those of attention are of the layers 0, 2, …, hidden of the others",
            .choices = {"logits", "stream", "branch", "hidden", "query", "key", "scores", "value", "mixed",
                        "embedding"}};
}

std::string name_of_activation(const Arguments& arguments, std::int64_t layers) {
    const std::string& what = arguments.choice("activation_at");
    if (what == "logits" || what == "embedding") return what;
    const bool of_attention =
        what == "query" || what == "key" || what == "scores" || what == "value" || what == "mixed";
    const std::int64_t usual = of_attention ? layers - 2 : layers - 1;
    const std::size_t layer = run_layer(arguments, usual, layers - 1);
    const bool fits = of_attention ? layer % 2 == 0 : what != "hidden" || layer % 2 == 1;
    if (!fits)
        throw InputError::about({"layer", "activation_at"},
                                "layer " + std::to_string(layer) + " has no " + what +
                                    ": even layers are attention, odd ones feed-forward");
    return "layer " + std::to_string(layer) + " " + what;
}

std::int64_t layers_of(const TrainingRequest& request) {
    return static_cast<std::int64_t>(request.architecture.design.steps.size());
}

NumberOfRequest coordinate(const char* what) {
    return [what](const Arguments& arguments, TrainingRequest& request) {
        request.plan.coordinates = true;
        return run_entry(std::string(what) + " " + name_of_activation(arguments, layers_of(request)));
    };
}

std::vector<Route> routes_of_slope(const Arguments& arguments) {
    std::vector<TrainingRequest> requests;
    if (arguments.given("width"))
        throw InputError::about({"width", "widths"}, "the slope is over widths=[…]: remove width");
    for (const Real& one : arguments.reals("widths")) {
        const double width = one.to_double();
        if (width != std::floor(width))
            throw InputError::about({"widths"}, "widths must be whole numbers, not " + one.text());
        Arguments own = arguments;
        own.set("width", static_cast<std::int64_t>(width));
        own.mark_given("width");
        requests.push_back(training_request(own));
        requests.back().plan.coordinates = true;
    }
    if (requests.size() < 2)
        throw InputError::about({"widths"}, "a slope needs two widths or more: widths=[64, 128, 256]");
    const std::string name = name_of_activation(arguments, layers_of(requests.front()));
    return {training_slope_route(std::move(requests), run_entry("change " + name))};
}

Quantity slope_quantity() {
    Quantity quantity = training_quantity(
        {.name = "coordinate_slope",
         .summary = "The exponent with which an activation's change in training grows with the width.",
         .formula = R"(\sqrt{\frac{1}{n} \sum_i (a_i^{(t)} - a_i^{(0)})^2} = c \, \mathrm{width}^s)",
         .layer = "of the activation; default: the last that has it",
         .first = {activation_of_check(),
                   {.name = "widths",
                    .kind = ParameterKind::reals,
                    .fallback = "[32, 64, 128]",
                    .meaning = "over which the slope is fitted",
                    .range = "[2, 16384]"}}},
        std::function<std::vector<Route>(const Arguments&)>(routes_of_slope));
    quantity.source =
        "the coordinate check of Yang et al. 2022, arXiv:2203.03466, appendix D, with the root mean square "
        "of the change";
    return quantity;
}

}  // namespace

std::vector<Quantity> coordinate_quantities() {
    return {
        training_quantity({.name = "coordinate_size",
                           .summary = "Root mean square of an activation after training.",
                           .formula = R"(\sqrt{\frac{1}{n} \sum_i (a_i^{(t)})^2})",
                           .layer = "of the activation; default: the last that has it",
                           .first = {activation_of_check(), statistic_parameter()}},
                          coordinate("size")),
        training_quantity({.name = "coordinate_change",
                           .summary = "Root mean square of an activation's change in training.",
                           .formula = R"(\sqrt{\frac{1}{n} \sum_i (a_i^{(t)} - a_i^{(0)})^2})",
                           .layer = "of the activation; default: the last that has it",
                           .first = {activation_of_check(), statistic_parameter()}},
                          coordinate("change")),
        slope_quantity(),
    };
}

}  // namespace sigprop
