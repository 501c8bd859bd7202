// sigprop list: everything that has a name, one line each.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <sstream>

#include "core/base/words.hpp"
#include "core/notation/notation.hpp"
#include "engine/binding/catalogue.hpp"
#include "engine/identify/known_constants.hpp"

#include "claims.hpp"
#include "command.hpp"
#include "destinations.hpp"
#include "first_tries.hpp"
#include "formats/json.hpp"
#include "names.hpp"
#include "quantities/activation/table.hpp"
#include "report/text_width.hpp"
#include "search.hpp"
#include "terminal.hpp"
#include "topic_words.hpp"
#include "twins.hpp"

namespace sigprop::tool {
namespace {

struct Section {
    std::string title;
    std::vector<Named> entries = {};
    std::vector<Match> matches = {};  ///< of each entry, in the same order
};

template <class Entries>
Section section(const std::string& title, const Entries& all) {
    Section found{title};
    for (const auto& one : all) found.entries.push_back(named(one));
    return found;
}

/// Those that answer the query, the best first.
Section selected(const Section& all, const Query& query) {
    std::vector<std::pair<Match, const Named*>> found;
    for (const Named& entry : all.entries) {
        if (std::optional<Match> match = query.match(entry)) found.emplace_back(std::move(*match), &entry);
    }
    std::ranges::stable_sort(found, {}, [](const auto& one) { return one.first.rank; });
    Section section{all.title};
    for (auto& [match, entry] : found) {
        section.entries.push_back(*entry);
        section.matches.push_back(std::move(match));
    }
    return section;
}

bool is_of_claims(const Section& section) {
    return section.title == "claims" || section.title == "experiments";
}

/// Those that have the most of the query's words in their names, where none has all of them. A claim's name
/// is a sentence, which has a word of most questions.
std::vector<Section> nearest(const std::vector<Section>& all, const Query& query) {
    std::size_t most = 1;
    std::vector<Section> found;
    for (const Section& one : all) {
        if (is_of_claims(one)) continue;
        std::vector<std::pair<Match, const Named*>> matches;
        for (const Named& entry : one.entries) {
            Match match;
            const std::size_t words = query.match_some(entry, match);
            if (words < most) continue;
            if (words > most) {
                matches.clear();
                for (Section& before : found) before = Section{before.title};
            }
            most = words;
            matches.emplace_back(std::move(match), &entry);
        }
        std::ranges::stable_sort(matches, {}, [](const auto& pair) { return pair.first.rank; });
        found.push_back(Section{one.title});
        for (auto& [match, entry] : matches) {
            found.back().entries.push_back(*entry);
            found.back().matches.push_back(std::move(match));
        }
    }
    return found;
}

/// The part of a dotted name that its theme has: "activation" of activation.gain.
std::string theme_of(const Named& entry) { return entry.plain.substr(0, entry.plain.find('.')); }

/// Entries of a theme stand together, at the place of its first: tables of the catalogue share themes.
void gather_themes(Section& section) {
    std::vector<std::string> order;
    for (const Named& entry : section.entries)
        if (std::ranges::find(order, theme_of(entry)) == order.end()) order.push_back(theme_of(entry));
    std::ranges::stable_sort(section.entries, {}, [&](const Named& entry) {
        return std::ranges::find(order, theme_of(entry)) - order.begin();
    });
}

/// More than this is no list for a person: a screen and a half.
constexpr std::size_t long_list = 40;

/// A long section by its themes, with what is in each: "activation  36  mean, second_moment, gain, …".
std::string summary_of(const Section& section, std::size_t width) {
    std::vector<std::pair<std::string, std::vector<std::string>>> themes;
    for (const Named& entry : section.entries) {
        const std::string theme = theme_of(entry);
        if (themes.empty() || themes.back().first != theme)
            themes.emplace_back(theme, std::vector<std::string>());
        themes.back().second.push_back(entry.plain.substr(std::min(theme.size() + 1, entry.plain.size())));
    }
    std::size_t names = 0;
    for (const auto& [theme, members] : themes) names = std::max(names, columns(theme));
    std::string text;
    for (const auto& [theme, members] : themes) {
        const std::string line =
            fmt::format("  {}  {:>3}  ", padded(printable(theme), names), members.size());
        text +=
            line + cut(printable(joined(members)), std::max(width, columns(line) + 1) - columns(line)) + "\n";
    }
    return text;
}

/// One line for each entry: its name, and as much of what it is as the terminal has room for.
std::string lines_of(const Section& section, bool by_theme, std::size_t width) {
    constexpr std::size_t widest_name = 44;
    constexpr std::size_t min_about = 24;
    // A constant's name is the expression to type, which is of no use in part.
    const bool whole = section.title == "constants";
    std::size_t names = 0;
    for (const Named& entry : section.entries)
        names = std::max(names, whole ? columns(entry.plain) : std::min(columns(entry.plain), widest_name));
    std::string text;
    std::string theme;
    for (std::size_t i = 0; i < section.entries.size(); ++i) {
        const Named& entry = section.entries[i];
        if (by_theme && theme_of(entry) != theme) {
            theme = theme_of(entry);
            text += " " + printable(theme) + "\n";
        }
        const std::string name = padded(cut_name(printable(entry.plain), names), names);
        const std::size_t room = std::max(width, names + 4 + min_about) - names - 4;
        std::string about = printable(entry.about);
        if (!section.matches[i].beyond.empty()) {
            const std::string beyond = " · " + printable(section.matches[i].beyond);
            const std::size_t taken = std::min(columns(beyond), room / 2);
            about = cut(std::move(about), room - taken) + cut(beyond, taken);
        }
        text += "  " + name + "  " + cut(std::move(about), room) + "\n";
    }
    return text;
}

/// What a person sees who asked for everything of a kind, or of all kinds.
std::string as_summary(const std::vector<Section>& sections, const std::vector<std::string>& words,
                       std::size_t width) {
    std::string text;
    bool shortened = false;
    for (const Section& one : sections) {
        if (one.entries.empty()) continue;
        text += (text.empty() ? "" : "\n") + one.title + " (" + std::to_string(one.entries.size()) + ")";
        if (sections.size() > 1 && is_of_claims(one)) {
            text += ": sigprop list " + one.title + "\n";
            continue;
        }
        text += "\n";
        const bool is_long = one.entries.size() > long_list;
        const bool by_name = !is_long && sections.size() > 1;
        if (by_name) {
            std::vector<std::string> names;
            for (const Named& entry : one.entries) names.push_back(entry.plain);
            for (const std::string& line : wrapped(printable(joined(names)), width - 2))
                text += "  " + line + "\n";
        } else if (is_long) {
            text += summary_of(one, width);
        } else {
            text += lines_of(one, false, width);
        }
        shortened = shortened || is_long || by_name;
    }
    if (!shortened) return text;
    const std::string asked = words.empty() ? "" : " " + joined(words, " ");
    return text +
           "\nOne group:  sigprop list quantities 'selu.*'\nBy words:   sigprop list dead units\nAll names:  "
           "sigprop list" +
           asked + " --all\n";
}

/// How much of a list is shown.
struct Extent {
    bool by_theme = false;
    bool claims_apart = false;  ///< claims are counted, not listed, beside what can be computed
    std::size_t most = std::numeric_limits<std::size_t>::max();  ///< of each section, the best
    std::string call;                                            ///< "sigprop list std": what made the list
};

std::string as_text(const std::vector<Section>& sections, const Extent& extent, std::size_t width) {
    std::string text;
    for (const Section& one : sections) {
        if (one.entries.empty()) continue;
        text += (text.empty() ? "" : "\n") + one.title + " (" + std::to_string(one.entries.size()) + ")";
        if (is_of_claims(one) && extent.claims_apart) {
            text +=
                ": sigprop list " + one.title + extent.call.substr(std::string("sigprop list").size()) + "\n";
            continue;
        }
        Section shown = one;
        const std::size_t count = std::min(extent.most, one.entries.size());
        shown.entries.resize(count);
        shown.matches.resize(count);
        text += "\n" + lines_of(shown, extent.by_theme && one.title == "quantities", width);
        if (count < one.entries.size())
            text += fmt::format("  … and {} more: {} --all\n", one.entries.size() - count, extent.call);
    }
    return text;
}

/// The formula in LaTeX, for a terminal, and for a page; its notes hold formulas between dollars.
void add_formula(Json& object, const Named& entry) {
    Json notes = Json::array();
    Json html = Json::array();
    for (const std::string& note : entry.formula_notes) {
        notes.push_back(note);
        html.push_back(html_of_prose(note));
    }
    object.set("formula", entry.formula).set("formula_text", text_of_formula(entry.formula));
    object.set("formula_mathml", mathml_of_formula(entry.formula));
    if (entry.formula_notes.empty()) return;
    object.set("formula_notes", std::move(notes)).set("formula_notes_html", std::move(html));
}

Json as_json(const std::vector<Section>& sections) {
    Json all = Json::object();
    for (const Section& one : sections) {
        Json entries = Json::array();
        for (const Named& entry : one.entries) {
            Json object = Json::object().set("name", entry.usage).set("about", entry.about);
            if (!entry.formula.empty()) add_formula(object, entry);
            entries.push_back(std::move(object));
        }
        all.set(one.title, std::move(entries));
    }
    return all;
}

/// The words one by one, also of what was quoted together.
std::vector<std::string> split_at_blanks(const std::vector<std::string>& texts) {
    std::vector<std::string> words;
    for (const std::string& text : texts) {
        std::istringstream stream(text);
        for (std::string word; stream >> word;) words.push_back(word);
    }
    return words;
}

/// "; swiglu is an activation …" where a word names one: it is an argument of what the other words find.
std::string of_activation(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        if (find_activation(word) == nullptr || words.size() == 1) continue;
        std::vector<std::string> others = words;
        std::erase(others, word);
        return fmt::format(
            "; '{}' is an activation, which quantities take as an argument: sigprop list quantities {}", word,
            fmt::join(others, " "));
    }
    return {};
}

std::vector<Section> answers(const std::vector<Section>& all, const Query& query) {
    std::vector<Section> sections;
    for (const Section& one : all) sections.push_back(selected(one, query));
    return sections;
}

bool are_empty(const std::vector<Section>& sections) {
    return std::ranges::all_of(sections, [](const Section& one) { return one.entries.empty(); });
}

std::vector<std::string> with_list(std::vector<std::string> words) {
    words.insert(words.begin(), "list");
    return words;
}

/// Whether there is something that can be computed, beside claims of it.
bool has_computable(const std::vector<Section>& sections) {
    return std::ranges::any_of(sections,
                               [](const Section& one) { return !is_of_claims(one) && !one.entries.empty(); });
}

/// Constants that begin with the digits of a number among the words, or round to them.
Section constants_near(const std::vector<std::string>& words) {
    Section found{"constants"};
    for (const std::string& word : words) {
        for (const NearConstant& one : constants_with_digits(word)) {
            const bool known =
                std::ranges::find(found.entries, one.expression, &Named::plain) != found.entries.end();
            if (known) continue;
            found.entries.push_back({.plain = one.expression,
                                     .usage = one.expression,
                                     .about = one.value + "… " + one.definition,
                                     .aliases = {},
                                     .other = {}});
            found.matches.emplace_back();
        }
    }
    return found;
}

/// What to type to have such a constant to all digits.
std::string next_of(const std::vector<Section>& sections) {
    const auto constants = std::ranges::find(sections, "constants", &Section::title);
    if (constants == sections.end() || constants->entries.empty()) return {};
    return "\nAll digits:  " + shell_line({"eval", constants->entries.front().plain}) + "\n";
}

/// What was asked for, and all that answers it.
struct Found {
    std::string kind;  ///< quantities, activations, …; empty for all kinds
    Query query;
    std::vector<Section> sections;
    std::string complaint = {};  ///< why nothing matches; empty where something does
    std::string note = {};       ///< what the entries are about, where none has all the words
};

/// The entries that a question is about, where none has all of its words.
void find_by_topic(const std::vector<Section>& all, const std::vector<std::string>& words, Found& found) {
    const About about = topics_in(words);
    if (about.names.empty()) return;
    found.sections = answers(all, Query::of_names(about.names, std::string(about.phrase)));
    if (!are_empty(found.sections))
        found.note =
            std::string(words.size() == 1 ? "no entry has this word" : "no entry has all of these words") +
            "; this is about '" + about.phrase + "'" + of_activation(words);
}

Found names_for(const std::vector<std::string>& given, const std::function<std::vector<Claim>()>& read) {
    const std::vector<std::string> kinds = {"quantities", "activations", "layers", "claims", "experiments"};
    std::vector<std::string> words = split_at_blanks(given);
    std::string kind;
    if (!words.empty() && std::ranges::find(kinds, words.front()) != kinds.end()) {
        kind = words.front();
        words.erase(words.begin());
    }
    const auto wanted = [&](const char* name) { return kind.empty() || kind == name; };
    std::vector<Section> all;
    if (wanted("quantities")) {
        all.push_back(section("quantities", catalogue()));
        gather_themes(all.back());
    }
    if (wanted("activations")) all.push_back(section("activations", activation_table()));
    if (wanted("layers")) all.push_back(section("layers", norm_layers()));
    if (wanted("claims") || wanted("experiments")) {
        std::vector<Claim> claims = read();
        const auto apart = std::stable_partition(claims.begin(), claims.end(),
                                                 [](const Claim& claim) { return !claim.is_experiment(); });
        const std::vector<Claim> experiments(apart, claims.end());
        claims.erase(apart, claims.end());
        if (wanted("claims")) all.push_back(section("claims", claims));
        if (wanted("experiments")) all.push_back(section("experiments", experiments));
    }
    const Query query(words);
    Found found{kind, query, answers(all, query)};
    if (are_empty(found.sections) && !query.topics_alone().is_empty())
        found.sections = answers(all, query.topics_alone());
    // "activations grow" asks about quantities, and begins with the name of a kind
    const bool is_kind_a_word = kind == "activations" || kind == "layers";
    if (are_empty(found.sections)) {
        if (is_kind_a_word) {
            find_by_topic({section("quantities", catalogue())}, split_at_blanks(given), found);
        } else {
            find_by_topic(all, words, found);
        }
    }
    if (Section near = constants_near(words); kind.empty() && !near.entries.empty())
        found.sections.insert(found.sections.begin(), std::move(near));
    if (are_empty(found.sections)) {
        std::vector<Named> entries;
        for (const Section& one : all) entries.insert(entries.end(), one.entries.begin(), one.entries.end());
        const std::string hint = better_words(words, entries);
        found.sections = nearest(all, query);
        if (!are_empty(found.sections)) {
            found.note = "no entry has all of these words" + (hint.empty() ? "" : "; " + hint) +
                         "; these have most of them" + of_activation(words);
            return found;
        }
        found.complaint = "nothing matches '" + joined(words, " ") + "'" +
                          (hint.empty() ? ": each word occurs, but no entry has all of them: remove one" +
                                              of_activation(words)
                                        : "; " + hint);
    }
    return found;
}

}  // namespace

