// This file defines these two functions and nothing else: a program that defines both links without it.

#include "core/ball/error_term.hpp"

#include <utility>

namespace sigprop {

Ball error_term(const char* /*name*/, Ball bound) { return bound; }

double design(const char* /*name*/, double value) { return value; }

}  // namespace sigprop
