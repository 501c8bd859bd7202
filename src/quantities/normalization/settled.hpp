#pragma once
// Whether a normalisation rule has a value at an input, and which of its cases applies there.

#include "quantities/normalization/pairs.hpp"
#include "quantities/normalization/support.hpp"

namespace sigprop {

/// x as a group, with the rule to apply.
struct NormPoint {
    NormGroupCall call;
    std::vector<Real> x;

    [[nodiscard]] std::vector<Ball> at(long bits) const;
    /// Each entry on its own, entry j with the slope 1.
    [[nodiscard]] std::vector<NormEntries<BallDual>> along(std::size_t j, long bits) const;
    [[nodiscard]] std::vector<NormEntries<Ball>> entries(long bits) const;
};

/// The point with a rule that needs no more decisions, or the reason why there is no value (or derivative).
/// `is_flat`: the spread is proved zero, so that epsilon alone is the divisor.
struct SettledPoint {
    NormPoint point;
    Answer obstacle = Answer(Ball());
    bool is_flat = false;

    [[nodiscard]] bool has_value() const { return obstacle.status == Status::ok; }
};
[[nodiscard]] SettledPoint settled(NormPoint point, bool with_derivative);

}  // namespace sigprop
