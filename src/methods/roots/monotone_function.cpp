#include "methods/roots/monotone_function.hpp"

#include <algorithm>
#include <deque>
#include <memory>

namespace sigprop {
namespace {

constexpr std::size_t kept = 64;

struct Known {
    Ball point;
    long bits;
    Ball value;
};

struct Memory {
    PointValue value;
    std::deque<Known> known;

    Ball at(const Ball& point, long bits) {
        for (const Known& one : known) {
            const Ball apart = one.point - point;
            if (one.bits == bits && apart.is_exact() && apart.contains_zero()) return one.value;
        }
        Ball found = value(point, bits);
        known.push_back({point, bits, found});
        if (known.size() > kept) known.pop_front();
        return found;
    }
};

}  // namespace

PointValue remembered(PointValue value) {
    const auto memory = std::make_shared<Memory>();
    memory->value = std::move(value);
    return [memory](const Ball& point, long bits) { return memory->at(point, bits); };
}

long useful_bits(const Ball& x, long bits) {
    constexpr long fewest = 40;
    if (x.is_exact()) return bits;
    return std::clamp(fewest - 2 * x.radius().magnitude_exponent(), fewest, std::max(fewest, bits));
}

SearchedFunction monotone_function(PointValue value, int direction) {
    const auto over = [value = std::move(value)](const Ball& x, long bits) {
        if (!x.is_finite()) return Ball::indeterminate();
        if (x.is_exact()) return value(x, bits);
        const long useful = useful_bits(x, bits);
        const Ball at_lower = value(x.lower(), useful);
        const Ball at_upper = value(x.upper(), useful);
        if (!at_lower.is_finite() || !at_upper.is_finite()) return Ball::indeterminate();
        return Ball::interval(at_lower, at_upper).at_precision(bits);
    };
    return {
        over,
        [](const Ball&, long) { return Ball::indeterminate(); },
        {},
        [over, direction](const Ball& x, long bits) { return over(x, bits).is_finite() ? direction : 0; }};
}

}  // namespace sigprop
