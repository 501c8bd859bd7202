// Which vector sets there are, as Highway's dispatch asks for it. Highway's own library answers the same, but
// measures the resolution of the processor's timer whenever a program that is linked to it starts: three
// milliseconds, longer than everything else in `sigprop --version`. With these definitions nothing is left to
// need it (x86, release builds).

#include "core/simd/target.hpp"

#include "core/simd/widths.hpp"
// after simd/widths.hpp
#include <hwy/targets.h>

#if HWY_ARCH_X86 && defined(__GNUC__)
#include <cpuid.h>

#include <atomic>
#include <cstdint>

namespace hwy {
namespace {

std::atomic<std::int64_t> disabled{0};
std::atomic<std::int64_t> forced{0};

/// The instructions outside AVX2 that compilers use in code for it. clang 14 knows no names for these two; on
/// a processor without LZCNT the instruction would run, as another one.
bool has_lzcnt_and_f16c() {
    unsigned a = 0;
    unsigned b = 0;
    unsigned standard = 0;
    unsigned extended = 0;
    unsigned d = 0;
    return __get_cpuid(1, &a, &b, &standard, &d) != 0 &&
           __get_cpuid(0x80000001, &a, &b, &extended, &d) != 0 && (standard & bit_F16C) != 0 &&
           (extended & bit_LZCNT) != 0;
}

bool has_avx2() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && has_lzcnt_and_f16c();
}

bool has_avx512() {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw");
}

std::int64_t of_the_processor() {
    static const std::int64_t targets = [] {
        // The code for a processor without vectors is SCALAR by g++ and EMU128 by clang: only one of them is
        // there.
        std::int64_t found = HWY_ENABLED_BASELINE | HWY_SCALAR | HWY_EMU128;
        if (has_avx2()) found |= HWY_AVX2;
        if (has_avx512()) found |= HWY_AVX3;
        return found;
    }();
    return targets;
}

}  // namespace

std::int64_t SupportedTargets() {
    if (const std::int64_t only = forced) return only;
    const std::int64_t left = of_the_processor() & ~disabled;
    return left == 0 ? HWY_STATIC_TARGET : left;
}

void DisableTargets(std::int64_t targets) {
    disabled = targets & ~HWY_ENABLED_BASELINE;
    GetChosenTarget().DeInit();
}

void SetSupportedTargetsForTest(std::int64_t targets) {
    forced = targets;
    GetChosenTarget().DeInit();
}

ChosenTarget& GetChosenTarget() {
    static ChosenTarget chosen;
    return chosen;
}

}  // namespace hwy
#endif
