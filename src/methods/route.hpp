#pragma once
// A quantity answers with routes: independent ways to its value. A route is data (which integrands, which
// law, which closed form); this file turns it into evidence by every method that applies. Precision rises
// here until the digits asked for are proved, so a route only has to say how to compute at a given number
// of bits.

#include <functional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/formula/formula.hpp>
#include <sigprop/core/formula/law.hpp>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/evidence/answer.hpp"

namespace sigprop {

/// A value that is computed directly: by our algebra, by a recursion, as a root, as a supremum, by a network.
/// An enclosure is asked for again at more bits until it has the digits; an estimate (the radius is its error
/// estimate) or a sample (one standard error) is asked for once, at 53 bits.
struct DirectRoute {
    RouteKind route = RouteKind::closed_form;
    std::string method = "closed_form";
    Kind kind = Kind::enclosure;
    std::function<Answer(long bits, const Context& context)> value;
    bool only_by_name = false;  ///< costly: testifies when --methods names it, not when `*` matches it

    [[nodiscard]] bool is_selected(const Context& context) const {
        return only_by_name ? context.names(method) : context.selects(method);
    }
};

/// A value made of means under one law: combine(means), where means[i] = E integrands[i](X); under a law of
/// several variables only samples testify. The same
/// integrals are taken by every quadrature and sampling method.
struct Expectation {
    RouteKind route = RouteKind::definition;
    std::vector<Formula> integrands;
    Law law;
    std::function<Answer(std::span<const Ball> means)> combine;
    /// Names the samples: quantities with the same text see the same random numbers.
    std::string stream;
};

using Route = std::variant<DirectRoute, Expectation>;

/// combine = the formula in x0, x1, … with means in their place.
[[nodiscard]] std::function<Answer(std::span<const Ball>)> combination(const Formula& formula);

/// Evidence from every method of every route that the context selects, in a fixed order. The first
/// enclosure that succeeds is taken to context.digits, the others to min(digits, 50).
[[nodiscard]] std::vector<Evidence> gather_evidence(std::span<const Route> routes, const Context& context);

/// Only what proves: the first enclosure found, with at least context.digits digits where possible.
[[nodiscard]] Evidence best_enclosure(std::span<const Route> routes, const Context& context);

/// Whether a ball is known to that many significant digits, or lies within 10^-digits of zero.
[[nodiscard]] bool has_digits(const Ball& value, long digits);

}  // namespace sigprop
