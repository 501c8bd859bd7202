// How far a numerical Jacobian of a normalisation layer is from the exact one: tests the usual check of a
// backward pass.

#include <sigprop/core/random/random.hpp>

#include "catalogue/normalization.hpp"
#include "quantities/normalization/schemes.hpp"
#include "quantities/normalization/settled.hpp"

#include <cmath>

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

struct Checked {
    SettledPoint at;
    SchemeInput input;
};

double step_of(const NormErrorArguments& given) {
    if (!given.step) return usual_step(given.scheme);
    if (given.scheme == JacobianScheme::dual) throw InputError::about({"step"}, "dual does not use 'step'");
    const double step = given.step->to_double();
    if (!(step > 0) || !std::isfinite(step))
        throw InputError::about({"step"}, "step is beyond the range of doubles");
    return step;
}

Checked checked(const NormErrorArguments& given) {
    const NormGroupCall call = norm_group_call(given.layer, given.epsilon, given.leading, given.dim);
    SchemeInput input{call.rule, std::vector<double>(static_cast<std::size_t>(given.dim)),
                      call.epsilon.to_double(), given.scheme, step_of(given)};
    RandomStream(static_cast<std::uint64_t>(given.seed), "norm.jacobian_error").fill_normals(0, input.x);
    NormPoint point{call, {input.x.begin(), input.x.end()}};
    return {settled(std::move(point), true), std::move(input)};
}

/// Whether J = 0 because no direction survives; the rule must be settled.
bool is_zero(const NormGroupCall& call) {
    const bool centred = call.rule.centre != NormCentre::none;
    const bool keeps_input = compare(call.epsilon, 0) != 0;
    return call.size - (centred ? 1 : 0) - (keeps_input ? 0 : 1) <= 0;
}

/// The exact column j of the Jacobian at a point.
using ExactColumn = std::function<std::vector<Ball>(const NormPoint& point, std::size_t j, long bits)>;

std::vector<Ball> column_by_rule(const NormPoint& point, std::size_t j, long bits) {
    const std::vector<Ball> x = point.at(bits);
    const NormGroup<Ball> group(point.call.rule, x, point.call.epsilon.at(bits));
    const Ball centre = group.centre_slope(j), slope = group.divisor_slope(j);
    std::vector<Ball> column;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Ball moved = centre + group.output(i) * slope;
        column.push_back((Ball(i == j ? 1 : 0) - moved) / group.statistics().divisor);
    }
    return column;
}

std::vector<Ball> column_by_slopes(const NormPoint& point, std::size_t j, long bits) {
    std::vector<BallDual> x;
    for (const NormEntries<BallDual>& one : point.along(j, bits)) x.push_back(one.value);
    const NormGroup<BallDual> group(point.call.rule, x, {point.call.epsilon.at(bits), Ball(0)});
    std::vector<Ball> column;
    for (std::size_t i = 0; i < x.size(); ++i) column.push_back(group.output(i).slope);
    return column;
}

/// Compares all dim^2 entries: so dim is at most 256.
Answer relative_error(const Checked& one, const ExactColumn& exact, long bits, const Context& context) {
    Ball wrong = Ball(0).at_precision(bits), all = wrong;
    for (std::size_t j = 0; j < one.input.x.size(); ++j) {
        context.check_cancelled();
        const std::vector<double> found = scheme_column(one.input, j);
        const std::vector<Ball> column = exact(one.at.point, j, bits);
        for (std::size_t i = 0; i < column.size(); ++i) {
            if (!std::isfinite(found[i]))
                return {Status::domain, "the arithmetic of the scheme overflows at this step"};
            wrong += pow(Ball(found[i]) - column[i], 2);
            all += pow(column[i], 2);
        }
    }
    return sqrt(wrong / all);
}

Routes error_routes(const NormErrorArguments& given) {
    const Checked one = checked(given);
    if (!one.at.has_value()) return without_value(one.at.obstacle, "dual");
    if (is_zero(one.at.point.call))
        return without_value({Status::domain, "J = 0: an error relative to it is 0/0"}, "dual");
    const auto by = [one](const ExactColumn& exact) {
        return [one, exact](long bits, const Context& context) {
            return relative_error(one, exact, bits, context);
        };
    };
    return {enclosure(RouteKind::closed_form, "closed_form", by(column_by_rule)),
            enclosure(RouteKind::definition, "dual", by(column_by_slopes))};
}

}  // namespace

std::vector<Quantity> norm_error_quantities() { return {norm_quantity("norm.jacobian_error", error_routes)}; }

}  // namespace sigprop
