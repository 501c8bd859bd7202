#include "quantities/training/run_quantity.hpp"

#include "quantities/rows.hpp"

namespace sigprop {
namespace {

/// An even sublayer: attention's.
std::size_t attention_sublayer_of(const Arguments& arguments, std::int64_t sublayers) {
    const std::size_t sublayer = run_sublayer(arguments, sublayers - 2, sublayers - 1);
    if (sublayer % 2 != 0)
        throw InputError::about({"sublayer"},
                                "sublayer " + std::to_string(sublayer) +
                                    " is a feed-forward network: attention is in the sublayers 0, 2, 4, …");
    return sublayer;
}

std::string statistic_of(const Arguments& arguments) {
    return arguments.given("statistic") ? arguments.choice("statistic") : run_statistics().front();
}

}  // namespace

std::size_t run_sublayer(const Arguments& arguments, std::int64_t fallback, std::int64_t last) {
    if (!arguments.given("sublayer")) return static_cast<std::size_t>(fallback);
    const std::int64_t sublayer = arguments.integer("sublayer");
    if (sublayer > last)
        throw InputError::about({"sublayer"}, "sublayer must be at most " + std::to_string(last) + ", not " +
                                                  std::to_string(sublayer) +
                                                  ": sublayers are counted from 0");
    return static_cast<std::size_t>(sublayer);
}

RunNumber number_at(const RunPlace& place, const std::string& when, const Arguments& arguments,
                    const TrainingRequest& request) {
    const std::string name = when + " " + place.name;
    const auto sublayers = static_cast<std::int64_t>(request.architecture.design.steps.size());
    switch (place.sublayers) {
        case RunPlace::Sublayers::none: return run_entry(name);
        case RunPlace::Sublayers::positions:
            return run_entry(name, run_sublayer(arguments, place.from_the_start ? 0 : sublayers, sublayers));
        case RunPlace::Sublayers::additions:
            return run_entry(name, run_sublayer(arguments, sublayers - 1, sublayers - 1));
        case RunPlace::Sublayers::attention:
            return run_entry(name, attention_sublayer_of(arguments, sublayers) / 2);
    }
    return run_entry(name);
}

Quantity network_quantity(const char* name, const RunPlace& place) {
    return quantity(name, [place](const Arguments& arguments) -> std::vector<Route> {
        TrainingRequest request = network_look_request(arguments);
        RunNumber number = number_at(place, "start", arguments, request);
        return {training_mean_route(std::move(request), std::move(number), statistic_of(arguments))};
    });
}

Quantity training_quantity(const char* name, NumberOfRequest number) {
    return quantity(name, [number = std::move(number)](const Arguments& arguments) -> std::vector<Route> {
        TrainingRequest request = training_request(arguments);
        RunNumber one = number(arguments, request);
        return {training_mean_route(std::move(request), std::move(one), statistic_of(arguments))};
    });
}

}  // namespace sigprop
