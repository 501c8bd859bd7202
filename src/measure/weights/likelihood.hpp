#pragma once
// How well a law explains weights. For normal, truncated and uniform laws about 0 the likelihood follows
// exactly from the number of weights, their squares' sum and their extremes, so that laws are compared
// without another pass.

#include <string>
#include <vector>

#include "measure/weights/law.hpp"
#include "measure/weights/origin.hpp"

namespace sigprop {

/// log p(weights | law), the densities in units of the weights; -inf when a weight lies beyond the law's
/// limits by more than storage explains. `found` has its centre at 0.
[[nodiscard]] double log_likelihood(const WeightLaw& law, const WeightStatistics& found,
                                    const Rounding& rounding);

/// The known laws that nothing in the file contradicts, the most likely first. Of laws that are the same
/// numbers the first keeps its place.
[[nodiscard]] std::vector<LikelyLaw> likely_laws(const std::vector<KnownLaw>& known,
                                                 const WeightStatistics& found, const Rounding& rounding,
                                                 double family = 1);

/// The law that fits the weights when nothing is claimed.
struct SeenLaw {
    enum class Form : std::uint8_t {
        none,      ///< no finite weight
        constant,  ///< all equal
        few,       ///< too few weights to tell
        normal,
        truncated,
        uniform,
        bounded,     ///< cut off, but neither a truncated normal nor uniform
        structured,  ///< none of these: not as an initialiser leaves weights
        spiked,      ///< a normal, and a share of the weights at a limit
        table,       ///< fixed numbers that code computes: sinusoids, logarithms
    } form = Form::none;
    std::string text;  ///< "normal, std 0.02003 ± 0.00012", "uniform ±0.0361 …"

    /// Whether the weights can be independent samples of one law, as of an initialiser.
    [[nodiscard]] bool is_fresh() const {
        return form == Form::normal || form == Form::truncated || form == Form::uniform ||
               form == Form::spiked;
    }
};

[[nodiscard]] SeenLaw law_seen(const WeightStatistics& found, const Rounding& rounding, double family = 1);

[[nodiscard]] inline std::string law_text(const WeightStatistics& found, const Rounding& rounding,
                                          double family = 1) {
    return law_seen(found, rounding, family).text;
}

}  // namespace sigprop
