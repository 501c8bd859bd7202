#pragma once
// What a kernel might have computed instead: another number, an argument left out, another mask or function.
// Each is the same operation with one thing changed, whose bounds are as rigorous as those of the right one.
// A result that is outside of the right bounds and inside of an alternative's looks like that alternative.

#include <functional>
#include <sigprop/core/base/context.hpp>
#include <string>
#include <vector>

#include "measure/kernel/operations.hpp"

namespace sigprop {

struct KernelAlternative {
    std::string text;  ///< what is different, such as "eps 1e-5 instead of 1e-6"
    std::function<void(KernelTask&)> change;
};

/// Those that the operation has, the likeliest first.
[[nodiscard]] std::vector<KernelAlternative> kernel_alternatives(const KernelTask& task);

}  // namespace sigprop
