#include "quantities/activation/nearby_inputs.hpp"

#include "methods/extrema/proved_jump.hpp"

namespace sigprop {

std::optional<Answer> without_continuity(const Formula& f, const Context& context) {
    if (is_continuous(f, context)) return std::nullopt;
    const JumpProof proof = proved_jump(f, context);
    if (proof.continuity == Continuity::jumps) {
        return Answer(
            Status::domain,
            "f is not continuous (" + proof.reason +
                "): inputs on the two sides of a jump are driven apart however close they are, so that "
                "correlation 1 attracts at no weight variance, whatever chi_1 is");
    }
    const std::string what =
        proof.reason.empty() ? "it is not shown to have a value everywhere" : proof.reason;
    return Answer(Status::unable, "f is not shown to be continuous (" + what +
                                      "), and where it jumps chi_1 says nothing about nearly equal inputs");
}

}  // namespace sigprop
