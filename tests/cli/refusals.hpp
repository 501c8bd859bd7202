#pragma once
// Calls of the tool that are refused.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"

namespace cli {

/// Exit 2, nothing on standard output, and one message with this text.
inline void check_refused(const std::vector<std::string>& words, const std::string& message) {
    CAPTURE(words);
    const Run run = tool(words);
    CHECK(run.code == 2);
    CHECK(run.out.empty());
    CHECK_MESSAGE(run.says(message), run.err);
    CHECK(count(run.err, "sigprop: ") == 1);
}

}  // namespace cli
