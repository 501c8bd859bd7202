// The coordinate check of muP: how far activations move in training, how that grows with the width or the
// depth, and how it grows by theory.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catalogue/training.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"
#include "quantities/training/expected_slope.hpp"
#include "quantities/training/run_quantity.hpp"

namespace sigprop {
namespace {

/// The sublayer that has the activation; of logits and the embedding, which have none, 0.
std::size_t sublayer_of_activation(const TrainingArguments& given, std::int64_t sublayers) {
    using enum ActivationPlace;
    const ActivationPlace what = given.activation_at.value();
    const std::string word(word_of(what));
    if (what == logits || what == embedding) return 0;
    const bool of_attention =
        what == query || what == key || what == scores || what == value || what == mixed;
    const std::int64_t usual = of_attention ? sublayers - 2 : sublayers - 1;
    const std::size_t sublayer = run_sublayer(given.sublayer, usual, sublayers - 1);
    const bool fits = of_attention ? sublayer % 2 == 0 : what != hidden || sublayer % 2 == 1;
    if (!fits)
        throw InputError::about({"sublayer", "activation_at"},
                                "sublayer " + std::to_string(sublayer) + " has no " + word +
                                    ": even sublayers are attention, odd ones are feed-forward");
    return sublayer;
}

std::string name_of_activation(const TrainingArguments& given, std::int64_t sublayers) {
    using enum ActivationPlace;
    const ActivationPlace what = given.activation_at.value();
    const std::string word(word_of(what));
    if (what == logits || what == embedding) return word;
    // the Transformer's name of it
    return "layer " + std::to_string(sublayer_of_activation(given, sublayers)) + " " + word;
}

std::int64_t sublayers_of(const TrainingRequest& request) {
    return static_cast<std::int64_t>(request.architecture.design.steps.size());
}

NumberOfRequest coordinate(const char* what) {
    return [what](const TrainingArguments& given, TrainingRequest& request) {
        request.plan.coordinates = true;
        return run_entry(std::string(what) + " " + name_of_activation(given, sublayers_of(request)));
    };
}

std::int64_t whole_size(const Real& one, const char* name) {
    const std::optional<std::int64_t> size =
        one.rational() ? one.rational()->to_int64() : std::optional<std::int64_t>();
    if (!size)
        throw InputError::about({name}, std::string(name) + " must be whole numbers, not " + one.text());
    return *size;
}

/// One of the designs over which a slope is fitted.
struct SizedRequest {
    TrainingRequest request;
    std::int64_t size;
    std::size_t sublayer;  ///< that of the activation; logits and embedding have none
};

std::vector<SizedRequest> sized_requests(const TrainingArguments& given) {
    const bool by_depth = given.by == GrowthIn::depth;
    const char* const name = by_depth ? "depths" : "widths";
    const bool has_other = by_depth ? given.given.widths : given.given.depths;
    if (has_other) {
        throw InputError::about({by_depth ? "widths" : "depths", "by"},
                                by_depth ? "by=depth is over depths=[…]: remove widths"
                                         : "by=width is over widths=[…]: remove depths, or give by=depth");
    }
    if (!by_depth && given.architecture.given.width)
        throw InputError::about({"width", "widths"}, "the slope is over widths=[…]: remove width");
    if (by_depth && (given.stack.layers || given.stack.sublayers))
        throw InputError::about({"layers", "depths"},
                                "by=depth is over depths=[…]: remove layers and sublayers");
    std::vector<SizedRequest> found;
    for (const Real& one : by_depth ? given.depths.value() : given.widths.value()) {
        const std::int64_t size = whole_size(one, name);
        TrainingArguments own = given;
        if (by_depth) own.stack.layers = size;
        if (!by_depth) own.architecture.width = size;
        TrainingRequest request = training_request(own);
        request.plan.coordinates = true;
        const std::size_t sublayer = sublayer_of_activation(given, sublayers_of(request));
        found.push_back({std::move(request), size, sublayer});
    }
    const auto is_same = [&](const SizedRequest& one) { return one.size == found.front().size; };
    if (found.empty() || std::ranges::all_of(found, is_same)) {
        throw InputError::about({name}, std::string("a slope needs two ") + name + " or more: " +
                                            (by_depth ? "depths=[2, 4, 8]" : "widths=[64, 128, 256]"));
    }
    return found;
}

/// The size after training is that of the larger of what was there and what came.
double exponent_of(const ScalingExponents& found, ActivationNumber of) {
    using enum ActivationNumber;
    return of == change ? found.change : of == start ? found.start : std::max(found.start, found.change);
}

using SlopeByTheory = std::function<Answer(const Context& context)>;

SlopeByTheory slope_by_theory(const TrainingArguments& given, const std::vector<SizedRequest>& all) {
    const auto ends = std::ranges::minmax(all, {}, [](const SizedRequest& one) { return one.size; });
    return [given, is_last = !given.sublayer, small = ends.min,
            large = ends.max](const Context& context) -> Answer {
        std::string reason;
        const std::optional<TrainingPlan> first = resolved(small.request, context, reason);
        const std::optional<TrainingPlan> last =
            first ? resolved(large.request, context, reason) : std::nullopt;
        if (!last) return {Status::unable, reason};
        const ScalingQuestion question = {.small = *first,
                                          .large = *last,
                                          .by_depth = given.by == GrowthIn::depth,
                                          .what = given.activation_at.value(),
                                          .sublayer = small.sublayer,
                                          .is_last = is_last,
                                          .needs_change = given.of != ActivationNumber::start};
        const auto found = expected_exponents(question, reason);
        if (!found) return {Status::unable, reason};
        const double slope = exponent_of(*found, given.of.value());
        if (!std::isfinite(slope)) return {Status::domain, "what is 0 at every size has no slope"};
        return Ball(slope);
    };
}

std::vector<Route> routes_of_expected_slope(const TrainingArguments& given) {
    // The bits do not matter: an eighth of a whole number is exact.
    const auto rule = [slope = slope_by_theory(given, sized_requests(given))](long, const Context& context) {
        return slope(context);
    };
    return {enclosure(RouteKind::closed_form, "closed_form", rule)};
}

/// Whoever reads a measured slope wants to know what it means, and which one is right.
std::string expectation_text(const Ball& slope, const Answer& by_theory, bool by_depth) {
    const char* const size = by_depth ? "depth" : "width";
    constexpr double errors = 3;
    const double error = errors * slope.radius_double();
    std::string text = slope.to_double() - error > 0 ? fmt::format("it grows with the {}", size)
                       : slope.to_double() + error < 0
                           ? fmt::format("it does not grow with the {}, but falls", size)
                           : fmt::format("no growth with the {} is seen", size);
    if (by_theory.status == Status::ok)
        text += fmt::format("; theory: {:g} at infinite {} (training.expected_slope)",
                            by_theory.value.to_double(), size);
    return text;
}

std::vector<Route> routes_of_slope(const TrainingArguments& given) {
    using enum ActivationNumber;
    const char* const prefix = given.of == change ? "change " : given.of == size ? "size " : "start size ";
    const bool by_depth = given.by == GrowthIn::depth;
    std::vector<SizedRequest> all = sized_requests(given);
    const auto remark = [theory = slope_by_theory(given, all), by_depth](const Ball& slope,
                                                                         const Context& context) {
        return expectation_text(slope, theory(context), by_depth);
    };
    std::vector<SlopePoint> points;
    for (SizedRequest& one : all) {
        const std::string name = name_of_activation(given, sublayers_of(one.request));
        points.push_back({std::move(one.request), run_entry(prefix + name), static_cast<double>(one.size),
                          (by_depth ? "depth " : "width ") + std::to_string(one.size)});
    }
    return {training_slope_route(std::move(points), remark)};
}

}  // namespace

std::vector<Quantity> coordinate_quantities() {
    return {training_quantity("training.coordinate_size", coordinate("size")),
            training_quantity("training.coordinate_change", coordinate("change")),
            quantity("training.coordinate_slope", routes_of_slope),
            quantity("training.expected_slope", routes_of_expected_slope)};
}

}  // namespace sigprop
