#include "search.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <sigprop/core/base/method_filter.hpp>
#include <span>
#include <string_view>

#include "core/base/suggest.hpp"
#include "core/base/words.hpp"

#include "topic_words.hpp"
#include "topics.hpp"

namespace sigprop::tool {
namespace {

/// What people call the same thing; a phrase stands for its words side by side.
const std::vector<std::vector<std::string>>& synonyms() {
    static const std::vector<std::vector<std::string>> all = {
        {"mup", "maximal update"},
        {"ntk", "neural tangent"},
        {"xavier", "glorot"},
        {"kaiming", "he"},
        {"trunc", "truncated"},
        {"rmsnorm", "rms_norm", "rms norm"},
        {"layernorm", "layer_norm", "layer norm"},
        {"silu", "swish"},
        {"std", "standard deviation"},
        {"gaussian", "gaussians", "normal", "normals"},
        {"maximum", "max", "largest"},
        {"quantization", "quantisation", "quantizer", "quantiser"},
        {"lr", "learning rate"},
        {"prenorm", "pre_norm", "pre norm"},
        {"postnorm", "post_norm", "post norm"},
        {"kurtosis", "fourth moment"},
        {"softcap", "soft cap", "capped"},
        {"logits", "scores"},
        {"kernel", "arccosine"},
        // the signs of formulas
        {"sqrt", "√"},
        {"sum", "∑"},
        {"product", "∏"},
        {"integral", "∫"},
        {"alpha", "α"},
        {"beta", "β"},
        {"gamma", "Γ"},
        {"epsilon", "eps", "ε"},
        {"nu", "ν"},
        {"xi", "ξ"},
        {"pi", "π"},
        {"sigma", "σ"},
        {"phi", "φ", "Φ"},
        {"chi", "χ"},
        {"psi", "ψ"},
    };
    return all;
}

/// Lower case, with one spelling of the Greek letter in µP.
std::string normal(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view two = text.substr(i, 2);
        if (two == "\u00b5" || two == "\u03bc") {
            result += "mu";
            ++i;
        } else {
            const char c = text[i];
            result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
    }
    return result;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

bool is_glob(std::string_view word) { return word.find_first_of("*?[") != std::string_view::npos; }

/// Where the word occurs in a normal text. A word of one or two letters must stand alone, a longer one must
/// begin where a word begins: "he" is not in "the", nor "gain" in "again".
std::optional<std::size_t> place_of(const std::string& word, const std::string& text) {
    if (is_glob(word)) return glob_match(word, text) ? std::optional<std::size_t>(0) : std::nullopt;
    constexpr std::size_t short_word = 2;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        const bool begins = at == 0 || !is_letter(text[at - 1]) || !is_letter(word.front());
        const bool ends = end == text.size() || !is_letter(text[end]);
        if (begins && (ends || word.size() > short_word)) return at;
    }
    return std::nullopt;
}

/// The text around a place, whole words, on one line.
std::string surroundings(const std::string& text, std::size_t at, std::size_t length) {
    constexpr std::size_t before = 12;
    constexpr std::size_t after = 28;
    std::size_t first = at > before ? text.find(' ', at - before) + 1 : 0;
    if (first > at) first = at;
    std::size_t last = std::min(text.size(), at + length + after);
    if (last < text.size()) last = std::max(text.rfind(' ', last), at + length);
    std::string part = text.substr(first, last - first);
    std::ranges::replace(part, '\n', ' ');
    return (first > 0 ? "…" : "") + part + (last < text.size() ? "…" : "");
}

/// The rank of a word that is in another name of an entry; one in its own name is below, one in a text above.
constexpr int in_aliases = 2;

/// How well one spelling fits, and what shows it where the list does not.
std::optional<Match> fit(const std::string& word, const Named& entry) {
    const std::string name = normal(entry.plain);
    if (const auto at = place_of(word, name)) {
        const bool whole = *at + word.size() == name.size() || !is_letter(name[*at + word.size()]);
        return Match{whole || is_glob(word) ? 0 : 1, {}};
    }
    for (const std::string& other : entry.aliases) {
        if (place_of(word, normal(other))) return Match{in_aliases, other};
    }
    if (place_of(word, normal(entry.about))) return Match{3, {}};
    for (const std::string& other : entry.other) {
        const auto at = place_of(word, normal(other));
        if (!at) continue;
        // The spelling of µ changes lengths: then the beginning of the text must do.
        const bool same_places = normal(other).size() == other.size();
        return Match{4, surroundings(other, same_places ? *at : 0, word.size())};
    }
    return std::nullopt;
}

/// How many of the first words are the phrase; 0 when they are not.
std::size_t words_of_phrase(const std::string& phrase, std::span<const std::string> words) {
    const auto count = static_cast<std::size_t>(1 + std::ranges::count(phrase, ' '));
    return count <= words.size() && is_same_word(joined(words.first(count), " "), phrase) ? count : 0;
}

/// The words in lower case, those of a quoted text one by one. A question ends with its mark, which is no
/// glob.
std::vector<std::string> plain_words(const std::vector<std::string>& words) {
    std::vector<std::string> plain;
    for (const std::string& word : words) {
        const std::string text = normal(word);
        for (std::size_t start = 0; start < text.size();) {
            const std::size_t end = std::min(text.find(' ', start), text.size());
            if (end > start) plain.push_back(text.substr(start, end - start));
            start = end + 1;
        }
    }
    constexpr std::size_t question = 3;
    if (plain.size() >= question && plain.back().size() > 1 && plain.back().ends_with('?'))
        plain.back().pop_back();
    return plain;
}

std::string without_fillers(std::string_view phrase) {
    std::vector<std::string> words = plain_words({std::string(phrase)});
    std::erase_if(words, is_filler);
    return joined(words, " ");
}

}  // namespace

Query::Query(const std::vector<std::string>& words) {
    std::vector<std::string> plain = plain_words(words);
    // Words such as "how" and "is" say nothing, unless they are all there is.
    if (!std::ranges::all_of(plain, is_filler)) std::erase_if(plain, is_filler);
    for (std::size_t i = 0; i < plain.size();) {
        const auto rest = std::span(plain).subspan(i);
        Term term = {{plain[i]}};
        std::size_t used = 1;
        for (const std::vector<std::string>& group : synonyms()) {
            for (const std::string& phrase : group) {
                const std::size_t count = words_of_phrase(phrase, rest);
                if (count < used) continue;
                used = count;
                term.spellings = group;
            }
        }
        for (const Topic& topic : topics()) {
            for (const std::string_view phrase : topic.phrases) {
                const std::size_t count = words_of_phrase(without_fillers(phrase), rest);
                if (count < used) continue;
                if (count > used) term.spellings = {joined(rest.first(count), " ")};
                used = count;
                term.names = topic.names;
                term.phrase = joined(rest.first(count), " ");
            }
        }
        terms_.push_back(std::move(term));
        i += used;
    }
}

Query Query::topics_alone() const {
    Query query;
    std::ranges::copy_if(terms_, std::back_inserter(query.terms_),
                         [](const Term& term) { return !term.names.empty(); });
    return query;
}

Query Query::of_names(const std::vector<std::string_view>& names, const std::string& phrase) {
    Query query;
    query.terms_.push_back({.spellings = {}, .names = names, .phrase = phrase});
    return query;
}

std::optional<Match> Query::match_of(const Term& term, const Named& entry) {
    std::optional<Match> best;
    for (const std::string& spelling : term.spellings) {
        const std::optional<Match> one = fit(spelling, entry);
        if (one && (!best || one->rank < best->rank)) best = one;
    }
    const auto answer = std::ranges::find(term.names, entry.plain);
    if (answer != term.names.end()) {
        // An answer may have none of the question's words: it then shows them, so that it is no riddle.
        constexpr int in_summary = 3;
        const bool shows_words = best && best->rank <= in_summary && best->beyond.empty();
        std::string beyond = best ? best->beyond : std::string();
        if (!shows_words && beyond.empty() && !term.phrase.empty()) beyond = "answers '" + term.phrase + "'";
        best = Match{static_cast<int>(answer - term.names.end()), std::move(beyond)};
    }
    return best;
}

std::optional<Match> Query::match(const Named& entry) const {
    Match all;
    for (const Term& term : terms_) {
        const std::optional<Match> best = match_of(term, entry);
        if (!best) return std::nullopt;
        all.rank += best->rank;
        if (all.beyond.empty()) all.beyond = best->beyond;
    }
    return all;
}

std::size_t Query::match_some(const Named& entry, Match& match) const {
    match = {};
    std::size_t found = 0;
    for (const Term& term : terms_) {
        const std::optional<Match> best = match_of(term, entry);
        if (!best || best->rank > in_aliases) continue;
        ++found;
        match.rank += best->rank;
        if (match.beyond.empty()) match.beyond = best->beyond;
    }
    return found;
}

std::string better_words(const std::vector<std::string>& words, const std::vector<Named>& entries) {
    for (const std::string& word : words) {
        const Query alone({word});
        const bool occurs =
            std::ranges::any_of(entries, [&](const Named& entry) { return alone.match(entry).has_value(); });
        if (occurs) continue;
        std::set<std::string> known;
        for (const Named& entry : entries) {
            std::string part;
            for (const char c : normal(entry.plain) + ".") {
                if (is_letter(c)) {
                    part += c;
                } else if (!part.empty()) {
                    known.insert(std::exchange(part, {}));
                }
            }
        }
        const std::vector<std::string> names(known.begin(), known.end());
        const auto near = nearest_name(normal(word), names);
        return near ? "did you mean '" + *near + "'?" : "'" + word + "' occurs nowhere";
    }
    return {};
}

}  // namespace sigprop::tool
