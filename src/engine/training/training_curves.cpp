#include "engine/training/training_curves.hpp"

#include <algorithm>
#include <array>

#include "core/ball/text.hpp"
#include "methods/route.hpp"
#include "quantities/training/training_sample.hpp"

namespace sigprop {
namespace {

constexpr std::size_t max_steps = 200;

Axis axis_of(const char* name, const std::vector<std::size_t>& places) {
    Axis axis{name, {}};
    for (const std::size_t place : places) axis.values.push_back(std::to_string(place));
    return axis;
}

/// A curve of means over networks.
Series curve(const BoundTraining& training, const std::string& id, const std::string& expression,
             const char* axis, const std::vector<std::size_t>& places,
             const std::function<RunNumber(std::size_t place)>& number, const Context& context,
             TrainingSpans& spans) {
    Series series;
    series.id = "train." + id;
    series.expression = expression;
    series.method = "network";
    series.kind = Kind::sample;
    series.axes = Axes{axis_of(axis, places)};
    series.value.resize(places.size());
    series.number.resize(places.size());
    series.radius.resize(places.size());
    std::string reason;
    const auto runs = training_runs(training.request, context, reason);
    std::vector<std::optional<Interval>>& unknown = spans[series.id];
    unknown.resize(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Answer answer = training_mean_route(training.request, number(places[i])).value(53, context);
        series.status.push_back(answer.status);
        if (answer.status != Status::ok) {
            if (runs != nullptr) unknown[i] = span_of_runs(*runs, number(places[i]));
            continue;
        }
        series.value.set(i, decimal_ball(answer.value, context.digits).midpoint);
        series.number.set(i, nearest_double(answer.value));
        series.radius.set(i, short_radius(answer.value.radius_double()));
    }
    return series;
}

/// Each network's loss: what the mean hides where some of them diverge.
Series losses_of_networks(const BoundTraining& training, const std::vector<std::size_t>& steps,
                          const Context& context) {
    std::string reason;
    const auto runs = training_runs(training.request, context, reason);
    Series series;
    series.id = "train.loss_of_networks";
    series.expression = training_expression(training, "loss", "step=step") + " of each network";
    series.method = "network";
    series.kind = Kind::sample;
    std::vector<std::size_t> networks(training.request.networks);
    for (std::size_t k = 0; k < networks.size(); ++k) networks[k] = k;
    series.axes = Axes{axis_of("network", networks), axis_of("step", steps)};
    const std::size_t points = networks.size() * steps.size();
    series.value.resize(points);
    series.number.resize(points);
    series.radius.resize(points);
    series.status.assign(points, Status::unable);
    for (std::size_t i = 0; runs != nullptr && i < points; ++i) {
        const std::vector<double>& losses = (*runs)[i / steps.size()].numbers.at("loss");
        const std::size_t step = steps[i % steps.size()];
        if (step >= losses.size()) continue;  // it has diverged before
        series.status[i] = Status::ok;
        series.value.set(i, decimal_ball(Ball(losses[step]), context.digits).midpoint);
        series.number.set(i, losses[step]);
    }
    return series;
}

}  // namespace

std::vector<std::size_t> shown_places(std::size_t count, std::size_t most) {
    std::vector<std::size_t> places;
    const std::size_t parts = std::min(count, most);
    for (std::size_t k = 0; k < parts; ++k) places.push_back(parts < 2 ? 0 : k * (count - 1) / (parts - 1));
    return places;
}

std::vector<Series> training_curves(const BoundTraining& training, const Context& context,
                                    TrainingSpans& spans) {
    std::vector<Series> all;
    const std::vector<std::size_t> steps = shown_places(training.request.plan.optimizer.steps, max_steps);
    const auto against_steps = [&](const char* name, const char* number) {
        all.push_back(curve(
            training, name, training_expression(training, name, "step=step"), "step", steps,
            [&](std::size_t step) { return run_entry(number, step); }, context, spans));
    };
    against_steps("loss", "loss");
    against_steps("gradient_norm", "gradient norm");
    for (const char* what : {"loss", "accuracy"}) {
        const std::string name = what == std::string("loss") ? "validation_loss" : "accuracy";
        const std::size_t every = training.request.plan.evaluate_every;
        if (every == 0 || every > training.request.plan.optimizer.steps) break;
        std::vector<std::size_t> places =
            shown_places(training.request.plan.optimizer.steps / every, max_steps);
        for (std::size_t& place : places) place = (place + 1) * every;
        all.push_back(curve(
            training, name, training_expression(training, name, "at_step=step"), "step", places,
            [&](std::size_t step) { return run_entry(std::string("curve ") + what, step / every - 1); },
            context, spans));
    }
    all.push_back(losses_of_networks(training, steps, context));

    struct Stream {
        const char *id, *quantity, *number;
        std::size_t beyond;  ///< positions are sublayers + 1, additions sublayers
        std::size_t stride;  ///< attention is in every second sublayer
    };
    const std::size_t sublayers = training.request.architecture.design.steps.size();
    const auto against_sublayers = [&](const Stream& stream, const std::string& when) {
        std::vector<std::size_t> places;
        for (std::size_t l = 0; l < sublayers + stream.beyond; l += stream.stride) places.push_back(l);
        const bool both = stream.id != std::string("stream_gradient_ratio");
        const std::string argument = both ? "when=" + when + ", sublayer=sublayer" : "sublayer=sublayer";
        all.push_back(curve(
            training, stream.id + ("." + when), training_expression(training, stream.quantity, argument),
            "sublayer", places,
            [&](std::size_t l) { return run_entry(when + " " + stream.number, l / stream.stride); }, context,
            spans));
    };
    for (const char* when : {"start", "end"}) {
        against_sublayers({"second_moment", "second_moment", "second moment", 1, 1}, when);
        against_sublayers({"branch_moment", "branch_moment", "branch moment", 0, 1}, when);
        against_sublayers({"sublayer_cosine", "sublayer_cosine", "cosine", 0, 1}, when);
        against_sublayers({"attention_entropy", "attention_entropy", "attention entropy", 0, 2}, when);
    }
    against_sublayers({"stream_gradient_ratio", "stream_gradient_ratio", "gradient square", 1, 1}, "start");
    return all;
}

std::optional<CurveWords> words_of_training_curve(std::string_view id) {
    struct Row {
        std::string_view id;
        CurveWords words;
    };
    constexpr std::string_view step = "step of the optimiser", sublayer = "sublayer, two to a block";
    constexpr std::string_view nats = "loss (nats per token)", moment = "mean of x² over features";
    constexpr std::array rows = {
        Row{"train.loss", {"Training loss", step, nats}},
        Row{"train.loss_of_networks", {"Training loss of each network", step, nats}},
        Row{"train.gradient_norm", {"Norm of the gradient, before clipping", step, "norm of the gradient"}},
        Row{"train.validation_loss", {"Loss on new batches", step, nats}},
        Row{"train.accuracy", {"Accuracy on new batches", step, "share of targets"}},
        Row{"train.second_moment.start", {"Second moment of the stream, before training", sublayer, moment}},
        Row{"train.second_moment.end", {"Second moment of the stream, after training", sublayer, moment}},
        Row{"train.branch_moment.start",
            {"Second moment of what a sublayer adds, before training", sublayer, moment}},
        Row{"train.branch_moment.end",
            {"Second moment of what a sublayer adds, after training", sublayer, moment}},
        Row{"train.sublayer_cosine.start",
            {"Cosine between the streams before and after a sublayer, before training", sublayer, "cosine"}},
        Row{"train.sublayer_cosine.end",
            {"Cosine between the streams before and after a sublayer, after training", sublayer, "cosine"}},
        Row{"train.attention_entropy.start",
            {"Entropy of attention, before training", sublayer, "entropy (nats)"}},
        Row{"train.attention_entropy.end",
            {"Entropy of attention, after training", sublayer, "entropy (nats)"}},
        Row{"train.stream_gradient_ratio.start",
            {"Squared gradient at the stream, over that behind the last sublayer, before training", sublayer,
             "ratio of squared gradients"}},
    };
    const auto row = std::ranges::find(rows, id, &Row::id);
    return row == rows.end() ? std::nullopt : std::optional(row->words);
}

}  // namespace sigprop
