#include "methods/mean/singular_side.hpp"

#include <optional>

namespace sigprop {

std::vector<SingularSide> sides_within(std::span<const SingularSide> sides, const Ball& lower,
                                       const Ball& upper) {
    constexpr double margin = 0.25;
    std::vector<SingularSide> near;
    for (const SingularSide& one : sides) {
        const Ball place(one.place.to_double());
        const bool beyond =
            (place - upper - Ball(margin)).is_positive() || (lower - place - Ball(margin)).is_positive();
        if (!beyond) near.push_back(one);
    }
    return near;
}

std::vector<Stretch> stretches_between(std::span<const SingularSide> sides, const Ball& lower,
                                       const Ball& upper) {
    std::vector<Stretch> stretches;
    std::optional<Ball> from = lower;  // nothing at a singular point
    const auto end_at = [&](const Ball& to) {
        if (from && (to - *from).is_positive()) stretches.push_back({*from, to});
    };
    for (const SingularSide& one : sides) {
        if (one.side < 0) end_at(Ball(one.edge));
        from = one.side < 0 ? std::nullopt : std::optional(Ball(one.edge));
    }
    end_at(upper);
    return stretches;
}

}  // namespace sigprop
