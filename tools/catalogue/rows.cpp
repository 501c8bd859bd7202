#include "rows.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <span>

namespace catalogue {
namespace {

using Json = nlohmann::ordered_json;

/// Where in which file: "residual.json, /quantities/3 residual.skip_weight".
struct Place {
    std::string text;

    [[nodiscard]] Place in(const std::string& more) const { return {text + " " + more}; }
    [[noreturn]] void fail(const std::string& why) const { throw WrongRow(text + ": " + why); }
};

/// Prose and formulas may be broken into lines: a list of strings is joined by spaces.
std::string text_of(const Json& value, const Place& place) {
    if (value.is_string()) return value.get<std::string>();
    std::string text;
    if (!value.is_array() || value.empty()) place.fail("must be a string, or its lines as a list of strings");
    for (const Json& line : value) {
        if (!line.is_string()) place.fail("each line must be a string");
        if (!text.empty()) text += ' ';
        text += line.get<std::string>();
    }
    return text;
}

std::vector<std::string> texts_of(const Json& value, const Place& place) {
    if (!value.is_array()) place.fail("must be a list");
    std::vector<std::string> texts;
    for (const Json& one : value) texts.push_back(text_of(one, place));
    return texts;
}

void check_keys(const Json& object, const std::set<std::string>& known, const Place& place) {
    if (!object.is_object()) place.fail("must be an object");
    for (const auto& [key, value] : object.items()) {
        if (known.contains(key)) continue;
        std::string all;
        for (const std::string& one : known) all += (all.empty() ? "" : ", ") + one;
        place.fail("has no key '" + key + "'; the keys are " + all);
    }
}

bool flag_of(const Json& value, const Place& place) {
    if (!value.is_boolean()) place.fail("must be true or false");
    return value.get<bool>();
}

/// "(0, inf)", "[1, 10^15]", "(-inf, 0) or (0, inf)".
void check_range(const std::string& range, const Place& place) {
    static const std::string number = R"((-?inf|-?\d+(\.\d+)?(e-?\d+)?|-?\d+\^-?\d+))";
    static const std::string interval = R"([\[(])" + number + ", " + number + R"([\])])";
    static const std::regex whole("^" + interval + "( or " + interval + ")?$");
    if (!std::regex_match(range, whole))
        place.fail("the range '" + range +
                   "' is not two numbers between brackets, like (0, inf) or [1, 2^63]");
}

/// A meaning is a phrase around a noun, so that it can be read without its parameter's name.
void check_meaning(const std::string& meaning, const Place& place) {
    if (meaning.empty()) place.fail("has no meaning: say what it is, with its unit");
    if (meaning.starts_with("of "))
        place.fail("the meaning begins with 'of': name what it is, as in 'number of optimiser steps'");
    static const std::set<std::string> without_noun = {"a",   "an", "as", "at",  "for",  "have", "in", "it",
                                                       "its", "of", "on", "the", "them", "they", "to"};
    const std::string first = meaning.substr(0, meaning.find_first_of(";,:("));
    std::size_t begin = 0;
    while (begin < first.size()) {
        const std::size_t end = std::min(first.find(' ', begin), first.size());
        if (end > begin && !without_noun.contains(first.substr(begin, end - begin))) return;
        begin = end + 1;
    }
    place.fail("the meaning '" + meaning + "' has no noun");
}

const std::set<std::string> parameter_keys = {"name",         "like",   "type",     "default", "meaning",
                                              "choices",      "words",  "optional", "gated",   "range",
                                              "when_default", "sample", "only_with"};
const std::set<std::string> quantity_keys = {"name",   "aliases", "summary",  "formula",    "notes",
                                             "units",  "limit",   "source",   "parameters", "relations",
                                             "values", "routes",  "theorems", "arguments",  "quantities"};
const std::set<std::string> activation_keys = {"name",  "aliases",    "formula",    "source",
                                               "gated", "parameters", "activations"};
const std::set<std::string> types = {"real", "integer", "choice", "activation", "family", "reals"};

/// What rows use by name: single parameters and lists of them, of this file and of shared.json.
class Shared {
public:
    explicit Shared(Shared* of_all_files = nullptr) : of_all_files_(of_all_files) {}

