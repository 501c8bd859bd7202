#pragma once
// What is said of one output: its record, in words.

#include <string>
#include <vector>

#include "measure/gradient/pass.hpp"

namespace sigprop {

/// What all records of one call share.
struct JacobianScene {
    const JacobianMeasurement& measured;
    std::string expression;  ///< lambda
    double lambda = 0;
    std::string bad_rows;  ///< a sentence; empty when there are none
    const Context& context;
};

/// Fills in everything of the record; statistics and mistakes are there.
void describe_output(OutputMeasurement& one, const JacobianScene& scene);

}  // namespace sigprop
