#include "quantities/training/training_parameters.hpp"

#include "quantities/support.hpp"

#include <algorithm>

namespace sigprop {
namespace {

std::vector<Parameter> batch_parameters(const char* networks) {
    using enum ParameterKind;
    return {number_parameter("batch", integer, "8", "sequences of a batch", "[1, 2^22]"),
            number_parameter("length", integer, "32", "tokens of a sequence", "[1, 2^22]"),
            number_parameter("networks", integer, networks,
                             "independent networks; the standard error is theirs", "[2, 10^4]")};
}

Parameter one_of_choices(const char* name, const char* meaning, std::vector<std::string> choices) {
    std::string first = choices.front();
    return {.name = name,
            .kind = ParameterKind::choice,
            .fallback = std::move(first),
            .meaning = meaning,
            .choices = std::move(choices)};
}

std::vector<Parameter> task_parameters() {
    using enum ParameterKind;
    return {
        one_of_choices(
            "task",
            "markov: a hidden Markov language whose tokens also repeat those `reach` places back; copy: "
            "the second "
            "half repeats the first; recall: values of keys seen before; teacher: answers of a random "
            "Transformer",
            {"markov", "copy", "recall", "teacher"}),
        one_of_choices("objective", "causal: the next token; masked: tokens behind a mask, with causal=false",
                       {"causal", "masked"}),
        number_parameter("mask_rate", real, "0.15", "share of masked tokens", "(0, 1]"),
        number_parameter("states", integer, "16", "hidden states of markov", "[1, 65536]"),
        number_parameter("reach", integer, "16", "how far back markov repeats", "[1, 2^20]"),
        number_parameter("validation_batches", integer, "4", "batches that are kept for validation",
                         "[1, inf)"),
        number_parameter("evaluate_every", integer, "0",
                         "steps between validations on the way; 0: only after the last", "[0, inf)"),
        {.name = "test_lengths",
         .kind = reals,
         .meaning = "other lengths that the trained networks are tested at, as [128, 256]",
         .optional = true,
         .range = "[1, 2^22]"},
    };
}

constexpr double adamw_decay = 0.01;  // torch.optim.AdamW's; torch.optim.Adam and SGD have none

Parameter weight_decay() {
    Parameter decay = number_parameter(
        "weight_decay", ParameterKind::real, "0",
        "of matrices; adam: added to the gradient, adamw: decoupled, by default 0.01", "[0, inf)");
    decay.when_default = "adamw => weight_decay 0.01";
    return decay;
}

std::vector<Parameter> optimizer_parameters() {
    using enum ParameterKind;
    return {
        number_parameter("steps", integer, "100", "of the optimiser", "[1, inf)"),
        one_of_choices("optimizer", "as PyTorch has them", {"adam", "adamw", "sgd", "momentum"}),
        number_parameter("rate", real, "1e-3", "learning rate", "(0, inf)"),
        number_parameter("warmup", integer, "0", "steps over which the rate rises linearly", "[0, inf)"),
        one_of_choices("decay", "of the rate after the warm-up",
                       {"constant", "linear", "cosine", "inverse_sqrt"}),
        number_parameter("final_rate", real, "0", "share of the rate at the end of linear and cosine decay",
                         "[0, inf)"),
        number_parameter("clip", real, "0", "largest norm of the gradient; 0: any", "[0, inf)"),
        weight_decay(),
        number_parameter("momentum", real, "0.9", "of optimizer=momentum", "[0, 1)"),
        number_parameter("beta1", real, "0.9", "of adam's first moment", "[0, 1)"),
        number_parameter("beta2", real, "0.999", "of adam's second moment", "[0, 1)"),
        number_parameter("adam_epsilon", real, "1e-8", "of adam", "[0, inf)"),
        flag_parameter("bias_correction", true, "of adam's moments"),
        number_parameter("branch_steps", integer, "0",
                         "steps over which the factors of branches, where they are not learned, rise from "
                         "branch_scale or alpha to 1 in equal steps; 0: they stay",
                         "[0, inf)"),
    };
}

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

std::vector<Parameter> network_look_parameters(const std::vector<Parameter>& first) {
    return joined(architecture_parameters(first), batch_parameters("16"));
}

std::vector<Parameter> training_parameters(const std::vector<Parameter>& first) {
    std::vector<Parameter> all = joined(architecture_parameters(first), batch_parameters("4"));
    all = joined(std::move(all), task_parameters());
    return joined(std::move(all), optimizer_parameters());
}

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
