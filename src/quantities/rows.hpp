#pragma once
// The rows of src/quantities/catalogue/*.json as the build writes them (tools/catalogue): what a quantity is,
// without its mathematics.

#include <span>

#include "quantities/quantity.hpp"

namespace sigprop {

struct ParameterRow {
    const char* name;
    ParameterKind kind;
    const char* fallback;  ///< null for none
    const char* meaning;
    std::span<const char* const> choices;
    bool optional, gated_allowed;
    const char* range;  ///< "" for every number
    const char *when_default, *sample, *only_with;
};

struct RelationRow {
    const char *left, *sign, *right;
};

/// A number by name, or the law of a tensor: quantities/frameworks/call_laws.hpp reads the expressions.
struct NamedExpression {
    const char *name, *expression;
};

struct QuantityRow {
    const char* name;
    std::span<const char* const> aliases;
    const char *summary, *formula;
    std::span<const char* const> notes;
    const char *units, *limit, *source;
    std::span<const ParameterRow* const> parameters;
    std::span<const RelationRow> relations;
    const char* values;  ///< "" for every number
    std::span<const char*const> routes, theorems;
    std::span<const char* const> signature;  ///< "name" or "name=usual value"
    std::span<const NamedExpression> terms, laws;
};

struct ActivationRow {
    const char* name;
    std::span<const char* const> aliases;
    const char *formula, *source;
    std::span<const ParameterRow* const> parameters;
    bool gated;
};

/// Parameters that the C++ functions of some quantities take as one struct.
struct OptionGroupRow {
    const char *options, *member;
    std::span<const char*const> parameters, quantities;
};

/// In the order of the files.
[[nodiscard]] std::span<const QuantityRow> quantity_rows();
[[nodiscard]] std::span<const ActivationRow> activation_rows();
[[nodiscard]] std::span<const OptionGroupRow> option_groups();

[[nodiscard]] std::vector<Parameter> parameters_of(std::span<const ParameterRow* const> rows);

/// The quantity whose row has this name, with its mathematics.
/// Errors   std::logic_error where there is no such row
[[nodiscard]] Quantity quantity(std::string_view name,
                                std::function<std::vector<Route>(const Arguments&)> routes,
                                std::function<std::vector<std::string>(const Arguments&)> warnings = {});

}  // namespace sigprop
