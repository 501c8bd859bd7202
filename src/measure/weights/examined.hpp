#pragma once
// Weights that were looked at twice: their statistics, and what the order of their entries says. Verdicts and
// descriptions of a file rest on both.

#include "measure/weights/independence.hpp"
#include "measure/weights/measured_weights.hpp"

#include <optional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/measure/weights/weights.hpp>
#include <string>

namespace sigprop {

// Weights of which some lie at a limit exactly: the others follow a law, and the share at the limit says how
// they came there. trunc_normal_ in bfloat16 draws one of 256 uniform numbers, of which the least has no
// inverse erf: it is clamped to the limit a, 100 std away by default; in float16 one in 2048. A normal that
// was clamped has its tails at the limits.

struct Spikes {
    enum class Cause : std::uint8_t { narrow_type, clamped, unknown } cause = Cause::unknown;
    double std = 0;     ///< of the normal that the others are from, as few digits as they allow
    double share = 0;   ///< of all weights
    double value = 0;   ///< the limit, or the upper one of two
    bool both = false;  ///< at -value, too
    std::string type;   ///< "bfloat16" or "float16", where the share is that of the type

    [[nodiscard]] std::string text() const;  ///< "a normal of std 0.02 and 0.4 % at -2: trunc_normal_ in …"
    [[nodiscard]] std::string expression() const;  ///< the std of all
};

/// Nothing where fewer than 8 weights lie at their least or greatest value, or the others follow no normal.
/// Cost     one more pass over up to 2^22 weights
[[nodiscard]] std::optional<Spikes> spikes_of(const TensorView& view, const WeightStatistics& found,
                                              const Context& context);

struct ExaminedWeights {
    MeasuredWeights seen;
    Dependence dependence;
    std::optional<Spikes> spikes;  ///< where the law is no initialiser's

    /// Why the entries cannot be independent; empty when nothing says so.
    [[nodiscard]] std::vector<std::string> dependence_reasons() const {
        return dependence.reasons(seen.family);
    }
};

/// Reads the weights again, as far as it takes.
[[nodiscard]] ExaminedWeights examine(MeasuredWeights seen, const TensorView& weights,
                                      const Context& context);

/// Says what was tested, in the measurement and in its report.
void add_tested(WeightsMeasurement& measured, const ExaminedWeights& weights);

/// Held against a claim; the statistics have their centre at the claimed mean.
/// Errors   InputError naming the flag whose value makes no law
[[nodiscard]] WeightsMeasurement judged(const ExaminedWeights& weights, const WeightsClaim& claim,
                                        const RecordOf& record_of, const Context& context);

}  // namespace sigprop
