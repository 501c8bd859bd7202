#pragma once
// Two equations in two unknowns: two differences of sides whose common zeros in a rectangle are sought, and
// root2(…), one coordinate of the only one as a number.

#include <array>

#include "core/expression/expression.hpp"
#include "engine/binding/binder.hpp"
#include "methods/roots/plane_zeros.hpp"

namespace sigprop {

struct BoundSystem {
    std::array<std::string, 2> texts;  ///< canonical, of the differences
    std::array<std::string, 2> unknowns;
    std::array<std::array<Real, 2>, 2> ends = {{{0, 0}, {0, 0}}};  ///< lower and upper of each unknown
    /// The context must outlive them.
    std::function<std::array<PlaneFunction, 2>(const Context&)> differences;
    bool takes_integrals = false;  ///< each evaluation, since an unknown stands in quantities of that kind
};

/// What is parsed of a question: each part with the text that it came from, for messages.
struct SystemQuestion {
    std::array<Expression, 2> differences;
    std::array<std::string, 2> texts;
    std::array<std::string, 2> unknowns;
    std::array<std::array<Expression, 2>, 2> ends;
    std::array<std::string, 2> ends_texts;
};

/// Errors   as bind_equation(); InputError for an unknown that no equation has, and for two of one name
[[nodiscard]] BoundSystem bind_system(const SystemQuestion& question);

/// The places of all common zeros in the rectangle.
[[nodiscard]] std::vector<PlanePlace> zeros_of(const BoundSystem& system, long bits, const Context& context);

/// Whether the call is root2(first, second, a, lower, upper, b, lower, upper): the a of the only point at
/// which both expressions are 0.
[[nodiscard]] bool is_root2_call(const Expression& call);
[[nodiscard]] Leaf bind_root2(const Expression& call, std::string_view text);

}  // namespace sigprop
