#include "quantities/training/run_quantity.hpp"

#include "quantities/support.hpp"

namespace sigprop {
namespace {

constexpr const char* random_numbers =
    "simulation: whole Transformers with stored weights. Weights, tokens and batches are keyed by --seed and "
    "the "
    "network's number alone, and the bits are the same for any number of threads and on every machine; the "
    "radius is "
    "one standard error over networks, with networks - 1 degrees of freedom";
constexpr const char* over_runs =
    "the mean is over networks that did not diverge: it is unable where one of them did, and where a few "
    "networks carry it";
constexpr const char* no_other = "it is computed by simulation only: there is no other route";
constexpr const char* of_start =
    "networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of its "
    "mean";
constexpr const char* of_size =
    "losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other";

Parameter layer_parameter(const char* meaning) {
    return {.name = "layer",
            .kind = ParameterKind::integer,
            .meaning = meaning,
            .optional = true,
            .range = "[0, inf)"};
}

/// An even layer: attention's.
std::size_t attention_layer_of(const Arguments& arguments, std::int64_t layers) {
    const std::size_t layer = run_layer(arguments, layers - 2, layers - 1);
    if (layer % 2 != 0)
        throw InputError::about({"layer"},
                                "layer " + std::to_string(layer) +
                                    " is a feed-forward network: attention is in the layers 0, 2, 4, …");
    return layer;
}

std::string statistic_of(const Arguments& arguments) {
    return arguments.given("statistic") ? arguments.choice("statistic") : run_statistics().front();
}

std::vector<Parameter> first_of(const RunQuantity& about) {
    std::vector<Parameter> first;
    if (about.layer != nullptr) first.push_back(layer_parameter(about.layer));
    return joined(std::move(first), about.first);
}

/// No phase of a run is longer than the run, and no step of it lies beyond.
std::vector<Relation> relations_of(const RunQuantity& about) {
    std::vector<Relation> all = {{"warmup", "<=", "steps"}, {"branch_steps", "<=", "steps"}};
    for (const Parameter& one : about.first) {
        if (one.name == "step") all.push_back({"step", "<", "steps"});
        if (one.name == "at_step") all.push_back({"at_step", "<=", "steps"});
    }
    return all;
}

}  // namespace

Parameter statistic_parameter() {
    return {.name = "statistic",
            .kind = ParameterKind::choice,
            .fallback = run_statistics().front(),
            .meaning = "over networks",
            .choices = run_statistics()};
}

std::size_t run_layer(const Arguments& arguments, std::int64_t fallback, std::int64_t last) {
    if (!arguments.given("layer")) return static_cast<std::size_t>(fallback);
    const std::int64_t layer = arguments.integer("layer");
    if (layer > last)
        throw InputError::about({"layer"}, "layer must be at most " + std::to_string(last) + ", not " +
                                               std::to_string(layer) + ": layers are counted from 0");
    return static_cast<std::size_t>(layer);
}

RunNumber number_at(const RunPlace& place, const std::string& when, const Arguments& arguments,
                    const TrainingRequest& request) {
    const std::string name = when + " " + place.name;
    const auto layers = static_cast<std::int64_t>(request.architecture.design.steps.size());
    switch (place.layers) {
        case RunPlace::Layers::none: return run_entry(name);
        case RunPlace::Layers::positions:
            return run_entry(name, run_layer(arguments, place.from_the_start ? 0 : layers, layers));
        case RunPlace::Layers::additions:
            return run_entry(name, run_layer(arguments, layers - 1, layers - 1));
        case RunPlace::Layers::attention: return run_entry(name, attention_layer_of(arguments, layers) / 2);
    }
    return run_entry(name);
}

Quantity network_quantity(const RunQuantity& about, const RunPlace& place) {
    return {.name = std::string("network.") + about.name,
            .summary = about.summary,
            .formula = about.formula,
            .units = of_start,
            .source = "own definition; the networks as their schemes (show residual.second_moment)",
            .parameters = network_look_parameters(joined(first_of(about), {statistic_parameter()})),
            .route_notes = {random_numbers, no_other},
            .routes = [place](const Arguments& arguments) -> std::vector<Route> {
                TrainingRequest request = network_look_request(arguments);
                RunNumber number = number_at(place, "start", arguments, request);
                return {training_mean_route(std::move(request), std::move(number), statistic_of(arguments))};
            }};
}

Quantity training_quantity(const RunQuantity& about,
                           std::function<std::vector<Route>(const Arguments&)> routes) {
    return {.name = std::string("training.") + about.name,
            .summary = about.summary,
            .formula = about.formula,
            .units = of_size,
            .source = "own definition; optimisers as torch.optim's",
            .parameters = training_parameters(first_of(about)),
            .relations = relations_of(about),
            .route_notes = {random_numbers, over_runs, no_other},
            .routes = std::move(routes)};
}

Quantity training_quantity(const RunQuantity& about, NumberOfRequest number) {
    return training_quantity(
        about, [number = std::move(number)](const Arguments& arguments) -> std::vector<Route> {
            TrainingRequest request = training_request(arguments);
            RunNumber one = number(arguments, request);
            return {training_mean_route(std::move(request), std::move(one), statistic_of(arguments))};
        });
}

}  // namespace sigprop
