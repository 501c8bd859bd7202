#include "rows.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <span>
#include <sstream>

#include "shared.hpp"

namespace catalogue {
namespace {

/// A row's own name and its other ones.
std::vector<std::string> names_of(const auto& row) {
    std::vector<std::string> names = row.aliases;
    names.push_back(row.name);
    return names;
}

const std::regex type_name("^[A-Z][A-Za-z0-9]*$");  // of a struct or an enumeration

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

const std::set<std::string> quantity_keys = {"name",   "aliases",   "summary",  "formula",    "notes",
                                             "units",  "limit",     "source",   "parameters", "relations",
                                             "values", "routes",    "theorems", "arguments",  "quantities",
                                             "module", "signature", "terms",    "laws"};
const std::set<std::string> activation_keys = {"name",  "aliases",    "formula",    "source",
                                               "gated", "parameters", "activations"};
const std::set<std::string> types = {"real", "integer", "choice", "activation", "family", "reals"};

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
    const Fields fields(object, outer, "a parameter");
    const Place& place = fields.place();
    ParameterRow row{.name = fields.name()};
    fields.take("type", row.type);
    fields.take("meaning", row.meaning);
    fields.take("range", row.range);
    fields.take("when_default", row.when_default);
    fields.take("sample", row.sample);
    fields.take("only_with", row.only_with);
    fields.take("choices", row.choices);
    fields.take("optional", row.optional);
    fields.take("gated", row.gated);
    if (fields.has("default")) fields.take("default", row.fallback.emplace());
    std::string words;
    fields.take("words", words);
    if (!words.empty()) take_words(words, all_words, row, place);
    static const std::regex name("^[A-Za-z][A-Za-z0-9_]*$");
    if (!std::regex_match(row.name, name)) place.fail("a name is letters, digits and underscores");
    if (!types.contains(row.type)) place.fail("there is no type '" + row.type + "'");
    check_meaning(row.meaning, place);
    if (!row.range.empty()) check_range(row.range, place);
    if ((row.type == "choice") != (fields.has("choices") || !words.empty()))
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

/// Names and expressions; the library reads these, and a test asks it to.
std::vector<std::pair<std::string, std::string>> expressions_of(const Json& object, const char* key,
                                                                const Place& place) {
    std::vector<std::pair<std::string, std::string>> all;
    if (!object.contains(key)) return all;
    if (!object.at(key).is_object() || object.at(key).empty())
        place.in(key).fail("must be an object: expressions by name");
    for (const auto& [name, value] : object.at(key).items())
        all.emplace_back(name, text_of(value, place.in(key).in(name)));
    return all;
}

/// "in_features out_features bias=True": the arguments of a framework's call, in its order.
std::vector<std::string> signature_of(const std::string& text, const Place& place) {
    static const std::regex form(R"(^(\*|[A-Za-z_][A-Za-z0-9_]*(=\S+)?)$)");
    std::vector<std::string> all;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        if (!std::regex_match(word, form))
            place.fail("'" + word + "' in the signature is none of name, name=value and *");
        all.push_back(word);
    }
    return all;
}

/// A call whose law is an expression needs no mathematics of its own. Which of several tensors is asked for
/// is a parameter that follows from them.
void take_laws(const Json& object, QuantityRow& row, const Place& place) {
    row.terms = expressions_of(object, "terms", place);
    row.laws = expressions_of(object, "laws", place);
    if (row.laws.empty()) {
        if (!row.terms.empty()) place.fail("has terms, and no laws that could use them");
        if (row.arguments.empty() && !row.parameters.empty())
            place.fail("has parameters: name the struct that its mathematics takes, \"arguments\"");
        return;
    }
    if (!row.arguments.empty()) place.fail("has laws, which are its mathematics: remove \"arguments\"");
    if (row.laws.size() < 2) return;
    ParameterRow tensor{.name = "parameter", .type = "choice", .meaning = "which of the layer's tensors"};
    for (const auto& [name, law] : row.laws) tensor.choices.push_back(name);
    tensor.fallback = tensor.choices.front();
    row.parameters.push_back(std::move(tensor));
}

QuantityRow quantity_of(const Json& object, Shared& shared, const std::vector<WordsRow>& words,
                        const Place& outer) {
    const Fields fields(object, outer, "a quantity");
    const Place& place = fields.place();
    QuantityRow row{.name = fields.name()};
    static const std::regex full_name(
        R"(^[a-z][a-z0-9_]*\.[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)*$)");
    fields.take("aliases", row.aliases);
    fields.need("summary", row.summary);
    fields.need("formula", row.formula);
    fields.take("notes", row.notes);
    fields.take("units", row.units);
    fields.take("limit", row.limit);
    fields.need("source", row.source);
    fields.take("values", row.values);
    fields.take("routes", row.routes);
    fields.take("theorems", row.theorems);
    fields.take("arguments", row.arguments);
    std::string module, signature;
    fields.take("module", module);
    fields.take("signature", signature);
    if (!module.empty())
        row.aliases.insert(row.aliases.begin(), module + row.name.substr(row.name.find('.')));
    row.signature = signature_of(signature, place);
    if (!row.arguments.empty() && !std::regex_match(row.arguments, type_name))
        place.fail("'" + row.arguments + "' is not the name of a struct, like GainArguments");
    if (!row.values.empty()) check_range(row.values, place.in("values"));
    if (row.routes.empty()) place.fail("has no routes: one line for each");
    for (const std::string& one : names_of(row))
        if (!std::regex_match(one, full_name))
            place.fail("'" + one + "' is not a name with its group, like selu.alpha");
    row.parameters = parameters_of(object, shared, words, place);
    take_laws(object, row, place);
    std::vector<std::string> relations;
    fields.take("relations", relations);
    for (const std::string& one : relations) row.relations.push_back(relation_of(one, row, place));
    return row;
}

ActivationRow activation_of(const Json& object, Shared& shared, const std::vector<WordsRow>& words,
                            const Place& outer) {
    const Fields fields(object, outer, "an activation");
    const Place& place = fields.place();
    ActivationRow row{.name = fields.name()};
    fields.take("aliases", row.aliases);
    fields.take("source", row.source);
    fields.take("gated", row.gated);
    fields.need("formula", row.formula);
    static const std::regex name("^[a-z][a-z0-9_]*$");
    for (const std::string& one : names_of(row))
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
        for (const std::string& name : names_of(row))
            if (!names.insert(name).second) throw WrongRow("two rows have the name " + name);
    }
}