    void add(const Json& file, const Place& place) {
        add(file, "parameters", &Shared::parameters_, place);
        add(file, "lists", &Shared::lists_, place);
    }

    /// The object of a parameter with what it takes over from another one.
    [[nodiscard]] Json resolved(const Json& parameter, const Place& place) {
        if (parameter.is_string())
            return with_name(used(&Shared::parameters_, parameter, "parameter", place), parameter);
        check_keys(parameter, parameter_keys, place);
        const auto like = parameter.find("like");
        if (like == parameter.end()) return parameter;
        Json whole = resolved(*like, place);
        for (const auto& [key, value] : parameter.items())
            if (key != "like") whole[key] = value;
        return whole;
    }

    /// All elements of a list of parameters: objects, names, and @names of lists.
    void each(const Json& list, const Place& place, const auto& take) {
        if (!list.is_array()) place.fail("parameters must be a list");
        for (const Json& one : list) {
            if (one.is_string() && one.get<std::string>().starts_with("@"))
                each(used(&Shared::lists_, one.get<std::string>().substr(1), "list", place), place, take);
            else
                take(resolved(one, place));
        }
    }

    void check_all_are_used() const {
        for (const auto* all : {&parameters_, &lists_})
            for (const auto& [name, entry] : *all)
                if (!entry.used) entry.place.fail("'" + name + "' is used by no row: remove it");
    }

private:
    struct Entry {
        Json value;
        Place place;
        bool used = false;
    };

    using Entries = std::map<std::string, Entry>;

    void add(const Json& file, const char* key, Entries Shared::*all, const Place& place) {
        if (!file.contains(key)) return;
        for (const auto& [name, value] : file.at(key).items()) {
            if (of_all_files_ != nullptr && (of_all_files_->*all).contains(name))
                place.fail(std::string(key) + " has '" + name + "', which shared.json has, too");
            (this->*all).emplace(name, Entry{value, place.in(key)});
        }
    }

    const Json& used(Entries Shared::*all, const std::string& name, const char* what, const Place& place) {
        const auto found = (this->*all).find(name);
        if (found == (this->*all).end()) {
            if (of_all_files_ == nullptr)
                place.fail("there is no shared " + std::string(what) + " '" + name + "'");
            return of_all_files_->used(all, name, what, place);
        }
        found->second.used = true;
        return found->second.value;
    }

    /// The name of a shared parameter ends before a dot, behind which its variant is named.
    Json with_name(const Json& value, const std::string& key) {
        Json whole = Json::object();
        whole["name"] = key.substr(0, key.find('.'));
        const Json rest = resolved(value, {key});
        for (const auto& [name, one] : rest.items()) whole[name] = one;
        return whole;
    }

