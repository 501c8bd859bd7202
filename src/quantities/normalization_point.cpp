// Normalisation at a given input: what comes out, its derivatives, and the gradient that a backward pass
// should return.

#include "methods/finite_difference.hpp"
#include "quantities/norm_support.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sigprop {
namespace {

using Routes = std::vector<RoutePlan>;

constexpr std::array<const char*, 4> places = {"inside_root", "outside_root", "floor", "floor_of_square"};

// ---- the call

NormPoint point_of(const Arguments& arguments) {
    NormPoint point;
    point.x = arguments.reals("x");
    for (const Real& one : point.x) require_finite(one, "x");
    point.call = norm_call(arguments, static_cast<std::int64_t>(point.x.size()));
    const auto place = std::ranges::find(places, arguments.choice("epsilon_place"));
    if (place != places.end())
        point.call.rule.epsilon_place = static_cast<EpsilonPlace>(place - places.begin());
    const std::int64_t correction = arguments.integer("correction");
    if (correction != 0 && correction != 1)
        throw InputError("correction must be 0 or 1, not " + std::to_string(correction));
    if (correction == 1 && !point.call.is_about_mean())
        throw InputError(std::string(point.call.layer->name) + " does not use 'correction': it has no std");
    point.call.rule.correction = static_cast<int>(correction);
    return point;
}

/// The number at this index of a list, or of one number for all.
Real entry_of(const Arguments& arguments, const std::string& name, std::size_t index, std::size_t size) {
    const std::vector<Real>& values = arguments.reals(name);
    if (values.size() != 1 && values.size() != size) {
        throw InputError(name + " must be one number or one for each of the " + std::to_string(size) +
                         " entries of x, not " + std::to_string(values.size()));
    }
    for (const Real& one : values) require_finite(one, name);
    return values[values.size() == 1 ? 0 : index];
}

std::vector<Real> entries_of(const Arguments& arguments, const std::string& name, std::size_t size) {
    std::vector<Real> all;
    for (std::size_t i = 0; i < size; ++i) all.push_back(entry_of(arguments, name, i, size));
    return all;
}

std::size_t index_of(const Arguments& arguments, const std::string& name, std::size_t size) {
    const std::int64_t index = arguments.integer(name);
    if (index < 0 || index >= static_cast<std::int64_t>(size)) {
        throw InputError(name + " must be in 0 to " + std::to_string(size - 1) + ", not " +
                         std::to_string(index));
    }
    return static_cast<std::size_t>(index);
}

SettledPoint settle(const Arguments& arguments, bool with_derivative) {
    const NormPoint point = point_of(arguments);
    if (point.call.rule.correction >= point.call.size) {
        return {point, {Status::domain, "the unbiased variance of one entry divides by 0"}};
    }
    return settled(point, with_derivative);
}

// ---- the output

Routes output_routes(const Arguments& arguments) {
    const SettledPoint at = settle(arguments, false);
    const std::size_t size = at.point.x.size();
    const std::size_t index = index_of(arguments, "index", size);
    const Real weight = entry_of(arguments, "weight", index, size);
    const Real bias = entry_of(arguments, "bias", index, size);
    if (!at.has_value()) return without_value(at.obstacle, "recursion");
    const NormCall& call = at.point.call;
    const bool is_zero = at.is_flat && call.rule.centre != NormCentre::none;
    const auto scaled = [weight, bias, is_zero](const Ball& y, long bits) {
        return (is_zero ? Ball(0) : y * weight.at(bits)) + bias.at(bits);
    };
    return {enclosure(Route::closed_form, "closed_form",
                      [=](long bits, const Context&) -> Computed {
                          const std::vector<Ball> x = at.point.at(bits);
                          const Ball epsilon = call.epsilon.at(bits);
                          return scaled(NormGroup<Ball>(call.rule, x, epsilon).output(index), bits);
                      }),
            enclosure(Route::definition, "recursion", [=](long bits, const Context&) -> Computed {
                const PairedGroup<Ball> group(call.rule, at.point.entries(bits), call.epsilon.at(bits));
                return scaled(group.output(index), bits);
            })};
}

// ---- derivatives

/// sum_i g_i dy_i/dx_column at a point: an entry of the Jacobian (g = w_row e_row) or of the gradient.
struct Slope {
    SettledPoint at;
    std::vector<Real> cotangent;
    std::size_t column = 0;
};

Computed by_rule(const Slope& slope, long bits) {
    const NormCall& call = slope.at.point.call;
    const std::vector<Ball> x = slope.at.point.at(bits);
    const NormGroup<Ball> group(call.rule, x, call.epsilon.at(bits));
    Ball sum = Ball(0).at_precision(bits), along = sum;
    for (std::size_t i = 0; i < x.size(); ++i) {
        sum += slope.cotangent[i].at(bits);
        // Where nothing but epsilon divides, y = 0 and the divisor does not move.
        if (!slope.at.is_flat) along += slope.cotangent[i].at(bits) * group.output(i);
    }
    const Ball moving = slope.at.is_flat ? Ball(0) : group.divisor_slope(slope.column) * along;
    const Ball own = slope.cotangent[slope.column].at(bits);
    return (own - group.centre_slope(slope.column) * sum - moving) / group.statistics().divisor;
}

Computed by_pairs(const Slope& slope, long bits) {
    const NormCall& call = slope.at.point.call;
    const BallDual epsilon(call.epsilon.at(bits), Ball(0));
    const PairedGroup<BallDual> group(call.rule, slope.at.point.along(slope.column, bits), epsilon);
    Ball sum = Ball(0).at_precision(bits);
    for (std::size_t i = 0; i < slope.cotangent.size(); ++i) {
        const Ball g = slope.cotangent[i].at(bits);
        if (!g.is_exact() || !g.contains_zero()) sum += g * group.output(i).slope;
    }
    return sum;
}

/// The function of one entry that the estimates differentiate, in doubles or complex numbers.
template <class Scalar>
Scalar output_along(const Slope& slope, std::vector<Scalar> x, const Scalar& moved) {
    x[slope.column] = moved;
    const NormCall& call = slope.at.point.call;
    const NormGroup<Scalar> group(call.rule, x, Scalar(call.epsilon.to_double()));
    Scalar sum(0.0);
    for (std::size_t i = 0; i < x.size(); ++i)
        if (slope.cotangent[i].to_double() != 0)
            sum = sum + Scalar(slope.cotangent[i].to_double()) * group.output(i);
    return sum;
}

/// What rounding x and every operation may cost the derivative; infinite where doubles are too coarse.
double rounding_of(const Slope& slope) {
    const NormCall& call = slope.at.point.call;
    std::vector<double> x;
    for (const Real& one : slope.at.point.x) x.push_back(one.to_double());
    const NormGroup<double> group(call.rule, x, call.epsilon.to_double());
    const double divisor = group.statistics().divisor;
    double size = 0, most = 0, weight = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        size = std::fmax(size, std::fabs(x[i]));
        most = std::fmax(most, std::fabs(group.output(i)));
        weight += std::fabs(slope.cotangent[i].to_double());
    }
    const double condition = 1 + size / divisor;
    if (!(condition < 0x1p20)) return HUGE_VAL;
    return 0x1p-46 * condition * (1 + most) * (1 + most) * static_cast<double>(x.size()) * weight / divisor;
}

