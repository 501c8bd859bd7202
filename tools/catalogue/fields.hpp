#pragma once
// Reading JSON with a place for each complaint.

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/base/words.hpp"
#include "rows.hpp"

namespace catalogue {

using Json = nlohmann::ordered_json;

/// Where in which file: "residual.json, /quantities/3 residual.skip_weight".
struct Place {
    std::string text;

    [[nodiscard]] Place in(const std::string& more) const { return {text + " " + more}; }
    [[noreturn]] void fail(const std::string& why) const { throw WrongRow(text + ": " + why); }
};

/// Prose and formulas may be broken into lines: a list of strings is joined by spaces.
inline std::string text_of(const Json& value, const Place& place) {
    if (value.is_string()) return value.get<std::string>();
    std::string text;
    if (!value.is_array() || value.empty()) place.fail("must be a string, or its lines as a list of strings");
    for (const Json& line : value) {
        if (!line.is_string()) place.fail("each line must be a string");
        if (!text.empty()) text += ' ';
        text += line.get<std::string>();
    }
    return text;
}

inline std::vector<std::string> texts_of(const Json& value, const Place& place) {
    if (!value.is_array()) place.fail("must be a list");
    std::vector<std::string> texts;
    for (const Json& one : value) texts.push_back(text_of(one, place));
    return texts;
}

inline void check_keys(const Json& object, const std::set<std::string>& known, const Place& place) {
    if (!object.is_object()) place.fail("must be an object");
    for (const auto& [key, value] : object.items())
        if (!known.contains(key))
            place.fail("has no key '" + key + "'; the keys are " + sigprop::joined(known));
}

/// An object with a name, whose keys are read into what has a default.
class Fields {
public:
    Fields(const Json& object, const Place& outer, const std::string& what) : object_(object), place_(outer) {
        if (!object.contains("name")) outer.fail(what + " has no name");
        name_ = text_of(object.at("name"), outer);
        place_ = outer.in(name_);
    }

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const Place& place() const { return place_; }
    [[nodiscard]] bool has(const char* key) const { return object_.contains(key); }

    void take(const char* key, std::string& text) const {
        if (has(key)) text = text_of(object_.at(key), place_.in(key));
    }
    void need(const char* key, std::string& text) const {
        take(key, text);
        if (text.empty()) place_.fail("has no " + std::string(key));
    }
    void take(const char* key, std::vector<std::string>& texts) const {
        if (has(key)) texts = texts_of(object_.at(key), place_.in(key));
    }
    void take(const char* key, bool& flag) const {
        if (!has(key)) return;
        if (!object_.at(key).is_boolean()) place_.in(key).fail("must be true or false");
        flag = object_.at(key).get<bool>();
    }

private:
    const Json& object_;
    Place place_;
    std::string name_;
};

}  // namespace catalogue
