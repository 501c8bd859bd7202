#include "typed.hpp"

#include <algorithm>
#include <set>

#include "core/base/words.hpp"

namespace catalogue {
namespace {

const std::string origin = "// Written from src/quantities/catalogue by tools/catalogue.\n\n";

struct Field {
    ParameterRow parameter;
    std::string type;      ///< without std::optional
    bool always = true;    ///< whether every call has it
    std::size_t rows = 0;  ///< in so many rows of the struct
};

struct Struct {
    std::string name, file;
    std::vector<std::string> quantities = {};
    std::vector<Field> fields = {};
};

/// Of members: a field may have the name std.
std::string type_of(const ParameterRow& row) {
    if (row.type == "real") return "Real";
    if (row.type == "integer") return "::std::int64_t";
    if (row.type == "reals") return "::std::vector<Real>";
    if (row.type != "choice") return "Activation";
    if (!row.words.empty()) return row.words;
    const bool is_flag = std::ranges::all_of(
        row.choices, [](const std::string& one) { return one == "true" || one == "false"; });
    return is_flag ? "bool" : "::std::string";
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
        found->quantities.push_back(row.name);
        for (const ParameterRow& one : row.parameters) {
            auto field = std::ranges::find(found->fields, one.name,
                                           [](const Field& each) { return each.parameter.name; });
            if (field == found->fields.end()) field = found->fields.insert(field, Field{one, type_of(one)});
            if (field->type != type_of(one))
                throw WrongRow(row.name + ": " + one.name + " is " + type_of(one) + ", and " + field->type +
                               " in " + found->quantities.front() + ", which takes the same " +
                               row.arguments);
            field->always = field->always && !one.optional;
            ++field->rows;
        }
    }
    for (Struct& one : all)
        for (Field& field : one.fields) field.always = field.always && field.rows == one.quantities.size();
    return all;
}

std::string declared(const Struct& one) {
    std::string text = "/// Of " + sigprop::joined(one.quantities) + ".\nstruct " + one.name + " {\n";
    std::string given;
    for (const Field& field : one.fields) {
        text += "    " + (field.always ? field.type : "::std::optional<" + field.type + ">") + " " +
                field.parameter.name + ";  ///< " + field.parameter.meaning + "\n";
        if (field.always && field.parameter.fallback) given += "        bool " + field.parameter.name + ";\n";
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
    for (const Field& field : one.fields) {
        const std::string& name = field.parameter.name;
        const std::string value = field.always ? read(field)
                                               : "all.has(\"" + name + "\") ? ::std::optional<" + field.type +
                                                     ">(" + read(field) + ") : ::std::nullopt";
        values += (values.empty() ? "" : ",\n      ") + name + "(" + value + ")";
        if (field.always && field.parameter.fallback)
            given += (given.empty() ? "" : ", ") + ("all.given(\"" + name + "\")");
    }
    if (!given.empty()) values += ",\n      given{" + given + "}";
    return one.name + "::" + one.name + "([[maybe_unused]] const Arguments& all)\n    : " + values +
           " {}\n\n";
}

std::string enumeration(const WordsRow& row) {
    std::vector<std::string> names;
    for (const auto& [word, enumerator] : row.enumerators)
        if (std::ranges::find(names, enumerator) == names.end()) names.push_back(enumerator);
    return "enum class " + row.name + " : std::uint8_t { " + sigprop::joined(names) + " };\n\n";
}

std::string table_of_words(const WordsRow& row) {
    std::string text = "constexpr std::pair<const char*, " + row.name + "> words_of_" + row.name + "[] = {";
    for (const auto& [word, enumerator] : row.enumerators)
        text += "{\"" + word + "\", " + row.name + "::" + enumerator + "}, ";
    return text + "};\n";
}

}  // namespace

std::map<std::string, std::string> written_arguments(const Rows& rows) {
    const std::vector<Struct> structs = structs_of(rows.quantities);
    std::set<std::string> used;
    for (const Struct& one : structs)
        for (const Field& field : one.fields) used.insert(field.parameter.words);
    std::map<std::string, std::string> files;
    std::string enumerations, tables, constructors, includes;
    for (const WordsRow& row : rows.words) {
        if (row.header.empty()) enumerations += enumeration(row);
        if (used.contains(row.name)) tables += table_of_words(row);
    }
    files["catalogue/words.hpp"] = origin + "#pragma once\n\n#include <cstdint>\n\nnamespace sigprop {\n\n" +
                                   enumerations + "}  // namespace sigprop\n";
    std::set<std::string> stems;
    for (const QuantityRow& row : rows.quantities) stems.insert(row.file);
    for (const std::string& stem : stems) {
        std::string text;
        std::set<std::string> headers;
        for (const Struct& one : structs) {
            if (one.file != stem) continue;
            text += declared(one);
            constructors += defined(one);
            for (const Field& field : one.fields)
                for (const WordsRow& row : rows.words)
                    if (row.name == field.parameter.words && !row.header.empty()) headers.insert(row.header);
        }
        std::string all =
            origin +
            "#pragma once\n\n#include \"catalogue/words.hpp\"\n#include \"quantities/quantity.hpp\"\n";
        for (const std::string& header : headers) all += "#include \"" + header + "\"\n";
        files["catalogue/" + stem + ".hpp"] =
            all + "\nnamespace sigprop {\n\n" + text + "}  // namespace sigprop\n";
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
        "    throw std::logic_error(\"no enumerator for \" + word);\n}\n\n}  // namespace\n\n" +
        constructors + "}  // namespace sigprop\n";
    return files;
}

}  // namespace catalogue
