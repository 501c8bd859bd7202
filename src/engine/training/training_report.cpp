#include "engine/training/training_report.hpp"

#include <fmt/format.h>

#include "core/ball/text.hpp"
#include "engine/binding/binder.hpp"
#include "engine/records.hpp"
#include "engine/training/training_curves.hpp"
#include "quantities/training/training_sample.hpp"

namespace sigprop {
namespace {

Record record_about(const BoundTraining& training, const std::string& id, const std::string& name,
                    const std::string& argument, DirectRoute route, const Context& context) {
    const std::string text = training_expression(training, name, argument);
    BoundExpression bound;
    bound.text = text;
    bound.formula = Formula::variable(0);
    bound.leaves.push_back(Leaf{text, {std::move(route)}});
    Record record = record_of(bound, context);
    record.id = id;
    if (!training.text_digest.empty()) {
        record.statement =
            fmt::format("the text has {} bytes, SHA-256 {}", training.text_bytes, training.text_digest);
    }
    return record;
}

/// The record of a mean over networks, and where these lie if it is not known.
void add_mean(const BoundTraining& training, const std::string& id, const std::string& name,
              const std::string& argument, const RunNumber& number, const Context& context,
              TrainingResult& result) {
    Record record = record_about(training, "train." + id, name, argument,
                                 training_mean_route(training.request, number), context);
    std::string reason;
    const auto runs = training_runs(training.request, context, reason);
    if (record.status != Status::ok && runs != nullptr)
        result.summary.spans[record.id] = {span_of_runs(*runs, number)};
    result.report.records.push_back(std::move(record));
}

void add_validation(const BoundTraining& training, const Context& context, TrainingResult& result) {
    std::vector<std::uint64_t> lengths = training.request.plan.test_lengths;
    lengths.insert(lengths.begin(), training.request.plan.length);
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        const std::string at = std::to_string(lengths[k]);
        const std::string argument = k == 0 ? "" : "test_length=" + at;
        const std::string suffix = k == 0 ? "" : ".length_" + at;
        for (const char* what : {"loss", "accuracy"}) {
            const std::string name = what == std::string("loss") ? "validation_loss" : "accuracy";
            add_mean(training, name + suffix, name, argument, run_entry(std::string("validation ") + what, k),
                     context, result);
        }
    }
}

TrainingSummary summary_of(const BoundTraining& training, const Context& context) {
    const TrainingPlan& plan = training.request.plan;
    const Architecture& design = training.request.architecture.design;
    TrainingSummary summary;
    summary.networks = training.request.networks;
    summary.layers = design.blocks();
    summary.width = design.width;
    summary.parameters = parameters_of(design);
    summary.steps = plan.optimizer.steps;
    summary.batch = plan.batch;
    summary.length = plan.length;
    summary.rate = plan.optimizer.rate;
    summary.warmup = plan.optimizer.warmup;
    summary.test_lengths = plan.test_lengths;
    summary.text_path = plan.task.path;
    summary.text_bytes = training.text_bytes;
    std::string reason;
    const auto runs = training_runs(training.request, context, reason);
    if (runs == nullptr) {
        summary.notes.push_back(reason);
        return summary;
    }
    for (std::size_t k = 0; k < runs->size(); ++k) {
        const TrainingRun& run = (*runs)[k];
        const Fate fate = run.fate();
        ++(fate == Fate::learned ? summary.learned : fate == Fate::flat ? summary.flat : summary.diverged);
        if (!run.diverged.empty()) summary.notes.push_back(fmt::format("network {}: {}", k, run.diverged));
    }
    return summary;
}

}  // namespace

std::string training_expression(const BoundTraining& training, const std::string& name,
                                const std::string& argument) {
    Expression call = training.call;
    call.name = "training." + name;
    std::string text = canonical_text(call);
    if (!argument.empty()) text.insert(text.size() - 1, (call.arguments.empty() ? "" : ", ") + argument);
    return text;
}

TrainingResult training_report(const BoundTraining& asked, const Context& context) {
    BoundTraining training = asked;
    prepare(training.request.architecture, context);  // hundreds of points have the same weights
    TrainingResult result;
    result.summary = summary_of(training, context);
    Report& report = result.report;
    add_validation(training, context, result);
    add_mean(training, "flat_loss", "flat_loss", "", run_entry("flat loss"), context, result);
    add_mean(training, "learned_nats", "learned_nats", "", run_learned_nats(), context, result);
    for (const Fate fate : {Fate::learned, Fate::flat, Fate::diverged}) {
        const std::string word(to_string(fate));
        report.records.push_back(record_about(training, "train." + word, "fate_share", "fate=" + word,
                                              training_share_route(training.request, fate), context));
    }
    report.series = training_curves(training, context, result.summary.spans);
    return result;
}

}  // namespace sigprop
