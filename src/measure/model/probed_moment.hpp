#pragma once
// A mean over random probes.

namespace sigprop {

struct ProbedMoment {
    double value = 0, standard_error = 0;
};

}  // namespace sigprop
