#include "core/evidence/answer.hpp"

#include <utility>

namespace sigprop {

void conclude(Evidence& evidence, Answer answer) {
    if (answer.status == Status::domain && evidence.kind != Kind::enclosure) answer.status = Status::unable;
    if (answer.status == Status::ok && !answer.value.is_finite())
        answer = {Status::unable, "the estimates do not determine the value"};
    evidence.status = answer.status;
    evidence.value = std::move(answer.value);
    evidence.reason = std::move(answer.reason);
}

}  // namespace sigprop
