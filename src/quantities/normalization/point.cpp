// Normalisation at a given input: the output, its derivatives, and the gradient that a backward pass should
// return.

#include "catalogue/normalization.hpp"
#include "methods/route_formula.hpp"
#include "quantities/normalization/settled.hpp"
#include "quantities/normalization/slope.hpp"
#include "quantities/normalization/written_group.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

// ---- the call

EpsilonPlace place_of(NormEpsilonPlace place, EpsilonPlace own) {
    switch (place) {
        case NormEpsilonPlace::own: return own;
        case NormEpsilonPlace::inside_root: return EpsilonPlace::inside_root;
        case NormEpsilonPlace::outside_root: return EpsilonPlace::outside_root;
        case NormEpsilonPlace::floor: return EpsilonPlace::floor;
        case NormEpsilonPlace::floor_of_square: return EpsilonPlace::floor_of_square;
    }
    return own;
}

NormPoint point_of(const NormPointArguments& given) {
    const auto size = static_cast<std::int64_t>(given.x.size());
    NormPoint point{norm_group_call(given.layer, given.epsilon, given.leading, size), given.x};
    NormRule& rule = point.call.rule;
    rule.epsilon_place = place_of(given.epsilon_place, rule.epsilon_place);
    if (given.correction == 1 && !point.call.is_about_mean())
        throw InputError::about({"correction"}, std::string(point.call.layer->name) +
                                                    " does not use 'correction': it has no std");
    rule.correction = static_cast<int>(given.correction);
    return point;
}

/// The number at this index of a list, or the single number given for all.
Real entry_of(const std::vector<Real>& values, const std::string& name, std::size_t index, std::size_t size) {
    if (values.size() != 1 && values.size() != size) {
        throw InputError::about({name}, name + " must be one number or one for each of the " +
                                            std::to_string(size) + " entries of x, not " +
                                            std::to_string(values.size()));
    }
    return values[values.size() == 1 ? 0 : index];
}

std::size_t index_of(std::int64_t index, const std::string& name, std::size_t size) {
    if (index >= static_cast<std::int64_t>(size)) {
        throw InputError::about({name}, name + " must be at most " + std::to_string(size - 1) + ", not " +
                                            std::to_string(index) + ": x has " + std::to_string(size) +
                                            (size == 1 ? " entry" : " entries") + ", counted from 0");
    }
    return static_cast<std::size_t>(index);
}

SettledPoint settle(const NormPointArguments& given, bool with_derivative) {
    const NormPoint point = point_of(given);
    if (point.call.rule.correction >= point.call.size) {
        return {point, {Status::domain, "the unbiased variance of one entry divides by 0"}};
    }
    return settled(point, with_derivative);
}

// ---- the output

Routes output_routes(const NormPointArguments& given) {
    const SettledPoint at = settle(given, false);
    const std::size_t size = at.point.x.size();
    const std::size_t index = index_of(given.index.value(), "index", size);
    const Real weight = entry_of(given.weight, "weight", index, size);
    const Real bias = entry_of(given.bias.value(), "bias", index, size);
    if (!at.has_value()) return without_value(at.obstacle, "recursion");
    const NormGroupCall& call = at.point.call;
    const bool is_zero = at.is_flat && call.rule.centre != NormCentre::none;
    const auto scaled = [weight, bias, is_zero](const Ball& y, long bits) {
        return (is_zero ? Ball(0) : y * weight.at(bits)) + bias.at(bits);
    };
    std::optional<Formula> formula = is_zero ? Formula(bias) : written_output(at.point, index);
    if (formula && !is_zero) formula = *formula * Formula(weight) + Formula(bias);
    const auto by_rule = [=](long bits, const Context&) -> Answer {
        const std::vector<Ball> x = at.point.at(bits);
        const Ball epsilon = call.epsilon.at(bits);
        return scaled(NormGroup<Ball>(call.rule, x, epsilon).output(index), bits);
    };
    return {enclosure(RouteKind::closed_form, "closed_form", with_formula(std::move(formula), by_rule)),
            enclosure(RouteKind::definition, "recursion", [=](long bits, const Context&) -> Answer {
                const PairedGroup<Ball> group(call.rule, at.point.entries(bits), call.epsilon.at(bits));
                return scaled(group.output(index), bits);
            })};
}

// ---- derivatives

Routes jacobian_routes(const NormPointArguments& given) {
    NormSlope slope{settle(given, true), {}, 0};
    const std::size_t size = slope.at.point.x.size();
    const std::size_t row = index_of(given.row.value(), "row", size);
    slope.column = index_of(given.column.value(), "column", size);
    slope.cotangent.assign(size, Real(0));
    slope.cotangent[row] = entry_of(given.weight, "weight", row, size);
    return norm_slope_routes(slope);
}

Routes gradient_routes(const NormPointArguments& given) {
    NormSlope slope{settle(given, true), {}, 0};
    const std::size_t size = slope.at.point.x.size();
    slope.column = index_of(given.index.value(), "index", size);
    const std::vector<Real>& dy = given.dy.value();
    if (dy.size() != size) {
        throw InputError::about({"dy"}, "dy must have as many entries as x, " + std::to_string(size) +
                                            ", not " + std::to_string(dy.size()));
    }
    for (std::size_t i = 0; i < size; ++i)
        slope.cotangent.push_back(dy[i] * entry_of(given.weight, "weight", i, size));
    return norm_slope_routes(slope);
}

}  // namespace

std::vector<Quantity> norm_point_quantities() {
    return {norm_quantity("norm.output", output_routes), norm_quantity("norm.jacobian", jacobian_routes),
            norm_quantity("norm.gradient", gradient_routes)};
}

}  // namespace sigprop
