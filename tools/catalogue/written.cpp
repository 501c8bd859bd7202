#include "written.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

#include "core/base/words.hpp"

namespace catalogue {
namespace {

/// A literal of bytes: what is not printable ASCII is written in octal, which ends after three digits.
std::string literal(const std::string& text) {
    std::string all = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            all += '\\';
            all += c;
        } else if (byte < 0x20 || byte > 0x7e) {
            char octal[5];
            std::snprintf(octal, sizeof octal, "\\%03o", byte);
            all += octal;
        } else {
            all += c;
        }
    }
    return all + "\"";
}

class Writer {
public:
    std::string operator()(const Rows& rows) {
        std::string quantities, activations;
        for (const QuantityRow& row : rows.quantities) quantities += quantity(row);
        for (const ActivationRow& row : rows.activations) activations += activation(row);
        std::vector<std::string> groups;
        for (const GroupRow& row : rows.groups)
            if (!row.options.empty()) groups.push_back(group(row, rows.quantities));
        const std::string groups_name = constant("OptionGroupRow", groups);
        return "// Written from src/quantities/catalogue by tools/catalogue.\n\n"
               "#include \"quantities/rows.hpp\"\n\n#include <array>\n\nnamespace sigprop {\nnamespace {\n\n"
               "using enum ParameterKind;\n\n" +
               constants_ + "\nconstexpr std::array quantities = {\n" + quantities +
               "};\n\nconstexpr std::array activations = {\n" + activations +
               "};\n\n}  // namespace\n\nstd::span<const QuantityRow> quantity_rows() { return quantities; "
               "}\n"
               "std::span<const ActivationRow> activation_rows() { return activations; }\n"
               "std::span<const OptionGroupRow> option_groups() { return " +
               groups_name + "; }\n\n}  // namespace sigprop\n";
    }

private:
    /// The name of a constant with these elements: equal ones are one.
    std::string constant(const std::string& type, const std::vector<std::string>& elements) {
        if (elements.empty()) return "{}";
        const std::string text = sigprop::joined(elements);
        const auto [entry, is_new] = numbers_.emplace(type + text, numbers_.size());
        const std::string name = "constant_" + std::to_string(entry->second);
        if (is_new) constants_ += "constexpr " + type + " " + name + "[] = {" + text + "};\n";
        return name;
    }

    std::string words(const std::vector<std::string>& texts) {
        std::vector<std::string> literals;
        for (const std::string& one : texts) literals.push_back(literal(one));
        return constant("const char* const", literals);
    }

    std::string parameter(const ParameterRow& row) {
        const auto flag = [](bool value) { return value ? "true" : "false"; };
        const std::string text = "{" + literal(row.name) + ", " + row.type + ", " +
                                 (row.fallback ? literal(*row.fallback) : "nullptr") + ", " +
                                 literal(row.meaning) + ", " + words(row.choices) + ", " +
                                 flag(row.optional) + ", " + flag(row.gated) + ", " + literal(row.range) +
                                 ", " + literal(row.when_default) + ", " + literal(row.sample) + ", " +
                                 literal(row.only_with) + "}";
        return "&" + constant("ParameterRow", {text}).append("[0]");
    }

    std::string parameters(const std::vector<ParameterRow>& rows) {
        std::vector<std::string> all;
        for (const ParameterRow& one : rows) all.push_back(parameter(one));
        return constant("const ParameterRow* const", all);
    }

    std::string activation(const ActivationRow& row) {
        // One after the other here and below: the constants are numbered as they come, and which operand of +
        // comes first is the compiler's choice.
        const std::string aliases = words(row.aliases);
        const std::string given = parameters(row.parameters);
        return "    ActivationRow{" + literal(row.name) + ", " + aliases + ", " + literal(row.formula) +
               ", " + literal(row.source) + ", " + given + ", " + (row.gated ? "true" : "false") + "},\n";
    }

    std::string expressions(const std::vector<std::pair<std::string, std::string>>& named) {
        std::vector<std::string> all;
        for (const auto& [name, expression] : named)
            all.push_back("{" + literal(name) + ", " + literal(expression) + "}");
        return constant("NamedExpression", all);
    }

    std::string quantity(const QuantityRow& row) {
        std::vector<std::string> relations;
        for (const RelationRow& one : row.relations)
            relations.push_back("{" + literal(one.left) + ", " + literal(one.sign) + ", " +
                                literal(one.right) + "}");
        const std::string aliases = words(row.aliases);
        const std::string notes = words(row.notes);
        const std::string given = parameters(row.parameters);
        const std::string related = constant("RelationRow", relations);
        const std::string routes = words(row.routes);
        const std::string theorems = words(row.theorems);
        const std::string signature = words(row.signature);
        const std::string terms = expressions(row.terms);
        const std::string laws = expressions(row.laws);
        return "    QuantityRow{" + literal(row.name) + ", " + aliases + ",\n     " + literal(row.summary) +
               ",\n     " + literal(row.formula) + ",\n     " + notes + ",\n     " + literal(row.units) +
               ",\n     " + literal(row.limit) + ", " + literal(row.source) + ",\n     " + given + ", " +
               related + ", " + literal(row.values) + ",\n     " + routes + ", " + theorems + ", " +
               signature + ", " + terms + ", " + laws + "},\n";
    }

    std::string group(const GroupRow& row, const std::vector<QuantityRow>& quantities) {
        std::vector<std::string> names;
        for (const QuantityRow& one : quantities)
            if (std::ranges::find(row.in, one.arguments) != row.in.end()) names.push_back(one.name);
        const std::string given = words(row.parameters);
        return "{" + literal(row.options) + ", " + literal(row.member) + ", " + given + ", " + words(names) +
               "}";
    }

    std::map<std::string, std::size_t> numbers_;
    std::string constants_;
};

}  // namespace

std::string written_rows(const Rows& rows) { return Writer()(rows); }

}  // namespace catalogue
