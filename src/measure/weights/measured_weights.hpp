#pragma once
// Weights once they have been read: their statistics, apart from what they are held against. One pass over a
// tensor serves every claim, every scheme and every recipe.

#include <functional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/measure/weights/weights.hpp>
#include <string>
#include <vector>

namespace sigprop {

struct MeasuredWeights {
    std::string name;
    std::vector<std::size_t> shape;
    ElementType type = ElementType::float64;
    WeightStatistics statistics = {};
    std::string first_bad = {};  ///< the indices of the first entry that is not finite
    /// How many tensors are tested together: limits widen so that among all of them a right one is called
    /// wrong no more often than among 1000.
    double family = 1;
};

/// Errors   InputError for arrays that are empty or complex
[[nodiscard]] MeasuredWeights measured_weights(const TensorView& weights, const std::string& name,
                                               double centre, const Context& context,
                                               const std::function<void(std::size_t)>& done = {});

/// Whether there are enough finite weights, not all equal, to tell a law from.
[[nodiscard]] bool is_informative(const MeasuredWeights& seen);

/// Makes the record of an expression: evaluate_record, or a store of what it made before.
using RecordOf = std::function<Record(const std::string& expression)>;

/// Held against nothing: the law, and the initialisers that were found to be likely.
[[nodiscard]] WeightsMeasurement described(MeasuredWeights seen, std::vector<LikelyLaw> likely,
                                           const RecordOf& record_of, const Context& context);

}  // namespace sigprop
