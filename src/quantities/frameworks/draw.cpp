#include "quantities/frameworks/draw.hpp"

#include "catalogue/words.hpp"
#include "quantities/support.hpp"

namespace sigprop::frameworks {
namespace {

Formula x(int index = 0) { return Formula::variable(index); }

/// A number that the call's arguments give by arithmetic: its formula is its definition.
Routes given(const Real& value) { return {constant(RouteKind::closed_form, "closed_form", Formula(value))}; }

Routes bound(const std::optional<Real>& limit, const char* name) {
    if (limit && limit->infinite_sign() == 0) return given(*limit);
    throw InputError::about({"of"}, std::string("the law of this call has no ") + name + " bound");
}

}  // namespace

Routes Draw::routes(LawNumber of) const {
    switch (of) {
        case LawNumber::std: return std;
        case LawNumber::mean: return mean;
        case LawNumber::lower: return bound(lower, "lower");
        case LawNumber::upper: return bound(upper, "upper");
        case LawNumber::argument: return given(argument);
        case LawNumber::rms: return rms;
    }
    throw std::logic_error("no such number of a law");
}

Draw normal_draw(const Real& mean, const Real& std) {
    const Real none = Real::infinity(1);
    return truncated_draw(truncated::standardised(-none, none, mean, std), -none, none);
}

Draw truncated_draw(const truncated::Standardised& s, const Real& lower, const Real& upper) {
    return {truncated::std_routes(s), truncated::mean_routes(s), lower, upper, s.std};
}

Draw scaled_truncated_draw(const Real& mean, const Real& std, const Real& lower, const Real& upper) {
    truncated::Standardised s = truncated::standardised(lower, upper, 0, 1);
    s.mean = mean;
    s.std = std;
    const auto limit = [&](const Real& unit) { return unit.infinite_sign() != 0 ? unit : mean + std * unit; };
    return truncated_draw(s, limit(lower), limit(upper));
}

Draw uniform_draw(const Real& lower, const Real& upper) {
    const Real half = (upper - lower) / Real(2);
    const Real centre = (upper + lower) / Real(2);
    const Law law = Law::uniform(-1, 1);
    return {.std = {constant(RouteKind::closed_form, "closed_form", Formula(half) / sqrt(Formula(3))),
                    expectation({x(), pow(x(), 2)}, law, Formula(half) * sqrt(x(1) - pow(x(0), 2)))},
            .mean = {constant(RouteKind::closed_form, "closed_form", Formula(centre)),
                     expectation({x()}, law, Formula(centre) + Formula(half) * x(0))},
            .lower = lower,
            .upper = upper,
            .argument = half};
}

Draw complex_normal_draw(const Real& std, const Real& limit) {
    const bool whole = limit.infinite_sign() != 0;
    return {.std = mapped(truncated::complex_std_routes(limit), Formula(std) * x(0)),
            .mean = given(0),
            .lower = std::nullopt,
            .upper = whole ? std::nullopt : std::optional(std * limit),
            .argument = std};
}

Draw disk_draw(const Real& std) {
    // The square of the modulus is uniform on [0, 2].
    return {.std = {constant(RouteKind::closed_form, "closed_form", Formula(std)),
                    expectation({x()}, Law::uniform(0, 2), Formula(std) * sqrt(x(0)))},
            .mean = given(0),
            .lower = std::nullopt,
            .upper = std * square_root(2),
            .argument = std};
}

Draw entries_draw(const Real& value, const Real& share) {
    const auto both = [&](const Formula& formula, const Formula& integrand) {
        // An entry is what a uniform number in [0, 1] below the share stands for.
        return Routes{
            constant(RouteKind::closed_form, "closed_form", formula),
            expectation({where(x() < Formula(share), integrand, Formula(0))}, Law::uniform(0, 1), x())};
    };
    const Formula v(value), s(share);
    const Real negative = compare(value, 0).value_or(0) < 0 ? value : Real(0);
    const bool all = compare(share, 1).value_or(-1) == 0;
    Draw draw{.std = given(value * square_root(share * (Real(1) - share))),
              .mean = all ? given(value) : both(v * s, v),
              .lower = all ? value : negative,
              .upper = all ? value : value - negative,
              .argument = value,
              .rms = mapped(both(pow(v, 2) * s, pow(v, 2)), sqrt(x()))};
    if (all) draw.rms = given(compare(value, 0).value_or(0) < 0 ? -value : value);
    return draw;
}

Draw sparse_draw(const Real& std, const Real& share) {
    Draw draw = normal_draw(0, std);
    draw.std = mapped(draw.std, Formula(square_root(share)) * x());
    return draw;
}

Real square_root(const Real& x) {
    return Real("sqrt(" + x.text() + ")", [x](long bits) { return sqrt(x.at(bits + 8)); });
}

}  // namespace sigprop::frameworks
