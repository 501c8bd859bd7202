#pragma once
// The certificate of an enclosure: the formulas, the laws and a plan of proof, in JSON, from which a program
// that shares no code with us (tools/check/check.py) proves the printed digits anew.
// docs/explanation/certificates.md has the format. There is one for an expression whose quantities are
// formulas in means of functions of one variable, roots of equations between such means, or formulas alone;
// rows of attention and suprema have none yet.

#include <sigprop/engine/record.hpp>

#include "engine/binding/binder.hpp"

namespace sigprop {

struct Certificate {
    std::string text;     ///< JSON; empty when there is none
    std::string refusal;  ///< why there is none
};

/// The certificate of the digits in `record`, which is the expression's. It is made after the fact: nothing
/// of the computation is kept for it.
[[nodiscard]] Certificate certificate_of(const BoundExpression& bound, const Record& record,
                                         const Context& context);

}  // namespace sigprop
