// What is studied, and what of it counts.

#include "training_study.hpp"

namespace sigprop::coverage {

std::vector<TrainingCell> training_cells() {
    const std::string task =
        ", batch=2, length=8, vocabulary=16, states=4, steps=" + std::to_string(probed_steps);
    std::vector<TrainingCell> all;
    // training that leaves moments with a tail, that goes wrong in some networks, and in most
    for (const char* much : {"rate=0.1", "optimizer=sgd, rate=2", "optimizer=sgd, rate=3"})
        all.push_back({true, "pre_norm" + task + ", " + much, 4, 16});
    for (const std::string scheme : {"pre_norm", "post_norm"}) {
        for (const std::uint64_t sublayers : {4U, 12U}) {
            for (const std::uint64_t width : {16U, 32U})
                all.push_back({true, scheme + task + ", rate=1e-2", sublayers, width});
        }
        for (const std::uint64_t sublayers : {4U, 24U}) {
            for (const std::uint64_t width : {16U, 32U})
                all.push_back({false, scheme + ", batch=2, length=8", sublayers, width});
        }
    }
    all.push_back({false, "post_norm, batch=2, length=8", 96, 16});
    for (const std::string scheme : {"pre_norm", "post_norm"}) {
        for (const std::uint64_t sublayers : {6U, 10U})
            all.push_back({true, scheme + task + ", rate=1e-2", sublayers, 16, true});
    }
    return all;
}

bool TrainingRow::holds() const {
    if (truth == Truth::unknown) return claimed <= allowed_misses(network_seeds);
    return misses <= allowed_misses(claimed);
}

bool TrainingRow::control_fails() const {
    return truth != Truth::unknown && unjudged > allowed_misses(numbers);
}

Json to_json(const TrainingRow& row) {
    Json json = Json::object();
    json.set("expression", row.expression).set("claimed", row.claimed);
    if (row.truth == Truth::unknown) return json.set("truth", "unknown");
    json.set("truth", "of all seeds")
        .set("misses", row.misses)
        .set("allowed", allowed_misses(row.claimed))
        .set("misses_if_a_third_shorter", row.shorter);
    return row.is_share ? json : json.set("misses_without_judgement", row.unjudged);
}

}  // namespace sigprop::coverage
