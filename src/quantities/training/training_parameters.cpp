#include "quantities/training/training_parameters.hpp"

#include "catalogue/training.hpp"
#include "quantities/support.hpp"

#include <algorithm>

namespace sigprop {
namespace {

constexpr double adamw_decay = 0.01;  // torch.optim.AdamW's; torch.optim.Adam and SGD have none

TaskDesign task_of(const TaskArguments& given, std::uint64_t vocabulary) {
    TaskDesign task;
    task.kind = given.task;
    task.objective = given.objective;
    task.vocabulary = vocabulary;
    task.mask_rate = given.mask_rate.to_double();
    task.states = unsigned_of(given.states);
    task.reach = unsigned_of(given.reach);
    return task;
}

OptimizerDesign optimizer_of(const OptimizerArguments& given) {
    OptimizerDesign design;
    design.kind = given.optimizer;
    design.decay = given.decay;
    design.steps = unsigned_of(given.steps);
    design.rate = given.rate.to_double();
    design.warmup = unsigned_of(given.warmup);
    design.final_rate = given.final_rate.to_double();
    design.clip = given.clip.to_double();
    const bool is_adamws = design.kind == OptimizerKind::adamw && !given.given.weight_decay;
    design.weight_decay = is_adamws ? adamw_decay : given.weight_decay.to_double();
    design.momentum = given.momentum.to_double();
    design.beta1 = given.beta1.to_double();
    design.beta2 = given.beta2.to_double();
    design.epsilon = given.adam_epsilon.to_double();
    design.bias_correction = given.bias_correction;
    return design;
}

std::vector<std::uint64_t> lengths_of(const std::vector<Real>& test_lengths) {
    std::vector<std::uint64_t> lengths;
    for (const Real& one : test_lengths) {
        const std::optional<std::int64_t> length =
            one.rational() ? one.rational()->to_int64() : std::optional<std::int64_t>();
        if (!length)
            throw InputError::about({"test_lengths"},
                                    "test_lengths must be whole numbers, not " + one.text());
        lengths.push_back(static_cast<std::uint64_t>(*length));
    }
    return lengths;
}

/// Errors   InputError where no factor rises
std::uint64_t branch_steps_of(const TrainingArguments& given, const Architecture& design) {
    const std::uint64_t steps = unsigned_of(given.optimizer.branch_steps);
    if (steps == 0) return 0;
    if (given.stack.scheme == ResidualScheme::ngpt)
        throw InputError::about({"branch_steps"},
                                "ngpt's alpha is the share of the branch, which branch_steps does not raise: "
                                "remove branch_steps");
    const auto is_one = [](const ResidualStep<double>& step) { return step.branch == 1; };
    if (std::ranges::all_of(design.steps, is_one)) {
        throw InputError::about(
            {"branch_steps"},
            "branch_steps raises the branch factors to 1, but here they are 1 from the start: with pre_norm, "
            "post_norm, rezero and skip_init give another factor, such as branch_scale=0");
    }
    return steps;
}

TrainingRequest shared_request(const auto& given, bool adaptive, bool branches_rise) {
    TrainingRequest request;
    request.architecture = architecture_request(given.stack, given.architecture, adaptive, branches_rise);
    request.plan.batch = unsigned_of(given.batch);
    request.plan.length = unsigned_of(given.architecture.length);
    request.networks = unsigned_of(given.networks);
    return request;
}

}  // namespace

TrainingRequest network_look_request(const LookArguments& given) {
    TrainingRequest request = shared_request(given, true, false);
    request.plan.task.kind = TaskKind::random;
    request.plan.task.vocabulary = request.architecture.design.vocabulary;
    request.plan.optimizer.steps = 0;
    // Random targets are no later tokens: attention may see all.
    if (!request.architecture.design.causal) request.plan.task.objective = Objective::masked;
    TrainingPlan checked = request.plan;
    checked.architecture = request.architecture.design;
    check_plan(checked);
    return request;
}

TrainingRequest training_request(const TrainingArguments& given) {
    const OptimizerKind optimizer = given.optimizer.optimizer;
    const bool adaptive = optimizer == OptimizerKind::adam || optimizer == OptimizerKind::adamw;
    TrainingRequest request = shared_request(given, adaptive, given.optimizer.branch_steps > 0);
    request.plan.task = task_of(given.task, request.architecture.design.vocabulary);
    request.plan.optimizer = optimizer_of(given.optimizer);
    request.plan.validation_batches = unsigned_of(given.task.validation_batches);
    request.plan.evaluate_every = unsigned_of(given.task.evaluate_every);
    request.plan.branch_steps = branch_steps_of(given, request.architecture.design);
    if (given.task.test_lengths) request.plan.test_lengths = lengths_of(*given.task.test_lengths);
    TrainingPlan checked = request.plan;
    checked.architecture = request.architecture.design;
    check_plan(checked);
    return request;
}

std::optional<TrainingPlan> resolved(const TrainingRequest& request, const Context& context,
                                     std::string& reason) {
    std::optional<Architecture> architecture = resolved(request.architecture, context, reason);
    if (!architecture) return std::nullopt;
    TrainingPlan plan = request.plan;
    plan.architecture = std::move(*architecture);
    return plan;
}

}  // namespace sigprop