    Entries parameters_, lists_;
    Shared* of_all_files_;
};

/// The choices are all words of the enumeration, or some of them.
void take_words(const std::string& name, const std::vector<WordsRow>& all_words, ParameterRow& row,
                const Place& place) {
    const auto words = std::ranges::find(all_words, name, &WordsRow::name);
    if (words == all_words.end()) place.fail("there are no words '" + name + "' in words.json");
    row.words = name;
    row.type = "choice";
    for (const std::string& choice : row.choices)
        if (std::ranges::find(words->enumerators, choice, &std::pair<std::string, std::string>::first) ==
            words->enumerators.end())
            place.fail("the choice '" + choice + "' is no word of " + name);
    if (!row.choices.empty()) return;
    for (const auto& [word, enumerator] : words->enumerators) row.choices.push_back(word);
}

ParameterRow parameter_of(const Json& object, const std::vector<WordsRow>& all_words, const Place& outer) {
    check_keys(object, parameter_keys, outer);
    if (!object.contains("name")) outer.fail("a parameter has no name");
    ParameterRow row{.name = text_of(object.at("name"), outer)};
    const Place place = outer.in(row.name);
    const auto take = [&](const char* key, std::string& text) {
        if (object.contains(key)) text = text_of(object.at(key), place.in(key));
    };
    take("type", row.type);
    take("meaning", row.meaning);
    take("range", row.range);
    take("when_default", row.when_default);
    take("sample", row.sample);
    take("only_with", row.only_with);
    if (object.contains("default")) row.fallback = text_of(object.at("default"), place);
    if (object.contains("choices")) row.choices = texts_of(object.at("choices"), place);
    if (object.contains("words")) take_words(text_of(object.at("words"), place), all_words, row, place);
    if (object.contains("optional")) row.optional = flag_of(object.at("optional"), place.in("optional"));
    if (object.contains("gated")) row.gated = flag_of(object.at("gated"), place.in("gated"));
    static const std::regex name("^[A-Za-z][A-Za-z0-9_]*$");
    if (!std::regex_match(row.name, name)) place.fail("a name is letters, digits and underscores");
    if (!types.contains(row.type)) place.fail("there is no type '" + row.type + "'");
    check_meaning(row.meaning, place);
    if (!row.range.empty()) check_range(row.range, place);
    if ((row.type == "choice") == row.choices.empty())
        place.fail("type choice needs choices, and no other type has any");
    if (row.optional && row.fallback) place.fail("an optional parameter has no default");
    if (row.type == "choice" && row.fallback &&
        std::ranges::find(row.choices, *row.fallback) == row.choices.end())
        place.fail("the default '" + *row.fallback + "' is none of the choices");
    if (std::set<std::string>(row.choices.begin(), row.choices.end()).size() != row.choices.size())
        place.fail("a choice stands twice");
    return row;
}

RelationRow relation_of(const std::string& text, const QuantityRow& row, const Place& place) {
    static const std::regex form(R"(^(\w+) (<=?) (\w+)$)");
    std::smatch parts;
    if (!std::regex_match(text, parts, form))
        place.fail("the relation '" + text + "' is not 'left < right' or 'left <= right'");
    for (const std::size_t side : {1U, 3U}) {
        const std::string name = parts[side];
        if (std::ranges::find(row.parameters, name, &ParameterRow::name) == row.parameters.end())
            place.fail("the relation '" + text + "' names '" + name + "', which is no parameter");
    }
    return {parts[1], parts[2], parts[3]};
}

std::vector<ParameterRow> parameters_of(const Json& object, Shared& shared,
                                        const std::vector<WordsRow>& words, const Place& place) {
    std::vector<ParameterRow> all;
    if (!object.contains("parameters")) return all;
    shared.each(object.at("parameters"), place, [&](const Json& one) {
        ParameterRow parameter = parameter_of(one, words, place);
        if (std::ranges::find(all, parameter.name, &ParameterRow::name) != all.end())
            place.fail("has the parameter '" + parameter.name + "' twice");
        all.push_back(std::move(parameter));
    });
    return all;
}

QuantityRow quantity_of(const Json& object, Shared& shared, const std::vector<WordsRow>& words,
                        const Place& outer) {
    if (!object.contains("name")) outer.fail("a quantity has no name");
    QuantityRow row{.name = text_of(object.at("name"), outer)};
    const Place place = outer.in(row.name);
    static const std::regex full_name(
        R"(^[a-z][a-z0-9_]*\.[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)*$)");
    const auto take = [&](const char* key, std::string& text, bool needed = false) {
        if (object.contains(key)) text = text_of(object.at(key), place.in(key));
        if (needed && text.empty()) place.fail("has no " + std::string(key));
    };
    const auto take_all = [&](const char* key, std::vector<std::string>& texts) {
        if (object.contains(key)) texts = texts_of(object.at(key), place.in(key));
    };
    take_all("aliases", row.aliases);
    take("summary", row.summary, true);
    take("formula", row.formula, true);
    take_all("notes", row.notes);
    take("units", row.units);
    take("limit", row.limit);
    take("source", row.source, true);
    take("values", row.values);
    take_all("routes", row.routes);
    take_all("theorems", row.theorems);
    take("arguments", row.arguments);
    static const std::regex type_name("^[A-Z][A-Za-z0-9]*$");
    if (!row.arguments.empty() && !std::regex_match(row.arguments, type_name))
        place.fail("'" + row.arguments + "' is not the name of a struct, like GainArguments");
    if (!row.values.empty()) check_range(row.values, place.in("values"));
    if (row.routes.empty()) place.fail("has no routes: one line for each");
    std::vector<std::string> names = row.aliases;
    names.push_back(row.name);
    for (const std::string& one : names)
        if (!std::regex_match(one, full_name))
            place.fail("'" + one + "' is not a name with its group, like selu.alpha");
    row.parameters = parameters_of(object, shared, words, place);
    std::vector<std::string> relations;
    take_all("relations", relations);
    for (const std::string& one : relations) row.relations.push_back(relation_of(one, row, place));
    return row;
}

ActivationRow activation_of(const Json& object, Shared& shared, const std::vector<WordsRow>& words,
                            const Place& outer) {
    if (!object.contains("name")) outer.fail("an activation has no name");
    ActivationRow row{.name = text_of(object.at("name"), outer)};
    const Place place = outer.in(row.name);
    if (object.contains("aliases")) row.aliases = texts_of(object.at("aliases"), place.in("aliases"));
    if (object.contains("source")) row.source = text_of(object.at("source"), place.in("source"));
    if (object.contains("gated")) row.gated = flag_of(object.at("gated"), place.in("gated"));
    if (!object.contains("formula")) place.fail("has no formula");
    row.formula = text_of(object.at("formula"), place.in("formula"));
    static const std::regex name("^[a-z][a-z0-9_]*$");
    std::vector<std::string> names = row.aliases;
    names.push_back(row.name);
    for (const std::string& one : names)
        if (!std::regex_match(one, name))
            place.fail("'" + one + "' is not a name of small letters, digits and underscores");
    row.parameters = parameters_of(object, shared, words, place);
    for (const ParameterRow& one : row.parameters) {
        if (!std::regex_search(row.formula, std::regex("\\b" + one.name + "\\b")))
            place.fail("the formula '" + row.formula + "' has no '" + one.name + "', which is a parameter");
        if (one.type != (row.gated ? "activation" : "real"))
            place.in(one.name).fail("a parameter is a real number, or the activation of a gate");
    }
    return row;
}

/// An entry with `key` says what all rows below have in common; what one of them says itself replaces it.
void read_list(const Json& list, const std::string& key, const std::set<std::string>& known,
               const Json& common, const Place& place, const auto& take) {
    if (!list.is_array() || list.empty()) place.fail(key + " must be a list that is not empty");
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Place inner{place.text + "/" + std::to_string(i)};
        check_keys(list[i], known, inner);
        Json whole = common;
        for (const auto& [own, value] : list[i].items())
            if (own != key) whole[own] = value;
        const auto below = list[i].find(key);
        if (below != list[i].end())
            read_list(*below, key, known, whole, {inner.text + "/" + key}, take);
        else
            take(whole, inner);
    }
}

void check_names(const auto& rows) {
    std::set<std::string> names;
    for (const auto& row : rows) {
        std::vector<std::string> all = row.aliases;
        all.push_back(row.name);
        for (const std::string& name : all)
            if (!names.insert(name).second) throw WrongRow("two rows have the name " + name);
    }
}

std::vector<WordsRow> words_of(const Json& file, const Place& outer) {
    static const std::regex type_name("^[A-Z][A-Za-z0-9]*$"), enumerator_name("^[a-z][a-z0-9_]*$");
    if (!file.is_object()) outer.fail("must be an object: the enumerations by name");
    std::vector<WordsRow> all;
    for (const auto& [name, value] : file.items()) {
        const Place place = outer.in(name);
        check_keys(value, {"header", "words"}, place);
        WordsRow row{.name = name};
        if (value.contains("header")) row.header = text_of(value.at("header"), place);
        if (!std::regex_match(name, type_name))
            place.fail("is not the name of an enumeration, like TaskKind");
        if (!value.contains("words")) place.fail("has no words");
        const Json& words = value.at("words");
        if (words.is_array())
            for (const std::string& word : texts_of(words, place)) row.enumerators.emplace_back(word, word);
        else
            for (const auto& [word, enumerator] : words.items())
                row.enumerators.emplace_back(word, text_of(enumerator, place));
        if (row.enumerators.empty()) place.fail("has no words");
        for (const auto& [word, enumerator] : row.enumerators)
            if (!std::regex_match(enumerator, enumerator_name))
                place.fail("'" + enumerator + "' is no enumerator: write {word: enumerator}");
        all.push_back(std::move(row));
    }
    return all;
}

/// The reader would keep the last of two equal keys: one of two variants would be gone without a word.
Json parsed(const std::string& name, const std::string& text) {
    std::vector<std::set<std::string>> open;
    const auto refuse_twice = [&](int, Json::parse_event_t event, Json& value) {
        if (event == Json::parse_event_t::object_start) open.emplace_back();
        if (event == Json::parse_event_t::object_end) open.pop_back();
        if (event == Json::parse_event_t::key && !open.back().insert(value.get<std::string>()).second)
            throw WrongRow(name + ": the key '" + value.get<std::string>() + "' stands twice in one object");
        return true;
    };
    try {
        return Json::parse(text, refuse_twice);
    } catch (const Json::exception& error) {
        throw WrongRow(name + ": " + error.what());
    }
}

}  // namespace

