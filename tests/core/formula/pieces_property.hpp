#pragma once
// Compares the promises of partition() with the formula at random points.

#include "tests/support/random_formula.hpp"

#include <string>

#include "core/formula/evaluator.hpp"
#include "core/formula/pieces.hpp"

namespace sigprop::test {

inline bool has_switch(const Formula& f) {
    if (is_piecewise(f.operation())) return true;
    for (const Formula& operand : f.operands()) {
        if (has_switch(operand)) return true;
    }
    return false;
}

/// What is wrong with a partition of f on [lower, upper], or "".
inline std::string broken_promise(const Formula& f, const Partition& parts, const Ball& lower,
                                  const Ball& upper, long bits, Dice& dice) {
    const auto covered = [&](const Ball& from, const Ball& to) {
        if ((to - from).is_negative()) return false;
        if (!(to - from).is_positive()) return true;
        for (const Ball& kink : parts.kinks) {
            if (kink.contains(from) && kink.contains(to)) return true;
        }
        return false;
    };
    Evaluator<Ball> whole(f, bits + 100);
    Ball last = lower;
    for (const Piece& piece : parts.pieces) {
        if (!piece.lower.is_exact() || !piece.upper.is_exact()) return "an end is not exact";
        if (!(piece.upper - piece.lower).is_positive()) return "a piece is empty";
        if (!covered(last, piece.lower)) return "a gap is no kink";
        if (has_switch(piece.smooth)) return "a switch is left";
        last = piece.upper;
        Evaluator<Ball> smooth(piece.smooth, bits + 100);
        for (int i = 0; i < 5; ++i) {
            const double at = i == 0 ? 1e-7 : i == 1 ? 1 - 1e-7 : dice.uniform();
            const Ball x =
                (piece.lower + (piece.upper - piece.lower) * Ball(at)).midpoint().at_precision(bits + 100);
            const Ball a = whole(x), b = smooth(x);
            if (a.is_finite() && (!b.is_finite() || !a.overlaps(b))) {
                return piece.smooth.text().substr(0, 200) + " differs at " + std::to_string(x.to_double());
            }
        }
    }
    if (!covered(last, upper)) return "the end is not covered";
    for (std::size_t i = 0; i < parts.kinks.size(); ++i) {
        const Ball& kink = parts.kinks[i];
        const double most =
            std::ldexp(64 * std::fmax(1.0, kink.magnitude().upper_double()), -static_cast<int>(bits));
        if (kink.radius_double() > most) return "a kink is wide";
        if (i > 0 && !(kink - parts.kinks[i - 1]).is_positive()) return "kinks are not ascending";
    }
    return {};
}

}  // namespace sigprop::test
