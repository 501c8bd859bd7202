#include "topic_words.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>

#include "topics.hpp"

namespace sigprop::tool {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_word_letter(char c) { return (c >= 'a' && c <= 'z') || is_digit(c); }

/// "initialised", "initialization" and "init" are one word, as "activation" and "activations" are.
std::string stem(std::string word) {
    if (word.starts_with("initial")) return "init";
    constexpr std::array<std::string_view, 30> endings = {
        "isations", "izations", "isation", "ization", "ising", "izing", "ised", "ized", "ations", "ation",
        "ating",    "ated",     "ates",    "ences",   "ence",  "ances", "ance", "ents", "ings",   "ise",
        "ize",      "ate",      "ent",     "ing",     "ions",  "ion",   "ed",   "es",   "s",      "e"};
    constexpr std::size_t shortest = 4;  // "bias" is no plural
    for (const std::string_view ending : endings) {
        if (word.ends_with(ending) && word.size() >= shortest + ending.size()) {
            word.resize(word.size() - ending.size());
            break;
        }
    }
    return word;
}

/// The stems of a word: those of its parts, "layer_scale" has two, but of a number or a formula it alone.
std::vector<std::string> stems_of(const std::string& word) {
    if (word.empty() || is_digit(word.front()) || word.find('(') != std::string::npos) return {word};
    std::vector<std::string> stems(1);
    for (const char c : word) {
        if (is_word_letter(c)) {
            stems.back() += c;
        } else if (!stems.back().empty()) {
            stems.emplace_back();
        }
    }
    if (stems.back().empty()) stems.pop_back();
    for (std::string& one : stems) one = stem(one);
    return stems;
}

std::vector<std::string> stems_of_phrase(std::string_view phrase) {
    std::vector<std::string> stems;
    std::istringstream words{std::string(phrase)};
    for (std::string word; words >> word;) {
        if (is_filler(word)) continue;
        for (std::string& one : stems_of(word)) stems.push_back(std::move(one));
    }
    return stems;
}

/// How many words of the question the phrase is, where it has all of them.
std::size_t common_words(std::string_view phrase, const std::vector<std::string>& question) {
    const std::vector<std::string> stems = stems_of_phrase(phrase);
    const bool all = std::ranges::all_of(stems, [&](const std::string& one) {
        return std::ranges::any_of(question,
                                   [&](const std::string& word) { return is_same_word(word, one); });
    });
    return all ? stems.size() : 0;
}

void add_new_names(About& about, const Topic& topic) {
    for (const std::string_view name : topic.names)
        if (std::ranges::find(about.names, name) == about.names.end()) about.names.push_back(name);
}

/// The topics of which a phrase holds all of the question: "dead" of "dead units".
About topics_with(const std::vector<std::string>& question) {
    constexpr std::size_t shortest = 4;  // "the" and "of" are in many phrases
    About about;
    if (std::ranges::any_of(question, [](const std::string& word) { return word.size() < shortest; }))
        return about;
    for (const Topic& topic : topics()) {
        const auto best = std::ranges::find_if(topic.phrases, [&](std::string_view phrase) {
            const std::vector<std::string> stems = stems_of_phrase(phrase);
            return std::ranges::all_of(question, [&](const std::string& word) {
                return std::ranges::find(stems, word) != stems.end();
            });
        });
        if (best == topic.phrases.end()) continue;
        if (about.phrase.empty()) about.phrase = *best;
        add_new_names(about, topic);
    }
    return about;
}

}  // namespace

bool is_same_word(std::string_view word, std::string_view of_topic) {
    constexpr std::size_t leading = 4;  // 1.71, 0.87
    return word == of_topic || (!word.empty() && is_digit(word.front()) && of_topic.size() >= leading &&
                                of_topic.find('.') != std::string_view::npos && word.starts_with(of_topic));
}

About topics_in(const std::vector<std::string>& words) {
    std::vector<std::string> question;
    for (const std::string& word : words) {
        std::string lower;
        for (const char c : word) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        for (std::string& one : stems_of_phrase(lower)) question.push_back(std::move(one));
    }
    About about;
    std::size_t most = 1;
    for (const Topic& topic : topics()) {
        std::optional<std::string_view> best;
        for (const std::string_view phrase : topic.phrases) {
            const std::size_t count = common_words(phrase, question);
            if (count < most) continue;
            if (count > most) about = {};
            most = count;
            best = phrase;
        }
        if (!best) continue;
        if (about.phrase.empty()) about.phrase = *best;
        add_new_names(about, topic);
    }
    return about.phrase.empty() && !question.empty() ? topics_with(question) : about;
}

}  // namespace sigprop::tool