Json list_answer(const std::vector<std::string>& words) {
    const Found found = names_for(words, builtin_claims);
    if (!found.complaint.empty()) throw InputError(found.complaint);
    return as_json(found.sections);
}

Exit run_list(const Invocation& call) {
    const std::optional<std::string> json = call.options.output("json");
    if (json) check_destination(call, "--json", *json);
    const Found found = names_for(call.words, [&call] { return read_selected_files(call.flags).claims(); });
    const std::vector<Section>& sections = found.sections;
    const Query& query = found.query;
    if (!found.complaint.empty()) {
        complain(found.complaint);
        return Exit::nothing;
    }
    if (!found.note.empty()) complain(found.note);
    if (json && write_data(*json, as_json(sections))) return Exit::ok;
    const bool everything = call.flags.has("all");
    const bool for_person = !everything && isatty(STDOUT_FILENO) == 1;
    if (query.is_empty() && for_person) {
        print(as_summary(sections, call.words, terminal_width()));
        return Exit::ok;
    }
    Extent extent{.by_theme = query.is_empty(), .call = shell_line(with_list(call.words))};
    if (for_person) extent.most = long_list;
    extent.claims_apart = !everything && !query.is_empty() && found.kind.empty() &&
                          call.flags.all("claims").empty() && has_computable(sections);
    print(as_text(sections, extent, terminal_width()) + next_of(sections));
    return Exit::ok;
}

}  // namespace sigprop::tool
