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

/// What the processor and the system say. __builtin_cpu_supports asks the compiler's runtime, and that of
/// zig, by which releases are compiled, says no to everything.
struct Processor {
    unsigned ecx_1 = 0;
    unsigned ebx_7 = 0;
    unsigned ecx_extended = 0;
    unsigned saved = 0;  ///< registers that the system keeps for each thread: XCR0

    Processor() {
        unsigned a = 0;
        unsigned b = 0;
        unsigned c = 0;
        unsigned d = 0;
        if (__get_cpuid(1, &a, &b, &ecx_1, &d) == 0) return;
        if (__get_cpuid_count(7, 0, &a, &ebx_7, &c, &d) == 0) ebx_7 = 0;
        if (__get_cpuid(0x80000001, &a, &b, &ecx_extended, &d) == 0) ecx_extended = 0;
        if ((ecx_1 & bit_OSXSAVE) != 0) __asm__("xgetbv" : "=a"(saved), "=d"(d) : "c"(0));
    }

    /// With the instructions outside AVX2 that compilers use in code for it: on a processor without LZCNT the
    /// instruction would run, as another one.
    [[nodiscard]] bool has_avx2() const {
        constexpr unsigned with = bit_FMA | bit_AVX | bit_F16C;
        constexpr unsigned itself = bit_AVX2 | bit_BMI | bit_BMI2;
        constexpr unsigned ymm = 0x06;
        return (ecx_1 & with) == with && (ebx_7 & itself) == itself && (ecx_extended & bit_LZCNT) != 0 &&
               (saved & ymm) == ymm;
    }
    [[nodiscard]] bool has_avx512() const {
        constexpr unsigned itself = bit_AVX512F | bit_AVX512CD | bit_AVX512VL | bit_AVX512DQ | bit_AVX512BW;
        constexpr unsigned zmm = 0xe6;
        return has_avx2() && (ebx_7 & itself) == itself && (saved & zmm) == zmm;
    }
};

std::int64_t of_the_processor() {
    static const std::int64_t targets = [] {
        // The code for a processor without vectors is SCALAR by g++ and EMU128 by clang: only one of them is
        // there.
        std::int64_t found = HWY_ENABLED_BASELINE | HWY_SCALAR | HWY_EMU128;
        const Processor processor;
        if (processor.has_avx2()) found |= HWY_AVX2;
        if (processor.has_avx512()) found |= HWY_AVX3;
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
