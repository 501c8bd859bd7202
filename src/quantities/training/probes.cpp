// Quantities that a run measures by passes of its own (models/training/probe.hpp): gradients, the surface of
// the loss, steps.

#include <fmt/format.h>

#include <cmath>

#include "catalogue/training.hpp"
#include "models/training/hessian.hpp"
#include "quantities/rows.hpp"
#include "quantities/training/run_quantity.hpp"

namespace sigprop {
namespace {

std::int64_t count_of_sublayers(const TrainingRequest& request) {
    return static_cast<std::int64_t>(request.architecture.design.steps.size());
}

void set_probe(Probe what, std::uint64_t at, TrainingRequest& request) {
    request.plan.probe.what = what;
    request.plan.probe.at = at;
    check(request);
}

/// After the steps that are asked for.
void probe_after(Probe what, const TrainingArguments& given, TrainingRequest& request) {
    const std::uint64_t last = request.plan.optimizer.steps;
    set_probe(what, given.at_step ? static_cast<std::uint64_t>(*given.at_step) : last, request);
}

/// Of one step.
void probe_step(Probe what, const TrainingArguments& given, TrainingRequest& request) {
    const std::uint64_t last = request.plan.optimizer.steps - 1;
    set_probe(what, given.step ? static_cast<std::uint64_t>(*given.step) : last, request);
}

/// The number of a sublayer's parameters, or of all.
RunNumber of_parameters(const std::string& name, const TrainingArguments& given,
                        const TrainingRequest& request) {
    if (!given.sublayer) return run_entry("probe " + name + " all");
    return run_entry("probe " + name, run_sublayer(given.sublayer, 0, count_of_sublayers(request) - 1));
}

RunNumber gradient_signal(const TrainingArguments& given, TrainingRequest& request) {
    request.plan.probe.batches = static_cast<std::uint64_t>(given.probe_batches.value());
    probe_after(Probe::signal, given, request);
    return of_parameters("signal", given, request);
}

RunNumber update_ratio(const TrainingArguments& given, TrainingRequest& request) {
    probe_step(Probe::update, given, request);
    return of_parameters("update", given, request);
}

NumberOfRequest of_scores(const char* name) {
    const RunPlace place = {name, RunPlace::Sublayers::attention};
    return [place](const TrainingArguments& given, TrainingRequest& request) {
        probe_after(Probe::scores, given, request);
        return number_at(place, "probe", given.sublayer, request);
    };
}

/// `bound`: of a number that is mostly below it, and differs between networks by factors.
NumberOfRequest along_gradient(const char* name, std::optional<double> bound = std::nullopt) {
    return [name = std::string(name), bound](const TrainingArguments& given, TrainingRequest& request) {
        if (given.distance) request.plan.probe.distance = given.distance->to_double();
        probe_after(Probe::smoothness, given, request);
        RunNumber number = run_entry("probe " + name);
        number.upper_bound = bound;
        return number;
    };
}

NumberOfRequest of_shift(const char* name) {
    const RunPlace place = {name, RunPlace::Sublayers::additions};
    return [place](const TrainingArguments& given, TrainingRequest& request) {
        probe_step(Probe::shift, given, request);
        return number_at(place, "probe", given.sublayer, request);
    };
}

/// A Ritz value, where its residual is small: it is the largest eigenvalue then, or indistinguishable from
/// it.
RunNumber sharpness(const TrainingArguments& given, TrainingRequest& request) {
    probe_after(Probe::sharpness, given, request);
    const auto number = [](const TrainingRun& run, std::string& reason) -> std::optional<double> {
        constexpr double close = 1e-2;
        const std::optional<double> value = run_entry("probe sharpness")(run, reason);
        const std::optional<double> residual = run_entry("probe sharpness residual")(run, reason);
        if (!value || !residual) return std::nullopt;
        if (*residual <= close * std::abs(*value)) return value;
        reason = fmt::format("after {} products with its Hessian the residual is {:.2g} beside {:.3g}",
                             lanczos_products, *residual, *value);
        return std::nullopt;
    };
    return number;
}

RunNumber drift(const TrainingArguments& given, TrainingRequest& request) {
    set_probe(Probe::drift, static_cast<std::uint64_t>(given.at_step.value_or(0)), request);
    const bool of_mean = given.drift_of == DriftOf::mean;
    const RunPlace place = {of_mean ? "drift mean" : "drift variance", RunPlace::Sublayers::positions};
    return number_at(place, "probe", given.sublayer, request);
}

RunNumber batch_fluctuation(const TrainingArguments& given, TrainingRequest& request) {
    request.plan.probe.batches = static_cast<std::uint64_t>(given.probe_batches.value());
    probe_after(Probe::fluctuation, given, request);
    const RunPlace place = {"fluctuation", RunPlace::Sublayers::positions};
    return number_at(place, "probe", given.sublayer, request);
}

RunNumber embedding_rows(const TrainingArguments& given, TrainingRequest& request) {
    probe_after(Probe::rows, given, request);
    return run_entry(given.rows_that == EmbeddingRows::move ? "probe rows" : "probe row share");
}

/// Another task after the first.
void set_second(const TrainingArguments& given, TrainingRequest& request) {
    SecondTask& second = request.plan.second;
    second.steps = static_cast<std::uint64_t>(given.then_steps.value());
    second.kind = given.then_task.value_or(request.plan.task.kind);
    second.rate = given.then_rate ? given.then_rate->to_double() : request.plan.optimizer.rate;
    second.head_only = given.then_trains == SecondTrains::head;
    check(request);
}

/// The difference of two entries of a run.
RunNumber difference(const std::string& of, const std::string& minus) {
    return [of, minus](const TrainingRun& run, std::string& reason) -> std::optional<double> {
        const std::optional<double> one = run_entry(of)(run, reason);
        const std::optional<double> other = run_entry(minus)(run, reason);
        if (!one || !other) return std::nullopt;
        return *one - *other;
    };
}

std::string loss_of_second(const TrainingArguments& given) {
    return given.when == RunTime::start ? "second start loss" : "second loss";
}

RunNumber then_loss(const TrainingArguments& given, TrainingRequest& request) {
    set_second(given, request);
    return run_entry(loss_of_second(given));
}

RunNumber then_learned_nats(const TrainingArguments& given, TrainingRequest& request) {
    set_second(given, request);
    return difference("second flat loss", loss_of_second(given));
}

RunNumber forgotten_nats(const TrainingArguments& given, TrainingRequest& request) {
    set_second(given, request);
    return difference("kept loss", "validation loss");
}

/// A sublayer's norm before its branch, or behind the sum, or behind the branch, whichever it has.
RunNumber gain(const TrainingArguments& given, TrainingRequest& request) {
    const Architecture& design = request.architecture.design;
    if (!design.norm.gain)
        throw InputError::about({"norm_gain"}, "norms have no gain here: remove norm_gain=false");
    if (given.norm_of == NormOwner::head) {
        if (given.sublayer)
            throw InputError::about({"norm_of", "sublayer"},
                                    "the head's norm is of no sublayer: remove sublayer");
        if (design.head_transform != HeadTransform::dense_norm) {
            throw InputError::about({"norm_of", "head_transform"},
                                    "the head has a norm with head_transform=dense_norm only: give it, or "
                                    "remove norm_of");
        }
        return run_entry("gain head norm");
    }
    if (!given.sublayer) {
        if (!design.final_norm) {
            throw InputError::about({"sublayer", "final_norm"},
                                    "there is no final norm: give sublayer=0, 1, ..., or final_norm=true");
        }
        return run_entry("gain final norm");
    }
    const std::size_t sublayer = run_sublayer(given.sublayer, 0, count_of_sublayers(request) - 1);
    const ResidualStep<double>& step = design.steps[sublayer];
    const char* const which = step.normalises_input    ? "norm"
                              : step.normalises_sum    ? "sum norm"
                              : step.normalises_branch ? "branch norm"
                                                       : nullptr;
    if (which == nullptr)
        throw InputError::about({"sublayer"},
                                "sublayer " + std::to_string(sublayer) + " has no norm in this scheme");
    return run_entry("gain layer " + std::to_string(sublayer) + " " + which);
}

}  // namespace

std::vector<Quantity> probe_quantities() {
    return {training_quantity("training.gradient_signal", gradient_signal),
            training_quantity("training.score_second_moment", of_scores("score second moment")),
            training_quantity("training.largest_logit", of_scores("largest score")),
            training_quantity("training.norm_gain", gain),
            training_quantity("training.sharpness", sharpness),
            training_quantity("training.smoothness", along_gradient("smoothness")),
            training_quantity("training.loss_along_gradient", along_gradient("loss change", 0.0)),
            training_quantity("training.update_ratio", update_ratio),
            training_quantity("training.drift", drift),
            training_quantity("training.batch_fluctuation", batch_fluctuation),
            training_quantity("training.embedding_rows", embedding_rows),
            training_quantity("training.then_loss", then_loss),
            training_quantity("training.then_learned_nats", then_learned_nats),
            training_quantity("training.forgotten_nats", forgotten_nats),
            training_quantity("training.covariate_shift", of_shift("shift")),
            training_quantity("training.covariate_shift_cosine", of_shift("shift cosine"))};
}

}  // namespace sigprop
