// root(expression, unknown, lower, upper): the one zero of the expression between two numbers.

#include "engine/binding/call_arguments.hpp"
#include "engine/binding/equation.hpp"
#include "methods/roots/boost_root.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/ball/text.hpp"

namespace sigprop {
namespace {

std::string interval_text(const ZeroPlace& place) {
    const auto end = [](const Ball& x) { return proved_decimal(x, 8).value_or("0"); };
    const std::string lower = end(place.lower);
    const std::string upper = end(place.upper);
    return lower == upper ? "near " + lower : "between " + lower + " and " + upper;
}

Answer the_one_zero(const BoundEquation& equation, long bits, const Context& context) {
    const std::vector<ZeroPlace> places = zeros_of(equation, bits, context);
    for (const ZeroPlace& place : places) {
        if (place.kind == ZeroKind::undecided)
            return {Status::unable, fmt::format("undecided {}: {}", interval_text(place), place.reason)};
    }
    if (places.empty()) return {Status::domain, "the interval has no root"};
    if (places.front().kind == ZeroKind::every)
        return {Status::domain, fmt::format("every number {} is a root", interval_text(places.front()))};
    if (places.size() > 1)
        return {Status::domain,
                fmt::format("the interval has {} roots: sigprop solve lists all of them", places.size())};
    return places.front().zero;
}

Answer estimated_zero(const BoundEquation& equation, const Context& context) {
    const double lower = equation.lower.to_double();
    const double upper = equation.upper.to_double();
    const auto h = [&](double x) {
        context.check_cancelled();
        return equation.in_doubles(x);
    };
    const int parts = equation.has_curves ? 16 : 256;
    const auto found = boost_only_zero(h, lower, upper, parts);
    if (!found)
        return {Status::unable,
                fmt::format("the signs at {} points of the interval do not change exactly once", parts + 1)};
    const double step = std::fmax(std::fabs(found->root), 1e-3 * (upper - lower)) * 0x1p-16;
    const double slope = (h(found->root + step) - h(found->root - step)) / (2 * step);
    // widening: estimate
    return Ball(found->root)
        .at_precision(64)
        .widened(Ball(found->error + 0x1p-40 * (1 / std::fabs(slope) + std::fabs(found->root))));
}

}  // namespace

bool is_root_call(const Expression& call) {
    return call.kind == Expression::Kind::call && call.name == "root";
}

Leaf bind_root(const Expression& call, std::string_view text) {
    const std::vector<Argument>& all = call.arguments;
    const bool named = std::ranges::any_of(all, [](const Argument& one) { return !one.key.empty(); });
    if (all.size() != 4 || named || all[1].value.kind != Expression::Kind::name) {
        refuse_argument(
            "write root(expression, unknown, lower, upper), such as root(tanh(x) - 0.5, x, 0, 4): the only "
            "number between lower and upper at which the expression is 0",
            call, text);
    }
    const BoundEquation equation =
        bind_equation(all[0].value, all[1].value.name, all[2].value, all[3].value, text, text);
    Leaf leaf{canonical_text(call), {}};
    leaf.routes.push_back(DirectRoute{
        RouteKind::definition, "interval_newton", Kind::enclosure,
        [equation](long bits, const Context& context) { return the_one_zero(equation, bits, context); }});
    leaf.routes.push_back(
        DirectRoute{RouteKind::definition, "boost_toms748", Kind::estimate,
                    [equation](long, const Context& context) { return estimated_zero(equation, context); }});
    return leaf;
}

}  // namespace sigprop
