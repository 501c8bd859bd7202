#pragma once
// Where the evidence for a number lies, as distances from one origin, for an axis on which 10^-30 and 10^-3
// are both seen: distances are exact differences of decimals, since doubles of the numbers themselves would
// all be equal.

#include <optional>
#include <sigprop/engine/record.hpp>
#include <string>
#include <vector>

namespace sigprop {

/// [middle - radius, middle + radius], measured from the origin.
struct Offset {
    double middle = 0, radius = 0;
};

struct Offsets {
    std::string origin;                           ///< the decimal that distances are measured from
    std::vector<std::optional<Offset>> evidence;  ///< for each piece of evidence; none without a finite one
    std::optional<double> stated_lower, stated_upper;
};

/// The origin is the middle of the narrowest enclosure, else of the first evidence that has one; nothing when
/// there is none.
[[nodiscard]] std::optional<Offsets> offsets_of(const Record& record);

}  // namespace sigprop
