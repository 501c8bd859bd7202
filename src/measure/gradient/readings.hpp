#pragma once
// Other readings of the user's arrays, tried when an answer is wrong and no known mistake explains it: the
// memory in another order, statistics over other axes, a gain that was not given. A reading is taken when the
// right answer of the arrays read that way allows every element; the first wrong element ends its trial.

#include <vector>

#include "measure/gradient/pass.hpp"

namespace sigprop {

/// Adds the first reading that explains the output to `looks_like`; if it is a gain that was not given, says
/// so in `missing` instead, and takes the statistics of the answer with that gain.
void take_readings(OutputMeasurement& one, const JudgedOutput& judged, const JacobianTask& task);

/// Where y or dx has a gain by column that was not given, the other is not right for a gain of 1 alone.
void doubt_gains(std::vector<OutputMeasurement>& outputs);

}  // namespace sigprop
