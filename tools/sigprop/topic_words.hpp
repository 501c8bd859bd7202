#pragma once
// A question in a person's own words, where no entry has all of them: which topics (topics.hpp) its words
// name, in any order, with any other words between, and with any ending: "the variance of activations grows".

#include <string>
#include <string_view>
#include <vector>

namespace sigprop::tool {

struct About {
    std::string phrase;  ///< the longest phrase of a topic in the question; empty: there is none
    std::vector<std::string_view> names;  ///< what answers it, the best first
};

/// The topics with the most words in common; where no phrase of theirs is in the question, those with a
/// phrase that has all of the question's words.
[[nodiscard]] About topics_in(const std::vector<std::string>& words);

/// Whether two words are the same to a search: equal, or a number and its first four characters or more.
[[nodiscard]] bool is_same_word(std::string_view word, std::string_view of_topic);

}  // namespace sigprop::tool
