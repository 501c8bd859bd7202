#include "engine/recipe/family_rows.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <sigprop/core/base/errors.hpp>

#include "core/base/embedded.hpp"
#include "formats/field.hpp"
#include "formats/place.hpp"

namespace sigprop {
namespace {

constexpr std::array<std::string_view, 3> family_file_keys = {"library", "version", "families"};
constexpr std::array<std::string_view, 12> family_keys = {"family",  "model_types", "architectures", "needs",
                                                          "classes", "defaults",    "laws",          "copies",
                                                          "ties",    "tied",        "seen",          "also"};
constexpr std::array<std::string_view, 7> family_law_keys = {"names", "axes", "law",  "scale",
                                                             "cut",   "or",   "mixed"};

std::vector<std::string> family_texts(const Json& list, std::string_view what) {
    std::vector<std::string> all;
    for (const Json& one : list.as_array(what)) all.push_back(filled(one, what));
    return all;
}

FamilyLaw read_family_law(const Json& json) {
    check_keys(json, family_law_keys, "a law");
    FamilyLaw law;
    law.names = family_texts(needed(json, "names"), "names");
    const Json& axes = needed(json, "axes");
    law.is_matrix = axes.as_integer("axes") == 2;
    if (!law.is_matrix && axes.as_integer() != 1)
        refuse(axes, "axes must be 1 (tensors with fewer than two axes) or 2 (all others)");
    law.law = read_tensor_law(json);
    if (!law.law) {
        for (const char* key : {"scale", "or"})
            if (const Json* scale = json.find(key)) refuse(*scale, "the law any cannot have a scale");
        return law;
    }
    law.scale = filled(needed(json, "scale"), "scale");
    if (const Json* others = json.find("or")) law.others = family_texts(*others, "or");
    if (const Json* mixed = json.find("mixed")) law.is_mixed = mixed->as_boolean("mixed");
    if (const Json* cut = json.find("cut")) {
        if (law.law != TensorLaw::truncated_normal) refuse(*cut, "only a truncated_normal can have a cut");
        law.cut = filled(*cut, "cut");
    }
    return law;
}

bool has_pairs(const std::string& seen) {
    int open = 0;
    for (const char one : seen) {
        open += one == '(' ? 1 : one == ')' ? -1 : 0;
        if (open < 0) return false;
    }
    return open == 0;
}

std::string read_tree(const Json& json, const std::string& what) {
    std::string tree = filled(json, what);
    if (!has_pairs(tree)) refuse(json, what + " has unbalanced parentheses");
    return tree;
}

ModelFamily read_family(const Json& json, const std::string& library, const std::string& version) {
    check_keys(json, family_keys, "a family");
    ModelFamily family{.name = filled(needed(json, "family"), "family"),
                       .library = library,
                       .version = version,
                       .also = {},
                       .model_types = family_texts(needed(json, "model_types"), "model_types"),
                       .architectures = {},
                       .needs = {},
                       .classes = {},
                       .defaults = {},
                       .laws = {},
                       .seen = {},
                       .copies = {},
                       .ties = {}};
    if (const Json* defaults = json.find("defaults")) {
        for (const JsonMember& one : defaults->as_object("defaults"))
            family.defaults.emplace_back(one.key, one.value.as_number_text(one.key));
    }
    for (const Json& one : items(needed(json, "laws"), "laws")) family.laws.push_back(read_family_law(one));
    if (const Json* also = json.find("also")) family.also = family_texts(*also, "also");
    if (const Json* seen = json.find("seen")) family.seen = read_tree(*seen, "seen");
    if (const Json* some = json.find("architectures"))
        family.architectures = family_texts(*some, "architectures");
    if (const Json* needs = json.find("needs")) family.needs = read_tree(*needs, "needs");
    if (const Json* classes = json.find("classes")) family.classes = family_texts(*classes, "classes");
    if (const Json* copies = json.find("copies")) family.copies = family_texts(*copies, "copies");
    if (const Json* ties = json.find("ties")) {
        for (const Json& one : ties->as_array("ties")) {
            const std::vector<std::string> pair = family_texts(one, "a pair of ties");
            if (pair.size() != 2)
                refuse(one, "a pair in ties must be a name and the name of the tensor whose numbers it has");
            family.ties.push_back({pair[0], pair[1]});
        }
        family.ties_by_default = needed(json, "tied").as_boolean("tied");
    }
    return family;
}

/// Where the rows of a file stand, without reading them: `laws` is where what a row is found by ends.
struct RowPlace {
    std::size_t begin = 0, laws = 0, end = 0;
};

/// The end of the string that begins at a quotation mark.
std::size_t end_of_string(std::string_view text, std::size_t at) {
    for (++at; at < text.size() && text[at] != '"'; ++at)
        if (text[at] == '\\') ++at;
    return at;
}

/// Rows are the objects within the list of the outermost object, in which no other list stands.
std::vector<RowPlace> places_of_rows(std::string_view text) {
    constexpr int in_row = 3;
    std::vector<RowPlace> places;
    int depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char one = text[at];
        if (one == '"') {
            const std::size_t end = end_of_string(text, at);
            if (depth == in_row && text.substr(at, end + 1 - at) == "\"laws\"") places.back().laws = at;
            at = end;
        } else if (one == '{' || one == '[') {
            if (++depth == in_row && one == '{') places.push_back({.begin = at});
        } else if (one == '}' || one == ']') {
            if (depth-- == in_row && one == '}') places.back().end = at + 1;
        }
    }
    return places;
}

std::vector<FamilyEntry> entries_of(const embedded::File& file, const std::string& source) {
    const std::vector<RowPlace> places = places_of_rows(file.text);
    if (places.empty()) return {};
    const auto json_of = [&](std::size_t begin, std::size_t end, const char* close) {
        std::string text(file.text.substr(begin, end - begin));
        text.erase(text.find_last_not_of(" \n,") + 1);
        return parse_json(text + close, source);
    };
    const Json head = json_of(0, places.front().begin, "]}");
    std::vector<FamilyEntry> entries;
    for (const RowPlace& one : places) {
        const Json row = json_of(one.begin, one.laws, "}");
        const auto list = [&](const char* key) {
            const Json* const found = row.find(key);
            return found == nullptr ? std::vector<std::string>() : family_texts(*found, key);
        };
        const Json* const needs = row.find("needs");
        entries.push_back({.name = filled(needed(row, "family"), "family"),
                           .library = filled(needed(head, "library"), "library"),
                           .version = filled(needed(head, "version"), "version"),
                           .needs = needs == nullptr ? "" : read_tree(*needs, "needs"),
                           .model_types = list("model_types"),
                           .architectures = list("architectures"),
                           .text = file.text.substr(one.begin, one.end - one.begin),
                           .source = file.name});
    }
    return entries;
}

std::string source_of_rows(std::string_view file) {
    return "src/architectures/" + std::string(file) + ".json";
}

bool ends_with_name(std::string_view name, std::string_view end) {
    if (end.front() == '^') return name == end.substr(1);
    if (!name.ends_with(end)) return false;
    return name.size() == end.size() || name[name.size() - end.size() - 1] == '.';
}

}  // namespace

