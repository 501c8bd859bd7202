// The coordinate check of muP: how far activations move in training, and how that grows with the width.

#include <cmath>

#include "catalogue/training.hpp"
#include "quantities/rows.hpp"
#include "quantities/training/run_quantity.hpp"

namespace sigprop {
namespace {

std::string name_of_activation(const TrainingArguments& given, std::int64_t sublayers) {
    using enum ActivationPlace;
    const ActivationPlace what = given.activation_at.value();
    const std::string word(word_of(what));
    if (what == logits || what == embedding) return word;
    const bool of_attention =
        what == query || what == key || what == scores || what == value || what == mixed;
    const std::int64_t usual = of_attention ? sublayers - 2 : sublayers - 1;
    const std::size_t sublayer = run_sublayer(given.sublayer, usual, sublayers - 1);
    const bool fits = of_attention ? sublayer % 2 == 0 : what != hidden || sublayer % 2 == 1;
    if (!fits)
        throw InputError::about({"sublayer", "activation_at"},
                                "sublayer " + std::to_string(sublayer) + " has no " + word +
                                    ": even sublayers are attention, odd ones are feed-forward");
    return "layer " + std::to_string(sublayer) + " " + word;  // the Transformer's name of it
}

std::int64_t sublayers_of(const TrainingRequest& request) {
    return static_cast<std::int64_t>(request.architecture.design.steps.size());
}

NumberOfRequest coordinate(const char* what) {
    return [what](const TrainingArguments& given, TrainingRequest& request) {
        request.plan.coordinates = true;
        return run_entry(std::string(what) + " " + name_of_activation(given, sublayers_of(request)));
    };
}

std::vector<Route> routes_of_slope(const TrainingArguments& given) {
    std::vector<TrainingRequest> requests;
    if (given.architecture.given.width)
        throw InputError::about({"width", "widths"}, "the slope is over widths=[…]: remove width");
    for (const Real& one : given.widths.value()) {
        const double width = one.to_double();
        if (width != std::floor(width))
            throw InputError::about({"widths"}, "widths must be whole numbers, not " + one.text());
        TrainingArguments own = given;
        own.architecture.width = static_cast<std::int64_t>(width);
        requests.push_back(training_request(own));
        requests.back().plan.coordinates = true;
    }
    if (requests.size() < 2)
        throw InputError::about({"widths"}, "a slope needs two widths or more: widths=[64, 128, 256]");
    const std::string name = name_of_activation(given, sublayers_of(requests.front()));
    return {training_slope_route(std::move(requests), run_entry("change " + name))};
}

}  // namespace

std::vector<Quantity> coordinate_quantities() {
    return {training_quantity("training.coordinate_size", coordinate("size")),
            training_quantity("training.coordinate_change", coordinate("change")),
            quantity("training.coordinate_slope", routes_of_slope)};
}

}  // namespace sigprop
