#include "core/simd/target.hpp"

#include "core/simd/widths.hpp"
// after simd/widths.hpp
#include <hwy/highway.h>
#include <hwy/targets.h>

#include <cstdlib>
#include <sigprop/core/base/errors.hpp>
#include <string>
#include <vector>

#include "core/simd/vector_target.hpp"

namespace sigprop {
namespace {

/// The target that SIGPROP_TARGET names; the widest if it is unset or empty.
std::int64_t usual_target() {
    const char* const name = std::getenv("SIGPROP_TARGET");
    return name == nullptr || *name == '\0' ? available_targets().front() : target_named(name);
}

}  // namespace

std::span<const std::int64_t> available_targets() {
    static const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
    return targets;
}

std::string_view target_name(std::int64_t target) {
    return target == HWY_AVX3 ? "avx512" : target == HWY_AVX2 ? "avx2" : "baseline";
}

std::int64_t target_named(std::string_view name) {
    std::string names;
    for (const std::int64_t target : available_targets()) {
        if (target_name(target) == name) return target;
        names += (names.empty() ? "" : ", ") + std::string(target_name(target));
    }
    throw InputError("the environment variable SIGPROP_TARGET is '" + std::string(name) +
                     "', but this machine supports only the vector instructions " + names);
}

void choose_target(std::int64_t target) {
    const std::int64_t chosen = target == 0 ? usual_target() : target;
    hwy::SetSupportedTargetsForTest(chosen);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

void prepare_target() {
    [[maybe_unused]] static const bool prepared = (choose_target(0), true);  // retried if it throws
}

std::string_view vector_target_name() {
    prepare_target();
    return target_name(hwy::SupportedTargets());
}

}  // namespace sigprop
