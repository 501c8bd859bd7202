#include "engine/binding/equation_definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/expression/substitute.hpp"
#include "engine/binding/call_arguments.hpp"
#include "engine/binding/catalogue.hpp"

namespace sigprop {
namespace {

/// Definitions in the quantities' parameters; A and B are the limits in units of the std about the mean, [x]
/// stands for the terms below.
struct Definition {
    const char* quantity;
    const char* text;
};
constexpr std::array definitions = {
    Definition{"truncated_normal.mass", "[mass]"},
    Definition{"truncated_normal.mean", "mean + std * [first]"},
    Definition{"truncated_normal.variance", "std^2 * [variance]"},
    Definition{"truncated_normal.std", "std * sqrt([variance])"},
    Definition{"truncated_normal.std_correction", "1 / sqrt([variance])"},
    Definition{"truncated_normal.second_moment", "(mean + std * [first])^2 + std^2 * [variance]"},
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

bool is_infinite(const Expression* e, const char* sign) {
    return e != nullptr && canonical_text(*e) == std::string(sign) + "inf";
}

/// The definition of a truncated normal's number; what stands at an infinite limit is 0 or 1.
std::string truncated(const std::string& definition, bool from_minus_inf, bool to_inf) {
    const std::string a = "((lower - mean) / std)";
    const std::string b = "((upper - mean) / std)";
    const auto at = [](const std::string& x, bool gone, const char* form) {
        return gone ? std::string("0") : replaced(form, "x", x);
    };
    // Phi(b) - Phi(a) = (erf(b/sqrt 2) - erf(a/sqrt 2))/2, which keeps its digits where both are near 0
    const std::string upper = to_inf ? "1" : replaced("erf(x / sqrt(2))", "x", b);
    const std::string lower = from_minus_inf ? "(-1)" : replaced("erf(x / sqrt(2))", "x", a);
    const std::string mass = fmt::format("(({} - {}) / 2)", upper, lower);
    const std::string first = fmt::format("(({} - {}) / {})", at(a, from_minus_inf, "normal_pdf(x)"),
                                          at(b, to_inf, "normal_pdf(x)"), mass);
    const std::string variance =
        fmt::format("(1 + ({} - {}) / {} - {}^2)", at(a, from_minus_inf, "(x * normal_pdf(x))"),
                    at(b, to_inf, "(x * normal_pdf(x))"), mass, first);
    return replaced(replaced(replaced(definition, "[variance]", variance), "[first]", first), "[mass]", mass);
}

/// Errors in the definition are shown at the call.
void stand_at(Expression& e, const Expression& place) {
    e.offset = place.offset;
    e.length = place.length;
    for (Argument& one : e.arguments) stand_at(one.value, place);
}

}  // namespace

std::optional<Expression> definition_of(const Expression& call, std::string_view text) {
    const Quantity* quantity = find_quantity(call.name);
    if (quantity == nullptr) return std::nullopt;
    const auto* found = std::ranges::find_if(
        definitions, [&](const Definition& one) { return quantity->name == one.quantity; });
    if (found == definitions.end()) return std::nullopt;
    const auto given = matched_arguments(*quantity, call, text);
    Substitutes values;
    const auto argument = [&](const std::string& name) -> const Expression* {
        for (std::size_t i = 0; i < given.size(); ++i)
            if (quantity->parameters[i].name == name) return given[i];
        return nullptr;
    };
    for (std::size_t i = 0; i < given.size(); ++i) {
        const Parameter& parameter = quantity->parameters[i];
        if (given[i] == nullptr && !parameter.fallback) {
            refuse_argument(
                "'" + parameter.name + "' is missing: write " + usage(quantity->name, quantity->parameters),
                call, text);
        }
        values.emplace(parameter.name,
                       given[i] != nullptr ? *given[i] : parse_expression(*parameter.fallback));
    }
    std::string definition = found->text;
    if (quantity->name.starts_with("truncated_normal."))
        definition =
            truncated(definition, is_infinite(argument("lower"), "-"), is_infinite(argument("upper"), ""));
    Expression written_out = parse_expression(definition);
    stand_at(written_out, call);
    substitute(written_out, values);
    return written_out;
}

std::string defined_quantities() {
    std::string all;
    for (const Definition& one : definitions) all += (all.empty() ? "" : ", ") + std::string(one.quantity);
    return all;
}

}  // namespace sigprop