/// How far entry `column` may go before another formula holds; infinite when it never does.
double room(const Slope& slope) {
    const NormRule& rule = slope.at.point.call.rule;
    std::vector<double> x;
    for (const Real& one : slope.at.point.x) x.push_back(one.to_double());
    const double epsilon = slope.at.point.call.epsilon.to_double();
    const NormStatistics<double> found = norm_statistics<double>(rule, x, epsilon);
    double least = HUGE_VAL;
    if (found.is_floored) {
        const bool of_square = rule.epsilon_place == EpsilonPlace::floor_of_square;
        least = (of_square ? std::sqrt(epsilon) : epsilon) - found.spread;
    }
    if (rule.spread != NormSpread::range) return least;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const bool may_change = i == found.lowest || i == found.highest || slope.column == found.lowest ||
                                slope.column == found.highest;
        if (i != slope.column && may_change)
            least = std::fmin(least, std::fabs(x[i] - x[slope.column]));
    }
    return least;
}

Computed estimated(const Slope& slope, bool is_complex) {
    const double rounding = rounding_of(slope);
    if (!std::isfinite(rounding))
        return {Status::unable, "the entries differ too little from each other, or from 0, for doubles"};
    std::vector<double> x;
    for (const Real& one : slope.at.point.x) x.push_back(one.to_double());
    const std::vector<std::complex<double>> z(x.begin(), x.end());
    const double at = x[slope.column];
    const double most = room(slope) / 2;
    const DerivativeEstimate found =
        is_complex
            ? complex_step_derivative(
                  [&](std::complex<double> moved) { return output_along(slope, z, moved); }, at)
            : richardson_difference([&](double moved) { return output_along(slope, x, moved); }, at,
                                    {.largest_step = std::isfinite(most) ? most : 0});
    if (!std::isfinite(found.value) || !std::isfinite(found.error))
        return {Status::unable, "no value in double precision"};
    return Ball(found.value).at_precision(64).widened(Ball(found.error + rounding));
}

Routes slope_routes(Slope slope) {
    if (!slope.at.has_value()) return without_value(slope.at.obstacle, "dual");
    Routes routes = {enclosure(Route::closed_form, "closed_form",
                               [slope](long bits, const Context&) { return by_rule(slope, bits); }),
                     enclosure(Route::definition, "dual",
                               [slope](long bits, const Context&) { return by_pairs(slope, bits); })};
    if (slope.at.is_flat) return routes;  // at the tip of a cone doubles see nothing but rounding
    routes.push_back(estimate("finite_difference", [slope] { return estimated(slope, false); }));
    routes.push_back(estimate("complex_step", [slope] { return estimated(slope, true); }));
    return routes;
}

