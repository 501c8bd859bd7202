#pragma once
// The exponents with which activations and their changes grow with the width, or the depth, by theory: for
// infinitely wide (deep) networks after a few steps, while changes are small beside what changes.
//
// Layers have their exponents in layer_growth.hpp. By width a stack is followed sublayer by sublayer. By
// depth it is a sum of L sublayers, at widths far above L, so that gains and biases, which add entry by
// entry, do not count beside matrices:
//
// - Sizes: branches are independent at the start and add up as squares, each with its factor, which may be a
//   power of the sublayer; a norm of the sum keeps 1, and a skip factor below 1 forgets. Without norms the
//   stream keeps its size where the factors are 1/sqrt(L) or less, and has no power otherwise.
// - Changes: every update lowers the loss by the same gradient, so that the parts of all sublayers which
// reach
//   the head along it add up: the exponent of one sublayer's, plus 1. The rest of what they add has passed
//   through the layers above. A layer above whose branch has the share s of the stream's square spreads it,
//   and the second moment of the squared singular values of J, for L layers, is 1 + O(s L) (Pennington et al.
//   2017, arXiv:1711.04735, of deep networks; here with skip paths): where s L grows like L^m, the stream
//   changes by L^(m/2) more than what the head sees. That needs layers which keep the length of a change on
//   average: functions of one degree, not gated. Others shrink or enlarge it exponentially.
// - The gradient along the stream falls like its size grows (final norm), or stays (norm of the sum).
//
// Published cases: branches of 1/sqrt(L) (Yang et al. 2023, arXiv:2310.02244, and Bordelon et al. 2023,
// arXiv:2309.16620); Fixup's theta(1) by sgd (Zhang et al. 2019, arXiv:1901.09321, section 3.2); DeepNorm's
// bounded update by sgd (Wang et al. 2022, arXiv:2203.00555, section 4).

#include <optional>
#include <string>

#include "models/training/training.hpp"

namespace sigprop {

enum class ActivationPlace : std::uint8_t;

/// What grows, at two widths or depths of one design.
struct ScalingQuestion {
    TrainingPlan small, large;
    bool by_depth = false;
    ActivationPlace what;
    std::size_t sublayer = 0;  ///< of `small`
    bool is_last = true;       ///< by depth: the sublayer goes with the end of the stack
    bool needs_change = true;  ///< whether more than the start is asked for; it has a rule more often
};

/// Exponents; a change or size that is 0 has none (minus infinity).
struct ScalingExponents {
    double start = 0;   ///< of the activation before the first step
    double change = 0;  ///< of its change
};

/// Nothing, and a reason, where theory has no rule for the design. Without needs_change, `change` means
/// nothing.
[[nodiscard]] std::optional<ScalingExponents> expected_exponents(const ScalingQuestion& question,
                                                                 std::string& reason);

}  // namespace sigprop
