#pragma once
// The verdict on one output, and its record in words. The verdict is reached here and not by
// judgement/verdict.hpp, which compares evidence about one number with one stated interval. Here no number is
// stated: each element of the user's rows has an exact value and a rounding bound of its own. An output is
// refuted when an element exceeds its bound or least squares name a mistake; otherwise it is undecided when a
// row, or every element, could not be judged, or when it is right for a gain that was not given.

#include <string>
#include <vector>

#include "measure/gradient/pass.hpp"

namespace sigprop {

/// Facts that all records of one call share.
struct JacobianScene {
    const JacobianMeasurement& measured;
    std::string expression;  ///< lambda
    double lambda = 0;
    std::string bad_rows;  ///< a sentence; empty when there are none
    std::string note;      ///< what the expression and the measurement are
    const Context& context;
};

/// Fills in the whole record from the statistics and the mistakes found.
void describe_output(OutputMeasurement& one, const JacobianScene& scene);

}  // namespace sigprop
