// The quantities training.*: whole Transformers after training, and on the way.

#include <algorithm>

#include "quantities/support.hpp"
#include "quantities/training/run_quantity.hpp"

namespace sigprop {
namespace {

constexpr const char* curve_position = "which x, at most layers; default: layers, the last";

Parameter when_parameter() {
    return {.name = "when",
            .kind = ParameterKind::choice,
            .fallback = "end",
            .meaning =
                "end: of the first validation batch after the last step; start: of the first training "
                "batch before the first step",
            .choices = {"end", "start"}};
}

NumberOfRequest fixed(RunNumber number) {
    return [number = std::move(number)](const Arguments&, TrainingRequest&) { return number; };
}

NumberOfRequest in_time(const RunPlace& place) {
    return [place](const Arguments& arguments, TrainingRequest& request) {
        return number_at(place, arguments.choice("when"), arguments, request);
    };
}

NumberOfRequest at_start(const RunPlace& place) {
    return [place](const Arguments& arguments, TrainingRequest& request) {
        return number_at(place, "start", arguments, request);
    };
}

/// Where the numbers of test_length are among those of all lengths, which the plan is given.
std::size_t index_of_length(const Arguments& arguments, TrainingPlan& plan) {
    if (!arguments.given("test_length")) return 0;
    const std::uint64_t length = count(arguments, "test_length");
    if (plan.test_lengths.empty()) plan.test_lengths = {length};
    const auto found = std::ranges::find(plan.test_lengths, length);
    if (found == plan.test_lengths.end()) {
        throw InputError::about({"test_length", "test_lengths"},
                                "test_length=" + std::to_string(length) + " is not among test_lengths");
    }
    return static_cast<std::size_t>(found - plan.test_lengths.begin()) + 1;
}

/// Which of the validations on the way is meant.
std::size_t index_of_validation(const Arguments& arguments, const TrainingPlan& plan) {
    const std::uint64_t step = count(arguments, "at_step");
    const std::uint64_t every = plan.evaluate_every;
    if (every == 0 || step % every != 0) {
        throw InputError::about({"at_step", "evaluate_every"},
                                "at_step must be a multiple of evaluate_every, not " + std::to_string(step));
    }
    if (arguments.given("test_length"))
        throw InputError::about({"test_length", "at_step"},
                                "on the way networks are tested at the training length alone: remove one");
    return static_cast<std::size_t>(step / every - 1);
}

/// A number on new batches: at the end at the training length or another, or on the way.
NumberOfRequest on_new_batches(const char* what) {
    return [what = std::string(what)](const Arguments& arguments, TrainingRequest& request) {
        if (arguments.given("at_step"))
            return run_entry("curve " + what, index_of_validation(arguments, request.plan));
        return run_entry("validation " + what, index_of_length(arguments, request.plan));
    };
}

/// A number of the batch of one step.
NumberOfRequest at_step(const char* name) {
    return [name](const Arguments& arguments, TrainingRequest& request) {
        const std::uint64_t last = request.plan.optimizer.steps - 1;
        return run_entry(name, arguments.given("step") ? count(arguments, "step") : last);
    };
}

std::vector<Route> routes_of_fate(const Arguments& arguments) {
    const std::string& name = arguments.choice("fate");
    const Fate fate = name == "learned" ? Fate::learned : name == "flat" ? Fate::flat : Fate::diverged;
    return {training_share_route(training_request(arguments), fate)};
}

constexpr const char* of_shares =
    "simulation: k of n networks, with Clopper and Pearson's interval of level 95 %; no number stands for "
    "the "
    "share, because k/n lies in that interval, but not in its middle";

Quantity share_quantity() {
    Quantity quantity = training_quantity(
        {.name = "fate_share",
         .summary = "Share of networks that learned, stayed flat or diverged.",
         .formula =
             R"(\text{diverged: not finite, or } L > \max(L_{\text{flat}}, L_0) + 0.5; \quad \text{learned: } )"
             R"(L < L_{\text{flat}} - 0.1; \quad \text{flat: between})",
         .first = {{.name = "fate",
                    .kind = ParameterKind::choice,
                    .fallback = "learned",
                    .meaning = "which",
                    .choices = {"learned", "flat", "diverged"}}},
         .values = "[0, 1]"},
        std::function<std::vector<Route>(const Arguments&)>(routes_of_fate));
    quantity.route_notes.push_back(of_shares);
    return quantity;
}

/// The last norm's gain over the mean of the others'.
RunNumber norm_gain_ratio() {
    return [](const TrainingRun& run, std::string& reason) -> std::optional<double> {
        const auto found = run.numbers.find("norm gain");
        const auto divergence = divergence_of(run);
        if (divergence || found == run.numbers.end() || found->second.size() < 2) {
            reason = divergence.value_or("it has no two norms with gains");
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
    const Parameter test_length = {
        .name = "test_length",
        .kind = ParameterKind::integer,
        .meaning = "tokens of a validation sequence; default: length, as in training",
        .optional = true,
        .range = "[1, 2^22]"};
    const Parameter at_step_parameter = {
        .name = "at_step",
        .kind = ParameterKind::integer,
        .meaning = "after so many steps, a multiple of evaluate_every; default: after the last",
        .optional = true,
        .range = "[1, inf)"};
    std::vector<Quantity> all = {
        training_quantity(
            {.name = "validation_loss",
             .summary = "Loss on new batches after training, in nats.",
             .formula = R"(-\log p_{\text{target}} \text{ after } \mathrm{steps} \text{ steps})",
             .first = {test_length, at_step_parameter},
             .values = "[0, inf)"},
            on_new_batches("loss")),
        training_quantity({.name = "accuracy",
                           .summary = "Share of new targets that the trained network holds most likely.",
                           .formula = R"(P(\text{the largest output is the target's}))",
                           .first = {test_length, at_step_parameter},
                           .values = "[0, 1]"},
                          on_new_batches("accuracy")),
        training_quantity(
            {.name = "learned_nats",
             .summary = "How far the validation loss is below that of knowing how often targets occur.",
             .formula = R"(L_{\text{flat}} - L_{\text{validation}})"},
            fixed(run_learned_nats())),
        training_quantity({.name = "flat_loss",
                           .summary = "Loss of whoever knows only how often targets occur, in nats.",
                           .formula = R"(-\sum_k p_k \log p_k, \quad p_k \text{ the share of targets } k)",
                           .values = "[0, inf)"},
                          fixed(run_entry("flat loss"))),
        training_quantity({.name = "loss",
                           .summary = "Training loss of one step's batch, before its update.",
                           .formula = R"(L_{\mathrm{step}})",
                           .first = {{.name = "step",
                                      .kind = ParameterKind::integer,
                                      .meaning = "counted from 0; default: the last",
                                      .optional = true,
                                      .range = "[0, inf)"}},
                           .values = "[0, inf)"},
                          at_step("loss")),
        training_quantity({.name = "gradient_norm",
                           .summary = "Norm of the whole gradient of one step's batch, before clipping.",
                           .formula = R"(\left\|\nabla L_{\mathrm{step}}\right\|)",
                           .first = {{.name = "step",
                                      .kind = ParameterKind::integer,
                                      .meaning = "counted from 0; default: the last",
                                      .optional = true,
                                      .range = "[0, inf)"}},
                           .values = "[0, inf)"},
                          at_step("gradient norm")),
        share_quantity(),
        training_quantity({.name = "branch_moment",
                           .summary = "Second moment of what a layer adds to the stream, after training.",
                           .formula = R"(\frac{\left\|a F(x)\right\|^2}{\mathrm{width}})",
                           .layer = "below layers; default: the last",
                           .first = {when_parameter()},
                           .values = "[0, inf)"},
                          in_time(run_place::branch_moment)),
        training_quantity({.name = "second_moment",
                           .summary = "Second moment of the stream after training.",
                           .formula = R"(\frac{\left\|x_{\mathrm{layer}}\right\|^2}{\mathrm{width}})",
                           .layer = curve_position,
                           .first = {when_parameter()},
                           .values = "[0, inf)"},
                          in_time(run_place::second_moment)),
        training_quantity({.name = "layer_cosine",
                           .summary = "Cosine of the angle between successive layers after training.",
                           .formula = R"(\cos(x_{\mathrm{layer}}, x_{\mathrm{layer}+1}))",
                           .layer = "below layers; default: the last",
                           .first = {when_parameter()},
                           .values = "[-1, 1]"},
                          in_time(run_place::cosine)),
        training_quantity({.name = "attention_entropy",
                           .summary = "Entropy of the attention weights of a layer after training, in nats.",
                           .formula = R"(-\sum_j a_j \log a_j)",
                           .layer = "0, 2, 4, …: a layer of attention; default: the last",
                           .first = {when_parameter()},
                           .values = "[0, inf)"},
                          in_time(run_place::attention_entropy)),
        training_quantity(
            {.name = "stream_gradient_ratio",
             .summary =
                 "Squared gradient of the first training batch's loss at a layer, over that at the last.",
             .formula =
                 R"(\frac{\left\|\partial L/\partial x_{\mathrm{layer}}\right\|^2}{\left\|\partial L/\partial x_{\mathrm{layers}}\right\|^2})",
             .layer = "which x, at most layers; default: 0",
             .values = "[0, inf)"},
            at_start(run_place::gradient_square)),
        training_quantity(
            {.name = "norm_gain_ratio",
             .summary = "The last norm's gain after training, over the mean of the others'.",
             .formula = R"(\frac{\mathrm{rms}(\gamma_{\text{last}})}{\text{mean of } \mathrm{rms}(\gamma)})",
             .values = "[0, inf)"},
            fixed(norm_gain_ratio())),
    };
    for (Quantity& one : coordinate_quantities()) all.push_back(std::move(one));
    return all;
}

}  // namespace sigprop
