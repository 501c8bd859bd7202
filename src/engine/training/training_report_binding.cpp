#include <sigprop/core/base/errors.hpp>

#include "catalogue/training.hpp"
#include "engine/binding/arguments.hpp"
#include "engine/binding/catalogue.hpp"
#include "engine/binding/conditions.hpp"
#include "engine/training/training_report.hpp"
#include "models/training/task.hpp"

namespace sigprop {
namespace {

constexpr const char* quantity_name = "training.validation_loss";

const Argument* given(const Expression& call, const std::string& key) {
    for (const Argument& argument : call.arguments) {
        if (argument.key == key) return &argument;
    }
    return nullptr;
}

[[noreturn]] void refuse(const std::string& text, const Argument& argument, const std::string& why) {
    const bool says_name = why.starts_with(argument.key);
    throw InputError((says_name ? "" : argument.key + ": ") + why,
                     Place{"call", text, argument.key_offset,
                           argument.value.offset + argument.value.length - argument.key_offset});
}

/// A request whose task is the bytes of a file.
void take_text(const std::string& path, const std::string& text, const Context& context,
               BoundTraining& training) {
    for (const char* other : {"task", "vocabulary", "states", "reach"}) {
        if (const Argument* argument = given(training.call, other))
            refuse(text, *argument, "the run trains on a text: remove this argument, or --text");
    }
    const ExaminedText file = examine_text(path, [&] { context.check_cancelled(); });
    TrainingPlan& plan = training.request.plan;
    constexpr std::uint64_t bytes = 256;
    plan.task.kind = TaskKind::text;
    plan.task.path = path;
    plan.task.digest = training.text_digest = file.digest;
    plan.task.vocabulary = plan.task.objective == Objective::masked ? bytes + 1 : bytes;
    training.request.architecture.design.vocabulary = plan.task.vocabulary;
    training.text_bytes = file.bytes;
    const Expression task = parse_expression("f(task=text)");
    training.call.arguments.push_back(task.arguments.front());
}

/// What the tasks themselves refuse, before anything starts: a text that is too short for a sequence.
void check_batches(const TrainingPlan& plan) {
    const std::unique_ptr<Task> task = make_task(plan.task, 0);
    static_cast<void>(task->batch(0, 1, plan.length));
    static_cast<void>(task->batch(validation_begin, 1, plan.length));
    for (const std::uint64_t length : plan.test_lengths)
        static_cast<void>(task->batch(validation_begin, 1, length));
}

}  // namespace

BoundTraining bind_training(const TrainingCall& call, const Context& context) {
    const std::string text = std::string(quantity_name) + "(" + call.arguments + ")";
    BoundTraining training;
    training.call = parse_expression(text);
    if (training.call.kind != Expression::Kind::call || training.call.name != quantity_name)
        throw InputError("a training run takes the arguments of " + std::string(quantity_name) +
                         ", such as: pre_norm 6 width=128 steps=200");
    const Quantity& quantity = *find_quantity(quantity_name);
    if (const Argument* length = given(training.call, "test_length"))
        refuse(text, *length, "give test_lengths=[…] instead: the run is tested at each of these lengths");
    if (const Argument* step = given(training.call, "at_step"))
        refuse(text, *step, "remove it: evaluate_every=… alone gives the validation curve");
    const Arguments arguments = bind_arguments(quantity, training.call, text);
    try {
        check_conditions(quantity, arguments);
        training.request = training_request(arguments);
        if (call.text) take_text(*call.text, text, context, training);
        TrainingPlan plan = training.request.plan;
        plan.architecture = training.request.architecture.design;
        check_plan(plan);
        check_batches(plan);
    } catch (const InputError& error) {
        if (!error.place().text.empty()) throw;
        for (const std::string& name : error.parameters()) {
            if (const Argument* argument = given(training.call, name)) refuse(text, *argument, error.what());
        }
        throw;
    }
    return training;
}

}  // namespace sigprop
