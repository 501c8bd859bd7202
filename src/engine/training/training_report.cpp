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
        record.statement = fmt::format("the text has {} bytes, SHA-256 {}", training.text_bytes,
                                       training.text_digest);
    }
    return record;
}

void add_validation(const BoundTraining& training, const Context& context, Report& report) {
    std::vector<std::uint64_t> lengths = training.request.plan.test_lengths;
    lengths.insert(lengths.begin(), training.request.plan.length);
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        const std::string at = std::to_string(lengths[k]);
        const std::string argument = k == 0 ? "" : "test_length=" + at;
        const std::string suffix = k == 0 ? "" : ".length_" + at;
        for (const char* what : {"loss", "accuracy"}) {
            const std::string name = what == std::string("loss") ? "validation_loss" : "accuracy";
            report.records.push_back(record_about(
                training, "train." + name + suffix, name, argument,
                training_mean_route(training.request, run_entry(std::string("validation ") + what, k)),
                context));
        }
    }
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

Report training_report(const BoundTraining& training, const Context& context) {
    Report report;
    add_validation(training, context, report);
    report.records.push_back(record_about(training, "train.flat_loss", "flat_loss", "",
                                          training_mean_route(training.request, run_entry("flat loss")),
                                          context));
    report.records.push_back(record_about(training, "train.learned_nats", "learned_nats", "",
                                          training_mean_route(training.request, run_learned_nats()),
                                          context));
    for (const Fate fate : {Fate::learned, Fate::flat, Fate::diverged}) {
        const std::string word(to_string(fate));
        report.records.push_back(record_about(training, "train." + word, "fate_share", "fate=" + word,
                                              training_share_route(training.request, fate), context));
    }
    report.series = training_curves(training, context);
    return report;
}

}  // namespace sigprop
