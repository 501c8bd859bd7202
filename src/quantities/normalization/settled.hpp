#pragma once
// Whether a normalisation rule has a value at an input, and of which of its cases.

#include "quantities/normalization/pairs.hpp"
#include "quantities/normalization/support.hpp"

namespace sigprop {

/// x as a group: what the rule is run on.
struct NormPoint {
    NormGroupCall call;
    std::vector<Real> x;

    [[nodiscard]] std::vector<Ball> at(long bits) const;
    /// Every entry on its own, the j-th with the slope 1.
    [[nodiscard]] std::vector<NormEntries<BallDual>> along(std::size_t j, long bits) const;
    [[nodiscard]] std::vector<NormEntries<Ball>> entries(long bits) const;
};

/// The point with a rule that needs no decision any more, or why there is no value (of the derivative) there.
/// `is_flat`: the spread is proved zero, and epsilon alone divides.
struct SettledPoint {
    NormPoint point;
    Answer obstacle = Answer(Ball());
    bool is_flat = false;

    [[nodiscard]] bool has_value() const { return obstacle.status == Status::ok; }
};
[[nodiscard]] SettledPoint settled(NormPoint point, bool with_derivative);

}  // namespace sigprop
