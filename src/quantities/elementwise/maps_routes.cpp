// Routes of elementwise.{fit_alpha, fit_c, excess_error, error, jacobian_mismatch}.

#include "catalogue/elementwise.hpp"
#include "quantities/elementwise/maps.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr std::int64_t max_sampled_vector = 16;  // dimension up to which errors are sampled, too
constexpr std::int64_t max_sampled_pair = 8;
constexpr double work_of_a_node = 50;  // cost of a table's node, in evaluations of an integrand

/// A form and its parameter, as a call gives them.
struct Call {
    std::int64_t dim = 1;
    Substitute form = Substitute::dyt;
    std::optional<Real> parameter;  ///< for inputs of std 1; none: the fitted parameter
};

/// InputError where the call gives a parameter that its form does not have.
void check_parameters(const MapErrorArguments& given) {
    const std::string why = " is not a parameter of " + std::string(word_of(given.form)) +
                            (given.form == ElementwiseMap::best ? ", which has none" : "");
    if (given.alpha && given.form != ElementwiseMap::dyt) throw InputError::about({"alpha"}, "alpha" + why);
    if (given.c && given.form != ElementwiseMap::dyisru) throw InputError::about({"c"}, "c" + why);
}

Call read_call(const MapErrorArguments& given) {
    check_parameters(given);
    const bool is_dyt = given.form == ElementwiseMap::dyt;
    Call call{given.dim, is_dyt ? Substitute::dyt : Substitute::dyisru, std::nullopt};
    if (is_dyt && given.alpha) call.parameter = *given.alpha * given.std;
    if (!is_dyt && given.c) call.parameter = *given.c / (given.std * given.std);
    return call;
}

std::vector<Route> zero() {
    return {constant(RouteKind::closed_form, "closed_form", 0),
            constant(RouteKind::definition, "recursion", pow(Formula(1), 2) - 1)};
}

std::vector<Route> undefined(const std::string& reason) {
    return without_value({Status::domain, reason}, "arb_trapezoid");
}

const char* const no_best_alpha =
    "with dim = 1 the output is the sign of x: tanh(alpha x) improves as alpha grows, so no alpha is best";

Formula length(std::int64_t dim) {
    Formula square = pow(Formula::variable(0), 2);
    for (int i = 1; i < dim; ++i) square = square + pow(Formula::variable(i), 2);
    return sqrt(square);
}

/// The form without its factor sqrt(dim), in x0.
Formula form_of(const Call& call) {
    const Formula x = Formula::variable(0);
    const auto fit = [call](long bits) {
        return MapMeans(MapForm::tricomi, call.dim, bits).fitted_parameter(call.form, {}).value;
    };
    const Formula p = call.parameter ? *call.parameter : Real("fit", fit);
    return call.form == Substitute::dyt ? tanh(p * x) : x / sqrt(pow(x, 2) + p);
}

using FromMeans = std::function<Ball(const MapMeans& means, const Ball& p, long bits)>;

/// A number made of means over the table, computed with as many more bits as it loses.
Route of_means(RouteKind route, MapForm map, const Call& call, double lost_per_octave,
               const FromMeans& value) {
    return enclosure(route, route == RouteKind::closed_form ? "closed_form" : "arb_trapezoid",
                     [=](long bits, const Context& context) -> Answer {
                         const double octaves = std::log2(static_cast<double>(call.dim));
                         const long working = bits + static_cast<long>(lost_per_octave * octaves) + 8;
                         if (auto reason = beyond_budget(call.dim, working, context)) return *reason;
                         const MapMeans means(map, call.dim, working);
                         const Answer p = call.parameter ? Answer(call.parameter->at(working + 16))
                                                         : means.fitted_parameter(call.form, context);
                         if (p.status != Status::ok) return p;
                         return value(means, p.value, working);
                     });
}

Ball distance(const Call& call, const MapMeans& means, const Ball& p) {
    return Ball(call.dim) * means.distance(call.form, p);
}

/// E g^2 - 2 E g f*; adding E f*^2 or E y^2 = 1 makes it a mean square error.
Ball expanded(const Call& call, const MapMeans& means, const Ball& p) {
    return Ball(call.dim) * (means.square(call.form, p) - 2 * means.product(call.form, p));
}

/// The mean of one diagonal entry of the Jacobian times that of another vector that shares x_0 alone: E v'^2.
Route of_paired_entries(std::int64_t dim) {
    const auto entry = [dim](std::int64_t first) {
        Formula square = pow(Formula::variable(0), 2);
        for (std::int64_t i = first; i < first + dim - 1; ++i)
            square = square + pow(Formula::variable(static_cast<int>(i)), 2);
        return (1 - pow(Formula::variable(0), 2) / square) / sqrt(square);
    };
    const Formula d = whole(dim);
    return expectation({entry(1) * entry(dim)}, Law::normals(static_cast<int>(2 * dim - 1)),
                       1 - d * (d - 2) / (d - 1) * Formula::variable());
}

