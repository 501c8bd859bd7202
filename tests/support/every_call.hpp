#pragma once
// Calls of every quantity: with each optional argument left out and given, and with each choice of each
// parameter that has choices. Values are tried until the quantity takes them.

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <sigprop/core/base/errors.hpp>
#include <string>
#include <vector>

#include "core/expression/expression.hpp"
#include "engine/binding/arguments.hpp"
#include "engine/binding/conditions.hpp"
#include "quantities/quantity.hpp"

namespace every_call {

using sigprop::InputError;
using sigprop::Parameter;
using sigprop::ParameterKind;
using sigprop::Quantity;

using Values = std::map<std::string, std::string>;  // of the arguments that are given

inline bool must_be_given(const Parameter& one) { return !one.fallback && !one.optional; }

/// What is tried for an argument, first what most quantities take.
inline std::vector<std::string> candidates(const Parameter& one) {
    switch (one.kind) {
        case ParameterKind::choice: return one.choices;
        case ParameterKind::integer: return {"4", "2", "3", "1", "0", "8", "16", "64"};
        case ParameterKind::real: return {"0.5", "2", "1", "0", "3", "-1", "0.1"};
        case ParameterKind::reals: return {"[0.5, 1]", "2", "[1, 0.5, 2, 1]", "0.5", "[1, 2, 3]", "[8, 16]"};
        case ParameterKind::activation: return {"tanh", "relu", "gelu", "identity", "glu(silu)"};
        case ParameterKind::family: return {"\"tanh(t*x)\""};
    }
    return {};
}

inline std::string text_of(const Quantity& quantity, const Values& values) {
    std::string text;
    for (const auto& [name, value] : values) text += (text.empty() ? "" : ", ") + name + "=" + value;
    return quantity.name + "(" + text + ")";
}

/// Whether the parameter's name is a word of the message.
inline bool mentions(const std::string& message, const std::string& name) {
    const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t at = message.find(name); at != message.npos; at = message.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !in_word(message[at - 1])) && (end == message.size() || !in_word(message[end])))
            return true;
    }
    return false;
}

/// The parameters that the refusal of a call is about; nothing if the call is taken.
inline std::optional<std::set<std::string>> refusal(const Quantity& quantity, const Values& values) {
    const std::string text = text_of(quantity, values);
    try {
        const sigprop::Expression call = sigprop::parse_expression(text);
        const sigprop::Arguments arguments = sigprop::bind_arguments(quantity, call, text);
        sigprop::check_conditions(quantity, arguments);
        static_cast<void>(quantity.routes(arguments));
        return std::nullopt;
    } catch (const InputError& error) {
        std::set<std::string> about(error.parameters().begin(), error.parameters().end());
        for (const Parameter& one : quantity.parameters) {
            if (mentions(error.what(), one.name)) about.insert(one.name);
        }
        return about;
    } catch (const std::exception&) {
        return std::nullopt;  // a fault of the library, which the call's answer shows
    }
}

/// Changes arguments, except for `fixed`, until the quantity takes them: first the arguments that its refusal
/// names, then choices and those that must be given.
class Repair {
public:
    Repair(const Quantity& quantity, std::string fixed) : quantity_(quantity), fixed_(std::move(fixed)) {}

    std::optional<Values> operator()(const Values& values) {
        for (const bool named_only : {true, false}) {
            named_only_ = named_only;
            for (int depth = 0; depth <= (named_only ? 5 : 3); ++depth) {
                tries_ = 200;
                seen_.clear();
                if (auto found = changed(values, depth)) return found;
            }
        }
        return std::nullopt;
    }

private:
    std::optional<Values> changed(const Values& values, int depth) {
        if (tries_ == 0 || !seen_.insert(values).second) return std::nullopt;
        --tries_;
        const auto named = refusal(quantity_, values);
        if (!named) return values;
        if (depth == 0) return std::nullopt;
        for (const Parameter& one : quantity_.parameters) {
            const bool is_named = named->contains(one.name);
            const bool may_help = one.kind == ParameterKind::choice || must_be_given(one);
            if (one.name == fixed_ || !(is_named || (may_help && !named_only_))) continue;
            if (auto found = with_another(one, values, depth)) return found;
        }
        return std::nullopt;
    }

    std::optional<Values> with_another(const Parameter& one, Values values, int depth) {
        if (!must_be_given(one) && values.erase(one.name) > 0) {
            if (auto found = changed(values, depth - 1)) return found;
        }
        for (const std::string& value : candidates(one)) {
            values[one.name] = value;
            if (auto found = changed(values, depth - 1)) return found;
        }
        return std::nullopt;
    }

