#pragma once
// An equation in one unknown: a difference of two sides whose zeros on an interval are sought, and root(…),
// the one zero as a number. Quantities that do not depend on the unknown are exact constants.

#include <functional>
#include <vector>

#include "core/expression/expression.hpp"
#include "engine/binding/binder.hpp"
#include "methods/roots/zeros.hpp"

namespace sigprop {

struct BoundEquation {
    std::string text;  ///< canonical text of the difference
    std::string unknown;
    Real lower = 0, upper = 0;
    /// Of the unknown; the context must outlive it.
    std::function<SearchedFunction(const Context&)> difference;
    std::function<double(double)>
        in_doubles;                ///< the difference again, by no proof; NaN where it has no value
    bool has_curves = false;       ///< the unknown stands in arguments of quantities
    bool takes_integrals = false;  ///< each evaluation, since the unknown stands in quantities of that kind
    std::function<bool(const Real&)> is_zero_at;  ///< whether a number is exactly a zero; false: not shown
};

/// The places of all zeros on [lower, upper], those just outside left out.
[[nodiscard]] std::vector<ZeroPlace> zeros_of(const BoundEquation& equation, long bits,
                                              const Context& context);

/// `text` is what `difference` was parsed from, `ends_text` what the ends were, for messages.
/// Errors   InputError with the place: an unknown that is no free name or does not occur, a second unknown,
///          an interval that is not finite or has no length
[[nodiscard]] BoundEquation bind_equation(const Expression& difference, const std::string& unknown,
                                          const Expression& lower, const Expression& upper,
                                          std::string_view text, std::string_view ends_text);

/// Whether the call is root(expression, unknown, lower, upper), a function of the language.
[[nodiscard]] bool is_root_call(const Expression& call);
[[nodiscard]] Leaf bind_root(const Expression& call, std::string_view text);

/// Whether the name occurs outside of quoted formulas.
[[nodiscard]] bool mentions_unquoted(const Expression& e, std::string_view name);

}  // namespace sigprop