Routes jacobian_routes(const Arguments& arguments) {
    Slope slope{settle(arguments, true), {}, 0};
    const std::size_t size = slope.at.point.x.size();
    const std::size_t row = index_of(arguments, "row", size);
    slope.column = index_of(arguments, "column", size);
    slope.cotangent.assign(size, Real(0));
    slope.cotangent[row] = entry_of(arguments, "weight", row, size);
    return slope_routes(std::move(slope));
}

Routes gradient_routes(const Arguments& arguments) {
    Slope slope{settle(arguments, true), {}, 0};
    const std::size_t size = slope.at.point.x.size();
    slope.column = index_of(arguments, "index", size);
    if (arguments.reals("dy").size() != size) {
        throw InputError("dy must have as many entries as x, " + std::to_string(size) + ", not " +
                         std::to_string(arguments.reals("dy").size()));
    }
    const std::vector<Real> dy = entries_of(arguments, "dy", size);
    const std::vector<Real> weight = entries_of(arguments, "weight", size);
    for (std::size_t i = 0; i < size; ++i) slope.cotangent.push_back(dy[i] * weight[i]);
    return slope_routes(std::move(slope));
}

// ---- the table

std::vector<Parameter> parameters(std::vector<Parameter> own, bool with_bias) {
    const Parameter x = {"x", ParameterKind::reals, std::nullopt,
                         "the entries that share statistics, [x0, x1, …]: a token's features (layer_norm), a "
                         "channel over the batch (batch_norm)"};
    std::vector<Parameter> all = {norm_layer_parameter(NormChoice::all), x};
    std::ranges::move(own, std::back_inserter(all));
    all.push_back(norm_epsilon_parameter());
    all.push_back({"weight", ParameterKind::reals, "1", "gamma: one number for all entries, or a list"});
    if (with_bias)
        all.push_back({"bias", ParameterKind::reals, "0", "beta: one number for all entries, or a list"});
    std::ranges::move(norm_leading_parameters(), std::back_inserter(all));
    all.push_back({"correction", ParameterKind::integer, "0", "std divides by n - correction: 0 or 1"});
    all.push_back({"epsilon_place",
                   ParameterKind::choice,
                   "own",
                   "own: the layer's; sqrt(s^2 + eps), s + eps, max(s, eps) or sqrt(max(s^2, eps))",
                   {"own", places[0], places[1], places[2], places[3]}});
    return all;
}

Parameter index_parameter(const char* name, const char* meaning) {
    return {name, ParameterKind::integer, std::nullopt, meaning};
}

const char* const units =
    "indices count from 0. `domain` where the divisor is zero without epsilon: x = 0, or equal entries of a "
    "centred layer; with epsilon > 0 a centred layer returns exactly its bias there, so that LayerNorm of one "
    "feature does for every input. c: mean (layer_norm, batch_norm, …), smallest entry (min_max) or 0; r: "
    "rms, std (1/n), length, or max - min, with epsilon. ";

const std::vector<std::string> slope_notes = {
    "closed_form: (delta_ij - dc/dx_j - y_i dr/dx_j)/r, a perturbation of the identity of rank two",
    "definition: dual numbers over balls, of the rule written in differences of pairs (dual)",
    "definition: differences in double precision, extrapolated (finite_difference), an estimate",
    "definition: a step along the imaginary axis (complex_step), an estimate"};

}  // namespace

std::vector<Quantity> normalization_point_quantities() {
    const char* const source =
        "Ba et al. 2016, arXiv:1607.06450; Zhang and Sennrich 2019, arXiv:1910.07467; Ioffe and Szegedy 2015, "
        "arXiv:1502.03167; own derivation of the Jacobian";
    return {{"norm.output",
             {},
             "An entry of what a normalisation layer makes of a given input.",
             "y_i = weight_i (x_i - c)/r + bias_i",
             std::string(units) + "BatchNorm as in training: by the statistics of x",
             source,
             parameters({index_parameter("index", "i: which entry, from 0")}, true),
             {"closed_form: the rule in balls",
              "definition: the rule in differences of pairs, sum (x - mean)^2 = sum over pairs (x_i - x_j)^2/n "
              "(recursion)"},
             output_routes},
            {"norm.jacobian",
             {},
             "An entry of a normalisation layer's Jacobian at a given input.",
             "J_ij = weight_i dy_i/dx_j; of RMSNorm (delta_ij - y_i y_j/n)/rms",
             std::string(units) + "`domain` where min, max or a floor has a kink",
             source,
             parameters({index_parameter("row", "i: which output, from 0"),
                         index_parameter("column", "j: with respect to which input, from 0")},
                        false),
             slope_notes,
             jacobian_routes},
            {"norm.gradient",
             {"norm.vjp"},
             "An entry of the gradient that a normalisation layer's backward pass returns.",
             "dx_j = sum_i dy_i weight_i dy_i/dx_j",
             std::string(units) + "dy: the gradient with respect to the outputs",
             source,
             parameters({{"dy", ParameterKind::reals, std::nullopt, "dL/dy, as many numbers as x has"},
                         index_parameter("index", "j: with respect to which input, from 0")},
                        false),
             slope_notes,
             gradient_routes}};
}

}  // namespace sigprop
