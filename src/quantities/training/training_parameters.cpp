#include "quantities/training/training_parameters.hpp"

#include "quantities/support.hpp"

#include <algorithm>

namespace sigprop {
namespace {

constexpr double adamw_decay = 0.01;  // torch.optim.AdamW's; torch.optim.Adam and SGD have none

TaskDesign task_of(const Arguments& arguments, std::uint64_t vocabulary) {
    const std::string& name = arguments.choice("task");
    TaskDesign task;
    task.kind = name == "markov"   ? TaskKind::markov
                : name == "copy"   ? TaskKind::copy
                : name == "recall" ? TaskKind::recall
                                   : TaskKind::teacher;
    task.objective = arguments.choice("objective") == "causal" ? Objective::causal : Objective::masked;
    task.vocabulary = vocabulary;
    task.mask_rate = number(arguments, "mask_rate");
    task.states = count(arguments, "states");
    task.reach = count(arguments, "reach");
    return task;
}

OptimizerDesign optimizer_of(const Arguments& arguments) {
    OptimizerDesign design;
    const std::string& name = arguments.choice("optimizer");
    design.kind = name == "adam"    ? OptimizerKind::adam
                  : name == "adamw" ? OptimizerKind::adamw
                  : name == "sgd"   ? OptimizerKind::sgd
                                    : OptimizerKind::momentum;
    const std::string& decay = arguments.choice("decay");
    design.decay = decay == "constant" ? RateDecay::constant
                   : decay == "linear" ? RateDecay::linear
                   : decay == "cosine" ? RateDecay::cosine
                                       : RateDecay::inverse_sqrt;
    design.steps = count(arguments, "steps");
    design.rate = number(arguments, "rate");
    design.warmup = count(arguments, "warmup");
    design.final_rate = number(arguments, "final_rate");
    design.clip = number(arguments, "clip");
    const bool is_adamws = design.kind == OptimizerKind::adamw && !arguments.given("weight_decay");
    design.weight_decay = is_adamws ? adamw_decay : number(arguments, "weight_decay");
    design.momentum = number(arguments, "momentum");
    design.beta1 = number(arguments, "beta1");
    design.beta2 = number(arguments, "beta2");
    design.epsilon = number(arguments, "adam_epsilon");
    design.bias_correction = flag(arguments, "bias_correction");
    return design;
}

std::vector<std::uint64_t> lengths_of(const Arguments& arguments) {
    std::vector<std::uint64_t> lengths;
    for (const Real& one : arguments.reals("test_lengths")) {
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
std::uint64_t branch_steps_of(const Arguments& arguments, const Architecture& design) {
    const std::uint64_t steps = count(arguments, "branch_steps");
    const std::string& scheme = arguments.choice("scheme");
    if (steps == 0) return 0;
    if (scheme == "ngpt")
        throw InputError::about(
            {"branch_steps"},
            "ngpt's alpha is a share of branch and skip path: branch_steps does not raise it");
    const auto is_one = [](const ResidualStep<double>& step) { return step.branch == 1; };
    if (std::ranges::all_of(design.steps, is_one)) {
        throw InputError::about(
            {"branch_steps"},
            "branch_steps raises the factors of branches to 1, which they are from the start "
            "here: pre_norm, post_norm, rezero and skip_init take another, branch_scale=0");
    }
    return steps;
}

TrainingRequest shared_request(const Arguments& arguments) {
    TrainingRequest request;
    request.architecture = architecture_request(arguments);
    request.plan.batch = count(arguments, "batch");
    request.plan.length = count(arguments, "length");
    request.networks = count(arguments, "networks");
    return request;
}

}  // namespace

TrainingRequest network_look_request(const Arguments& arguments) {
    TrainingRequest request = shared_request(arguments);
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

TrainingRequest training_request(const Arguments& arguments) {
    TrainingRequest request = shared_request(arguments);
    request.plan.task = task_of(arguments, request.architecture.design.vocabulary);
    request.plan.optimizer = optimizer_of(arguments);
    request.plan.validation_batches = count(arguments, "validation_batches");
    request.plan.evaluate_every = count(arguments, "evaluate_every");
    request.plan.branch_steps = branch_steps_of(arguments, request.architecture.design);
    if (arguments.given("test_lengths")) request.plan.test_lengths = lengths_of(arguments);
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
