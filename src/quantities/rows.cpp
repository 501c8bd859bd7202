#include "quantities/rows.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

namespace sigprop {
namespace {

std::vector<std::string> strings(std::span<const char* const> texts) { return {texts.begin(), texts.end()}; }

NumberRange range_of(std::string_view text) { return text.empty() ? NumberRange() : NumberRange(text); }

Parameter parameter_of(const ParameterRow& row) {
    return {.name = row.name,
            .kind = row.kind,
            .fallback = row.fallback == nullptr ? std::nullopt : std::optional<std::string>(row.fallback),
            .meaning = row.meaning,
            .choices = strings(row.choices),
            .optional = row.optional,
            .range = range_of(row.range),
            .gated_allowed = row.gated_allowed,
            .when_default = row.when_default,
            .sample = row.sample,
            .only_with = row.only_with};
}

LibraryArgument library_argument(const std::string& text) {
    const std::size_t sign = std::min(text.find('='), text.size());
    return {text.substr(0, sign), sign < text.size() ? text.substr(sign + 1) : std::string()};
}

const QuantityRow& row_of(std::string_view name) {
    static const auto rows = [] {
        std::unordered_map<std::string_view, const QuantityRow*> all;
        for (const QuantityRow& row : quantity_rows()) all.emplace(row.name, &row);
        return all;
    }();
    const auto found = rows.find(name);
    if (found == rows.end())
        throw std::logic_error("no row of the catalogue has the name " + std::string(name));
    return *found->second;
}

}  // namespace

std::vector<Parameter> parameters_of(std::span<const ParameterRow* const> rows) {
    std::vector<Parameter> all;
    for (const ParameterRow* row : rows) all.push_back(parameter_of(*row));
    return all;
}

Quantity quantity(std::string_view name, std::function<std::vector<Route>(const Arguments&)> routes,
                  std::function<std::vector<std::string>(const Arguments&)> warnings) {
    const QuantityRow& row = row_of(name);
    Quantity all{.name = row.name,
                 .aliases = strings(row.aliases),
                 .summary = row.summary,
                 .formula = row.formula,
                 .formula_notes = strings(row.notes),
                 .units = row.units,
                 .limit = row.limit,
                 .source = row.source,
                 .parameters = parameters_of(row.parameters),
                 .values = range_of(row.values),
                 .route_notes = strings(row.routes),
                 .theorems = strings(row.theorems),
                 .routes = std::move(routes),
                 .warnings = std::move(warnings)};
    for (const char* one : row.signature) all.signature.push_back(library_argument(one));
    for (const RelationRow& one : row.relations) all.relations.push_back({one.left, one.sign, one.right});
    return all;
}

}  // namespace sigprop
