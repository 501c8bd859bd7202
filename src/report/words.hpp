#pragma once
// Verdicts, strengths, kinds and statuses as reports write them; nothing where there is none.

#include <optional>
#include <sigprop/engine/record.hpp>
#include <string>

namespace sigprop {

template <class Word>
std::string word(Word one) {
    return std::string(to_string(one));
}

template <class Word>
std::string word(const std::optional<Word>& one) {
    return one ? word(*one) : std::string();
}

}  // namespace sigprop
