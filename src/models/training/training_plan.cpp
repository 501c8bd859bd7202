// What a plan must be before anything starts.

#include <fmt/format.h>

#include <sigprop/core/base/errors.hpp>
#include <stdexcept>

#include "models/network/network_design.hpp"
#include "models/training/hessian.hpp"
#include "models/training/training.hpp"

namespace sigprop {

namespace {

void check_branches(const TrainingPlan& plan) {
    const Architecture& design = plan.architecture;
    const bool is_learned = design.branch_gain != BranchGain::fixed;
    if (design.branch_rate != 1 && !is_learned) {
        throw InputError::about(
            {"branch_rate", "branch_gain"},
            "branch_rate needs a learned factor: give branch_gain=scalar or feature, or remove branch_rate");
    }
    if (plan.branch_steps == 0) return;
    if (is_learned) {
        throw InputError::about({"branch_steps", "branch_gain"},
                                "branch_steps needs a factor that is not learned: give branch_gain=fixed, or "
                                "remove branch_steps");
    }
    if (plan.branch_steps > plan.optimizer.steps) {
        throw InputError::about(
            {"branch_steps", "steps"},
            fmt::format("branches that rise over branch_steps={} steps do not reach 1 in a run of {} steps",
                        plan.branch_steps, plan.optimizer.steps));
    }
}

/// The vectors that Lanczos' method keeps, and a network in double precision beside the run's.
double memory_of_probe(const TrainingPlan& plan) {
    if (plan.probe.what != Probe::sharpness && plan.probe.what != Probe::smoothness) return 0;
    const double vectors = plan.probe.what == Probe::sharpness ? double{lanczos_products} + 5 : 5;
    return vectors * 8 * parameters_of(plan.architecture) +
           training_memory_of(plan.architecture, plan.batch, plan.length, true);
}

void check_probe(const TrainingPlan& plan) {
    const bool is_of_surface = plan.probe.what == Probe::sharpness || plan.probe.what == Probe::smoothness;
    if (is_of_surface && plan.architecture.dropout != 0)
        throw InputError::about({"dropout"}, "the surface of a loss with dropout is random: remove dropout");
    if (plan.probe.what == Probe::drift && plan.probe.at >= plan.optimizer.steps && plan.optimizer.steps > 0)
        throw InputError::about({"at_step", "steps"},
                                fmt::format("nothing drifts after the last step: at_step must be below {}",
                                            plan.optimizer.steps));
    const double bytes = memory_of_probe(plan);
    constexpr double gigabyte = 1e9;
    if (bytes > usable_memory()) {
        throw InputError::about({"width", "layers"},
                                fmt::format("this takes {:.1f} GB beside the run, and {:.1f} GB are usable: "
                                            "ask for less width or fewer layers",
                                            bytes / gigabyte, usable_memory() / gigabyte));
    }
}

void check_second_task(const TrainingPlan& plan) {
    if (plan.second.steps == 0) return;
    if (plan.second.head_only && plan.architecture.tied) {
        throw InputError::about(
            {"then_trains", "tied"},
            "the head's matrix is the embedding's with tied=true: then_trains=head would move "
            "what the stream starts from; remove one");
    }
    check_optimizer(optimizer_of_second(plan));
}

}  // namespace

OptimizerDesign optimizer_of_second(const TrainingPlan& plan) {
    OptimizerDesign optimizer = plan.optimizer;
    optimizer.steps = plan.second.steps;
    optimizer.rate = plan.second.rate;
    optimizer.adam_rate *=
        plan.second.rate / plan.optimizer.rate;  // what Muon leaves to AdamW keeps its share
    optimizer.warmup = 0;
    optimizer.decay = RateDecay::constant;
    return optimizer;
}

void check_plan(const TrainingPlan& plan) {
    const auto refuse_zero = [](const char* what, std::uint64_t value) {
        if (value == 0) throw InputError::about({what}, std::string(what) + " must be at least 1, not 0");
    };
    refuse_zero("batch", plan.batch);
    refuse_zero("validation_batches", plan.validation_batches);
    check_optimizer(plan.optimizer);
    check_architecture(plan.architecture, plan.batch, plan.length);
    check_branches(plan);
    check_probe(plan);
    check_second_task(plan);
    for (const std::uint64_t length : plan.test_lengths) check_architecture(plan.architecture, 1, length);
    if (plan.architecture.vocabulary != plan.task.vocabulary)
        throw std::logic_error("the vocabularies of the network and the task differ");
    if (plan.task.objective == Objective::masked && plan.architecture.causal) {
        throw InputError::about({"objective", "causal"},
                                "a masked token depends on both sides: objective=masked needs causal=false");
    }
    if (plan.task.objective == Objective::causal && !plan.architecture.causal) {
        throw InputError::about(
            {"objective", "causal"},
            "without a causal mask, attention sees the next token: objective=causal needs causal=true");
    }
    constexpr double max_work = 1e17;
    const double work = training_work_of(plan.architecture, plan.batch, plan.length) *
                        static_cast<double>(plan.optimizer.steps + plan.second.steps);
    if (work > max_work) {
        throw InputError(
            fmt::format("training needs {:.1e} multiply-adds, which is more than {:.0e}: use fewer steps, "
                        "layers or tokens, or a smaller width",
                        work, max_work));
    }
}

}  // namespace sigprop
