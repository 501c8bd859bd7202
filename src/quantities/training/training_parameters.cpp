#include "quantities/training/training_parameters.hpp"

#include "catalogue/training.hpp"
#include "quantities/support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr double adamw_decay = 0.01;  // torch.optim.AdamW's; torch.optim.Adam and SGD have none
constexpr double muon_decay = 0.1;    // torch.optim.Muon's
constexpr double muon_momentum = 0.95;
constexpr double adam_rate_beside_muon = 3e-4;  // the example of torch.optim.Muon's documentation
constexpr double lion_beta2 = 0.99;             // Chen et al. 2023, section 4

std::uint64_t random_segments_of(const ArchitectureArguments& given) {
    if (given.segment_lengths != SegmentLengths::random) return 0;
    return unsigned_of(given.segments.value_or(1));
}

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

/// What only one optimiser, or one decay, has.
void check_choices(const OptimizerArguments& given) {
    const auto only_for = [](bool is_given, const char* name, const char* key, const char* word) {
        if (!is_given) return;
        throw InputError::about(
            {name, key}, fmt::format("{0} is only for {1}={2}: remove it, or give {1}={2}", name, key, word));
    };
    if (given.optimizer != OptimizerKind::muon) {
        only_for(given.given.muon_scale, "muon_scale", "optimizer", "muon");
        only_for(given.given.nesterov, "nesterov", "optimizer", "muon");
        only_for(given.given.newton_schulz_steps, "newton_schulz_steps", "optimizer", "muon");
        only_for(given.adam_rate.has_value(), "adam_rate", "optimizer", "muon");
    }
    if (given.decay != RateDecay::wsd) {
        only_for(given.given.decay_share, "decay_share", "decay", "wsd");
        only_for(given.given.decay_form, "decay_form", "decay", "wsd");
    }
    if (given.optimizer != OptimizerKind::lion) return;
    const auto not_lions = [](bool is_given, const char* name, const char* why) {
        if (is_given)
            throw InputError::about({name, "optimizer"},
                                    fmt::format("optimizer=lion {}: remove {}", why, name));
    };
    not_lions(given.given.momentum, "momentum", "has beta1 and beta2 in place of momentum");
    not_lions(given.given.adam_epsilon, "adam_epsilon", "takes a sign and divides by nothing");
    not_lions(given.given.bias_correction, "bias_correction", "takes a sign, which no correction changes");
}

OptimizerDesign optimizer_of(const OptimizerArguments& given) {
    check_choices(given);
    OptimizerDesign design;
    design.kind = given.optimizer;
    design.decay = given.decay;
    design.steps = unsigned_of(given.steps);
    design.rate = given.rate.to_double();
    design.warmup = unsigned_of(given.warmup);
    design.final_rate = given.final_rate.to_double();
    design.clip = given.clip.to_double();
    const bool is_muon = design.kind == OptimizerKind::muon;
    const auto unless_given = [](bool is_given, const Real& given_one, double usual) {
        return is_given ? given_one.to_double() : usual;
    };
    const double usual_decay = is_muon                               ? muon_decay
                               : design.kind == OptimizerKind::adamw ? adamw_decay
                                                                     : given.weight_decay.to_double();
    design.weight_decay = unless_given(given.given.weight_decay, given.weight_decay, usual_decay);
    design.momentum = unless_given(given.given.momentum || !is_muon, given.momentum, muon_momentum);
    design.beta1 = given.beta1.to_double();
    const bool is_lion = design.kind == OptimizerKind::lion;
    design.beta2 = unless_given(given.given.beta2 || !is_lion, given.beta2, lion_beta2);
    design.epsilon = given.adam_epsilon.to_double();
    design.bias_correction = given.bias_correction;
    design.decay_share = given.decay_share.to_double();
    design.decay_form = given.decay_form;
    design.muon_scale = given.muon_scale;
    design.nesterov = given.nesterov;
    design.newton_schulz_steps = unsigned_of(given.newton_schulz_steps);
    // An update of AdamW's size is meant to share its rate.
    const bool shares_rate = design.muon_scale == MuonScale::match_rms_adamw;
    design.adam_rate = given.adam_rate ? given.adam_rate->to_double()
                       : shares_rate   ? design.rate
                                       : adam_rate_beside_muon;
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

/// Under muP, Muon's update of a hidden matrix needs no division by the width: its spectral norm is about the
/// factor, which does not grow with the width, but for match_rms_adamw's, which is its root.
void use_rates_of_muon(const TrainingArguments& given, TrainingRequest& request) {
    if (given.architecture.init != InitScheme::mup || given.architecture.hidden_rate) return;
    const double width = static_cast<double>(request.architecture.design.width);
    const bool grows = request.plan.optimizer.muon_scale == MuonScale::match_rms_adamw;
    const double rate = grows ? std::sqrt(static_cast<double>(given.architecture.base_width) / width) : 1.0;
    using enum WeightRole;
    for (const WeightRole role : {query, key, value, attention_output, hidden, up, hidden_output})
        request.architecture.design.start(role).rate = rate;
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

void check(const TrainingRequest& request) {
    TrainingPlan checked = request.plan;
    checked.architecture = request.architecture.design;
    check_plan(checked);
}

TrainingRequest network_look_request(const LookArguments& given) {
    TrainingRequest request = shared_request(given, true, false);
    request.plan.task.kind = TaskKind::random;
    request.plan.task.vocabulary = request.architecture.design.vocabulary;
    request.plan.task.random_segments = random_segments_of(given.architecture);
    request.plan.optimizer.steps = 0;
    // Random targets are no later tokens: attention may see all.
    if (!request.architecture.design.causal) request.plan.task.objective = Objective::masked;
    check(request);
    return request;
}

TrainingRequest training_request(const TrainingArguments& given) {
    const OptimizerKind optimizer = given.optimizer.optimizer;
    const bool adaptive = optimizer != OptimizerKind::sgd && optimizer != OptimizerKind::momentum;
    TrainingRequest request = shared_request(given, adaptive, given.optimizer.branch_steps > 0);
    request.plan.task = task_of(given.task, request.architecture.design.vocabulary);
    request.plan.task.random_segments = random_segments_of(given.architecture);
    request.plan.optimizer = optimizer_of(given.optimizer);
    if (optimizer == OptimizerKind::muon) use_rates_of_muon(given, request);
    request.plan.validation_batches = unsigned_of(given.task.validation_batches);
    request.plan.evaluate_every = unsigned_of(given.task.evaluate_every);
    request.plan.branch_steps = branch_steps_of(given, request.architecture.design);
    if (given.task.test_lengths) request.plan.test_lengths = lengths_of(*given.task.test_lengths);
    check(request);
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
