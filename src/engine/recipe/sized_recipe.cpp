#include "engine/recipe/sized_recipe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sigprop/core/base/errors.hpp>

#include "core/base/suggest.hpp"
#include "core/base/words.hpp"
#include "core/expression/substitute.hpp"
#include "engine/binding/binder.hpp"
#include "quantities/activation/table.hpp"

namespace sigprop {
namespace {

constexpr std::int64_t max_layers = 10'000;

/// Errors in an expression of the recipe name what it is for.
template <class Work>
auto about(const std::string& what, const Work& work) {
    try {
        return work();
    } catch (const InputError& error) {
        throw InputError(what + ": " + error.what(), error.place());
    }
}

std::int64_t whole(const std::string& name, const std::string& text, int least = 1) {
    const auto number = about(name, [&] { return fraction_of(bind_expression(text)); });
    const bool layers = name == "layers";
    const Rational most = Rational::from_decimal(layers ? std::to_string(max_layers) : "1e12");
    if (!number || !number->is_integer() || *number < Rational(least) || most < *number) {
        const std::string value = number ? number->to_decimal().value_or(number->to_string()) : text;
        throw InputError(fmt::format("{} must be a whole number from {} to {}, not {}{}", name, least,
                                     layers ? std::to_string(max_layers) : "10^12", value,
                                     value == text ? "" : " (" + text + ")"));
    }
    return std::stoll(number->to_string());
}

/// "glu(silu)" -> "silu"
std::string inside(const std::string& call) {
    const std::size_t open = call.find('(');
    return call.substr(open + 1, call.rfind(')') - open - 1);
}

class Sizer {
public:
    Sizer(const Recipe& recipe, const RecipeSettings& settings) : recipe_(recipe) {
        for (const auto& [name, text] : settings) {
            if (!given_.emplace(name, text).second) throw InputError("the size " + name + " is given twice");
        }
        check_names();
    }

    SizedRecipe operator()() {
        sized_.name = recipe_.name;
        sized_.summary = recipe_.summary;
        sized_.notes = recipe_.notes;
        sized_.sources = recipe_.sources;
        for (const RecipeParameter& one : recipe_.parameters) take(one);
        for (const auto& [name, value] : {std::pair("d_model", &sized_.d_model),
                                          {"d_ff", &sized_.d_ff},
                                          {"layers", &sized_.layers},
                                          {"heads", &sized_.heads}})
            if (const auto found = sizes_.find(name); found != sizes_.end()) *value = found->second;
        for (const RecipeTensor& one : recipe_.tensors) add(one);
        std::set<std::string_view> names;
        for (const SizedTensor& one : sized_.tensors)
            if (!names.insert(one.name).second)
                throw InputError(
                    one.name + ": two tensors have this name" +
                    (one.layer
                         ? "; if a tensor depends on layer, write * in its name for the number of the layer"
                         : ""));
        if (recipe_.stream.is_known()) take_stream();
        return std::move(sized_);
    }

private:
    void take_stream() {
        sized_.stream = recipe_.stream;
        RecipeStream& stream = sized_.stream;
        for (std::string* text :
             {&stream.initial, &stream.skip, &stream.scores, &stream.branch, &stream.epsilon}) {
            *text = with_sizes(*text);
            about("stream", [&] { return bind_expression(*text); });
        }
        if (real_of(bind_expression(stream.epsilon)).to_double() < 0)
            throw InputError("stream: epsilon must be at least 0, not " + stream.epsilon);
        const auto initial = fraction_of(bind_expression(stream.initial));
        if (stream.post_norm && !(initial && *initial == Rational(1)))
            throw InputError("stream: initial must be 1 with post_norm, because a norm precedes each block");
    }

    void check_names() const {
        std::vector<std::string> names;
        for (const RecipeParameter& one : recipe_.parameters) names.push_back(one.name);
        for (const auto& [name, text] : given_) {
            if (std::ranges::find(names, name) != names.end()) continue;
            const std::optional<std::string> nearest = nearest_name(name, names);
            throw InputError(
                fmt::format("{} has no size '{}'{}", recipe_.name, name.substr(0, 60),
                            nearest ? "; did you mean '" + *nearest + "'?" : "; it has " + joined(names)));
        }
    }

