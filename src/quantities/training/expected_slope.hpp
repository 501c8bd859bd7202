#pragma once
// The exponents with which activations and their changes grow with the width, or the depth, by theory: for
// infinitely wide (deep) networks after a few steps, while changes are small beside what changes.
//
// Every matrix W = m V of n_in inputs adds the exponents of three terms. At the start, W x is a sum of
// independent terms: size(W) + n_in/2. By its own update, W's change meets the inputs that it was made from:
// they align, and Adam's and Lion's entries, all of the size of the rate, add up to rate + n_in; Muon's
// update has its factor for spectral norm; those of sgd are m^2 (gradient of y) |x|^2. By the change of its
// inputs, W sees a direction that its own gradient has made: of n_out outputs, that is sqrt(n_out) less than
// n_in, and at least the n_in/2 of independent terms. Norms divide by the size of what they see. Sources:
// Yang and Hu 2021, arXiv:2011.14522 (alignment, muP); Yang et al. 2022, arXiv:2203.03466, appendix J;
// Everett et al. 2024, arXiv:2407.05872, section 3 (alignment exponents, Adam); Yang, Simon and Bernstein
// 2023, arXiv:2310.17813 (spectral norms: Muon); Yang et al. 2023, arXiv:2310.02244, and Bordelon et al.
// 2023, arXiv:2309.16620 (depth: branches of 1/sqrt(L)).

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
};

/// Exponents; a change or size that is 0 has none (minus infinity).
struct ScalingExponents {
    double start = 0;   ///< of the activation before the first step
    double change = 0;  ///< of its change
};

/// Nothing, and a reason, where theory has no rule for the design.
[[nodiscard]] std::optional<ScalingExponents> expected_exponents(const ScalingQuestion& question,
                                                                 std::string& reason);

}  // namespace sigprop
