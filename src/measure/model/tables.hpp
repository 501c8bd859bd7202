#pragma once
// Numbers that code computes and nothing draws: sinusoidal positions, the logarithms of 1, 2, 3, … that state
// space models start from, biases of 1 for forget gates.

#include <sigprop/formats/npy.hpp>
#include <sigprop/measure/weights/weights.hpp>
#include <string>

namespace sigprop {

/// "sinusoids, column by column"; empty where the tensor is none of these tables.
[[nodiscard]] std::string fixed_table(const TensorView& tensor, const WeightStatistics& found);

}  // namespace sigprop
