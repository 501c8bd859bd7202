#pragma once
// The part of JSON Schema 2020-12 that our schemas use. An unknown keyword is an error, so that a schema
// cannot outgrow its checks.

#include <regex.h>

#include <set>
#include <string>
#include <vector>

#include "formats/json.hpp"

namespace schema {

using sigprop::Json;
using Names = std::set<std::string>;

class Checker {
public:
    explicit Checker(const Json& root) : root_(&root) {}

    /// The rules that the value breaks, one line each.
    std::vector<std::string> operator()(const Json& value) {
        std::vector<std::string> errors;
        apply(*root_, value, "", errors);
        return errors;
    }
    /// "place in the schema/name" for every property found in a value.
    [[nodiscard]] const std::set<std::pair<const Json*, std::string>>& used() const { return used_; }
    [[nodiscard]] const Json& resolve(const std::string& reference) const {
        return root_->at("$defs").at(reference.substr(std::string("#/$defs/").size()));
    }

private:
    using Errors = std::vector<std::string>;

    bool holds(const Json& schema, const Json& value) {
        Errors errors;
        apply(schema, value, "", errors);
        return errors.empty();
    }

    static bool is_type(const Json& value, const std::string& type) {
        return type == "object"    ? value.is_object()
               : type == "array"   ? value.is_array()
               : type == "string"  ? value.is_string()
               : type == "integer" ? value.is_integer()
               : type == "number"  ? value.is_number()
               : type == "boolean" ? value.is_boolean()
               : type == "null"    ? value.is_null()
                                   : throw std::logic_error("unknown type " + type);
    }

    static bool matches(const std::string& text, const std::string& pattern) {
        regex_t compiled;  // std::regex makes g++ warn when it is sanitised
        if (regcomp(&compiled, pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0)
            throw std::logic_error(pattern);
        const bool found = regexec(&compiled, text.c_str(), 0, nullptr, 0) == 0;
        regfree(&compiled);
        return found;
    }

    /// The value's properties that some part of the schema knows.
    Names apply(const Json& schema, const Json& value, const std::string& path, Errors& errors) {
        Names known;
        const auto fail = [&](const std::string& what) { errors.push_back(path + ": " + what); };
        const auto add = [&](Names more) { known.merge(more); };
        const auto size = [&](bool is_kind, const Json& limit, int sign) {
            const auto have =
                static_cast<std::int64_t>(value.is_string() ? value.as_string().size() : value.size());
            if (is_kind && sign * (have - limit.as_integer()) < 0) fail("has a wrong size");
        };
        const Json* rest = nullptr;
        const Json* condition = schema.find("if");
        for (const auto& [word, rule, offset] : schema.as_object()) {
            if (word == "$ref") {
                add(apply(resolve(rule.as_string()), value, path, errors));
            } else if (word == "type") {
                bool any = rule.is_string() && is_type(value, rule.as_string());
                if (rule.is_array())
                    for (const Json& one : rule.as_array()) any = any || is_type(value, one.as_string());
                if (!any) fail("is of another type");
            } else if (word == "const") {
                if (!(value == rule)) fail("is another constant");
            } else if (word == "enum") {
                bool any = false;
                for (const Json& one : rule.as_array()) any = any || value == one;
                if (!any) fail("is none of the words");
            } else if (word == "pattern") {
                if (value.is_string() && !matches(value.as_string(), rule.as_string()))
                    fail("does not match " + rule.as_string());
            } else if (word == "minimum") {
                if (value.is_number() && value.as_double() < rule.as_double()) fail("is too small");
            } else if (word == "maximum") {
                if (value.is_number() && value.as_double() > rule.as_double()) fail("is too large");
            } else if (word == "minLength") {
                size(value.is_string(), rule, 1);
            } else if (word == "minItems") {
                size(value.is_array(), rule, 1);
            } else if (word == "maxItems") {
                size(value.is_array(), rule, -1);
            } else if (word == "minProperties") {
                size(value.is_object(), rule, 1);
            } else if (word == "maxProperties") {
                size(value.is_object(), rule, -1);
            } else if (word == "required") {
                for (const Json& key : rule.as_array())
                    if (value.is_object() && value.find(key.as_string()) == nullptr)
                        fail("misses " + key.as_string());
            } else if (word == "items") {
                for (std::size_t i = 0; value.is_array() && i < value.size(); ++i)
                    apply(rule, value.as_array()[i], path + "[" + std::to_string(i) + "]", errors);
            } else if (word == "properties") {
                for (const auto& [key, part, at] : rule.as_object()) {
                    const Json* member = value.find(key);
                    if (member == nullptr) continue;
                    used_.emplace(&schema, key);
                    known.insert(key);
                    apply(part, *member, path + "." + key, errors);
                }
            } else if (word == "allOf") {
                for (const Json& one : rule.as_array()) add(apply(one, value, path, errors));
            } else if (word == "anyOf") {
                bool any = false;
                for (const Json& one : rule.as_array()) {
                    if (!holds(one, value)) continue;
                    any = true;
                    add(apply(one, value, path, errors));
                }
                if (!any) fail("fits none of the forms");
            } else if (word == "not") {
                if (holds(rule, value)) fail("has what excludes each other");
            } else if (word == "then" || word == "else") {
                if (holds(*condition, value) == (word == "then")) add(apply(rule, value, path, errors));
            } else if (word == "unevaluatedProperties") {
                rest = &rule;
            } else if (word != "if" && word != "description" && word != "title" && word != "$schema" &&
                       word != "$id" && word != "$defs") {
                throw std::logic_error("the schema has an unknown word: " + word);
            }
        }
        if (rest == nullptr || !value.is_object()) return known;
        for (const auto& [key, member, offset] : value.as_object()) {
            if (known.contains(key)) continue;
            if (rest->is_object()) apply(*rest, member, path + "." + key, errors);
            if (rest->is_boolean()) fail("has an unknown property " + key);
        }
        return known;
    }

    const Json* root_;
    std::set<std::pair<const Json*, std::string>> used_;
};

}  // namespace schema
