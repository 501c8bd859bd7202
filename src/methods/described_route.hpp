#pragma once
// A route that is computed by code and says beside it what it computes, so that it can be written down for
// others to check: the root of an equation (route_root.hpp), means over rows (route_row.hpp). Formulas have
// route_formula.hpp.

#include <optional>

#include "methods/route.hpp"

namespace sigprop {

/// The `value` of such a route.
template <class Description>
struct Described {
    Description description;
    std::function<Answer(long bits, const Context& context)> by_code;
    [[nodiscard]] Answer operator()(long bits, const Context& context) const {
        return by_code(bits, context);
    }
};

/// Nothing when the route has no description of this kind.
template <class Description>
[[nodiscard]] std::optional<Description> description_of(const DirectRoute& route) {
    const auto* found = route.value.target<Described<Description>>();
    return found == nullptr ? std::nullopt : std::optional(found->description);
}

}  // namespace sigprop
