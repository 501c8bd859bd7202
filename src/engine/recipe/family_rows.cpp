#include "engine/recipe/family_rows.hpp"

#include <array>
#include <sigprop/core/base/errors.hpp>

#include "core/base/embedded.hpp"
#include "formats/field.hpp"
#include "formats/place.hpp"

namespace sigprop {
namespace {

constexpr std::array<std::string_view, 3> family_file_keys = {"library", "version", "families"};
constexpr std::array<std::string_view, 10> family_keys = {
    "family", "model_types", "classes", "defaults", "laws", "copies", "ties", "tied", "seen", "also"};
constexpr std::array<std::string_view, 5> family_law_keys = {"names", "axes", "law", "scale", "cut"};

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
        refuse(axes, "axes is 1, of tensors with fewer than two, or 2, of all others");
    law.law = read_tensor_law(json);
    if (!law.law) {
        if (const Json* scale = json.find("scale")) refuse(*scale, "the law any has no scale");
        return law;
    }
    law.scale = filled(needed(json, "scale"), "scale");
    if (const Json* cut = json.find("cut")) {
        if (law.law != TensorLaw::truncated_normal) refuse(*cut, "a truncated_normal alone has a cut");
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

ModelFamily read_family(const Json& json, const std::string& library, const std::string& version) {
    check_keys(json, family_keys, "a family");
    ModelFamily family{.name = filled(needed(json, "family"), "family"),
                       .library = library,
                       .version = version,
                       .also = {},
                       .model_types = family_texts(needed(json, "model_types"), "model_types"),
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
    if (const Json* seen = json.find("seen")) {
        family.seen = filled(*seen, "seen");
        if (!has_pairs(family.seen)) refuse(*seen, "seen has parentheses without a pair");
    }
    if (const Json* classes = json.find("classes")) family.classes = family_texts(*classes, "classes");
    if (const Json* copies = json.find("copies")) family.copies = family_texts(*copies, "copies");
    if (const Json* ties = json.find("ties")) {
        for (const Json& one : ties->as_array("ties")) {
            const std::vector<std::string> pair = family_texts(one, "a pair of ties");
            if (pair.size() != 2) refuse(one, "a pair of ties is a name and the one whose numbers it has");
            family.ties.push_back({pair[0], pair[1]});
        }
        family.ties_by_default = needed(json, "tied").as_boolean("tied");
    }
    return family;
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

const std::vector<ModelFamily>& shipped_families() {
    static const std::vector<ModelFamily> all = [] {
        std::vector<ModelFamily> families;
        for (const embedded::File& file : embedded::architectures()) {
            const std::vector<ModelFamily> some =
                read_families(file.text, "src/architectures/" + std::string(file.name) + ".json");
            families.insert(families.end(), some.begin(), some.end());
        }
        return families;
    }();
    return all;
}

}  // namespace sigprop
