// The vector sets that are offered are those that the kernel says the processor has.

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include "core/simd/target.hpp"

namespace {

/// The words after "flags :" of the first processor; empty on other architectures.
std::set<std::string> processor_flags() {
#if !defined(__x86_64__)
    return {};  // an emulated processor is told the flags of the real one
#endif
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("flags")) continue;
        std::istringstream words(line.substr(line.find(':') + 1));
        return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
    }
    return {};
}

/// Leading zeros by LZCNT. A processor without it runs BSR instead, which gives the place of the highest bit.
unsigned leading_zeros([[maybe_unused]] unsigned x) {
    unsigned zeros = 0;
#if defined(__x86_64__)
    __asm__("lzcnt %1, %0" : "=r"(zeros) : "r"(x));
#endif
    return zeros;
}

bool is_offered(std::string_view name) {
    return std::ranges::any_of(sigprop::available_targets(),
                               [&](std::int64_t target) { return sigprop::target_name(target) == name; });
}

}  // namespace

TEST_CASE("offered is what is there") {
    const std::set<std::string> flags = processor_flags();
    CHECK(is_offered("baseline"));
    if (flags.empty()) {
        CHECK_FALSE(is_offered("avx2"));
        CHECK_FALSE(is_offered("avx512"));
        return;
    }
    const auto has = [&](std::initializer_list<const char*> names) {
        return std::ranges::all_of(names, [&](const char* name) { return flags.count(name) != 0; });
    };
    const bool avx2 = has({"avx2", "fma", "bmi1", "bmi2"});
    CHECK(is_offered("avx2") == avx2);
    CHECK(is_offered("avx512") == (avx2 && has({"avx512f", "avx512cd", "avx512vl", "avx512dq", "avx512bw"})));
    // What the code for AVX2 uses beside. The instruction itself is asked, since not every kernel lists
    // "abm".
    if (is_offered("avx2")) {
        CHECK(has({"f16c"}));
        CHECK(leading_zeros(16) == 27);
    }
}
