// sigprop list: everything that has a name, one line each.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "core/base/words.hpp"
#include "core/notation/notation.hpp"
#include "engine/binding/catalogue.hpp"
#include "formats/files.hpp"

#include "claims.hpp"
#include "command.hpp"
#include "destinations.hpp"
#include "formats/json.hpp"
#include "names.hpp"
#include "quantities/activation/table.hpp"
#include "report/text_width.hpp"
#include "search.hpp"
#include "terminal.hpp"

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

/// The part of a dotted name that its theme has: "activation" of activation.gain.
std::string theme_of(const Named& entry) { return entry.plain.substr(0, entry.plain.find('.')); }

/// One line for each entry: its name, and as much of what it is as the terminal has room for.
std::string lines_of(const Section& section, bool by_theme, std::size_t width) {
    constexpr std::size_t widest_name = 44;
    constexpr std::size_t min_about = 24;
    std::size_t names = 0;
    for (const Named& entry : section.entries)
        names = std::max(names, std::min(columns(entry.plain), widest_name));
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

std::string as_text(const std::vector<Section>& sections, bool by_theme, std::size_t width) {
    std::string text;
    for (const Section& one : sections) {
        if (one.entries.empty()) continue;
        text += (text.empty() ? "" : "\n") + one.title + " (" + std::to_string(one.entries.size()) + ")\n";
        text += lines_of(one, by_theme && one.title == "quantities", width);
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

std::string as_json(const std::vector<Section>& sections) {
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
    return write_json(all);
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
        return fmt::format("; '{}' is an activation, an argument of quantities: sigprop list quantities {}",
                           word, fmt::join(others, " "));
    }
    return {};
}

}  // namespace

Exit run_list(const Invocation& call) {
    const std::optional<std::string> json = call.options.output("json");
    if (json) check_destination(call, "--json", *json);
    const std::vector<std::string> kinds = {"quantities", "activations", "layers", "claims", "experiments"};
    std::vector<std::string> words = split_at_blanks(call.words);
    std::string kind;
    if (!words.empty() && std::ranges::find(kinds, words.front()) != kinds.end()) {
        kind = words.front();
        words.erase(words.begin());
    }
    const auto wanted = [&](const char* name) { return kind.empty() || kind == name; };
    std::vector<Section> all;
    if (wanted("quantities")) all.push_back(section("quantities", catalogue()));
    if (wanted("activations")) all.push_back(section("activations", activation_table()));
    if (wanted("layers")) all.push_back(section("layers", norm_layers()));
    if (wanted("claims") || wanted("experiments")) {
        std::vector<Claim> claims = read_selected_files(call.flags).claims();
        const auto apart = std::stable_partition(claims.begin(), claims.end(),
                                                 [](const Claim& claim) { return !claim.is_experiment(); });
        const std::vector<Claim> experiments(apart, claims.end());
        claims.erase(apart, claims.end());
        if (wanted("claims")) all.push_back(section("claims", claims));
        if (wanted("experiments")) all.push_back(section("experiments", experiments));
    }
    const Query query(words);
    std::vector<Section> sections;
    for (const Section& one : all) sections.push_back(selected(one, query));
    if (std::ranges::all_of(sections, [](const Section& one) { return one.entries.empty(); })) {
        std::vector<Named> entries;
        for (const Section& one : all) entries.insert(entries.end(), one.entries.begin(), one.entries.end());
        const std::string hint = better_words(words, entries);
        complain("nothing matches '" + joined(words, " ") + "'" +
                 (hint.empty() ? ": each word occurs, but nothing has them all" + of_activation(words)
                               : "; " + hint));
        return Exit::nothing;
    }
    if (json && *json != "-") write_file_atomically(*json, as_json(sections));
    const bool as_data = json && *json == "-";
    print(as_data ? as_json(sections) : as_text(sections, query.is_empty(), terminal_width()));
    return Exit::ok;
}

}  // namespace sigprop::tool
