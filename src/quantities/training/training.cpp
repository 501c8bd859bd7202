// The quantities network.* (whole Transformers at initialisation) and training.* (after training). Each takes one number
// from every network, and its mean over networks.

#include <algorithm>
#include <cmath>

#include "quantities/support.hpp"
#include "quantities/training/training_sample.hpp"

namespace sigprop {
namespace {

constexpr const char* random_numbers =
    "simulation: whole Transformers with stored weights. Weights, tokens and batches are keyed by --seed and "
    "the "
    "network's number alone, and the bits are the same for any number of threads and on every machine; the "
    "radius is "
    "one standard error over networks, with networks - 1 degrees of freedom";
constexpr const char* no_other = "it is computed by simulation only: there is no other route";
constexpr const char* of_start =
    "networks at initialisation: uniformly random tokens and targets, cross-entropy, the gradient of its "
    "mean";
constexpr const char* of_size =
    "losses in nats. It speaks of networks and tasks of the size that is asked for, and of no other";

Parameter layer_parameter(const char* meaning) {
    return {.name = "layer", .kind = ParameterKind::integer, .meaning = meaning, .optional = true};
}

std::size_t layer_of(const Arguments& arguments, std::int64_t fallback, std::int64_t last) {
    if (!arguments.given("layer")) return static_cast<std::size_t>(fallback);
    const std::int64_t layer = arguments.integer("layer");
    if (layer < 0 || layer > last)
        throw InputError::about({"layer"}, "layer must be in 0 to " + std::to_string(last) + ", not " +
                                               std::to_string(layer) + ": layers are counted from 0");
    return static_cast<std::size_t>(layer);
}

/// An even layer: attention's.
std::size_t attention_layer_of(const Arguments& arguments, std::int64_t layers) {
    const std::size_t layer = layer_of(arguments, layers - 2, layers - 1);
    if (layer % 2 != 0)
        throw InputError::about({"layer"},
                                "layer " + std::to_string(layer) +
                                    " is a feed-forward network: attention is in the layers 0, 2, 4, …");
    return layer;
}

std::int64_t layers_of(const TrainingRequest& request) {
    return static_cast<std::int64_t>(request.architecture.design.steps.size());
}

/// Where a quantity looks: the name of a run's number, its layers, and whether it is known for attention only.
struct Place {
    const char* name;
    enum class Layers : std::uint8_t { none, positions, additions, attention } layers = Layers::none;
    bool from_the_start = false;  ///< default layer: 0 instead of the last
};

RunNumber number_of(const Place& place, const std::string& when, const Arguments& arguments,
                    std::int64_t layers) {
    const std::string name = when + " " + place.name;
    switch (place.layers) {
        case Place::Layers::none: return run_entry(name);
        case Place::Layers::positions:
            return run_entry(name, layer_of(arguments, place.from_the_start ? 0 : layers, layers));
        case Place::Layers::additions: return run_entry(name, layer_of(arguments, layers - 1, layers - 1));
        case Place::Layers::attention: return run_entry(name, attention_layer_of(arguments, layers) / 2);
    }
    return run_entry(name);
}

constexpr const char* flat_loss = "flat loss";
constexpr Place second_moment = {"second moment", Place::Layers::positions};
constexpr Place branch_moment = {"branch moment", Place::Layers::additions};
constexpr Place cosine = {"cosine", Place::Layers::additions};
constexpr Place token_similarity = {"token similarity", Place::Layers::positions};
constexpr Place attention_entropy = {"attention entropy", Place::Layers::attention};
constexpr Place score_second_moment = {"score second moment", Place::Layers::attention};
constexpr Place gradient_square = {"gradient square", Place::Layers::positions, true};
constexpr Place logit_second_moment = {"logit second moment"};
constexpr Place loss = {"loss"};

struct About {
    const char* name;
    const char* summary;
    const char* formula;
    const char* layer = nullptr;
    std::vector<Parameter> first = {};
};

std::vector<Parameter> first_of(const About& about) {
    std::vector<Parameter> first;
    if (about.layer != nullptr) first.push_back(layer_parameter(about.layer));
    return joined(std::move(first), about.first);
}

template <const Place& Where>
Quantity at_start(const About& about) {
    return {.name = std::string("network.") + about.name,
            .summary = about.summary,
            .formula = about.formula,
            .units = of_start,
            .source = "own definition; the networks as their schemes (show residual.second_moment)",
            .parameters = network_look_parameters(first_of(about)),
            .route_notes = {random_numbers, no_other},
            .routes = [](const Arguments& arguments) -> std::vector<Route> {
                TrainingRequest request = network_look_request(arguments);
                RunNumber number = number_of(Where, "start", arguments, layers_of(request));
                std::string statistic =
                    arguments.given("statistic") ? arguments.choice("statistic") : run_statistics().front();
                return {training_mean_route(std::move(request), std::move(number), std::move(statistic))};
            }};
}

using Routes = std::vector<Route> (*)(const Arguments& arguments);

Quantity trained(const About& about, Routes routes) {
    return {.name = std::string("training.") + about.name,
            .summary = about.summary,
            .formula = about.formula,
            .units = of_size,
            .source = "own definition; optimisers as torch.optim's",
            .parameters = training_parameters(first_of(about)),
            .route_notes = {random_numbers, no_other},
            .routes = routes};
}

Parameter when_parameter() {
    return {.name = "when",
            .kind = ParameterKind::choice,
            .fallback = "end",
            .meaning = "end: of the first validation batch after the last step; start: of the first training "
                       "batch before the first step",
            .choices = {"end", "start"}};
}

template <const Place& Where>
std::vector<Route> routes_in_time(const Arguments& arguments) {
    TrainingRequest request = training_request(arguments);
    RunNumber number = number_of(Where, arguments.choice("when"), arguments, layers_of(request));
    return {training_mean_route(std::move(request), std::move(number))};
}

template <const Place& Where>
std::vector<Route> routes_at_start(const Arguments& arguments) {
    TrainingRequest request = training_request(arguments);
    RunNumber number = number_of(Where, "start", arguments, layers_of(request));
    return {training_mean_route(std::move(request), std::move(number))};
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

/// The loss or accuracy on new batches, at the training length or another.
template <bool Accuracy>
std::vector<Route> routes_of_validation(const Arguments& arguments) {
    TrainingRequest request = training_request(arguments);
    const std::size_t index = index_of_length(arguments, request.plan);
    return {training_mean_route(std::move(request),
                                run_entry(Accuracy ? "validation accuracy" : "validation loss", index))};
}

template <const char* const& Name>
std::vector<Route> routes_of_number(const Arguments& arguments) {
    return {training_mean_route(training_request(arguments), run_entry(Name))};
}

/// Flat loss minus validation loss.
std::vector<Route> routes_of_gain(const Arguments& arguments) {
    return {training_mean_route(training_request(arguments), run_learned_nats())};
}

/// A number of the batch of one step.
template <bool GradientNorm>
std::vector<Route> routes_of_curve(const Arguments& arguments) {
    TrainingRequest request = training_request(arguments);
    const std::uint64_t steps = request.plan.optimizer.steps;
    const std::uint64_t step = arguments.given("step") ? count(arguments, "step", 0) : steps - 1;
    if (step >= steps)
        throw InputError::about({"step", "steps"}, "step must be below steps=" + std::to_string(steps) +
                                                       ": steps are counted from 0");
    return {training_mean_route(std::move(request), run_entry(GradientNorm ? "gradient norm" : "loss", step))};
}

std::vector<Route> routes_of_fate(const Arguments& arguments) {
    const std::string& name = arguments.choice("fate");
    const Fate fate = name == "learned" ? Fate::learned : name == "flat" ? Fate::flat : Fate::diverged;
    return {training_share_route(training_request(arguments), fate)};
}

/// The last norm's gain over the mean of the others'.
std::vector<Route> routes_of_norm_gain(const Arguments& arguments) {
    return {training_mean_route(training_request(arguments),
                                [](const TrainingRun& run, std::string& reason) -> std::optional<double> {
                                    const auto found = run.numbers.find("norm gain");
                                    if (found == run.numbers.end() || found->second.size() < 2) {
                                        reason = run.diverged.empty() ? "it has no two norms with gains"
                                                                      : run.diverged;
                                        return std::nullopt;
                                    }
                                    const std::vector<double>& gains = found->second;
                                    double others = 0;
                                    for (std::size_t k = 0; k + 1 < gains.size(); ++k) others += gains[k];
                                    return gains.back() / (others / static_cast<double>(gains.size() - 1));
                                })};
}

// ---- the coordinate check

Parameter activation_of_check() {
    return {
        .name = "activation_at",
        .kind = ParameterKind::choice,
        .fallback = "logits",
        .meaning = "which activation; those of attention are of the layers 0, 2, …, hidden of the others",
        .choices = {"logits", "stream", "branch", "hidden", "query", "key", "value", "mixed", "embedding"}};
}

std::string name_of_activation(const Arguments& arguments, std::int64_t layers) {
    const std::string& what = arguments.choice("activation_at");
    if (what == "logits" || what == "embedding") return what;
    const bool of_attention = what == "query" || what == "key" || what == "value" || what == "mixed";
    const std::int64_t usual = of_attention ? layers - 2 : layers - 1;
    const std::size_t layer = layer_of(arguments, usual, layers - 1);
    const bool fits = of_attention ? layer % 2 == 0 : what != "hidden" || layer % 2 == 1;
    if (!fits)
        throw InputError::about({"layer", "activation_at"},
                                "layer " + std::to_string(layer) + " has no " + what +
                                    ": even layers are attention, odd ones feed-forward");
    return "layer " + std::to_string(layer) + " " + what;
}

template <bool Change>
std::vector<Route> routes_of_coordinate(const Arguments& arguments) {
    TrainingRequest request = training_request(arguments);
    request.plan.coordinates = true;
    const std::string name = name_of_activation(arguments, layers_of(request));
    return {training_mean_route(std::move(request), run_entry((Change ? "change " : "size ") + name))};
}

std::vector<Route> routes_of_slope(const Arguments& arguments) {
    std::vector<TrainingRequest> requests;
    if (arguments.given("width"))
        throw InputError::about({"width", "widths"}, "the slope is over widths=[…]: remove width");
    for (const Real& one : arguments.reals("widths")) {
        require_finite(one, "widths");
        const double width = one.to_double();
        if (!(width >= 2 && width <= 16384) || width != std::floor(width))
            throw InputError::about({"widths"},
                                    "widths must be whole numbers from 2 to 16384, not " + one.text());
        Arguments own = arguments;
        own.set("width", static_cast<std::int64_t>(width));
        own.mark_given("width");
        requests.push_back(training_request(own));
        requests.back().plan.coordinates = true;
    }
    if (requests.size() < 2)
        throw InputError::about({"widths"}, "a slope needs two widths or more: widths=[64, 128, 256]");
    const std::string name = name_of_activation(arguments, layers_of(requests.front()));
    return {training_slope_route(std::move(requests), run_entry("change " + name))};
}

Quantity slope_quantity() {
    Quantity quantity = trained(
        {.name = "coordinate_slope",
         .summary = "The exponent with which an activation's change in training grows with the width.",
         .formula =
             R"(\sqrt{\frac{1}{n} \sum_i (a_i^{(t)} - a_i^{(0)})^2} = c \, \mathrm{width}^s)",
         .layer = "of the activation; default: the last that has it",
         .first = {activation_of_check(),
                   {.name = "widths",
                    .kind = ParameterKind::reals,
                    .fallback = "[32, 64, 128]",
                    .meaning = "over which the slope is fitted"}}},
        routes_of_slope);
    quantity.source =
        "the coordinate check of Yang et al. 2022, arXiv:2203.03466, appendix D, with the root mean square "
        "of the change";
    return quantity;
}

constexpr const char* position = "which x, 0 to layers; default: layers, the last";

}  // namespace

std::vector<Quantity> network_quantities() {
    return {
        at_start<second_moment>(
            {.name = "second_moment",
             .summary = "Second moment of the stream of whole Transformers at initialisation.",
             .formula = R"(\frac{\left\|x_{\mathrm{layer}}\right\|^2}{\mathrm{width}})",
             .layer = position}),
        at_start<branch_moment>({.name = "branch_moment",
                                 .summary = "Second moment of what a layer adds to the stream.",
                                 .formula = R"(\frac{\left\|a F(x)\right\|^2}{\mathrm{width}})",
                                 .layer = "0 to layers - 1; default: the last"}),
        at_start<cosine>({.name = "layer_cosine",
                          .summary = "Cosine of the angle between successive layers.",
                          .formula = R"(\cos(x_{\mathrm{layer}}, x_{\mathrm{layer}+1}))",
                          .layer = "0 to layers - 1; default: the last"}),
        at_start<token_similarity>(
            {.name = "token_similarity",
             .summary = "Cosine between different tokens of a sequence.",
             .formula = R"(\cos(x_{\mathrm{layer}, s}, x_{\mathrm{layer}, t}), \quad s < t)",
             .layer = position}),
        at_start<attention_entropy>({.name = "attention_entropy",
                                     .summary = "Entropy of the attention weights of a layer, in nats.",
                                     .formula = R"(-\sum_j a_j \log a_j)",
                                     .layer = "0, 2, 4, …: a layer of attention; default: the last"}),
        at_start<score_second_moment>(
            {.name = "score_second_moment",
             .summary = "Second moment of attention's scores, as the softmax takes them.",
             .formula = R"(\text{mean of } s_{ij}^2 \text{ over the keys that are seen})",
             .layer = "0, 2, 4, …: a layer of attention; default: the last"}),
        at_start<logit_second_moment>(
            {.name = "logit_second_moment",
             .summary = "Second moment of the head's outputs.",
             .formula = R"(\text{mean of } y^2 \text{ over tokens and vocabulary})"}),
        at_start<gradient_square>(
            {.name = "gradient_ratio",
             .summary = "Squared gradient of the loss at a layer, over that at the last.",
             .formula =
                 R"(\frac{\left\|\partial L/\partial x_{\mathrm{layer}}\right\|^2}{\left\|\partial L/\partial x_{\mathrm{layers}}\right\|^2})",
             .layer = "which x, 0 to layers; default: 0",
             .first = {{.name = "statistic",
                        .kind = ParameterKind::choice,
                        .fallback = run_statistics().front(),
                        .meaning = "over networks",
                        .choices = run_statistics()}}}),
        at_start<loss>({.name = "loss",
                        .summary = "Cross-entropy of random targets at initialisation, in nats.",
                        .formula = R"(-\log p_{\text{target}})"}),
    };
}

std::vector<Quantity> training_quantities() {
    const Parameter test_length = {
        .name = "test_length",
        .kind = ParameterKind::integer,
        .meaning = "tokens of a validation sequence; default: length, as in training",
        .optional = true};
    return {
        trained({.name = "validation_loss",
                 .summary = "Loss on new batches after training, in nats.",
                 .formula = R"(-\log p_{\text{target}} \text{ after } \mathrm{steps} \text{ steps})",
                 .first = {test_length}},
                routes_of_validation<false>),
        trained({.name = "accuracy",
                 .summary = "Share of new targets that the trained network holds most likely.",
                 .formula = R"(P(\text{the largest output is the target's}))",
                 .first = {test_length}},
                routes_of_validation<true>),
        trained({.name = "learned_nats",
                 .summary = "How far the validation loss is below that of knowing how often targets occur.",
                 .formula = R"(L_{\text{flat}} - L_{\text{validation}})"},
                routes_of_gain),
        trained({.name = "flat_loss",
                 .summary = "Loss of whoever knows only how often targets occur, in nats.",
                 .formula = R"(-\sum_k p_k \log p_k, \quad p_k \text{ the share of targets } k)"},
                routes_of_number<flat_loss>),
        trained({.name = "loss",
                 .summary = "Training loss of one step's batch, before its update.",
                 .formula = R"(L_{\mathrm{step}})",
                 .first = {{.name = "step",
                            .kind = ParameterKind::integer,
                            .meaning = "counted from 0; default: the last",
                            .optional = true}}},
                routes_of_curve<false>),
        trained({.name = "gradient_norm",
                 .summary = "Norm of the whole gradient of one step's batch, before clipping.",
                 .formula = R"(\left\|\nabla L_{\mathrm{step}}\right\|)",
                 .first = {{.name = "step",
                            .kind = ParameterKind::integer,
                            .meaning = "counted from 0; default: the last",
                            .optional = true}}},
                routes_of_curve<true>),
        trained(
            {.name = "fate_share",
             .summary = "Share of networks that learned, stayed flat or diverged.",
             .formula = R"(\text{diverged: not finite, or } L > L_{\text{flat}} + 0.5; \quad \text{learned: } )"
                        R"(L < L_{\text{flat}} - 0.1; \quad \text{flat: between})",
             .first = {{.name = "fate",
                        .kind = ParameterKind::choice,
                        .fallback = "learned",
                        .meaning = "which",
                        .choices = {"learned", "flat", "diverged"}}}},
            routes_of_fate),
        trained({.name = "branch_moment",
                 .summary = "Second moment of what a layer adds to the stream, after training.",
                 .formula = R"(\frac{\left\|a F(x)\right\|^2}{\mathrm{width}})",
                 .layer = "0 to layers - 1; default: the last",
                 .first = {when_parameter()}},
                routes_in_time<branch_moment>),
        trained({.name = "second_moment",
                 .summary = "Second moment of the stream after training.",
                 .formula = R"(\frac{\left\|x_{\mathrm{layer}}\right\|^2}{\mathrm{width}})",
                 .layer = position,
                 .first = {when_parameter()}},
                routes_in_time<second_moment>),
        trained({.name = "layer_cosine",
                 .summary = "Cosine of the angle between successive layers after training.",
                 .formula = R"(\cos(x_{\mathrm{layer}}, x_{\mathrm{layer}+1}))",
                 .layer = "0 to layers - 1; default: the last",
                 .first = {when_parameter()}},
                routes_in_time<cosine>),
        trained({.name = "attention_entropy",
                 .summary = "Entropy of the attention weights of a layer after training, in nats.",
                 .formula = R"(-\sum_j a_j \log a_j)",
                 .layer = "0, 2, 4, …: a layer of attention; default: the last",
                 .first = {when_parameter()}},
                routes_in_time<attention_entropy>),
        trained({.name = "gradient_ratio",
                 .summary = "Squared gradient of the first training batch's loss at a layer, over that at the last.",
                 .formula =
                     R"(\frac{\left\|\partial L/\partial x_{\mathrm{layer}}\right\|^2}{\left\|\partial L/\partial x_{\mathrm{layers}}\right\|^2})",
                 .layer = "which x, 0 to layers; default: 0"},
                routes_at_start<gradient_square>),
        trained(
            {.name = "norm_gain_ratio",
             .summary = "The last norm's gain after training, over the mean of the others'.",
             .formula = R"(\frac{\mathrm{rms}(\gamma_{\text{last}})}{\text{mean of } \mathrm{rms}(\gamma)})"},
            routes_of_norm_gain),
        trained({.name = "coordinate_size",
                 .summary = "Root mean square of an activation after training.",
                 .formula = R"(\sqrt{\frac{1}{n} \sum_i (a_i^{(t)})^2})",
                 .layer = "of the activation; default: the last that has it",
                 .first = {activation_of_check()}},
                routes_of_coordinate<false>),
        trained({.name = "coordinate_change",
                 .summary = "Root mean square of an activation's change in training.",
                 .formula = R"(\sqrt{\frac{1}{n} \sum_i (a_i^{(t)} - a_i^{(0)})^2})",
                 .layer = "of the activation; default: the last that has it",
                 .first = {activation_of_check()}},
                routes_of_coordinate<true>),
        slope_quantity(),
    };
}

}  // namespace sigprop
