// The quantities training.*: whole Transformers after training, and on the way.

#include <algorithm>

#include "catalogue/training.hpp"
#include "quantities/rows.hpp"
#include "quantities/training/run_quantity.hpp"

namespace sigprop {
namespace {

NumberOfRequest fixed(RunNumber number) {
    return [number = std::move(number)](const TrainingArguments&, TrainingRequest&) { return number; };
}

NumberOfRequest in_time(const RunPlace& place) {
    return [place](const TrainingArguments& given, TrainingRequest& request) {
        return number_at(place, given.when == RunTime::start ? "start" : "end", given.sublayer, request);
    };
}

NumberOfRequest at_start(const RunPlace& place) {
    return [place](const TrainingArguments& given, TrainingRequest& request) {
        return number_at(place, "start", given.sublayer, request);
    };
}

/// Where the numbers of test_length are among those of all lengths, which the plan is given.
std::size_t index_of_length(const TrainingArguments& given, TrainingPlan& plan) {
    if (!given.test_length) return 0;
    const auto length = static_cast<std::uint64_t>(*given.test_length);
    if (plan.test_lengths.empty()) plan.test_lengths = {length};
    const auto found = std::ranges::find(plan.test_lengths, length);
    if (found == plan.test_lengths.end()) {
        throw InputError::about({"test_length", "test_lengths"},
                                "test_length=" + std::to_string(length) + " is not among test_lengths");
    }
    return static_cast<std::size_t>(found - plan.test_lengths.begin()) + 1;
}

/// Which of the validations on the way is meant.
std::size_t index_of_validation(const TrainingArguments& given, const TrainingPlan& plan) {
    const auto step = static_cast<std::uint64_t>(given.at_step.value());
    const std::uint64_t every = plan.evaluate_every;
    if (every == 0 || step % every != 0) {
        throw InputError::about({"at_step", "evaluate_every"},
                                "at_step must be a multiple of evaluate_every, not " + std::to_string(step));
    }
    if (given.test_length)
        throw InputError::about(
            {"test_length", "at_step"},
            "during training, networks are tested only at the training length: remove one");
    return static_cast<std::size_t>(step / every - 1);
}

/// A number on new batches: at the end at the training length or another, or on the way.
NumberOfRequest on_new_batches(const char* what) {
    return [what = std::string(what)](const TrainingArguments& given, TrainingRequest& request) {
        if (given.at_step) return run_entry("curve " + what, index_of_validation(given, request.plan));
        return run_entry("validation " + what, index_of_length(given, request.plan));
    };
}

/// A number of the batch of one step.
NumberOfRequest at_step(const char* name) {
    return [name](const TrainingArguments& given, TrainingRequest& request) {
        const std::uint64_t last = request.plan.optimizer.steps - 1;
        return run_entry(name, given.step ? static_cast<std::uint64_t>(*given.step) : last);
    };
}

std::vector<Route> routes_of_fate(const TrainingArguments& given) {
    return {training_share_route(training_request(given), given.fate.value())};
}

/// The last norm's gain over the mean of the others'.
RunNumber norm_gain_ratio() {
    return [](const TrainingRun& run, std::string& reason) -> std::optional<double> {
        const auto found = run.numbers.find("norm gain");
        const auto divergence = divergence_of(run);
        if (divergence || found == run.numbers.end() || found->second.size() < 2) {
            reason = divergence.value_or("it has fewer than two norms with gains");
            return std::nullopt;
        }
        const std::vector<double>& gains = found->second;
        double others = 0;
        for (std::size_t k = 0; k + 1 < gains.size(); ++k) others += gains[k];
        return gains.back() / (others / static_cast<double>(gains.size() - 1));
    };
}

}  // namespace

std::vector<Quantity> training_quantities() {
    std::vector<Quantity> all = {
        training_quantity("training.validation_loss", on_new_batches("loss")),
        training_quantity("training.accuracy", on_new_batches("accuracy")),
        training_quantity("training.learned_nats", fixed(run_learned_nats())),
        training_quantity("training.flat_loss", fixed(run_entry("flat loss"))),
        training_quantity("training.loss", at_step("loss")),
        training_quantity("training.gradient_norm", at_step("gradient norm")),
        quantity("training.fate_share", routes_of_fate),
        training_quantity("training.branch_moment", in_time(run_place::branch_moment)),
        training_quantity("training.second_moment", in_time(run_place::second_moment)),
        training_quantity("training.sublayer_cosine", in_time(run_place::cosine)),
        training_quantity("training.attention_entropy", in_time(run_place::attention_entropy)),
        training_quantity("training.stream_gradient_ratio", at_start(run_place::gradient_square)),
        training_quantity("training.norm_gain_ratio", fixed(norm_gain_ratio())),
    };
    for (Quantity& one : coordinate_quantities()) all.push_back(std::move(one));
    for (Quantity& one : probe_quantities()) all.push_back(std::move(one));
    return all;
}

}  // namespace sigprop
