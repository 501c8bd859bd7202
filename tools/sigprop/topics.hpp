#pragma once
// What people ask about in words that are in no name, summary or formula, and the quantities that answer it.

#include <string_view>
#include <vector>

namespace sigprop::tool {

struct Topic {
    std::vector<std::string_view> phrases;  ///< in lower case; any of them is the topic
    std::vector<std::string_view> names;    ///< the best answer first
};

[[nodiscard]] const std::vector<Topic>& topics();

/// Words that a question has beside its subject: "how", "is", "my".
[[nodiscard]] bool is_filler(std::string_view word);

}  // namespace sigprop::tool
