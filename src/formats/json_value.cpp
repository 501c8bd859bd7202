#include <algorithm>
#include <charconv>
#include <cmath>
#include <sigprop/core/base/errors.hpp>
#include <stdexcept>
#include <utility>

#include "core/base/digit.hpp"
#include "core/base/utf8.hpp"
#include "formats/json.hpp"

namespace sigprop {
namespace {

/// The kind of number that the text is by the grammar of RFC 8259, or null if it is not a number.
Json::Kind number_kind(std::string_view text) {
    std::size_t i = 0;
    const auto digits = [&] {
        const std::size_t begin = i;
        while (i < text.size() && is_digit(text[i])) ++i;
        return i > begin;
    };
    if (i < text.size() && text[i] == '-') ++i;
    const bool zero = i < text.size() && text[i] == '0';
    if (zero) {
        ++i;
    } else if (!digits()) {
        return Json::Kind::null;
    }
    Json::Kind kind = Json::Kind::integer;
    if (i < text.size() && text[i] == '.') {
        ++i;
        kind = Json::Kind::number;
        if (!digits()) return Json::Kind::null;
    }
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        ++i;
        kind = Json::Kind::number;
        if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
        if (!digits()) return Json::Kind::null;
    }
    return i == text.size() ? kind : Json::Kind::null;
}

std::string valid_utf8(std::string text) {
    std::size_t i = 0;
    while (i < text.size() && utf8_length(text, i) > 0) i += utf8_length(text, i);
    if (i == text.size()) return text;
    std::string mended = text.substr(0, i);
    while (i < text.size()) {
        const std::size_t length = utf8_length(text, i);
        mended += length > 0 ? std::string_view(text).substr(i, length) : std::string_view("\xEF\xBF\xBD");
        i += std::max<std::size_t>(length, 1);
    }
    return mended;
}

std::string_view article(Json::Kind kind) {
    switch (kind) {
        case Json::Kind::null: return "null";
        case Json::Kind::boolean: return "a boolean";
        case Json::Kind::integer: return "an integer";
        case Json::Kind::number: return "a number";
        case Json::Kind::string: return "a string";
        case Json::Kind::array: return "an array";
        case Json::Kind::object: return "an object";
    }
    return "";
}

}  // namespace

Json::Json() noexcept = default;
Json::Json(std::nullptr_t) noexcept {}
Json::Json(Truth truth) noexcept : value_(truth.value), kind_(Kind::boolean) {}
Json::Json(Digits digits, Kind kind) : value_(std::move(digits.text)), kind_(kind) {}
Json::Json(std::string text) : value_(valid_utf8(std::move(text))), kind_(Kind::string) {}
Json::Json(std::string_view text) : Json(std::string(text)) {}
Json::Json(const char* text) : Json(std::string(text)) {}
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept { *this = std::move(other); }
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept {
    value_ = std::exchange(other.value_, std::monostate{});
    offset_ = std::exchange(other.offset_, 0);
    height_ = std::exchange(other.height_, std::uint16_t{0});
    kind_ = std::exchange(other.kind_, Kind::null);
    return *this;
}
Json::~Json() = default;

