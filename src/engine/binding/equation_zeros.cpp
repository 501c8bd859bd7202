// The search for the zeros of a bound equation: ends that are no short binary numbers, and what it may cost.

#include "engine/binding/equation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/ball/order.hpp"
#include "core/base/recent.hpp"

namespace sigprop {
namespace {

constexpr std::uint64_t costly_evaluations = 1'500;  // where each takes integrals
constexpr long end_bits = 64;  // to which an end that is no short binary number is rounded outward

/// An exact end of the search: the number itself where it is a short binary one, else beyond it.
Ball outer_end(const Real& end, bool is_upper) {
    const Ball near = end.at(end_bits);
    return is_upper ? near.upper() : near.lower();
}

Context affordable(const BoundEquation& equation, Context context) {
    if (equation.takes_integrals) context.budget = std::min(context.budget, costly_evaluations);
    return context;
}

/// `solve` asks twice where there is one root: for all places, and for root(…) of them.
std::vector<ZeroPlace> remembered_zeros(const BoundEquation& equation, const Ball& lower, const Ball& upper,
                                        long bits, const Context& context) {
    static Recent<std::string, const std::vector<ZeroPlace>> known(16);
    const Context counted = affordable(equation, context);
    const std::string key =
        fmt::format("{} | {} | {} {} | {} {} {} {}", equation.text, equation.unknown, lower.exact_text(),
                    upper.exact_text(), bits, context.digits, counted.budget, context.methods.text());
    return *known.find(key,
                       [&] { return zeros_of(equation.difference(context), lower, upper, bits, counted); });
}

/// Where a zero lies with respect to an end that the search went beyond: -1 outside, +1 inside, 0 undecided.
int inside(const Ball& distance_inward) { return sign_of(distance_inward); }

/// Whether the place stays; one at an end becomes that end, or undecided.
bool settled_at(const Real& end, bool is_upper, const BoundEquation& equation, long bits, ZeroPlace& place) {
    if (end.at(end_bits).is_exact()) return true;
    const Ball exact = end.at(bits + 32);
    if (place.kind != ZeroKind::one) {
        const Ball& farthest = is_upper ? place.lower : place.upper;
        return inside(is_upper ? exact - farthest : farthest - exact) >= 0;
    }
    const int side = inside(is_upper ? exact - place.zero : place.zero - exact);
    if (side != 0) return side > 0;
    if (equation.is_zero_at_end(is_upper)) {
        place.zero = exact;
    } else {
        place.kind = ZeroKind::undecided;
        place.lower = place.zero.lower();
        place.upper = place.zero.upper();
        place.reason = "a root at an end of the interval, or just outside it";
    }
    return true;
}

}  // namespace

std::vector<ZeroPlace> zeros_of(const BoundEquation& equation, long bits, const Context& context) {
    const Ball lower = outer_end(equation.lower, false);
    const Ball upper = outer_end(equation.upper, true);
    std::vector<ZeroPlace> places;
    if (equation.takes_integrals && !context.deadline) {
        places = remembered_zeros(equation, lower, upper, bits, context);
    } else {
        places = zeros_of(equation.difference(context), lower, upper, bits, affordable(equation, context));
    }
    std::erase_if(places, [&](ZeroPlace& place) {
        return !settled_at(equation.lower, false, equation, bits, place) ||
               !settled_at(equation.upper, true, equation, bits, place);
    });
    return places;
}

}  // namespace sigprop
