#pragma once
// Weights that were looked at twice: their statistics, and what the order of their entries says. Verdicts and
// descriptions of a file rest on both.

#include "measure/weights/independence.hpp"
#include "measure/weights/seen.hpp"
#include "measure/weights/spikes.hpp"

namespace sigprop {

struct ExaminedWeights {
    SeenWeights seen;
    Dependence dependence;
    std::optional<Spikes> spikes;  ///< where the law is no initialiser's

    /// Why the entries cannot be independent; empty when nothing says so.
    [[nodiscard]] std::vector<std::string> dependence_reasons() const {
        return dependence.reasons(seen.family);
    }
};

/// Reads the weights again, as far as it takes.
[[nodiscard]] ExaminedWeights examine(SeenWeights seen, const TensorView& weights, const Context& context);

/// Says what was tested, in the measurement and in its report.
void add_tested(WeightsMeasurement& measured, const ExaminedWeights& weights);

/// Held against a claim; the statistics have their centre at the claimed mean.
/// Errors   InputError naming the flag whose value makes no law
[[nodiscard]] WeightsMeasurement judged(const ExaminedWeights& weights, const WeightsClaim& claim,
                                        const RecordOf& record_of, const Context& context);

}  // namespace sigprop
