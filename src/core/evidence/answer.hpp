#pragma once
// The outcome of a computation before it becomes evidence: a value, or why there is none, and how it
// concludes a piece of evidence.

#include <sigprop/core/evidence/evidence.hpp>
#include <string>

namespace sigprop {

/// A value at some precision, or the reason why there is none.
struct Answer {
    Status status = Status::ok;
    Ball value;
    std::string reason;
    int degrees_of_freedom = 0;  ///< for a sample, as in Evidence
    std::uint64_t samples = 0;   ///< for a sample, its work
    std::optional<Count> count;  ///< for a sample, as in Evidence

    Answer(Ball ball) : value(std::move(ball)) {}
    Answer(Status without_value, std::string why) : status(without_value), reason(std::move(why)) {}
};

/// Ends the evidence with the answer, as far as evidence of its kind can: only an enclosure proves that there
/// is no value, and a result that is not finite is no value.
void conclude(Evidence& evidence, Answer answer);

/// Makes evidence unable whose number has more than 3 10^14 digits before the point: no report can hold it.
void refuse_unprintable(Evidence& evidence);

}  // namespace sigprop
