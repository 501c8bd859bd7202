#pragma once
// How often the intervals of residual.simulated_* miss, over 200 seeds, by depth and width: the intervals
// that `sigprop eval` states, and, as a control, those it would state if no pilot judged them. The truth is
// proved where networks have the number of theory; elsewhere it is the mean over all seeds, if that many
// networks settle it. Everything is a count, and the same for any number of threads.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/json.hpp"

namespace sigprop::coverage {

inline constexpr int network_seeds = 200;

struct NetworkCase {
    std::string quantity;   ///< after residual.simulated_
    std::string arguments;  ///< without statistic
    std::uint64_t sublayers = 0, width = 0;
    std::string proof = {};  ///< an expression of the mean, where it is proved
};
[[nodiscard]] std::vector<NetworkCase> network_cases();

enum class Truth : std::uint8_t { proved, of_all_seeds, unknown };

/// One statistic of one case, at level 0.95.
struct NetworkRow {
    NetworkCase studied;
    std::string statistic;
    Truth truth = Truth::unknown;
    int claimed = 0;   ///< seeds with an interval
    int misses = 0;    ///< among them
    int unjudged = 0;  ///< misses if every seed had claimed its interval

    /// Where the truth is unknown, next to nothing may be claimed.
    [[nodiscard]] bool holds() const;
    /// Whether the judgement is needed here.
    [[nodiscard]] bool control_fails() const;
};

/// The misses of so many intervals of coverage 93 % that more happen less than once in a thousand times.
[[nodiscard]] int allowed_misses(int intervals);

/// One row for each statistic.
[[nodiscard]] std::vector<NetworkRow> study(const NetworkCase& studied, int threads);

[[nodiscard]] Json to_json(const NetworkRow& row);

}  // namespace sigprop::coverage
