#pragma once
// Search over everything that has a name, for `list`. Words are joined by "and"; each is looked for in names,
// summaries, aliases, formulas and sources, together with what else it is called: xavier finds glorot. What
// people ask in other words is a topic (topics.hpp): temperature finds the entropy of attention.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "names.hpp"

namespace sigprop::tool {

/// How an entry answers a query.
struct Match {
    int rank = 0;  ///< lower is better: answers to a topic, words in the name, in the summary, elsewhere
    std::string beyond;  ///< the surroundings of a word that neither name nor summary shows, or the
                         ///< question that is answered; may be empty
};

class Query {
public:
    /// Each word is plain, or a glob that must match a whole name or text. No word matches everything.
    explicit Query(const std::vector<std::string>& words);

    /// What has one of these names; the first is the best answer to the phrase.
    [[nodiscard]] static Query of_names(const std::vector<std::string_view>& names,
                                        const std::string& phrase);

    [[nodiscard]] std::optional<Match> match(const Named& entry) const;
    /// How many words are in the entry's name or aliases, 0 for none; the rank is that of these.
    [[nodiscard]] std::size_t match_some(const Named& entry, Match& match) const;
    [[nodiscard]] bool is_empty() const { return terms_.empty(); }
    /// What is asked for by words that are topics; the others are left out, "logits" of "temperature of
    /// logits".
    [[nodiscard]] Query topics_alone() const;

private:
    /// The spellings of one term, any of which will do, or the names that answer it, the best first.
    struct Term {
        std::vector<std::string> spellings;
        std::vector<std::string_view> names = {};
        std::string phrase = {};  ///< the words that the names answer
    };
    Query() = default;
    [[nodiscard]] static std::optional<Match> match_of(const Term& term, const Named& entry);
    std::vector<Term> terms_;
};

/// "did you mean 'glorot'?" for the first word that occurs nowhere in the entries; empty when there is no
/// such word or nothing near it.
[[nodiscard]] std::string better_words(const std::vector<std::string>& words,
                                       const std::vector<Named>& entries);

}  // namespace sigprop::tool
