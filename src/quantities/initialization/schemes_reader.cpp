// How a scheme reads its inputs, and how it reports those that are missing or not used.

#include "quantities/initialization/schemes.hpp"

#include "catalogue/words.hpp"
#include "quantities/support.hpp"

#include <algorithm>
#include <tuple>

#include "core/base/words.hpp"

namespace sigprop {
namespace {

std::string words_of(const std::vector<SchemeRole>& roles) {
    std::vector<std::string_view> words;
    for (const SchemeRole role : roles) words.push_back(word_of(role));
    return joined(words);
}

}  // namespace

Real SchemeReader::needed(const std::optional<std::int64_t>& input) {
    if (!used(input)) missing_.insert(&input);
    return Rational(input.value_or(1));
}

Real SchemeReader::fan() {
    const std::optional<FanMode>& mode = used(inputs_.mode);
    if (!mode) {
        hint("its std uses fan_in unless mode=fan_out or mode=fan_avg is given");
        return fan_in();
    }
    if (*mode == FanMode::fan_avg) return (fan_in() + fan_out()) / Real(2);
    used(inputs_.fan_in);  // a call that names the mode may give both fans
    used(inputs_.fan_out);
    return *mode == FanMode::fan_in ? fan_in() : fan_out();
}

SchemeRole SchemeReader::role(const std::vector<SchemeRole>& known, bool may_be_left_out) {
    const std::optional<SchemeRole>& role = used(inputs_.role);
    if (!role) {
        roles_ = words_of(known);
        if (!may_be_left_out) missing_.insert(&role);
        return known.front();
    }
    if (std::ranges::find(known, *role) != known.end()) return *role;
    throw InputError::about({"role"}, scheme_ + " has no role '" + std::string(word_of(*role)) +
                                          "': its roles are " + words_of(known));
}

void SchemeReader::finish(Surplus surplus) const {
    const auto input = [](const std::string& name, const auto& value) {
        return std::tuple(name, static_cast<const void*>(&value), value.has_value());
    };
    const auto inputs = {input("fan_in", inputs_.fan_in),
                         input("fan_out", inputs_.fan_out),
                         input("activation", inputs_.activation),
                         input("mode", inputs_.mode),
                         input("role", inputs_.role),
                         input("layers", inputs_.layers),
                         input("width", inputs_.width),
                         input("head_dim", inputs_.head_dim),
                         input("encoder_layers", inputs_.encoder_layers),
                         input("decoder_layers", inputs_.decoder_layers),
                         input("base_width", inputs_.base_width),
                         input("base_std", inputs_.base_std),
                         input("omega", inputs_.omega)};
    std::vector<std::string> missing;
    for (const auto& [name, address, given] : inputs) {
        if (missing_.contains(address))
            missing.push_back(name + (name == "role" ? "= (" + roles_ + ")" : "="));
    }
    if (!missing.empty())
        throw InputError::about({"scheme"}, "the scheme " + scheme_ + " needs " + joined(missing));
    if (surplus == Surplus::ignored) return;
    for (const auto& [name, address, given] : inputs) {
        if (!given || used_.contains(address)) continue;
        const bool hinted = !hint_.empty() && (name.starts_with("fan_") || name == "mode");
        throw InputError::about({name}, "the scheme " + scheme_ + " does not use '" + name + "': remove it" +
                                            (hinted ? " (" + hint_ + ")" : ""));
    }
}

}  // namespace sigprop
