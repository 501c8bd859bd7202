#pragma once
// Reading what a JSON file means: keys, words, lists and texts, with a complaint at the place of each. The
// complaints have an offset and no text: `located` (formats/place.hpp) gives them file, line and column, once
// for a whole reader.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <sigprop/core/base/errors.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/json.hpp"

namespace sigprop {

using Names = std::span<const std::string_view>;

[[noreturn]] void refuse(const Json& at, const std::string& why);

/// Errors   InputError for what is no object, and for a key that is not known, with the nearest
void check_keys(const Json& object, Names known, std::string_view what);

/// The value of a key. `fix` says what to write where it is missing.
[[nodiscard]] const Json& needed(const Json& object, std::string_view key, std::string_view fix = {});

/// A string that is not blank.
[[nodiscard]] const std::string& filled(const Json& json, std::string_view what);

/// A list that is not empty.
[[nodiscard]] const std::vector<Json>& items(const Json& json, std::string_view what);

/// Which of the words it is.
[[nodiscard]] std::size_t one_of(const Json& json, std::string_view what, Names known);
[[nodiscard]] std::size_t one_of(const Json& json, std::string_view what, std::span<const std::string> known);

/// Says errors in the meaning of a text at the place where it is written.
template <class Work>
decltype(auto) told_at(const Json& json, const Work& work, const std::string& before = {}) {
    try {
        return work();
    } catch (const InputError& error) {
        refuse(json, before + error.what());
    }
}

/// A value with the path that messages name it by: "records[2].verdict".
class Field {
public:
    Field(const Json& json, std::string path) : json_(&json), path_(std::move(path)) {}

    [[nodiscard]] Field operator[](std::string_view key) const {
        return {json_->at(key, path_), path_.empty() ? std::string(key) : path_ + "." + std::string(key)};
    }
    /// The member, unless it is missing or null.
    [[nodiscard]] std::optional<Field> find(std::string_view key) const {
        static_cast<void>(json_->as_object(path_));
        const Json* value = json_->find(key);
        if (value == nullptr || value->is_null()) return std::nullopt;
        return (*this)[key];
    }
    [[nodiscard]] std::string text() const { return json_->as_string(path_); }
    [[nodiscard]] std::string text(std::string_view key) const {
        const auto field = find(key);
        return field ? field->text() : std::string();
    }
    /// The enumerator with this name, among the given ones.
    template <class Enumerators>
    [[nodiscard]] auto word(const Enumerators& known) const {
        if (const auto one = found(known)) return *one;
        refuse_word(known, "");
    }
    /// The same, or nothing for "".
    template <class Enumerators>
    [[nodiscard]] auto optional_word(const Enumerators& known) const {
        const auto one = found(known);
        if (!one && !text().empty()) refuse_word(known, "\"\"");
        return one;
    }
    [[nodiscard]] std::int64_t integer() const { return json_->as_integer(path_); }
    [[nodiscard]] std::uint64_t count(std::string_view key) const {
        const auto field = find(key);
        if (!field) return 0;
        const std::int64_t value = field->integer();
        if (value < 0) refuse(*field->json_, field->path_ + ": a count cannot be negative");
        return static_cast<std::uint64_t>(value);
    }
    [[nodiscard]] std::optional<double> number() const {
        return json_->is_null() ? std::nullopt : std::optional(json_->as_double(path_));
    }
    [[nodiscard]] std::optional<double> number(std::string_view key) const {
        const auto field = find(key);
        return field ? field->number() : std::nullopt;
    }
    [[nodiscard]] std::optional<std::string> optional_text() const {
        return json_->is_null() ? std::nullopt : std::optional(text());
    }
    [[nodiscard]] std::optional<std::string> optional_text(std::string_view key) const {
        const auto field = find(key);
        return field ? std::optional(field->text()) : std::nullopt;
    }
    /// read(element) for every element of the array that the key names.
    template <class Read>
    [[nodiscard]] auto list(std::string_view key, Read read) const {
        const Field field = (*this)[key];
        std::vector<decltype(read(field))> items;
        for (const Json& item : field.json_->as_array(field.path_)) {
            items.push_back(read(Field(item, field.path_ + "[" + std::to_string(items.size()) + "]")));
        }
        return items;
    }
    [[nodiscard]] const Json& json() const { return *json_; }
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    template <class Enumerators>
    [[nodiscard]] std::optional<typename Enumerators::value_type> found(const Enumerators& known) const {
        const std::string word = text();
        const auto one = std::ranges::find_if(known, [&](auto each) { return to_string(each) == word; });
        return one == known.end() ? std::nullopt : std::optional(*one);
    }
    template <class Enumerators>
    [[noreturn]] void refuse_word(const Enumerators& known, std::string list) const {
        for (const auto one : known) list += (list.empty() ? "" : ", ") + std::string(to_string(one));
        refuse(*json_, path_ + ": '" + text() + "' is not one of " + list);
    }

    const Json* json_;
    std::string path_;
};

}  // namespace sigprop
