// The rank of a normalisation layer's Jacobian, by exact arithmetic.

#include "catalogue/normalization.hpp"
#include "methods/route_formula.hpp"
#include "quantities/normalization/spread.hpp"

#include <algorithm>

namespace sigprop {
namespace {

using Routes = std::vector<Route>;
using Matrix = std::vector<std::vector<Rational>>;

constexpr std::int64_t max_eliminated = 40;

std::int64_t closed_rank(const NormSpreadCall& at) {
    const NormGroupCall& call = at.call;
    if (has_no_direction(call)) return 0;
    const bool centred = call.rule.centre != NormCentre::none;
    const bool is_floor = call.rule.epsilon_place == EpsilonPlace::floor;
    const bool keeps_input =
        is_floor ? norm_scale(at, 64).share.is_exact() && norm_scale(at, 64).share.contains_zero()
                 : compare(call.epsilon, 0) != 0;
    return call.size - (centred ? 1 : 0) - (keeps_input ? 0 : 1);
}

/// J r = I - sum_m left_m right_m^T at a definite input.
struct Perturbation {
    std::vector<std::vector<Rational>> left, right;
};

/// 1, -2, 3, …; where s itself must be a fraction, the leading part is (1, …, 1) reflected, which has rms 1.
std::vector<Rational> rational_input(const NormGroupCall& call) {
    std::vector<Rational> x;
    for (std::int64_t i = 0; i < call.size; ++i) x.emplace_back(i % 2 == 0 ? i + 1 : -i - 1);
    if (call.rule.epsilon_place != EpsilonPlace::outside_root) return x;
    Rational sum = 0, squares = 0;
    for (std::int64_t i = 1; i <= call.seen(); ++i) {
        sum = sum + Rational(i);
        squares = squares + Rational(i * i);
    }
    for (std::int64_t i = 0; i < call.seen(); ++i)
        x[static_cast<std::size_t>(i)] = Rational(1) - Rational(2) * sum / squares * Rational(i + 1);
    return x;
}

struct Parts {
    Rational mean = 0, squares = 0;  ///< mean of the entries; sum of their squares from the centre
    std::size_t lowest = 0, highest = 0;
};

Parts parts_of(const NormGroupCall& call, const std::vector<Rational>& x) {
    Parts parts;
    for (const Rational& one : x) parts.mean = parts.mean + one / Rational(call.size);
    const auto seen = static_cast<std::size_t>(call.seen());
    for (std::size_t i = 0; i < (call.is_about_mean() ? x.size() : seen); ++i) {
        const Rational from = call.is_about_mean() ? x[i] - parts.mean : x[i];
        parts.squares = parts.squares + from * from;
    }
    const auto [lowest, highest] = std::ranges::minmax_element(x);
    parts.lowest = static_cast<std::size_t>(lowest - x.begin());
    parts.highest = static_cast<std::size_t>(highest - x.begin());
    return parts;
}

/// The denominator in y r'^T r = (x_i - c) x~_j / denominator.
Rational denominator_of(const NormGroupCall& call, const Parts& parts, const Rational& epsilon) {
    const Rational entries(call.is_about_mean() ? call.size : call.seen());
    if (call.rule.epsilon_place == EpsilonPlace::outside_root) return entries * (Rational(1) + epsilon);
    if (call.rule.epsilon_place == EpsilonPlace::floor) return parts.squares;
    return parts.squares + epsilon * (call.rule.spread == NormSpread::length ? Rational(1) : entries);
}

Perturbation perturbation_of(const NormGroupCall& call, const Rational& epsilon, bool is_floored) {
    const std::vector<Rational> x = rational_input(call);
    const Parts parts = parts_of(call, x);
    const std::size_t n = x.size();
    const bool is_range = call.rule.spread == NormSpread::range;
    Rational centre = 0;
    Perturbation found;
    if (call.rule.centre != NormCentre::none) {
        const bool is_mean = call.rule.centre == NormCentre::mean;
        centre = is_mean ? parts.mean : x[parts.lowest];
        found.left.emplace_back(n, Rational(1));
        found.right.emplace_back(n, is_mean ? Rational(1) / Rational(call.size) : Rational(0));
        if (!is_mean) found.right[0][parts.lowest] = 1;
    }
    if (is_floored) return found;
    std::vector<Rational> from, towards(n, Rational(0));
    for (const Rational& one : x) from.push_back(one - centre);
    if (is_range) {
        const Rational range = x[parts.highest] - x[parts.lowest];
        const Rational slope = range / (range * range + epsilon);
        towards[parts.highest] = slope;
        towards[parts.lowest] = -slope;
    } else {
        const Rational denominator = denominator_of(call, parts, epsilon);
        for (std::size_t j = 0; j < static_cast<std::size_t>(call.seen()); ++j)
            towards[j] = from[j] / denominator;
    }
    found.left.push_back(std::move(from));
    found.right.push_back(std::move(towards));
    return found;
}

/// Rank by elimination.
std::int64_t rank_of(Matrix rows) {
    std::size_t rank = 0;
    for (std::size_t column = 0; column < rows.size() && rank < rows.size(); ++column) {
        std::size_t pivot = rank;
        while (pivot < rows.size() && rows[pivot][column].sign() == 0) ++pivot;
        if (pivot == rows.size()) continue;
        std::swap(rows[rank], rows[pivot]);
        for (std::size_t i = rank + 1; i < rows.size(); ++i) {
            if (rows[i][column].sign() == 0) continue;
            const Rational factor = rows[i][column] / rows[rank][column];
            for (std::size_t j = column; j < rows.size(); ++j)
                rows[i][j] = rows[i][j] - factor * rows[rank][j];
        }
        ++rank;
    }
    return static_cast<std::int64_t>(rank);
}

Matrix identity(std::size_t n) {
    Matrix rows(n, std::vector<Rational>(n, Rational(0)));
    for (std::size_t i = 0; i < n; ++i) rows[i][i] = 1;
    return rows;
}

/// rank(I_n - L R^T) = n - m + rank(I_m - R^T L): the null spaces are mapped to each other by R^T and L.
std::int64_t reduced_rank(const Perturbation& found, std::int64_t n) {
    const std::size_t m = found.left.size();
    Matrix small = identity(m);
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < m; ++j)
            for (std::size_t k = 0; k < found.left[j].size(); ++k)
                small[i][j] = small[i][j] - found.right[i][k] * found.left[j][k];
    return n - static_cast<std::int64_t>(m) + rank_of(std::move(small));
}

std::int64_t eliminated_rank(const Perturbation& found, std::size_t n) {
    Matrix rows = identity(n);
    for (std::size_t m = 0; m < found.left.size(); ++m)
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
                rows[i][j] = rows[i][j] - found.left[m][i] * found.right[m][j];
    return rank_of(std::move(rows));
}

Answer exact_rank(const NormSpreadCall& at, const Context& context) {
    const NormGroupCall& call = at.call;
    const Rational* const epsilon = call.epsilon.rational();
    if (epsilon == nullptr) return {Status::unable, "epsilon is not a fraction"};
    if (static_cast<std::uint64_t>(call.size) > context.budget)
        return {Status::unable, "the input's entries exceed the budget of steps"};
    const bool is_floored =
        call.rule.epsilon_place == EpsilonPlace::floor && !norm_scale(at, 64).share.is_positive();
    const Perturbation found = perturbation_of(call, *epsilon, is_floored);
    const std::int64_t rank = call.size <= max_eliminated
                                  ? eliminated_rank(found, static_cast<std::size_t>(call.size))
                                  : reduced_rank(found, call.size);
    return Ball(rank);
}

Routes rank_routes(const NormSpreadArguments& given) {
    const NormSpreadCall at = norm_spread_call(given);
    const bool no_range = at.call.rule.spread == NormSpread::range && has_no_direction(at.call) &&
                          compare(at.call.epsilon, 0) == 0;
    const Answer obstacle =
        no_range ? Answer(Status::domain, "one entry: max - min divides by 0") : spread_obstacle(at);
    if (obstacle.status != Status::ok) return without_value(obstacle, "recursion");
    const auto counted = [at](long, const Context&) -> Answer { return Ball(closed_rank(at)); };
    const std::int64_t lost = at.call.size - closed_rank(at);
    return {enclosure(RouteKind::closed_form, "closed_form",
                      with_formula(whole(at.call.size) - whole(lost), counted)),
            enclosure(RouteKind::definition, "recursion",
                      [at](long, const Context& context) { return exact_rank(at, context); })};
}

}  // namespace

std::vector<Quantity> norm_rank_quantities() { return {norm_quantity("norm.jacobian_rank", rank_routes)}; }

}  // namespace sigprop
