// How many numbers enter the statistics of a normalisation layer, and the effect of having few.

#include "catalogue/normalization.hpp"
#include "methods/route_formula.hpp"
#include "quantities/normalization/support.hpp"
#include "quantities/rows.hpp"

#include <array>

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

Route recursion(std::function<Answer(long bits, const Context& context)> value) {
    return enclosure(RouteKind::definition, "recursion", std::move(value));
}

// ---- entries behind one mean

struct Shape {
    const NormLayer* layer = nullptr;
    std::array<std::int64_t, 5> sizes{};  ///< batch, channels, length, height, width
    std::int64_t groups = 1;
    std::int64_t leading = 0;  ///< entries that pRMSNorm uses

    [[nodiscard]] std::int64_t channels() const { return sizes[1]; }
};

Shape shape_of(const NormCountArguments& given) {
    Shape shape{.sizes = {given.batch, given.channels, given.length, given.height, given.width},
                .groups = given.groups};
    Rational product = 1;
    for (const std::int64_t size : shape.sizes) product = product * Rational(size);
    if (!product.to_int64())
        throw InputError::about({"batch", "channels", "length", "height", "width"},
                                "the shape has more than 2^63 entries");
    const NormGroupCall call = norm_group_call(given.layer, 0, given.leading, given.channels);
    shape.layer = call.layer;
    shape.leading = static_cast<std::int64_t>(call.rule.leading);
    if (given.given.groups && shape.layer->axes != NormAxes::channel_groups)
        throw InputError::about({"groups"},
                                std::string(shape.layer->name) + " does not use 'groups': group_norm does");
    if (shape.channels() % shape.groups != 0) {
        throw InputError::about({"groups", "channels"},
                                "groups must divide channels = " + std::to_string(shape.channels()) +
                                    ", not " + std::to_string(shape.groups));
    }
    return shape;
}

std::int64_t counted(const Shape& shape) {
    const auto [batch, channels, length, height, width] = shape.sizes;
    const std::int64_t positions = length * height * width;
    switch (shape.layer->axes) {
        case NormAxes::features: return shape.leading == 0 ? channels : shape.leading;
        case NormAxes::batch: return batch * positions;
        case NormAxes::positions: return positions;
        case NormAxes::channel_groups: return channels / shape.groups * positions;
        case NormAxes::output_row: return channels * positions;
        case NormAxes::column: return batch;
    }
    return 0;
}

std::string_view counted_text(const NormLayer& layer) {
    if (layer.takes_share) return "as many entries as it uses";
    switch (layer.axes) {
        case NormAxes::features: return "channels (for each token)";
        case NormAxes::batch: return "batch length height width";
        case NormAxes::positions: return "length height width";
        case NormAxes::channel_groups: return "channels/groups length height width";
        case NormAxes::output_row: return "channels length height width";
        case NormAxes::column: return "batch";
    }
    return "";
}

/// "layer_norm, rms_norm and l2_norm: channels (for each token)"
std::vector<std::string> count_notes() {
    std::vector<std::pair<std::string_view, std::string>> kinds;
    for (const NormLayer& one : norm_layers()) {
        const std::string_view text = counted_text(one);
        const auto kind = std::ranges::find(kinds, text, [](const auto& each) { return each.first; });
        if (kind == kinds.end())
            kinds.emplace_back(text, one.name);
        else
            kind->second.append(", ").append(one.name);
    }
    std::vector<std::string> notes;
    for (auto& [text, names] : kinds) {
        if (const std::size_t last = names.rfind(", "); last != names.npos) names.replace(last, 2, " and ");
        notes.push_back(names.append(": ").append(text));
    }
    return notes;
}