std::string Json::shortest(double value) {
    if (!std::isfinite(value))
        throw std::logic_error("a number that is not finite cannot be written as JSON");
    char buffer[32];
    const auto result = std::to_chars(buffer, buffer + sizeof buffer, value);
    std::string text(buffer, result.ptr);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

Json Json::number(std::string text) {
    const Kind kind = number_kind(text);
    if (kind == Kind::null) throw std::logic_error("not a JSON number: " + text);
    return {Digits{std::move(text)}, kind};
}

Json Json::array() { return array(std::vector<Json>{}); }

Json Json::array(std::vector<Json> items) {
    Json result;
    result.kind_ = Kind::array;
    result.height_ = 1;
    for (const Json& item : items) result.grow(item);
    result.value_ = std::move(items);
    return result;
}

struct Json::Generated {
    std::size_t size;
    std::function<Json(std::size_t)> element;
};

Json Json::generated(std::size_t size, std::function<Json(std::size_t)> element) {
    Json result;
    result.kind_ = Kind::array;
    result.height_ = 2;  // of scalars; a container would be found out in each()
    result.value_ = std::make_shared<const Generated>(Generated{size, std::move(element)});
    return result;
}

void Json::each(const std::function<bool(const Json&)>& visit) const {
    if (const auto* const made = std::get_if<std::shared_ptr<const Generated>>(&value_)) {
        for (std::size_t i = 0; i < (*made)->size; ++i) {
            const Json element = (*made)->element(i);
            if (element.height_ > 0) throw std::logic_error("a generated array has a container");
            if (!visit(element)) return;
        }
        return;
    }
    for (const Json& element : as_array()) {
        if (!visit(element)) return;
    }
}

Json Json::object() { return object(std::vector<JsonMember>{}); }

Json Json::object(std::vector<JsonMember> members) {
    Json result;
    result.kind_ = Kind::object;
    result.height_ = 1;
    std::vector<std::string_view> keys;
    keys.reserve(members.size());
    for (JsonMember& member : members) {
        member.key = valid_utf8(std::move(member.key));
        keys.push_back(member.key);
        result.grow(member.value);
    }
    std::sort(keys.begin(), keys.end());
    const auto twice = std::adjacent_find(keys.begin(), keys.end());
    if (twice != keys.end()) throw std::logic_error("duplicate key \"" + std::string(*twice) + '"');
    result.value_ = std::move(members);
    return result;
}

void Json::grow(const Json& child) {
    if (child.height_ >= max_height) throw std::logic_error("JSON nested too deeply to be built");
    height_ = std::max(height_, static_cast<std::uint16_t>(child.height_ + 1));
}

Json& Json::push_back(Json value) {
    auto* items = std::get_if<std::vector<Json>>(&value_);
    if (items == nullptr) throw std::logic_error("Json::push_back needs an array");
    grow(value);
    items->push_back(std::move(value));
    return *this;
}

Json& Json::set(std::string_view key, Json value) {
    auto* members = std::get_if<std::vector<JsonMember>>(&value_);
    if (members == nullptr) throw std::logic_error("Json::set needs an object");
    grow(value);
    std::string name = valid_utf8(std::string(key));
    const auto old = std::find_if(members->begin(), members->end(),
                                  [&](const JsonMember& member) { return member.key == name; });
    if (old != members->end()) {
        old->value = std::move(value);
    } else {
        members->push_back({std::move(name), std::move(value), 0});
    }
    return *this;
}

std::size_t Json::size() const noexcept {
    if (const auto* items = std::get_if<std::vector<Json>>(&value_)) return items->size();
    if (const auto* members = std::get_if<std::vector<JsonMember>>(&value_)) return members->size();
    if (const auto* made = std::get_if<std::shared_ptr<const Generated>>(&value_)) return (*made)->size;
    return 0;
}

const Json* Json::find(std::string_view key) const noexcept {
    const auto* members = std::get_if<std::vector<JsonMember>>(&value_);
    if (members == nullptr) return nullptr;
    for (const JsonMember& member : *members) {
        if (member.key == key) return &member.value;
    }
    return nullptr;
}

void Json::expected(std::string_view what, std::string_view path) const {
    std::string message(path);
    if (!path.empty()) message += ": ";
    message += "expected ";
    message += what;
    message += ", found ";
    const std::string* text = std::get_if<std::string>(&value_);
    const bool show = text != nullptr && kind_ != Kind::string && text->size() <= 40;
    message += show ? std::string_view(*text) : article(kind_);
    throw InputError(message, {std::string(path), {}, offset_, 1});
}

const Json& Json::at(std::string_view key, std::string_view path) const {
    if (!is_object()) expected("an object", path);
    if (const Json* value = find(key)) return *value;
    std::string message(path);
    if (!path.empty()) message += ": ";
    message += "missing key \"" + std::string(key) + '"';
    throw InputError(message, {std::string(path), {}, offset_, 1});
}

bool Json::as_boolean(std::string_view path) const {
    if (!is_boolean()) expected("true or false", path);
    return std::get<bool>(value_);
}

std::int64_t Json::as_integer(std::string_view path) const {
    if (!is_integer()) expected("an integer", path);
    const std::string& text = std::get<std::string>(value_);
    std::int64_t result = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), result);
    if (read.ec != std::errc()) expected("an integer of at most 64 bits", path);
    return result;
}

double Json::as_double(std::string_view path) const {
    const std::string& text = as_number_text(path);
    double result = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), result);
    if (read.ec != std::errc()) expected("a number in the range of a double", path);
    return result;
}

const std::string& Json::as_number_text(std::string_view path) const {
    if (!is_number()) expected("a number", path);
    return std::get<std::string>(value_);
}

const std::string& Json::as_string(std::string_view path) const {
    if (!is_string()) expected("a string", path);
    return std::get<std::string>(value_);
}

const std::vector<Json>& Json::as_array(std::string_view path) const {
    if (!is_array()) expected("an array", path);
    return std::get<std::vector<Json>>(value_);
}

const std::vector<JsonMember>& Json::as_object(std::string_view path) const {
    if (!is_object()) expected("an object", path);
    return std::get<std::vector<JsonMember>>(value_);
}

bool Json::operator==(const Json& other) const { return kind_ == other.kind_ && value_ == other.value_; }

bool JsonMember::operator==(const JsonMember& other) const {
    return key == other.key && value == other.value;
}

}  // namespace sigprop
