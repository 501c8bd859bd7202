// What a plan must be before anything starts.

#include <fmt/format.h>

#include <sigprop/core/base/errors.hpp>
#include <stdexcept>

#include "models/training/training.hpp"

namespace sigprop {

namespace {

void check_branches(const TrainingPlan& plan) {
    const Architecture& design = plan.architecture;
    const bool is_learned = design.branch_gain != BranchGain::fixed;
    if (design.branch_rate != 1 && !is_learned) {
        throw InputError::about(
            {"branch_rate", "branch_gain"},
            "branch_rate is of a factor that is learned: give branch_gain=scalar or feature, "
            "or remove it");
    }
    if (plan.branch_steps == 0) return;
    if (is_learned) {
        throw InputError::about(
            {"branch_steps", "branch_gain"},
            "branch_steps raises a factor that is not learned: give branch_gain=fixed, or "
            "remove it");
    }
    if (plan.branch_steps > plan.optimizer.steps) {
        throw InputError::about(
            {"branch_steps", "steps"},
            fmt::format("branches that rise over branch_steps={} do not reach 1 in a run of {} "
                        "steps",
                        plan.branch_steps, plan.optimizer.steps));
    }
}

}  // namespace

void check_plan(const TrainingPlan& plan) {
    const auto refuse_zero = [](const char* what, std::uint64_t value) {
        if (value == 0) throw InputError::about({what}, std::string(what) + " must be at least 1, not 0");
    };
    refuse_zero("batch", plan.batch);
    refuse_zero("validation_batches", plan.validation_batches);
    check_optimizer(plan.optimizer);
    check_architecture(plan.architecture, plan.batch, plan.length);
    check_branches(plan);
    for (const std::uint64_t length : plan.test_lengths) check_architecture(plan.architecture, 1, length);
    if (plan.architecture.vocabulary != plan.task.vocabulary)
        throw std::logic_error("the network's vocabulary is not the task's");
    if (plan.task.objective == Objective::masked && plan.architecture.causal) {
        throw InputError::about(
            {"objective", "causal"},
            "a masked token is found from both sides: objective=masked needs causal=false");
    }
    if (plan.task.objective == Objective::causal && !plan.architecture.causal) {
        throw InputError::about(
            {"objective", "causal"},
            "attention that sees later tokens sees the next one: objective=causal needs causal=true");
    }
    constexpr double max_work = 1e17;
    const double work = training_work_of(plan.architecture, plan.batch, plan.length) *
                        static_cast<double>(plan.optimizer.steps);
    if (work > max_work) {
        throw InputError(
            fmt::format("training needs {:.1e} multiply-adds: more than {:.0e}; ask for fewer steps, "
                        "layers or tokens, or less width",
                        work, max_work));
    }
}

}  // namespace sigprop