    void take(const RecipeParameter& one) {
        const auto given = given_.find(one.name);
        if (given == given_.end() && given_.contains(one.asks_with))
            throw InputError(
                fmt::format("{} is given, so {} is required, too: {}", one.asks_with, one.name, one.meaning));
        const std::string& written = given == given_.end() ? one.fallback : given->second;
        std::string text = about(one.name, [&] { return with_sizes(written); });
        switch (one.kind) {
            case RecipeParameterKind::integer:
            case RecipeParameterKind::count: {
                if (one.kind == RecipeParameterKind::count && (text == "true" || text == "false"))
                    text = text == "true" ? "1" : "0";
                const bool is_made = given == given_.end() && mentions_size(one.fallback);
                const std::int64_t value = whole(is_made ? one.name + " = " + one.fallback : one.name, text,
                                                 one.kind == RecipeParameterKind::count ? 0 : 1);
                sizes_[one.name] = value;
                text = std::to_string(value);
                break;
            }
            case RecipeParameterKind::real: about(one.name, [&] { return bind_expression(text); }); break;
            case RecipeParameterKind::activation: text = take_activation(one.name, text); break;
        }
        sized_.parameters.emplace_back(one.name, text);
        if (given != given_.end()) sized_.given.emplace_back(one.name, text);
        values_[one.name] = parse_expression(text);
        check_divides(one.name);
    }

    /// Before a size behind it is made of both.
    void check_divides(const std::string& name) const {
        for (const auto& [divisor, multiple] : recipe_.divides) {
            if (name != divisor && name != multiple) continue;
            const auto a = sizes_.find(divisor);
            const auto b = sizes_.find(multiple);
            if (a == sizes_.end() || b == sizes_.end() || b->second % a->second == 0) continue;
            throw InputError(fmt::format("{} must divide {}: {} does not divide {}", divisor, multiple,
                                         a->second, b->second));
        }
    }

    [[nodiscard]] bool mentions_size(const std::string& text) const {
        const Expression e = parse_expression(text);
        return std::ranges::any_of(sizes_, [&](const auto& one) { return mentions(e, one.first); });
    }

    std::string take_activation(const std::string& name, const std::string& text) {
        sized_.activation = text;
        const Expression e = parse_expression(text);
        const ActivationEntry* entry = find_activation(e.name);
        sized_.gated = entry != nullptr && entry->gated;
        if (sized_.gated)
            sized_.activation = e.kind == Expression::Kind::call     ? inside(text)
                                : entry->formula.starts_with("glu(") ? inside(entry->formula)
                                                                     : "sigmoid";
        const bool has_gated = std::ranges::any_of(recipe_.tensors, [](const RecipeTensor& one) {
            return one.when == "gated" || one.role == "up" || one.role == "gate_up";
        });
        if (sized_.gated && !has_gated)
            throw InputError(recipe_.name + "'s feed-forward unit is not gated: " + name +
                             " must be a function of one input, not " + text);
        about(name, [&] { return bind_expression("activation.second_moment(" + sized_.activation + ")"); });
        return text;
    }

    std::string with_sizes(const std::string& text) const {
        Expression e = parse_expression(text);
        substitute(e, values_);
        return canonical_text(e);
    }

    void add(const RecipeTensor& one) {
        if (!is_there(one.when)) return;
        const auto depends = [](const std::string& text) {
            return !text.empty() && mentions(parse_expression(text), "layer");
        };
        if (!depends(one.scale) && !depends(one.cut)) {
            sized_.tensors.push_back(tensor(one));
            return;
        }
        if (!sizes_.contains("layers"))
            throw InputError(one.name + " depends on layer, but " + recipe_.name + " has no size layers");
        for (std::int64_t layer = 0; layer < sized_.layers; ++layer) {
            values_["layer"] = parse_expression(std::to_string(layer));
            sized_.tensors.push_back(tensor(one));
            SizedTensor& last = sized_.tensors.back();
            last.layer = layer;
            for (std::string* name : {&last.name, &last.in_files})
                if (const std::size_t star = name->find('*'); star != std::string::npos)
                    name->replace(star, 1, std::to_string(layer));
            last.pattern = pattern_of(last);
        }
        values_.erase("layer");
    }

    static std::string pattern_of(const SizedTensor& one) {
        return name_pattern(one.name) + (one.in_files.empty() ? "" : "|" + name_pattern(one.in_files));
    }

    [[nodiscard]] bool is_there(const std::string& when) const {
        if (when.empty()) return true;
        if (when == "gated" || when == "plain") return (when == "gated") == sized_.gated;
        const bool negated = when.starts_with("not ");
        return (sizes_.at(negated ? when.substr(4) : when) != 0) != negated;
    }

