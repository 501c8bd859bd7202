#pragma once
// A plan that trains in milliseconds.

#include <cmath>
#include <sigprop/core/base/errors.hpp>
#include <string>

#include "models/training/training.hpp"

namespace training_test {

using namespace sigprop;

[[nodiscard]] inline TrainingPlan small_plan(std::uint64_t steps = 20) {
    TrainingPlan plan;
    plan.architecture.steps = std::vector<ResidualStep<double>>(4, {.normalises_input = true});
    plan.architecture.width = 32;
    plan.architecture.norm.epsilon = 1e-6;
    plan.architecture.vocabulary = 16;
    for (WeightStart& start : plan.architecture.starts) start.std = 1 / std::sqrt(32.0);
    plan.architecture.start(WeightRole::embedding).std = 1;
    plan.task.vocabulary = 16;
    plan.task.states = 4;
    plan.task.reach = 8;
    plan.optimizer.rate = 3e-3;
    plan.optimizer.steps = steps;
    plan.batch = 8;
    plan.length = 16;
    plan.evaluate_every = 10;
    plan.test_lengths = {32};
    plan.coordinates = true;
    return plan;
}

/// What check_plan says of a plan that it refuses; "" of another.
[[nodiscard]] inline std::string refusal(const TrainingPlan& plan) {
    try {
        check_plan(plan);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace training_test