std::vector<WordsRow> words_of(const Json& file, const Place& outer) {
    static const std::regex enumerator_name("^[a-z][a-z0-9_]*$");
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

/// The names in a list; "@training.task" stands for those in the list task of training.json.
std::vector<std::string> names_in(const Json& list, const Json& files, const Place& place) {
    std::vector<std::string> names;
    for (const std::string& one : texts_of(list, place)) {
        const std::size_t dot = one.find('.');
        const bool is_list = one.starts_with('@');
        const Json::json_pointer at("/" + one.substr(1, dot - 1) + ".json/lists/" + one.substr(dot + 1));
        if (is_list && !files.contains(at))
            place.fail("there is no list '" + one + "', as @training.task is one");
        const auto inner = is_list ? names_in(files.at(at), files, place) : std::vector{one.substr(0, dot)};
        names.insert(names.end(), inner.begin(), inner.end());
    }
    return names;
}

std::vector<GroupRow> groups_of(const Json& file, const Json& files, const Place& outer) {
    if (!file.is_object()) outer.fail("must be an object: the groups by the names of their structs");
    std::vector<GroupRow> all;
    for (const auto& [name, value] : file.items()) {
        const Place place = outer.in(name);
        check_keys(value, {"member", "parameters", "in", "options"}, place);
        if (!std::regex_match(name, type_name)) place.fail("is not the name of a struct, like TaskArguments");
        for (const char* key : {"member", "parameters", "in"})
            if (!value.contains(key)) place.fail("has no " + std::string(key));
        all.push_back({name, text_of(value.at("member"), place),
                       names_in(value.at("parameters"), files, place), texts_of(value.at("in"), place)});
        if (value.contains("options")) all.back().options = text_of(value.at("options"), place);
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
    Shared shared;
    Rows rows;
    Json groups = Json::object(), parsed_files = Json::object();
    for (const auto& [name, text] : files) {
        const Json file = parsed(name, text);
        if (name == "shared.json") {
            check_keys(file, {"parameters", "lists"}, {name});
            shared.add(file, {name});
        } else if (name == "words.json") {
            rows.words = words_of(file, {name});
        } else if (name == "groups.json") {
            groups = file;
        } else {
            check_keys(file, {"parameters", "lists", "quantities", "activations"}, {name});
            if (file.contains("quantities") == file.contains("activations"))
                Place{name}.fail("must have either quantities or activations");
            parsed_files[name] = file;
        }
    }
    rows.groups = groups_of(groups, parsed_files, {"groups.json"});
    for (const auto& item : parsed_files.items()) {
        const std::string& name = item.key();
        const Json& file = item.value();
        const std::size_t before = rows.quantities.size();
        Shared own(&shared);
        own.add(file, {name});
        const auto read = [&](const std::string& key, const std::set<std::string>& keys, auto& all, auto of) {
            read_list(file.at(key), key, keys, Json::object(), {name + ", /" + key},
                      [&](const Json& one, const Place& at) { all.push_back(of(one, own, rows.words, at)); });
        };
        if (file.contains("quantities"))
            read("quantities", quantity_keys, rows.quantities, quantity_of);
        else
            read("activations", activation_keys, rows.activations, activation_of);
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