    const Quantity& quantity_;
    std::string fixed_;
    bool named_only_ = true;
    int tries_ = 0;
    std::set<Values> seen_ = {};
};

struct Calls {
    std::vector<std::string> texts;
    std::vector<std::string> missing;  ///< arguments and choices for which no call was found
};

/// Few small networks and few steps of training, where a call does not ask for others.
inline void keep_small(const Quantity& quantity, Values& values) {
    const auto has = [&](const char* name) {
        return std::ranges::find(quantity.parameters, name, &Parameter::name) != quantity.parameters.end();
    };
    if (!has("networks")) return;
    values.emplace("networks", "2");
    if (has("widths")) {
        values.emplace("widths", "[8, 16]");
    } else {
        values.emplace("width", "16");
    }
    if (!has("batch")) return;
    values.emplace("batch", "2");
    values.emplace("length", "8");
    if (has("steps")) values.emplace("steps", "4");
}

/// The call with this argument, beside those of a call that is known to be taken where that does.
inline std::optional<Values> call_with(const Quantity& quantity, const std::string& name,
                                       const std::string& value, const std::vector<Values>& known) {
    const auto changed = [&](Values values) {
        values[name] = value;
        keep_small(quantity, values);
        return values;
    };
    for (const Values& one : known) {
        if (!refusal(quantity, changed(one))) return changed(one);
    }
    return Repair(quantity, name)(changed(known.front()));
}

/// Schemes of init.std that ask for so much that a search is slow.
inline std::vector<Values> schemes_with_roles() {
    return {{{"scheme", "t5"}, {"fan_in", "4"}, {"head_dim", "2"}, {"role", "query"}},
            {{"scheme", "deepnorm"},
             {"fan_in", "4"},
             {"fan_out", "4"},
             {"encoder_layers", "2"},
             {"decoder_layers", "2"},
             {"role", "encoder"}},
            {{"scheme", "mup"}, {"role", "hidden"}, {"width", "8"}, {"base_width", "4"}}};
}

/// Arguments that are only taken together, more at once than a search would find.
inline std::vector<Values> taken_together() {
    Values law = {{"weight_law", "uniform"}};
    for (const char* const name : {"query_std", "key_std", "value_std", "attention_output_std", "hidden_std",
                                   "hidden_output_std", "embedding_std", "head_std"})
        law[name] = "0.1";
    return {{{"init", "mup"}, {"base_width", "4"}, {"base_std", "0.1"}},
            law,
            {{"input_axes", "0"}, {"output_axes", "1"}, {"shape", "[2, 3, 4]"}}};
}

/// A call with few arguments beside those that must be given.
inline std::optional<Values> shortest_call(const Quantity& quantity) {
    Values required;
    for (const Parameter& one : quantity.parameters) {
        if (must_be_given(one)) required[one.name] = candidates(one).front();
    }
    return Repair(quantity, "")(required);
}

inline Calls calls_of(const Quantity& quantity) {
    Calls calls;
    const auto base = shortest_call(quantity);
    if (!base) {
        calls.missing.push_back("any argument");
        return calls;
    }
    std::vector<Values> known = {*base};
    for (const Values& one : schemes_with_roles()) {
        if (!refusal(quantity, one)) known.push_back(one);
    }
    for (const Values& one : taken_together()) {
        Values beside = one;
        beside.insert(base->begin(), base->end());
        if (!refusal(quantity, beside))
            known.push_back(beside);
        else if (!refusal(quantity, one))  // in the place of what is given
            known.push_back(one);
    }
    for (const bool choices : {true, false}) {
        for (const Parameter& one : quantity.parameters) {
            if ((one.kind == ParameterKind::choice) != choices) continue;
            const bool every = choices || one.kind == ParameterKind::activation;
            bool given = false;
            for (const std::string& value : candidates(one)) {
                const auto found = call_with(quantity, one.name, value, known);
                if (found) known.push_back(*found);
                if (!found && choices) calls.missing.push_back(one.name + "=" + value);
                given = given || found;
                if (given && !every) break;
            }
            if (!given && !choices) calls.missing.push_back(one.name);
        }
    }
    std::set<std::string> texts;
    for (const Values& one : known) texts.insert(text_of(quantity, one));
    calls.texts.assign(texts.begin(), texts.end());
    return calls;
}

}  // namespace every_call
