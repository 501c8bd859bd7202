#include "formats/toml.hpp"

// Of the library's package the headers alone: its functions are compiled here.
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

#include <cmath>
#include <cstdint>
#include <sigprop/core/base/errors.hpp>
#include <sstream>
#include <string>
#include <utility>

#include "core/base/utf8.hpp"
#include "formats/place.hpp"

namespace sigprop {
namespace {

/// Where the parser's lines and columns lie: both count from 1, a column is a code point.
std::size_t offset_of(std::string_view text, const toml::source_position& place) {
    std::size_t at = 0;
    for (toml::source_index line = 1; line < place.line; ++line) {
        const std::size_t end = text.find('\n', at);
        if (end == std::string_view::npos) return text.size();
        at = end + 1;
    }
    for (toml::source_index column = 1; column < place.column && at < text.size(); ++column) {
        ++at;
        while (at < text.size() && utf8_continues(text[at])) ++at;
    }
    return at;
}

template <class Node>
std::string written(const Node& node) {
    std::ostringstream text;
    text << node.get();
    return text.str();
}

class TomlReader {
public:
    explicit TomlReader(std::string_view text) : text_(text) {}

    [[nodiscard]] Json read(const toml::node& node) const {
        Json value = value_of(node);
        value.set_offset(offset_of(text_, node.source().begin));
        return value;
    }

private:
    [[nodiscard]] Json value_of(const toml::node& node) const {
        if (const toml::table* const table = node.as_table()) return object_of(*table);
        if (const toml::array* const array = node.as_array()) {
            Json items = Json::array();
            for (const toml::node& one : *array) items.push_back(read(one));
            return items;
        }
        if (const auto* const string = node.as_string()) return Json(string->get());
        if (const auto* const whole = node.as_integer()) return Json(std::int64_t{whole->get()});
        if (const auto* const truth = node.as_boolean()) return Json(bool{truth->get()});
        if (const auto* const number = node.as_floating_point())
            return std::isfinite(number->get()) ? Json(double{number->get()}) : Json(written(*number));
        if (const auto* const date = node.as_date()) return Json(written(*date));
        if (const auto* const time = node.as_time()) return Json(written(*time));
        return Json(written(*node.as_date_time()));
    }

    [[nodiscard]] Json object_of(const toml::table& table) const {
        std::vector<JsonMember> members;
        for (const auto& [key, one] : table)
            members.push_back({std::string(key.str()), read(one), offset_of(text_, key.source().begin)});
        return Json::object(std::move(members));
    }

    std::string_view text_;
};

}  // namespace

Json parse_toml(std::string_view text, std::string_view source_name) {
    try {
        return TomlReader(text).read(toml::parse(text));
    } catch (const toml::parse_error& error) {
        throw input_error_at(text, offset_of(text, error.source().begin), 1, source_name,
                             "this is not TOML: " + std::string(error.description()));
    }
}

}  // namespace sigprop
