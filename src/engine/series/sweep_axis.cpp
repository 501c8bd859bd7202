#include <algorithm>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/series/sweep.hpp>

#include "core/base/suggest.hpp"
#include "core/expression/expression.hpp"
#include "engine/binding/catalogue.hpp"
#include "quantities/normalization/table.hpp"

#include "core/base/limits.hpp"
#include "core/expression/top_level.hpp"
#include "engine/binding/arguments.hpp"
#include "quantities/activation/table.hpp"

namespace sigprop {
namespace {

[[noreturn]] void bad_axis(std::string_view text, const std::string& message) {
    const std::string how =
        message.ends_with('?')  // the message already says what to write
            ? ""
            : "; write n=64:1048576:x2 (geometric), std=0.5:4:+0.5 (linear) or n=1,2,5 or "
              "f=gelu,relu (lists), f=* (every activation)";
    throw InputError("--over " + std::string(text) + ": " + message + how);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

std::string shown(const Rational& x) { return x.to_decimal().value_or(x.to_string()); }

/// a, a + step, … or a, a factor, … up to and including b.
std::vector<std::string> range(std::string_view text, const std::vector<std::string_view>& parts) {
    const Rational first = Rational::from_decimal(parts[0]);
    const Rational last = Rational::from_decimal(parts[1]);
    const bool geometric = !parts[2].empty() && parts[2].front() == 'x';
    const bool linear = !parts[2].empty() && parts[2].front() == '+';
    if (!geometric && !linear) bad_axis(text, "the step must begin with x or +");
    const Rational step = Rational::from_decimal(parts[2].substr(1));
    if (linear && step.sign() <= 0) bad_axis(text, "the step must be positive");
    if (geometric && (step <= Rational(1) || first.sign() <= 0)) {
        bad_axis(text, "a geometric range needs a positive start and a factor above 1");
    }
    if (linear && (last - first) / step > Rational(limits::grid_points))
        bad_axis(text, "the axis has more than 10^6 points");
    std::vector<std::string> values;
    for (Rational x = first; x <= last; x = geometric ? x * step : x + step) {
        if (x.bit_size() > limits::axis_value_bits)
            bad_axis(text, "the powers of the factor have too many digits: choose a simpler factor");
        values.push_back(shown(x));
    }
    if (values.empty()) bad_axis(text, "the start of the range is beyond its end");
    return values;
}

/// Splits at the commas that stand neither in parentheses nor in quotes.
std::vector<std::string_view> list_items(std::string_view text) {
    std::vector<std::string_view> items;
    std::size_t begin = 0;
    for (const std::size_t comma : top_level_places(text, ',', "(", ")")) {
        items.push_back(text.substr(begin, comma - begin));
        begin = comma + 1;
    }
    items.push_back(text.substr(begin));
    return items;
}

/// Every activation, with its default parameters, or its sample parameters where there is no default.
std::vector<std::string> all_activations() {
    std::vector<std::string> names;
    for (const ActivationEntry& entry : activation_table()) {
        if (entry.gated) continue;  // two inputs: not every quantity accepts them
        std::string arguments;
        for (const Parameter& parameter : entry.parameters) {
            if (parameter.fallback) continue;
            const std::string value = parameter.sample.empty() ? "1" : parameter.sample;
            arguments += (arguments.empty() ? "" : ", ") + parameter.name + "=" + value;
        }
        const std::string text = arguments.empty() ? entry.name : entry.name + "(" + arguments + ")";
        names.push_back(canonical_text(parse_expression(text)));
    }
    return names;
}

/// Every choice of every quantity.
std::vector<std::string> all_choices() {
    std::vector<std::string> choices;
    for (const Quantity& quantity : catalogue()) {
        for (const Parameter& one : quantity.parameters)
            choices.insert(choices.end(), one.choices.begin(), one.choices.end());
    }
    for (const auto& [name, layer] : norm_layer_aliases()) choices.push_back(name);
    return choices;
}

/// Whether the name is a choice. A name that is neither a choice nor an activation, but resembles a choice,
/// gets that suggestion.
bool is_choice(const std::string& name) {
    const std::vector<std::string> choices = all_choices();
    const auto among_choices = [&](const std::string& one) {
        return std::ranges::find(choices, one) != choices.end();
    };
    if (among_choices(name)) return true;
    if (find_activation(name) != nullptr) return false;
    std::vector<std::string> names;
    for (const ActivationEntry& entry : activation_table()) names.push_back(entry.name);
    names.insert(names.end(), choices.begin(), choices.end());
    const auto near = nearest_name(name, names);
    if (near && find_activation(*near) == nullptr) {
        throw InputError("'" + name + "' is not an activation or another known word; did you mean '" + *near +
                         "'?");
    }
    return false;
}

/// Accepts a number, the name of an activation or a choice, or a quoted formula.
std::string list_value(std::string_view text) {
    const bool number = text.empty() || std::string_view("0123456789.+-").find(text[0]) != text.npos;
    if (number) return shown(Rational::from_decimal(text));
    const Expression value = parse_expression(text);
    const bool choice = value.kind == Expression::Kind::name && is_choice(value.name);
    if (!choice) (void)bind_activation(value, text);
    return canonical_text(value);
}

}  // namespace

Axis parse_axis(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        bad_axis(text, "the axis must begin with a name and '='");
    Axis axis;
    axis.name = text.substr(0, equals);
    if (axis.name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") !=
        std::string::npos) {
        bad_axis(text, "'" + axis.name + "' is not a name");
    }
    const std::string_view body = text.substr(equals + 1);
    try {
        const auto parts = split(body, ':');
        if (parts.size() == 3) {
            axis.values = range(text, parts);
        } else if (parts.size() == 1) {
            if (body == "*")
                axis.values = all_activations();
            else
                for (const std::string_view item : list_items(body)) axis.values.push_back(list_value(item));
        } else {
            bad_axis(text, "a range needs a start, an end and a step");
        }
    } catch (const InputError& error) {
        if (std::string_view(error.what()).substr(0, 6) == "--over") throw;
        bad_axis(text, error.what());
    }
    return axis;
}

}  // namespace sigprop
