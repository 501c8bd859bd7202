// The runs behind a sample, and what a run has to say.

#include <fmt/format.h>

#include "core/base/recent.hpp"
#include "quantities/training/training_sample.hpp"

namespace sigprop {
namespace {

using Runs = std::vector<TrainingRun>;

std::size_t entries_of(const Runs& runs) {
    std::size_t entries = 0;
    for (const TrainingRun& run : runs) {
        for (const auto& [name, values] : run.numbers) entries += values.size() + 16;
    }
    return entries;
}

}  // namespace

std::shared_ptr<const std::vector<TrainingRun>> runs_of(const TrainingPlan& plan, std::uint64_t networks,
                                                        const Context& context, std::string_view purpose) {
    constexpr std::size_t most = 256, max_entries = 1 << 23;
    static Recent<std::string, const Runs> known(most, max_entries, entries_of);
    const std::string name =
        identity_of(plan) + " " + std::to_string(networks) + " " + std::to_string(context.seed);
    return known.find(name, [&] { return train_networks(plan, networks, context, purpose); });
}

std::optional<std::string> divergence_of(const TrainingRun& run) {
    if (!run.diverged.empty()) return run.diverged;
    if (!run.has("validation loss") || run.fate() != Fate::diverged) return std::nullopt;
    const double before = run.at("start loss");
    const double after = run.at("validation loss");
    if (after <= before + diverged_margin) return std::nullopt;
    return fmt::format(
        "it diverged: its validation loss is {:.3g}, but its loss was {:.3g} before the first step", after,
        before);
}

RunNumber run_entry(std::string name, std::size_t index) {
    const bool is_entropy = name.ends_with("attention entropy");
    const bool is_cosine = name.ends_with("cosine") || name.ends_with("token similarity");
    const auto number = [name = std::move(name), index](const TrainingRun& run,
                                                        std::string& reason) -> std::optional<double> {
        const auto found = run.numbers.find(name);
        const bool has_it = found != run.numbers.end() && index < found->second.size();
        const auto divergence = divergence_of(run);
        // Coordinates are measured after a few steps on few tokens, where the loss on others means nothing.
        const bool always_counts = name.starts_with("start ") || name == "flat loss" ||
                                   name.starts_with("size ") || name.starts_with("change ");
        if (has_it && (always_counts || !divergence)) return found->second[index];
        if (has_it && name == "loss" && found->second[index] <= run.at("start loss") + diverged_margin)
            return found->second[index];
        reason = divergence.value_or("its activations or gradients are not finite");
        return std::nullopt;
    };
    RunNumber found(number, is_cosine ? std::optional<double>(1) : std::nullopt);
    found.is_entropy = is_entropy;
    return found;
}

RunNumber run_learned_nats() {
    return [](const TrainingRun& run, std::string& reason) -> std::optional<double> {
        const auto loss = run_entry("validation loss")(run, reason);
        if (!loss) return std::nullopt;
        return run.at("flat loss") - *loss;
    };
}

std::shared_ptr<const std::vector<TrainingRun>> training_runs(const TrainingRequest& request,
                                                              const Context& context, std::string& reason) {
    const std::optional<TrainingPlan> plan = resolved(request, context, reason);
    if (!plan) return nullptr;
    return runs_of(*plan, request.networks, context);
}

}  // namespace sigprop
