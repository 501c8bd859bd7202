#include "quantities/training/run_quantity.hpp"

#include "catalogue/training.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

/// An even sublayer: attention's.
std::size_t attention_sublayer_of(std::optional<std::int64_t> asked, std::int64_t sublayers) {
    const std::size_t sublayer = run_sublayer(asked, sublayers - 2, sublayers - 1);
    require_attention_at(static_cast<std::int64_t>(sublayer));
    return sublayer;
}

/// An odd sublayer of a network with experts.
std::size_t expert_sublayer_of(std::optional<std::int64_t> asked, const Architecture& design) {
    if (!design.experts.exists())
        throw InputError::about({"experts"}, "this network has no experts, and so no gate: give experts=8");
    const auto last = static_cast<std::int64_t>(design.steps.size()) - 1;
    const std::size_t sublayer = run_sublayer(asked, last, last);
    if (sublayer % 2 == 0) {
        throw InputError::about({"sublayer"}, "sublayer " + std::to_string(sublayer) +
                                                  " is attention, which has no experts: give an odd one");
    }
    return sublayer;
}

}  // namespace

std::size_t run_sublayer(std::optional<std::int64_t> sublayer, std::int64_t fallback, std::int64_t last) {
    if (sublayer) require_sublayer(*sublayer, last);
    return static_cast<std::size_t>(sublayer.value_or(fallback));
}

RunNumber number_at(const RunPlace& place, const std::string& when, std::optional<std::int64_t> sublayer,
                    const TrainingRequest& request) {
    const std::string name = when + " " + place.name;
    const auto sublayers = static_cast<std::int64_t>(request.architecture.design.steps.size());
    switch (place.sublayers) {
        case RunPlace::Sublayers::none: return run_entry(name);
        case RunPlace::Sublayers::positions:
            return run_entry(name, run_sublayer(sublayer, place.from_the_start ? 0 : sublayers, sublayers));
        case RunPlace::Sublayers::additions:
            return run_entry(name, run_sublayer(sublayer, sublayers - 1, sublayers - 1));
        case RunPlace::Sublayers::attention:
            return run_entry(name, attention_sublayer_of(sublayer, sublayers) / 2);
        case RunPlace::Sublayers::experts:
            return run_entry(name, expert_sublayer_of(sublayer, request.architecture.design) / 2);
    }
    return run_entry(name);
}

Quantity network_quantity(const char* name, const RunPlace& place) {
    return quantity(name, [place](const LookArguments& given) -> std::vector<Route> {
        TrainingRequest request = network_look_request(given);
        RunNumber number = number_at(place, "start", given.sublayer, request);
        return {training_mean_route(std::move(request), std::move(number), given.statistic)};
    });
}

Quantity training_quantity(const char* name, NumberOfRequest number) {
    return quantity(name, [number = std::move(number)](const TrainingArguments& given) -> std::vector<Route> {
        TrainingRequest request = training_request(given);
        RunNumber one = number(given, request);
        return {training_mean_route(std::move(request), std::move(one),
                                    given.statistic.value_or(NetworkStatistic::mean))};
    });
}

}  // namespace sigprop
