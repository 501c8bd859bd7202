#pragma once
// Runs the same test on each vector set that this machine has.

#include <doctest/doctest.h>

#include "core/simd/target.hpp"

namespace sigprop::test {

/// Calls the function with each vector set in turn, then restores the usual one.
template <class Function>
void on_every_target(const Function& function) {
    for (const std::int64_t target : available_targets()) {
        CAPTURE(target);
        choose_target(target);
        function();
    }
    choose_target(0);
}

}  // namespace sigprop::test
