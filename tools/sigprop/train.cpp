// sigprop train: small Transformers, trained exactly repeatably.

#include <fmt/format.h>

#include <sigprop/core/base/errors.hpp>

#include "report/training_text.hpp"

#include "command.hpp"
#include "curves.hpp"
#include "delivery.hpp"
#include "first_tries.hpp"
#include "reading.hpp"
#include "simulations.hpp"

namespace sigprop::tool {
namespace {

/// The words as arguments of a quantity. Positional ones come first, as in an expression.
std::string arguments_of(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        if (word.starts_with("training.") || word.starts_with("network."))
            throw InputError(
                "train takes only the arguments, without a call: sigprop train pre_norm 6 width=128");
        text += (text.empty() ? "" : ", ") + word;
    }
    return text;
}

/// A mean that a few networks carry is left out, and no failure; a network that diverged is told.
Exit train_exit(const TrainingResult& result) {
    for (const Record& one : result.report.records) {
        if (find_internal_error(one) != nullptr) return Exit::internal;
    }
    return result.summary.diverged > 0 || !result.summary.notes.empty() ? Exit::undecided : Exit::ok;
}

}  // namespace

Exit run_train(const Invocation& call) {
    const Delivery delivery(call);
    refuse_other_names(call.words);
    const std::optional<std::string> text_path = call.flags.one("text");
    const BoundTraining training = reading("the text", text_path.value_or("-"), [&] {
        return bind_training({arguments_of(call.words), text_path}, call.options.context);
    });
    Simulations simulations(call, "train",
                            {training_expression(training, "validation_loss") + " " + training.text_digest});
    const Simulations::Share share = simulations.share(call.options.context, 1, true);
    TrainingResult result;
    simulations.run([&] { result = training_report(training, share.context); });
    const Exit code = train_exit(result);
    const std::string text = training_text(result);
    Forms forms = series_forms(true);
    forms.text = whole([&](const Report&) { return text; });
    forms.markdown = record_forms(nullptr).markdown;
    return delivery.finish(std::move(result.report), code, forms);
}

}  // namespace sigprop::tool