/// The slope of the best map is the mean of the diagonal entry, given the input entry: what it misses is what
/// is off the diagonal, and how the entry scatters.
std::vector<Route> best_mismatch_routes(const MapErrorArguments& given) {
    check_parameters(given);
    const std::int64_t dim = given.dim;
    const auto by = [dim](RouteKind route, const char* method, MapForm map) {
        return enclosure(route, method, [=](long bits, const Context& context) -> Answer {
            const long working = bits + static_cast<long>(std::log2(static_cast<double>(dim))) + 8;
            // Such a mean needs as many nodes as in one dimension, where the map does not vanish at zero.
            if (auto reason = beyond_budget(1, working, context)) return *reason;
            const Ball d = Ball(dim).at_precision(working + 16);
            return 1 - d * (d - 2) / (d - 1) * best_map_slope_square(map, dim, working);
        });
    };
    std::vector<Route> routes = {by(RouteKind::closed_form, "closed_form", MapForm::tricomi),
                                 by(RouteKind::definition, "arb_trapezoid", MapForm::correlation)};
    if (dim <= max_sampled_pair) routes.push_back(of_paired_entries(dim));
    return routes;
}

}  // namespace

std::vector<Route> map_fit_routes(Substitute form, const MapFitArguments& given) {
    const std::int64_t dim = given.dim;
    if (dim == 1) return form == Substitute::dyt ? undefined(no_best_alpha) : zero();
    const auto by = [=](MapForm map) {
        return [=, std = given.std](long bits, const Context& context) -> Answer {
            if (auto reason = beyond_budget(dim, bits + 8, context)) return *reason;
            Answer p = MapMeans(map, dim, bits + 8).fitted_parameter(form, context);
            if (p.status != Status::ok) return p;
            const Ball scale = std.at(bits + 32);
            return form == Substitute::dyt ? p.value / scale : p.value * pow(scale, 2);
        };
    };
    return {enclosure(RouteKind::closed_form, "closed_form", by(MapForm::tricomi)),
            enclosure(RouteKind::definition, "arb_trapezoid", by(MapForm::correlation))};
}

std::vector<Route> map_excess_routes(const MapErrorArguments& given) {
    const Call call = read_call(given);
    if (call.dim == 1 && !call.parameter)
        return call.form == Substitute::dyt ? undefined(no_best_alpha) : zero();
    // The excess falls like dim^-2 (dyt) and dim^-4 (dyisru).
    const double lost = call.form == Substitute::dyt ? 2 : 4;
    return {of_means(RouteKind::closed_form, MapForm::tricomi, call, lost,
                     [=](const MapMeans& means, const Ball& p, long) { return distance(call, means, p); }),
            of_means(RouteKind::definition, MapForm::correlation, call, lost,
                     [=](const MapMeans& means, const Ball& p, long bits) {
                         return best_map_second_moment(call.dim, bits) + expanded(call, means, p);
                     })};
}

std::vector<Route> map_error_routes(const MapErrorArguments& given) {
    const Call call = read_call(given);
    if (call.dim == 1 && !call.parameter)
        return call.form == Substitute::dyt ? undefined(no_best_alpha) : zero();
    std::vector<Route> routes = {
        of_means(RouteKind::closed_form, MapForm::tricomi, call, 1,
                 [=](const MapMeans& means, const Ball& p, long bits) {
                     return 1 - best_map_second_moment(call.dim, bits) + distance(call, means, p);
                 }),
        of_means(RouteKind::definition, MapForm::correlation, call, 1,
                 [=](const MapMeans& means, const Ball& p, long) { return 1 + expanded(call, means, p); })};
    if (call.dim > 1 && call.dim <= max_sampled_vector) {
        const Formula root = sqrt(whole(call.dim));
        const Formula difference = root * form_of(call) - root * Formula::variable(0) / length(call.dim);
        routes.push_back(
            expectation({pow(difference, 2)}, Law::normals(static_cast<int>(call.dim)), Formula::variable()));
    }
    return routes;
}

std::vector<Route> map_mismatch_routes(const MapErrorArguments& given) {
    if (given.dim == 1) return undefined("with dim = 1 the Jacobian of the normalisation is zero");
    if (given.dim == 2) return undefined("with dim = 2 the mean square of the Jacobian is infinite");
    if (given.form == ElementwiseMap::best) return best_mismatch_routes(given);
    const Call call = read_call(given);
    const auto ratio = [=](const Ball& square, const Ball& product) {
        const Ball d = Ball(call.dim).at_precision(square.precision());
        return 1 + d * (d - 2) / (d - 1) * (square - 2 * product);
    };
    std::vector<Route> routes = {of_means(RouteKind::closed_form, MapForm::tricomi, call, 1,
                                          [=](const MapMeans& means, const Ball& p, long) {
                                              return ratio(means.derivative_square(call.form, p),
                                                           means.derivative_product_by_parts(call.form, p));
                                          }),
                                 of_means(RouteKind::definition, MapForm::correlation, call, 1,
                                          [=](const MapMeans& means, const Ball& p, long) {
                                              return ratio(means.derivative_square(call.form, p),
                                                           means.derivative_product(call.form, p));
                                          })};
    if (call.dim <= max_sampled_vector) {
        const Formula r = length(call.dim), slope = form_of(call).derivative(0);
        const Formula entry = (1 - pow(Formula::variable(0) / r, 2)) / r;
        const Formula d = whole(call.dim);
        routes.push_back(expectation({pow(slope, 2) - 2 * slope * entry},
                                     Law::normals(static_cast<int>(call.dim)),
                                     1 + d * (d - 2) / (d - 1) * Formula::variable()));
    }
    return routes;
}

std::optional<Answer> beyond_budget(std::int64_t dim, long bits, const Context& context) {
    if (map_table_nodes(dim, bits) * work_of_a_node <= static_cast<double>(context.budget))
        return std::nullopt;
    return Answer(Status::unable,
                  "a table of the best map to that many digits exceeds the budget of evaluations");
}

}  // namespace sigprop