/// Entries with equal labels are normalised together.
std::array<std::int64_t, 6> label(const Shape& shape, const std::array<std::int64_t, 5>& at) {
    const std::int64_t group = at[1] / (shape.channels() / shape.groups);
    const std::int64_t token = (at[2] * shape.sizes[3] + at[3]) * shape.sizes[4] + at[4];
    switch (shape.layer->axes) {
        case NormAxes::features: return {at[0], token, shape.leading > 0 && at[1] >= shape.leading ? 1 : 0};
        case NormAxes::batch: return {at[1]};
        case NormAxes::positions: return {at[0], at[1]};
        case NormAxes::channel_groups: return {at[0], group};
        case NormAxes::output_row: return {at[0]};
        case NormAxes::column: return {at[1], token};
    }
    return {};
}

/// Walks the tensor and counts the entries that are normalised together with its first entry.
Answer walked(const Shape& shape, const Context& context) {
    std::int64_t entries = 1;
    for (const std::int64_t size : shape.sizes) {
        if (entries > static_cast<std::int64_t>(context.budget) / size)
            return {Status::unable, "the tensor's entries exceed the budget"};
        entries *= size;
    }
    std::int64_t count = 0;
    for (std::int64_t i = 0; i < entries; ++i) {
        std::array<std::int64_t, 5> at{};
        std::int64_t rest = i;
        for (std::size_t axis = 5; axis-- > 0; rest /= shape.sizes[axis]) at[axis] = rest % shape.sizes[axis];
        if (label(shape, at) == label(shape, {})) ++count;
    }
    return Ball(count);
}

Routes count_routes(const NormCountArguments& given) {
    const Shape shape = shape_of(given);
    const auto value = [shape](long, const Context&) -> Answer { return Ball(counted(shape)); };
    return {enclosure(RouteKind::closed_form, "closed_form", with_formula(whole(counted(shape)), value)),
            recursion([shape](long, const Context& context) { return walked(shape, context); })};
}

// ---- biased and unbiased

Routes ratio_routes(const UnbiasedRatioArguments& given) {
    const std::int64_t batch = given.batch;
    if (batch == 1) {
        return without_value({Status::domain, "the unbiased variance of one number divides by 0"},
                             "recursion");
    }
    return {constant(RouteKind::closed_form, "closed_form",
                     Formula(Real(Rational(batch))) / Formula(Real(Rational(batch - 1)))),
            recursion([batch](long bits, const Context& context) -> Answer {
                if (static_cast<std::uint64_t>(batch) > context.budget)
                    return {Status::unable, "the batch exceeds the budget"};
                Ball sum = Ball(0).at_precision(bits), squares = sum;
                for (std::int64_t i = 0; i < batch; ++i) {
                    sum += Ball(i % 3);
                    squares += Ball(i % 3 * (i % 3));
                }
                const Ball from_mean = squares - sum * sum / Ball(batch);
                return (from_mean / Ball(batch - 1)) / (from_mean / Ball(batch));
            })};
}

// ---- what epsilon leaves

Routes second_moment_routes(const NormSecondMomentArguments& given) {
    if (compare(given.variance, 0) == 0 && compare(given.epsilon, 0) == 0)
        return without_value({Status::domain, "0/0: an input without variance, and no epsilon"}, "recursion");
    const Formula v{given.variance}, e{given.epsilon};
    return {constant(RouteKind::closed_form, "closed_form", v / (v + e)),
            recursion([given](long bits, const Context&) -> Answer {
                // -3, 1, 2 over their std, sqrt(14/3), has this variance.
                const Ball scale = sqrt(given.variance.at(bits) * 3 / 14);
                const NormRule rule = find_norm_layer("layer_norm")->rule;
                const std::vector<Ball> x = {5 - 3 * scale, 5 + scale, 5 + 2 * scale};
                const NormGroup<Ball> group(rule, x, given.epsilon.at(bits));
                Ball sum = Ball(0).at_precision(bits);
                for (std::size_t i = 0; i < 3; ++i) sum += pow(group.output(i), 2);
                return sum / 3;
            })};
}

}  // namespace

std::vector<Quantity> norm_count_quantities() {
    Quantity count = norm_quantity("norm.statistics_count", count_routes);
    count.formula_notes = count_notes();
    return {std::move(count), quantity("norm.unbiased_ratio", ratio_routes),
            quantity("norm.output_second_moment", second_moment_routes)};
}

}  // namespace sigprop
