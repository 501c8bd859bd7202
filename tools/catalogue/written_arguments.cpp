#include "written.hpp"

#include <algorithm>
#include <set>

#include "core/base/words.hpp"

namespace catalogue {
namespace {

const std::string groups_file = "groups";
const std::string origin = "// Written from src/quantities/catalogue by tools/catalogue.\n\n";

struct Field {
    ParameterRow parameter;
    std::string type;          ///< without std::optional
    bool always = true;        ///< whether every call has it
    bool has_default = false;  ///< in one of the rows or more
    std::size_t rows = 0;      ///< in so many rows of the struct
};

struct Struct {
    std::string name, file;
    std::vector<std::string> quantities = {};
    std::vector<Field> fields = {};
    std::vector<const GroupRow*> groups = {};
};

/// Of members: a field may have the name std.
std::string type_of(const ParameterRow& row) {
    if (row.type == "real") return "Real";
    if (row.type == "integer") return "::std::int64_t";
    if (row.type == "reals") return "::std::vector<Real>";
    if (row.type != "choice") return "Activation";
    if (!row.words.empty()) return row.words;
    const auto is_of_flag = [](const std::string& one) { return one == "true" || one == "false"; };
    const bool is_flag = !row.choices.empty() && std::ranges::all_of(row.choices, is_of_flag);
    return is_flag ? "bool" : "::std::string";
}

/// Adds a parameter of one row, or what all rows of a struct say of it.
void add(Struct& to, const Field& field, const std::string& from) {
    const std::string& name = field.parameter.name;
    auto found = std::ranges::find(to.fields, name, [](const Field& each) { return each.parameter.name; });
    if (found == to.fields.end()) {
        to.fields.push_back(field);
        return;
    }
    if (found->type != field.type)
        throw WrongRow(from + ": " + name + " is " + field.type + ", and " + found->type + " in " +
                       to.quantities.front() + ", which takes the same " + to.name);
    found->always = found->always && field.always;
    found->has_default = found->has_default || field.has_default;
    found->rows += field.rows;
}

/// What not all have is optional.
void finish(Struct& one) {
    for (Field& field : one.fields) field.always = field.always && field.rows == one.quantities.size();
}

std::vector<Struct> structs_of(const std::vector<QuantityRow>& rows) {
    std::vector<Struct> all;
    for (const QuantityRow& row : rows) {
        if (row.arguments.empty()) continue;
        auto found = std::ranges::find(all, row.arguments, &Struct::name);
        if (found == all.end()) found = all.insert(all.end(), Struct{row.arguments, row.file});
        if (found->file != row.file)
            throw WrongRow(row.name + ": the struct " + row.arguments + " belongs to " + found->file +
                           ".json");
        for (const ParameterRow& one : row.parameters)
            add(*found, {one, type_of(one), !one.optional, one.fallback.has_value(), 1}, row.name);
        found->quantities.push_back(row.name);
    }
    return all;
}

/// Takes the parameters of the group out of the structs that it is a part of.
Struct group_of(const GroupRow& row, std::vector<Struct>& structs) {
    const std::string place = "groups.json " + row.name;
    Struct group{row.name, groups_file};
    for (const std::string& name : row.in) {
        const auto whole = std::ranges::find(structs, name, &Struct::name);
        if (whole == structs.end()) throw WrongRow(place + ": no row has the arguments " + name);
        const auto is_ours = [&](const Field& field) {
            return std::ranges::find(row.parameters, field.parameter.name) != row.parameters.end();
        };
        for (const Field& field : whole->fields)
            if (is_ours(field)) add(group, field, place + " in " + name);
        if (std::erase_if(whole->fields, is_ours) == 0)
            throw WrongRow(place + ": " + name + " has none of its parameters");
        whole->groups.push_back(&row);
        group.quantities.insert(group.quantities.end(), whole->quantities.begin(), whole->quantities.end());
    }
    for (const std::string& name : row.parameters)
        if (std::ranges::find(group.fields, name, [](const Field& one) { return one.parameter.name; }) ==
            group.fields.end())
            throw WrongRow(place + ": no row has the parameter '" + name + "'");
    return group;
}

std::string declared(const Struct& one) {
    std::string text = "/// Of " + sigprop::joined(one.quantities) + ".\nstruct " + one.name + " {\n";
    std::string given;
    for (const GroupRow* group : one.groups) text += "    " + group->name + " " + group->member + ";\n";
    for (const Field& field : one.fields) {
        text += "    " + (field.always ? field.type : "::std::optional<" + field.type + ">") + " " +
                field.parameter.name + ";  ///< " + field.parameter.meaning + "\n";
        if (field.has_default) given += "        bool " + field.parameter.name + ";\n";
    }
    if (!given.empty())
        text += "    /// Whether the call names what has a default.\n    struct Given {\n" + given +
                "    } given;\n";
    return text + "    " + one.name +
           "(const Arguments& all);  // converts, so that mathematics takes it as it is\n};\n\n";
}

std::string read(const Field& field) {
    const ParameterRow& row = field.parameter;
    const std::string name = "(\"" + row.name + "\")";
    if (row.type == "real") return "all.real" + name;
    if (row.type == "integer") return "all.integer" + name;
    if (row.type == "reals") return "all.reals" + name;
    if (row.type != "choice") return "all.activation" + name;
    if (!row.words.empty()) return "enumerator(words_of_" + row.words + ", all.choice" + name + ")";
    return field.type == "bool" ? "all.choice" + name + " == \"true\"" : "all.choice" + name;
}

std::string defined(const Struct& one) {
    std::string values, given;
    for (const GroupRow* group : one.groups)
        values += (values.empty() ? "" : ",\n      ") + group->member + "(all)";
    for (const Field& field : one.fields) {
        const std::string& name = field.parameter.name;
        const std::string value = field.always ? read(field)
                                               : "all.has(\"" + name + "\") ? ::std::optional<" + field.type +
                                                     ">(" + read(field) + ") : ::std::nullopt";
        values += (values.empty() ? "" : ",\n      ") + name + "(" + value + ")";
        if (field.has_default) given += (given.empty() ? "" : ", ") + ("all.given(\"" + name + "\")");
    }
    if (!given.empty()) values += ",\n      given{" + given + "}";
    return one.name + "::" + one.name + "([[maybe_unused]] const Arguments& all)\n    : " + values +
           " {}\n\n";
}

std::string word_of(const WordsRow& row) {
    return "/// The first word of it.\n[[nodiscard]] ::std::string_view word_of(" + row.name + " one)";
}

std::string enumeration(const WordsRow& row) {
    std::vector<std::string> names;
    for (const auto& [word, enumerator] : row.enumerators)
        if (std::ranges::find(names, enumerator) == names.end()) names.push_back(enumerator);
    return "enum class " + row.name + " : std::uint8_t { " + sigprop::joined(names) + " };\n" + word_of(row) +
           ";\n\n";
}

std::string table_of_words(const WordsRow& row) {
    std::string text = "constexpr std::pair<const char*, " + row.name + "> words_of_" + row.name + "[] = {";
    for (const auto& [word, enumerator] : row.enumerators)
        text += "{\"" + word + "\", " + row.name + "::" + enumerator + "}, ";
    return text + "};\n";
}

}  // namespace

std::map<std::string, std::string> written_arguments(const Rows& rows) {
    std::vector<Struct> structs = structs_of(rows.quantities), groups;
    for (const GroupRow& row : rows.groups) groups.push_back(group_of(row, structs));
    structs.insert(structs.begin(), groups.begin(), groups.end());
    for (Struct& one : structs) finish(one);
    std::set<std::string> used;
    for (const Struct& one : structs)
        for (const Field& field : one.fields) used.insert(field.parameter.words);
    std::map<std::string, std::string> files;
    std::string enumerations, tables, constructors, includes;
    for (const WordsRow& row : rows.words) {
        if (row.header.empty()) enumerations += enumeration(row);
        if (!used.contains(row.name)) continue;
        tables += table_of_words(row);
        constructors += "::std::string_view word_of(" + row.name + " one) { return word(words_of_" +
                        row.name + ", one); }\n\n";
    }
    files["catalogue/words.hpp"] =
        origin + "#pragma once\n\n#include <cstdint>\n#include <string_view>\n\nnamespace sigprop {\n\n" +
        enumerations + "}  // namespace sigprop\n";
    std::set<std::string> stems = {groups_file};
    for (const QuantityRow& row : rows.quantities) stems.insert(row.file);
    for (const std::string& stem : stems) {
        std::string text;
        std::set<std::string> headers = {"catalogue/words.hpp", "quantities/quantity.hpp"};
        std::set<std::string> named;  // functions of enumerations that are not of words.hpp
        for (const Struct& one : structs) {
            if (one.file != stem) continue;
            text += declared(one);
            constructors += defined(one);
            if (!one.groups.empty()) headers.insert("catalogue/groups.hpp");
            for (const Field& field : one.fields)
                for (const WordsRow& row : rows.words)
                    if (row.name == field.parameter.words && !row.header.empty()) {
                        headers.insert(row.header);
                        named.insert(word_of(row) + ";\n\n");
                    }
        }
        files["catalogue/" + stem + ".hpp"] =
            origin + "#pragma once\n\n#include \"" + sigprop::joined(headers, "\"\n#include \"") +
            "\"\n\nnamespace sigprop {\n\n" + sigprop::joined(named, "") + text + "}  // namespace sigprop\n";
        if (!text.empty()) includes += "#include \"catalogue/" + stem + ".hpp\"\n";
    }
    files["quantity_arguments.cpp"] =
        origin + includes +
        "#include <stdexcept>\n#include <string>\n#include <utility>\n\nnamespace sigprop {\nnamespace "
        "{\n\n" +
        tables +
        "\n/// Binding lets no other word through.\ntemplate <class W, std::size_t n>\n"
        "[[maybe_unused]] W enumerator(const std::pair<const char*, W> (&words)[n], const std::string& word) "
        "{\n"
        "    for (const auto& [name, value] : words)\n        if (word == name) return value;\n"
        "    throw std::logic_error(\"no enumerator for \" + word);\n}\n\n"
        "template <class W, std::size_t n>\n"
        "[[maybe_unused]] std::string_view word(const std::pair<const char*, W> (&words)[n], W one) {\n"
        "    for (const auto& [name, value] : words)\n        if (value == one) return name;\n"
        "    throw std::logic_error(\"an enumerator without a word\");\n}\n\n}  // namespace\n\n" +
        constructors + "}  // namespace sigprop\n";
    return files;
}

}  // namespace catalogue