std::string names_expression(const std::string& seen) {
    std::string expression = R"((?:[^.]+\.){0,2}(?:)";
    for (const char one : seen) {
        if (one == '.' || one == '*') expression += '\\';
        expression += one;
    }
    return expression + ")";
}

namespace {

/// Appends to each of the names all that the tree says follows; the place behind it.
std::size_t add_names(std::string_view tree, std::size_t at, std::vector<std::string>& names) {
    const std::vector<std::string> before = names;
    std::vector<std::string> all;
    for (;; ++at) {
        std::vector<std::string> some = before;
        while (at < tree.size() && tree[at] != '|' && tree[at] != ')') {
            if (tree[at] == '(') {
                at = add_names(tree, at + 1, some) + 1;
                continue;
            }
            const std::size_t end = std::min(tree.find_first_of("(|)", at), tree.size());
            for (std::string& one : some) one += tree.substr(at, end - at);
            at = end;
        }
        all.insert(all.end(), some.begin(), some.end());
        if (at >= tree.size() || tree[at] == ')') break;
    }
    names = std::move(all);
    return at;
}

}  // namespace

std::vector<std::string> names_in(std::string_view seen) {
    if (seen.empty()) return {};
    std::vector<std::string> names = {""};
    add_names(seen, 0, names);
    return names;
}

const FamilyLaw* ModelFamily::law_of(std::string_view pattern, bool is_matrix) const {
    const FamilyLaw* best = nullptr;
    std::size_t length = 0;
    for (const FamilyLaw& law : laws) {
        if (law.is_matrix != is_matrix) continue;
        for (const std::string& end : law.names) {
            if (end.size() <= length || !ends_with_name(pattern, end)) continue;
            best = &law;
            length = end.size();
        }
    }
    return best;
}

std::vector<ModelFamily> read_families(std::string_view json_text, std::string_view source) {
    const Json root = parse_json(json_text, source);
    try {
        check_keys(root, family_file_keys, "a file of families");
        const std::string library = filled(needed(root, "library"), "library");
        const std::string version = filled(needed(root, "version"), "version");
        std::vector<ModelFamily> families;
        for (const Json& one : items(needed(root, "families"), "families"))
            families.push_back(read_family(one, library, version));
        return families;
    } catch (const InputError& error) {
        throw located(error, json_text, source);
    }
}

const std::vector<FamilyEntry>& family_index() {
    static const std::vector<FamilyEntry> all = [] {
        std::vector<FamilyEntry> entries;
        for (const embedded::File& file : embedded::architectures())
            for (FamilyEntry& one : entries_of(file, source_of_rows(file.name)))
                entries.push_back(std::move(one));
        return entries;
    }();
    return all;
}

const ModelFamily* shipped_family(std::string_view name) {
    static std::mutex mutex;
    static std::map<std::string, std::unique_ptr<const ModelFamily>, std::less<>> read;
    const std::lock_guard lock(mutex);
    const auto known = read.find(name);
    if (known != read.end()) return known->second.get();
    for (const FamilyEntry& one : family_index()) {
        if (one.name != name) continue;
        const Json row = parse_json(one.text, source_of_rows(one.source) + ", " + one.name);
        return read
            .emplace(one.name,
                     std::make_unique<const ModelFamily>(read_family(row, one.library, one.version)))
            .first->second.get();
    }
    return nullptr;
}

const std::vector<ModelFamily>& shipped_families() {
    static const std::vector<ModelFamily> all = [] {
        std::vector<ModelFamily> families;
        for (const embedded::File& file : embedded::architectures()) {
            const std::vector<ModelFamily> some = read_families(file.text, source_of_rows(file.name));
            families.insert(families.end(), some.begin(), some.end());
        }
        return families;
    }();
    return all;
}

}  // namespace sigprop
