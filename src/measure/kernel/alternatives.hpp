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
    std::function<void(KernelTask&)> change = {};
    std::function<void(KernelContract&)> promise = {};  ///< of its roundings, where these are different

    [[nodiscard]] KernelTask of(const KernelTask& right) const {
        KernelTask other = right;
        if (change) change(other);
        return other;
    }
    [[nodiscard]] KernelContract under(const KernelContract& contract) const {
        KernelContract other = contract;
        if (promise) promise(other);
        return other;
    }
};

/// Those that the operation has for this result, the likeliest first. Where storage is narrower than what is
/// computed in, a kernel may also round too early.
[[nodiscard]] std::vector<KernelAlternative> kernel_alternatives(const KernelTask& task,
                                                                 const JudgedKernelOutput& output,
                                                                 const KernelContract& contract);

}  // namespace sigprop