    /// The tensor's own fans, as names in its scale.
    void take_fans(const RecipeTensor& one, SizedTensor& made) {
        const std::vector<std::int64_t>& shape = made.shape;
        std::int64_t behind = 1;  // entries of one output
        for (std::size_t i = 1; i < shape.size(); ++i) behind *= shape[i];
        if (!one.fan_in.empty()) {
            made.fan_in = whole(one.name, with_sizes(one.fan_in));
        } else if (shape.size() == 2) {
            made.fan_in = one.fan_in_first ? shape[0] : shape[1];
        } else if (shape.size() > 2 && !one.fan_in_first) {
            made.fan_in = behind;
        }
        values_.erase("fan_in");
        values_.erase("fan_out");
        if (made.fan_in) values_["fan_in"] = parse_expression(std::to_string(*made.fan_in));
        if (shape.size() < 2) return;
        const std::int64_t out = one.fan_in_first ? shape.back() : shape[0] * (behind / shape[1]);
        values_["fan_out"] = parse_expression(std::to_string(out));
    }

    SizedTensor tensor(const RecipeTensor& one) {
        SizedTensor made;
        made.name = one.name;
        made.group = one.name;
        made.in_files = one.in_files;
        made.pattern = pattern_of(made);
        made.role = one.role;
        made.law = one.law;
        made.tied_to = one.tied_to;
        made.why = one.why;
        for (const std::string& length : one.shape) made.shape.push_back(whole(one.name, with_sizes(length)));
        take_fans(one, made);
        if (!one.learning_rate.empty()) made.learning_rate = with_sizes(one.learning_rate);
        made.has_law = one.has_law;
        if (!one.has_law) return made;
        made.written = one.scale;
        made.scale = with_sizes(one.scale);
        if (const auto scale = about(one.name, [&] { return fraction_of(bind_expression(made.scale)); });
            scale && scale->sign() < 0 && one.law != TensorLaw::constant)
            throw InputError(one.name + ": the scale must not be negative, but is " + made.scale);
        if (!one.cut.empty()) made.cut = with_sizes(one.cut);
        made.std = one.std.empty() ? std_of(made) : with_sizes(one.std);
        for (const std::string* text : {&made.std, &made.learning_rate}) {
            if (!text->empty()) about(one.name, [&] { return bind_expression(*text); });
        }
        return made;
    }

    static std::string std_of(const SizedTensor& one) {
        const auto canonical = [](const std::string& text) { return canonical_text(parse_expression(text)); };
        switch (one.law) {
            case TensorLaw::normal: return one.scale;
            case TensorLaw::truncated_normal:
                return canonical(
                    fmt::format("({}) * truncated_normal.std(-({}), {})", one.scale, one.cut, one.cut));
            case TensorLaw::uniform: return canonical(fmt::format("({}) / sqrt(3)", one.scale));
            case TensorLaw::constant: return "";
        }
        return "";
    }

    const Recipe& recipe_;
    std::map<std::string, std::string, std::less<>> given_;
    std::map<std::string, std::int64_t, std::less<>> sizes_;
    Substitutes values_;
    SizedRecipe sized_;
};

}  // namespace

std::string name_pattern(const std::string& name) {
    std::string pattern = "(^|[./])";
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (c == '*' && i + 1 < name.size() && name[i + 1] == '*') {
            pattern += ".*";
            ++i;
        } else if (c == '*') {
            pattern += "[0-9]+";
        } else if (c == '.' || c == '/') {
            pattern += "[./]";
        } else if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
                   static_cast<unsigned char>(c) >= 0x80) {
            pattern += c;
        } else {
            pattern += {'\\', c};
        }
    }
    return pattern + "$";
}

const SizedTensor* SizedRecipe::find(std::string_view role, std::int64_t layer) const {
    const auto found = std::ranges::find_if(tensors, [&](const SizedTensor& one) {
        return one.role == role && one.layer.value_or(layer) == layer;
    });
    return found == tensors.end() ? nullptr : &*found;
}

RecipeSettings with_settings(RecipeSettings settings, const RecipeSettings& over) {
    std::erase_if(settings, [&](const auto& one) {
        return std::ranges::any_of(over, [&](const auto& other) { return other.first == one.first; });
    });
    settings.insert(settings.end(), over.begin(), over.end());
    return settings;
}

SizedRecipe sized(const Recipe& recipe, const RecipeSettings& settings) { return Sizer(recipe, settings)(); }

}  // namespace sigprop
