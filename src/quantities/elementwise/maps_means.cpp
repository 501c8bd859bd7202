// Means that combine the best map with a form, as sums over one table.

#include "quantities/elementwise/maps.hpp"

namespace sigprop {
namespace {

/// A form and its derivatives at a point, or bounds of them in the sector |arg x| <= pi/4.
template <class Value>
struct Form {
    Value g, by_p, by_p2;  ///< g, dg/dp, d^2 g/dp^2
    Value by_x, by_x2;     ///< dg/dx, d^2 g/dx^2
};

Form<Ball> at(Substitute form, const Ball& p, const Ball& x) {
    if (form == Substitute::dyt) {
        const Ball t = tanh(p * x);
        const Ball s = 1 - pow(t, 2);
        const Ball bend = -2 * s * t;
        return {t, x * s, pow(x, 2) * bend, p * s, pow(p, 2) * bend};
    }
    const Ball r = 1 / sqrt(pow(x, 2) + p);
    const Ball r3 = pow(r, 3), r5 = pow(r, 5);
    return {x * r, -x * r3 / 2, 3 * x * r5 / 4, p * r3, -3 * p * x * r5};
}

/// In the sector |cosh z| >= 1 (z = a + bi, |b| <= a: cosh 2a + cos 2b >= 2), so |sech^2| <= 1 and along a
/// ray |tanh z| <= |z|; and Re x^2 >= 0, so |x^2 + C| >= C.
Form<SectorBound> bounds(Substitute form, const Ball& p) {
    const Ball q = p.at_precision(64);
    if (form == Substitute::dyt) return {{q, 1}, {1, 1}, {2 * q, 3}, {q, 0}, {2 * pow(q, 3), 1}};
    const Ball r = 1 / sqrt(q);
    return {{r, 1}, {pow(r, 3) / 2, 1}, {3 * pow(r, 5) / 4, 1}, {r, 0}, {3 * pow(r, 3), 1}};
}

/// g'(0), and a bound of g' - g'(0): a rule in log x has no node at zero, so only such a difference is
/// summed. With w = C/(x^2 + C), |w| <= 1, |w^(3/2) - 1| <= 3/2 |w - 1| <= 3/2 |x|^2/C.
Ball origin_slope(Substitute form, const Ball& p) { return form == Substitute::dyt ? p : 1 / sqrt(p); }
SectorBound rise_bound(Substitute form, const Ball& p) {
    const Ball q = p.at_precision(64);
    return {form == Substitute::dyt ? pow(q, 3) : 3 / pow(sqrt(q), 3) / 2, 2};
}

const SectorBound identity(Ball(1), 1);

/// The sum of weight(i) term(i), with a bound of the remainder.
template <class Term>
Ball mean(const LogRule& rule, const SectorBound& bound, const Term& term) {
    Ball sum = Ball(0).at_precision(rule.bits() + 16);
    for (std::size_t i = 0; i < rule.size(); ++i) sum += rule.weight(i) * term(i);
    return sum.widened(rule.error(bound));  // widening: of terms
}

}  // namespace

MapMeans::MapMeans(MapForm form, std::int64_t dim, long bits)
    : map_(form), dim_(dim), table_(map_table(form, dim, bits)) {}

Ball MapMeans::best_square() const {
    return mean(table_.rule, table_.bound * table_.bound,
                [&](std::size_t i) { return pow(table_.values[i], 2); });
}

Ball MapMeans::distance(Substitute form, const Ball& p) const {
    const SectorBound difference = bounds(form, p).g + table_.bound;
    return mean(table_.rule, difference * difference,
                [&](std::size_t i) { return pow(at(form, p, table_.rule.node(i)).g - table_.values[i], 2); });
}

Ball MapMeans::product(Substitute form, const Ball& p) const {
    return mean(table_.rule, bounds(form, p).g * table_.bound,
                [&](std::size_t i) { return at(form, p, table_.rule.node(i)).g * table_.values[i]; });
}

Ball MapMeans::square(Substitute form, const Ball& p) const {
    const SectorBound bound = bounds(form, p).g;
    return mean(table_.rule, bound * bound,
                [&](std::size_t i) { return pow(at(form, p, table_.rule.node(i)).g, 2); });
}

Ball MapMeans::slope(Substitute form, const Ball& p) const {
    const Form<SectorBound> bound = bounds(form, p);
    return mean(table_.rule, (bound.g + table_.bound) * bound.by_p, [&](std::size_t i) {
        const Form<Ball> here = at(form, p, table_.rule.node(i));
        return (here.g - table_.values[i]) * here.by_p;
    });
}

Ball MapMeans::curvature(Substitute form, const Ball& p) const {
    const Form<SectorBound> bound = bounds(form, p);
    return mean(table_.rule, bound.by_p * bound.by_p + (bound.g + table_.bound) * bound.by_p2,
                [&](std::size_t i) {
                    const Form<Ball> here = at(form, p, table_.rule.node(i));
                    return pow(here.by_p, 2) + (here.g - table_.values[i]) * here.by_p2;
                });
}

Ball MapMeans::derivative_square(Substitute form, const Ball& p) const {
    const SectorBound rise = rise_bound(form, p);
    const Ball first = origin_slope(form, p);
    return pow(first, 2) +
           mean(table_.rule, rise * rise + rise * SectorBound(2 * first, 0),
                [&](std::size_t i) { return pow(at(form, p, table_.rule.node(i)).by_x, 2) - pow(first, 2); });
}

Ball MapMeans::derivative_product_by_parts(Substitute form, const Ball& p) const {
    const Form<SectorBound> bound = bounds(form, p);
    return mean(table_.rule, table_.bound * (identity * bound.by_x + bound.by_x2), [&](std::size_t i) {
        const Ball& x = table_.rule.node(i);
        const Form<Ball> here = at(form, p, x);
        return table_.values[i] * (x * here.by_x - here.by_x2);
    });
}

Ball MapMeans::derivative_product(Substitute form, const Ball& p) const {
    const std::vector<Ball> slopes = map_slopes(dim_, table_.rule);
    const long bits = table_.rule.bits() + 16;
    const Ball first = origin_slope(form, p);
    // E v' = E x v = E|x|/d over x in d dimensions; |v'| is at most its value at zero.
    const Ball half = Ball(dim_).at_precision(bits) / 2;
    const Ball mean_slope =
        sqrt(Ball(2).at_precision(bits)) * exp(log_gamma(half + 0.5) - log_gamma(half)) / Ball(dim_);
    return first * mean_slope + mean(table_.rule,
                                     rise_bound(form, p) * SectorBound(table_.bound.terms()[0].factor, 0),
                                     [&](std::size_t i) {
                                         const Ball& x = table_.rule.node(i);
                                         return (at(form, p, x).by_x - first) / x * slopes[i];
                                     });
}

}  // namespace sigprop
