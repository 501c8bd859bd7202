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
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("flags")) continue;
        std::istringstream words(line.substr(line.find(':') + 1));
        return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
    }
    return {};
}

bool is_offered(std::string_view name) {
    return std::ranges::any_of(sigprop::available_targets(),
                               [&](std::int64_t target) { return sigprop::target_name(target) == name; });
}

}  // namespace

TEST_CASE("offered is what is there") {
    const std::set<std::string> flags = processor_flags();
    CHECK(is_offered("baseline"));
    if (flags.empty()) return;
    const auto has = [&](std::initializer_list<const char*> names) {
        return std::ranges::all_of(names, [&](const char* name) { return flags.count(name) != 0; });
    };
    const bool avx2 = has({"avx2", "fma", "bmi1", "bmi2"});
    CHECK(is_offered("avx2") == avx2);
    CHECK(is_offered("avx512") == (avx2 && has({"avx512f", "avx512cd", "avx512vl", "avx512dq", "avx512bw"})));
    // every such processor has what the code for AVX2 uses beside
    CHECK((!avx2 || has({"f16c", "abm"})));
}
