// This file defines these functions and nothing else: a program that defines both links without it.

#include "core/ball/error_term.hpp"

#include <utility>

#include "core/ball/error_term_sign.hpp"

namespace sigprop {

Ball error_term(const char* name, Ball bound) { return checked_error_term(name, std::move(bound)); }

double error_term(const char* name, double bound) {
    if (bound < 0) return checked_error_term(name, Ball(bound)).to_double();  // which throws
    return bound;
}

Ball signed_error_term(const char* /*name*/, Ball remainder) { return remainder; }

double design(const char* /*name*/, double value) { return value; }

}  // namespace sigprop
