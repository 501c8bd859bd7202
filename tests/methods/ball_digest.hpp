#pragma once
// A ball as a few characters of a table.

#include <flint/flint.h>

#include <string>

#include "core/ball/arb.hpp"
#include "formats/sha256.hpp"

/// The first digits of the SHA-256 of its exact text, midpoint and radius.
inline std::string ball_digest(const sigprop::Ball& ball) {
    char* text = arb_dump_str(sigprop::raw(ball));
    const std::string digest = sigprop::sha256_hex(text).substr(0, 12);
    flint_free(text);
    return digest;
}
