#pragma once
// The rule of error terms (error_term.hpp) that both definitions of error_term keep.

#include <sigprop/core/ball/ball.hpp>
#include <stdexcept>
#include <string>

namespace sigprop {

/// The bound. A negative one would be a wrong theorem or a slip of the sign, and in a sum with other bounds
/// it would make an enclosure too narrow.
/// Errors   std::logic_error naming the term
inline Ball checked_error_term(const char* name, Ball bound) {
    if (bound.is_negative()) throw std::logic_error(std::string("the error term ") + name + " is negative");
    return bound;
}

}  // namespace sigprop
