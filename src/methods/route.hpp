#pragma once
// A quantity offers routes: independent ways to compute its value. A route is data (which integrands, which
// law, which closed form); this file turns it into evidence by every method that applies. It raises the
// precision until the digits asked for are proved, so a route only has to compute at a given number of bits.

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
/// An enclosure is computed again with more bits until it has the digits; an estimate (its radius is an error
/// estimate) or a sample (its radius is one standard error) is computed once, at 53 bits.
struct DirectRoute {
    RouteKind route = RouteKind::closed_form;
    std::string method = "closed_form";
    Kind kind = Kind::enclosure;
    std::function<Answer(long bits, const Context& context)> value;
    bool only_by_name = false;  ///< costly: runs when --methods names it, not when `*` matches it

    [[nodiscard]] bool is_selected(const Context& context) const {
        return only_by_name ? context.names(method) : context.selects(method);
    }
};

/// A value computed from means under one law: combine(means), where means[i] = E integrands[i](X). Every
/// quadrature and sampling method computes the same means; under a law of several variables, only sampling.
struct Expectation {
    RouteKind route = RouteKind::definition;
    std::vector<Formula> integrands;
    Law law;
    std::function<Answer(std::span<const Ball> means)> combine;
    /// Names the samples: quantities with the same text use the same random numbers.
    std::string stream;
};

using Route = std::variant<DirectRoute, Expectation>;

/// A `combine` that evaluates this formula in x0, x1, … at the means.
[[nodiscard]] std::function<Answer(std::span<const Ball>)> combination(const Formula& formula);

/// Evidence from every method of every route that the context selects, in a fixed order; with proofs_only,
/// from proofs until one has the digits. The first enclosure that succeeds is computed to context.digits, the
/// others to min(digits, 50).
[[nodiscard]] std::vector<Evidence> gather_evidence(std::span<const Route> routes, const Context& context);

/// Whether no route could enclose the number.
[[nodiscard]] bool can_only_be_simulated(std::span<const Route> routes);

/// The first enclosure found, with at least context.digits digits where possible; other kinds are not tried.
[[nodiscard]] Evidence best_enclosure(std::span<const Route> routes, const Context& context);

/// Whether a ball determines that many significant digits, or lies within 10^-digits of zero.
[[nodiscard]] bool has_digits(const Ball& value, long digits);

}  // namespace sigprop
