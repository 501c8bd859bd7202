#include "quantities/activation/nearby_inputs.hpp"

#include "methods/extrema/proved_jump.hpp"

namespace sigprop {

std::optional<Answer> without_continuity(const Formula& f, const Context& context) {
    if (is_continuous(f, context)) return std::nullopt;
    const JumpProof proof = proved_jump(f, context);
    if (proof.continuity == Continuity::jumps) {
        return Answer(Status::domain,
                      "f is not continuous (" + proof.reason +
                          "): inputs on the two sides of a jump move apart however close they are, so "
                          "correlation 1 attracts at no weight variance, for any chi_1");
    }
    const std::string what = proof.reason.empty() ? "no proof that it has a value everywhere" : proof.reason;
    return Answer(Status::unable, "no proof that f is continuous (" + what +
                                      "); at a jump, chi_1 says nothing about nearly equal inputs");
}

}  // namespace sigprop
