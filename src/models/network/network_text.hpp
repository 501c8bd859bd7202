#pragma once
// The findings of a rank, as a text that preserves every bit.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "models/network/network.hpp"

namespace sigprop {

/// The findings about some of the networks.
struct NetworkFindings {
    std::map<std::uint64_t, NetworkProfile> profiles;
    std::map<std::uint64_t, std::string> failures;
    bool interrupted = false;
    bool late = false;

    /// Text in lines, with numbers in hexadecimal.
    [[nodiscard]] std::string text() const;
    /// Adds another rank's findings. Errors   IoError when the text is not one that text() gives
    void add(std::string_view text);
};

}  // namespace sigprop
