#pragma once
// The study of network_study.hpp as a table and a file.

#include <cstdint>
#include <string>
#include <vector>

namespace sigprop::coverage {

struct NetworkOptions {
    int threads = 1;
    std::vector<std::uint64_t> sublayers;  ///< only these depths
    std::string json, compare;
};

/// Returns 1 if a count is out of bounds, if the judgement is needed nowhere, or if the rows are not those of
/// the file to compare with.
/// Errors   InputError when no case has such a depth
[[nodiscard]] int report_networks(const NetworkOptions& options);

}  // namespace sigprop::coverage
