#include "core/evidence/answer.hpp"

#include <utility>

namespace sigprop {

namespace {
constexpr long max_exponent = 1'000'000'000'000'000;  // of 2
}  // namespace

void refuse_unprintable(Evidence& evidence) {
    if (evidence.status != Status::ok || evidence.value.magnitude_exponent() <= max_exponent) return;
    evidence.status = Status::unable;
    evidence.reason = "the number is too large to write in decimals: ask for its logarithm";
}

void conclude(Evidence& evidence, Answer answer) {
    if (answer.status == Status::domain && evidence.kind != Kind::enclosure) answer.status = Status::unable;
    if (answer.status == Status::ok && !answer.value.is_finite())
        answer = {Status::unable, "the estimates do not determine the value"};
    evidence.status = answer.status;
    evidence.value = std::move(answer.value);
    evidence.reason = std::move(answer.reason);
    refuse_unprintable(evidence);
}

}  // namespace sigprop