Rows rows_of(const std::map<std::string, std::string>& files) {
    constexpr const char* shared_name = "shared.json";
    constexpr const char* words_name = "words.json";
    Shared shared;
    Rows rows;
    std::map<std::string, Json> parsed_files;
    for (const auto& [name, text] : files) {
        const Json file = parsed(name, text);
        if (name == shared_name) {
            check_keys(file, {"parameters", "lists"}, {name});
            shared.add(file, {name});
        } else if (name == words_name) {
            rows.words = words_of(file, {name});
        } else {
            check_keys(file, {"parameters", "lists", "quantities", "activations"}, {name});
            if (file.contains("quantities") == file.contains("activations"))
                Place{name}.fail("must have either quantities or activations");
            parsed_files.emplace(name, file);
        }
    }
    for (const auto& [name, file] : parsed_files) {
        const std::size_t before = rows.quantities.size();
        Shared own(&shared);
        own.add(file, {name});
        if (file.contains("quantities")) {
            read_list(file.at("quantities"), "quantities", quantity_keys, Json::object(),
                      {name + ", /quantities"}, [&](const Json& one, const Place& place) {
                          rows.quantities.push_back(quantity_of(one, own, rows.words, place));
                      });
        } else {
            read_list(file.at("activations"), "activations", activation_keys, Json::object(),
                      {name + ", /activations"}, [&](const Json& one, const Place& place) {
                          rows.activations.push_back(activation_of(one, own, rows.words, place));
                      });
        }
        own.check_all_are_used();
        for (QuantityRow& row : std::span(rows.quantities).subspan(before))
            row.file = name.substr(0, name.rfind('.'));
    }
    shared.check_all_are_used();
    check_names(rows.quantities);
    check_names(rows.activations);
    return rows;
}

std::map<std::string, std::string> files_of(const std::filesystem::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".json") continue;
        std::ifstream file(entry.path(), std::ios::binary);
        std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        if (!file) throw WrongRow(entry.path().string() + ": cannot be read");
        files.emplace(entry.path().filename().string(), std::move(text));
    }
    return files;
}

}  // namespace catalogue
