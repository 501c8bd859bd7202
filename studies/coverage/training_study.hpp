#pragma once
// How often the intervals of network.* and training.* miss, over 200 seeds, by depth and width: the intervals
// that `sigprop eval` states, and, as controls, those it would state if nothing judged them, and intervals a
// third shorter. The truth is the mean over the networks of all seeds, if so many settle it. Everything is a
// count, and the same for any number of threads.

#include <cstdint>
#include <string>
#include <vector>

#include "formats/json.hpp"

#include "network_study.hpp"

namespace sigprop::coverage {

/// Networks of one depth and width, which have a number for every quantity.
struct TrainingCell {
    bool is_trained = false;  ///< training.*, otherwise network.*
    std::string arguments;    ///< without sublayers and width
    std::uint64_t sublayers = 0, width = 0;
    bool is_probed = false;  ///< those of training.* that a run measures by passes of its own
};
constexpr std::uint64_t probed_steps = 8;  ///< of every trained cell
[[nodiscard]] std::vector<TrainingCell> training_cells();

/// One quantity of one cell, at level 0.95.
struct TrainingRow {
    std::string expression;
    std::string name;          ///< of the quantity, and of its statistic if that is not the mean
    bool is_share = false;     ///< its interval is never too short, and mostly too long
    bool is_constant = false;  ///< all networks agree as far as their rounding lets them: nothing can miss
    Truth truth = Truth::unknown;
    int claimed = 0;   ///< seeds with an interval
    int misses = 0;    ///< among them
    int shorter = 0;   ///< misses among them if their intervals were a third shorter
    int unjudged = 0;  ///< misses if every seed with a number had claimed its interval
    int numbers = 0;   ///< seeds with a number: in the others a network diverged

    /// Where the truth is unknown, next to nothing may be claimed.
    [[nodiscard]] bool holds() const;
    /// Whether the judgement is needed here.
    [[nodiscard]] bool control_fails() const;
};

/// One row for each quantity.
[[nodiscard]] std::vector<TrainingRow> study(const TrainingCell& cell, int threads);

[[nodiscard]] Json to_json(const TrainingRow& row);

}  // namespace sigprop::coverage
