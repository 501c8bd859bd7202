#pragma once
// The parameters by which a quantity describes a training run, and the plan that results.

#include <string>
#include <vector>

#include "models/training/training.hpp"
#include "quantities/training/architecture_parameters.hpp"

namespace sigprop {

struct LookArguments;
struct TrainingArguments;

struct TrainingRequest {
    TrainingPlan plan;  ///< without its architecture, which `architecture` gives
    ArchitectureRequest architecture;
    std::uint64_t networks = 4;
};

/// Errors   InputError where the plan, with its architecture, is none
void check(const TrainingRequest& request);

/// Errors   InputError naming the parameter and the fix
[[nodiscard]] TrainingRequest network_look_request(const LookArguments& given);
[[nodiscard]] TrainingRequest training_request(const TrainingArguments& given);

/// The plan with its architecture; nothing, and a reason, where a weight's std has no value.
[[nodiscard]] std::optional<TrainingPlan> resolved(const TrainingRequest& request, const Context& context,
                                                   std::string& reason);

}  // namespace sigprop
