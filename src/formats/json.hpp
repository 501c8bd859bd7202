#pragma once
// Reads and writes JSON: claims files, reports, series. Reading is strict: what two programs could understand
// differently (duplicate keys, trailing text, NaN, comments, ill-formed UTF-8) is refused with its line and
// column. Numbers keep the text they were written with, so 0.7737413 keeps its seven digits and a report that
// is read back is written byte for byte. Values are built bottom-up: a child is complete before it enters its
// parent, which bounds the nesting. The wrong tool for large arrays of numbers: those belong in .npy files.
// The canonical form is JSON with sorted keys and no white space.
// Reference: RFC 8259.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/text_sink.hpp"

namespace sigprop {

struct JsonMember;

class Json {
public:
    enum class Kind : unsigned char { null, boolean, integer, number, string, array, object };

    /// Containers nested deeper than this cannot be built (std::logic_error), so that copying, writing
    /// and destroying, which recurse, are safe.
    static constexpr std::size_t max_height = 512;

    Json() noexcept;
    Json(std::nullptr_t) noexcept;
    template <std::same_as<bool> T>
    Json(T value) noexcept : Json(Truth{value}) {}
    template <std::integral T>
    requires(!std::same_as<T, bool> && !std::same_as<T, char> && !std::same_as<T, wchar_t> &&
             !std::same_as<T, char8_t> && !std::same_as<T, char16_t> && !std::same_as<T, char32_t>)
        Json(T value)
        : Json(Digits{std::to_string(value)}, Kind::integer) {}
    /// The shortest text that reads back as this double, always with '.' or 'e'.
    /// Errors   std::logic_error if not finite: JSON has no NaN
    template <std::same_as<double> T>
    Json(T value) : Json(Digits{shortest(value)}, Kind::number) {}
    /// Bytes that are not UTF-8 become U+FFFD here, so that the output is always valid.
    Json(std::string text);
    Json(std::string_view text);
    Json(const char* text);

    /// A number by its text; integer when it has neither '.' nor exponent.
    /// Errors   std::logic_error if the text is not a JSON number
    [[nodiscard]] static Json number(std::string text);
    [[nodiscard]] static Json array();
    [[nodiscard]] static Json array(std::vector<Json> items);
    /// An array whose elements are made where they are written, and again each time: for arrays too long to
    /// be held. Only write_json reads it.
    [[nodiscard]] static Json generated(std::size_t size, std::function<Json(std::size_t)> element);
    [[nodiscard]] static Json object();
    /// Errors   std::logic_error on a duplicate key
    [[nodiscard]] static Json object(std::vector<JsonMember> members);

    Json(const Json& other);
    Json(Json&& other) noexcept;  ///< leaves null behind
    Json& operator=(const Json& other);
    Json& operator=(Json&& other) noexcept;
    ~Json();

    /// push_back appends to an array; set appends to an object, or replaces the value of an existing key in
    /// place.
    /// Errors   std::logic_error if this is another kind, or past max_height
    Json& push_back(Json value);
    Json& set(std::string_view key, Json value);

    [[nodiscard]] Kind kind() const noexcept { return kind_; }
    [[nodiscard]] bool is_null() const noexcept { return kind_ == Kind::null; }
    [[nodiscard]] bool is_boolean() const noexcept { return kind_ == Kind::boolean; }
    [[nodiscard]] bool is_integer() const noexcept { return kind_ == Kind::integer; }
    [[nodiscard]] bool is_number() const noexcept { return kind_ == Kind::number || is_integer(); }
    [[nodiscard]] bool is_string() const noexcept { return kind_ == Kind::string; }
    [[nodiscard]] bool is_array() const noexcept { return kind_ == Kind::array; }
    [[nodiscard]] bool is_object() const noexcept { return kind_ == Kind::object; }

    /// Elements or members; 0 for scalars.
    [[nodiscard]] std::size_t size() const noexcept;
    /// The value of a key; a null pointer if there is none or if this is not an object.
    [[nodiscard]] const Json* find(std::string_view key) const noexcept;

    // Access for readers. `path` names this value in the message ("claims[3].id").
    // Errors   InputError "path: expected a string, found 3", whose place holds offset() and no text (give it
    //          to `located`); as_integer and as_double also throw when the number does not fit.
    [[nodiscard]] const Json& at(std::string_view key, std::string_view path = {}) const;
    [[nodiscard]] bool as_boolean(std::string_view path = {}) const;
    [[nodiscard]] std::int64_t as_integer(std::string_view path = {}) const;
    [[nodiscard]] double as_double(std::string_view path = {}) const;
    [[nodiscard]] const std::string& as_number_text(std::string_view path = {}) const;
    [[nodiscard]] const std::string& as_string(std::string_view path = {}) const;
    [[nodiscard]] const std::vector<Json>& as_array(std::string_view path = {}) const;
    [[nodiscard]] const std::vector<JsonMember>& as_object(std::string_view path = {}) const;
    /// visit(element) for each element of an array, as long as it returns true.
    void each(const std::function<bool(const Json&)>& visit) const;

    /// Byte in the text at which the value starts (exact); 0 for values that were not read.
    [[nodiscard]] std::size_t offset() const noexcept { return offset_; }
    void set_offset(std::size_t offset) noexcept { offset_ = offset; }

    /// Same kind and content; members in the same order, numbers with the same text. Offsets are ignored.
    [[nodiscard]] bool operator==(const Json& other) const;

private:
    struct Truth {
        bool value;
    };
    struct Digits {
        std::string text;
    };
    explicit Json(Truth truth) noexcept;
    Json(Digits digits, Kind kind);
    [[nodiscard]] static std::string shortest(double value);
    [[noreturn]] void expected(std::string_view what, std::string_view path) const;
    void grow(const Json& child);

    struct Generated;
    std::variant<std::monostate, bool, std::string, std::vector<Json>, std::vector<JsonMember>,
                 std::shared_ptr<const Generated>>
        value_;
    std::size_t offset_ = 0;
    std::uint16_t height_ = 0;
    Kind kind_ = Kind::null;
};

struct JsonMember {
    std::string key;
    Json value;
    std::size_t key_offset = 0;  ///< offset of the opening quote
    [[nodiscard]] bool operator==(const JsonMember& other) const;
};

struct JsonLimits {
    std::size_t depth = 64;  ///< maximum nesting of containers; at most Json::max_height
    std::size_t bytes = std::size_t{16} << 20U;
    std::size_t values = std::size_t(-1);  ///< of all kinds, containers included: each takes some 100 bytes
};

/// The value a text holds. A UTF-8 byte-order mark in front is skipped.
/// Errors   InputError "source:line:column: what is wrong and how to fix it", its place holding the line
[[nodiscard]] Json parse_json(std::string_view text, std::string_view source_name, JsonLimits limits = {});

enum class JsonStyle : unsigned char {
    pretty,     ///< 2 spaces; arrays of scalars on one line if they fit 120 columns; ends with a newline
    canonical,  ///< no white space, keys sorted by their bytes; digests use it
};

[[nodiscard]] std::string write_json(const Json& value, JsonStyle style = JsonStyle::pretty);
/// The same text, piece by piece.
void write_json(const Json& value, JsonStyle style, const TextSink& out);

}  // namespace sigprop
