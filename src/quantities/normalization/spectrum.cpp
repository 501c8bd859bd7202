// The Jacobian of a normalisation layer as a whole: its Frobenius norm and singular values, which are the
// same at every input of a given spread.

#include "catalogue/normalization.hpp"
#include "methods/route_formula.hpp"
#include "quantities/normalization/settled.hpp"
#include "quantities/normalization/singular_values.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

constexpr std::size_t longest_list = 128;

bool is_still(const Ball& x) { return x.is_exact() && x.contains_zero(); }

// ---- |J|^2

/// (n - [centred] - 2 t + t^2 n/k)/r^2
Ball norm_by_spread(const NormSpreadCall& at, long bits) {
    if (has_no_direction(at.call)) return Ball(0);
    const NormScale scale = norm_scale(at, bits);
    const Ball unlike = Ball(at.call.size) / Ball(at.call.seen()).at_precision(bits);
    const Ball directions = Ball(at.call.size - (at.call.is_about_mean() ? 1 : 0));
    const Ball squared = is_still(scale.share) ? Ball(0) : scale.share * scale.share;
    return (directions - 2 * scale.share + unlike * squared) / pow(scale.divisor, 2);
}

/// The same as a formula; nothing where a floor may or may not be reached.
std::optional<Formula> norm_formula(const NormSpreadCall& at) {
    if (has_no_direction(at.call)) return Formula(0);
    if (at.call.has_floor()) return std::nullopt;
    const bool outside = at.call.rule.epsilon_place == EpsilonPlace::outside_root;
    const bool is_length = at.call.rule.spread == NormSpread::length;
    const Formula epsilon{at.call.epsilon};
    const Formula square = pow(Formula(at.spread), 2) * whole(is_length ? at.call.seen() : 1);
    const Formula divisor = outside ? sqrt(square) + epsilon : sqrt(square + epsilon);
    const Formula share = outside ? sqrt(square) / divisor : square / (square + epsilon);
    const Formula directions = whole(at.call.size - (at.call.is_about_mean() ? 1 : 0));
    const Formula unlike = whole(at.call.size) / whole(at.call.seen());
    return (directions - 2 * share + unlike * pow(share, 2)) / pow(divisor, 2);
}

/// The d x d sum of squares, column by column: one entry moves, and each other distinct value is evaluated
/// once for all entries that have it.
Ball norm_entry_by_entry(const NormRule& rule, const std::vector<NormEntries<Ball>>& input,
                         const Ball& epsilon, long bits) {
    Ball sum = Ball(0).at_precision(bits);
    for (std::size_t moving = 0; moving < input.size(); ++moving) {
        std::vector<NormEntries<BallDual>> entries;
        for (std::size_t i = 0; i < input.size(); ++i) {
            const double still = input[i].count - (i == moving ? 1 : 0);
            if (still > 0) entries.push_back({{input[i].value, Ball(0)}, still, input[i].is_leading});
        }
        entries.push_back({{input[moving].value, Ball(1)}, 1, input[moving].is_leading});
        const PairedGroup<BallDual> group(rule, entries, {epsilon, Ball(0)});
        Ball column = Ball(0).at_precision(bits);
        for (std::size_t i = 0; i < entries.size(); ++i)
            column += Ball(entries[i].count) * pow(group.output(i).slope, 2);
        sum += Ball(input[moving].count) * column;
    }
    return sum;
}

Routes norm_of_spread(const NormSpreadCall& at) {
    const Answer obstacle = spread_obstacle(at);
    if (obstacle.status != Status::ok) return without_value(obstacle, "dual");
    const auto by_spread = [at](long bits, const Context&) -> Answer { return norm_by_spread(at, bits); };
    return {enclosure(RouteKind::closed_form, "closed_form", with_formula(norm_formula(at), by_spread)),
            enclosure(RouteKind::definition, "dual", [at](long bits, const Context&) -> Answer {
                return norm_entry_by_entry(at.call.rule, definite_input(at, bits), at.call.epsilon.at(bits),
                                           bits);
            })};
}

/// |I - 1 c^T - y r'^T|^2 / r^2 from sums over the entries.
Ball norm_from_sums(const SettledPoint& at, long bits) {
    const std::vector<Ball> x = at.point.at(bits);
    const NormGroup<Ball> group(at.point.call.rule, x, at.point.call.epsilon.at(bits));
    Ball centres, centre_squares, outputs, output_squares, slope_squares, along, crossed;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Ball c = group.centre_slope(i);
        centres += c;
        centre_squares += c * c;
        if (at.is_flat) continue;
        const Ball y = group.output(i);
        const Ball r = group.divisor_slope(i);
        outputs += y;
        output_squares += y * y;
        slope_squares += r * r;
        along += y * r;
        crossed += c * r;
    }
    const Ball n = Ball(static_cast<double>(x.size()));
    return (n + n * centre_squares - 2 * centres + output_squares * slope_squares - 2 * along +
            2 * outputs * crossed) /
           pow(group.statistics().divisor, 2);
}

Routes norm_at_point(const NormSpreadArguments& given) {
    NormPoint point;
    point.x = given.x.value();
    if (given.dim || given.given.rms) throw InputError::about({"x"}, "'x' defines dim and rms: remove them");
    if (point.x.size() > longest_list)
        throw InputError::about({"x"}, "x has at most " + std::to_string(longest_list) + " entries");
    point.call =
        norm_group_call(given.layer, given.epsilon, given.leading, static_cast<std::int64_t>(point.x.size()));
    const SettledPoint at = settled(std::move(point), true);
    if (!at.has_value()) return without_value(at.obstacle, "dual");
    return {enclosure(RouteKind::closed_form, "closed_form",
                      [at](long bits, const Context&) { return norm_from_sums(at, bits); }),
            enclosure(RouteKind::definition, "dual", [at](long bits, const Context&) -> Answer {
                const NormGroupCall& call = at.point.call;
                return norm_entry_by_entry(call.rule, at.point.entries(bits), call.epsilon.at(bits), bits);
            })};
}

Routes norm_routes(const NormSpreadArguments& given) {
    if (given.x) return norm_at_point(given);
    const NormLayer* const layer = find_norm_layer(given.layer);
    if (!has_smooth_spread(*layer)) {
        throw InputError::about(
            {"layer"},
            std::string(layer->name) +
                ": |J| depends on all entries, not only on their spread: give the entries as x=[…]");
    }
    if (!given.dim) throw InputError::about({"dim", "x"}, "give dim=, or the input itself as x=[…]");
    return norm_of_spread(norm_spread_call(given));
}

// ---- singular values

Routes spectrum_routes(const NormSpreadArguments& given) {
    const NormSpreadCall at = norm_spread_call(given);
    const std::int64_t index = given.index.value();
    const Answer obstacle = spread_obstacle(at);
    if (obstacle.status != Status::ok) return without_value(obstacle, "dual");
    return {
        enclosure(RouteKind::closed_form, "closed_form",
                  [=](long bits, const Context&) -> Answer { return norm_singular_value(at, index, bits); }),
        estimate("dual", [=] { return numerical_singular_value(at, index); })};
}

}  // namespace

std::vector<Quantity> norm_spectrum_quantities() {
    return {norm_quantity("norm.jacobian_norm", norm_routes),
            norm_quantity("norm.spectrum", spectrum_routes, has_smooth_spread)};
}

}  // namespace sigprop
