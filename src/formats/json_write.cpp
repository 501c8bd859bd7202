#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/shown_text.hpp"
#include "core/base/utf8.hpp"
#include "formats/json.hpp"

namespace sigprop {
namespace {

constexpr std::size_t line_columns = 120;

/// \u202e, or a pair of surrogates.
void write_escape(std::string& out, char32_t c) {
    constexpr std::string_view hex = "0123456789abcdef";
    if (c >= 0x10000) {
        write_escape(out, 0xD800 + ((c - 0x10000) >> 10U));
        c = 0xDC00 + ((c - 0x10000) & 0x3FFU);
    }
    out += "\\u";
    for (const unsigned shift : {12U, 8U, 4U, 0U}) out += hex[(c >> shift) & 15U];
}

/// Characters that a terminal or a CI runner would obey are escaped too, except in the canonical form, whose
/// bytes are fixed.
void write_string(std::string& out, std::string_view text, JsonStyle style) {
    out += '"';
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view character = text.substr(i, std::max<std::size_t>(utf8_length(text, i), 1));
        const char c = text[i];
        switch (c) {
            case '"': out += "\\\""; break;
            case '\\': out += "\\\\"; break;
            case '\b': out += "\\b"; break;
            case '\f': out += "\\f"; break;
            case '\n': out += "\\n"; break;
            case '\r': out += "\\r"; break;
            case '\t': out += "\\t"; break;
            default:
                const char32_t code = code_point(character);
                const bool obeyed = is_hidden(code) || (c == '#' && begins_command(text, i));
                if (style == JsonStyle::canonical ? code < 0x20 : obeyed) {
                    write_escape(out, code);
                } else {
                    out += character;
                }
        }
        i += character.size();
    }
    out += '"';
}

void write_scalar(std::string& out, const Json& value, JsonStyle style) {
    if (value.is_null()) {
        out += "null";
    } else if (value.is_boolean()) {
        out += value.as_boolean() ? "true" : "false";
    } else if (value.is_string()) {
        write_string(out, value.as_string(), style);
    } else {
        out += value.as_number_text();
    }
}

bool is_container(const Json& value) { return value.is_array() || value.is_object(); }

std::size_t columns_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return !utf8_continues(byte); }));
}

/// The array on one line, or nothing if it holds a container or needs more than `room` columns.
std::optional<std::string> one_line(const Json& array, std::size_t room) {
    std::string line = "[";
    bool fits = true;
    array.each([&](const Json& item) {
        fits = !is_container(item);
        if (!fits) return false;
        if (line.size() > 1) line += ", ";
        write_scalar(line, item, JsonStyle::pretty);
        fits = line.size() <= 4 * room;  // at most 4 bytes per column
        return fits;
    });
    line += ']';
    if (!fits || columns_of(line) > room) return std::nullopt;
    return line;
}

/// Hands the text on in pieces.
class Writer {
public:
    explicit Writer(const TextSink& out) : out_(out) {}

protected:
    /// Flushes the first `size` bytes once enough are buffered; returns whether it did.
    bool pass_on(std::size_t size) {
        if (size < text_piece) return false;
        out_(std::string_view(text).substr(0, size));
        text.erase(0, size);
        return true;
    }
    void pass_on_rest() {
        out_(text);
        text.clear();
    }

    std::string text;

private:
    const TextSink& out_;
};

class PrettyWriter : Writer {
public:
    using Writer::Writer;

    void operator()(const Json& value) {
        write(value, 0);
        text += '\n';
        pass_on_rest();
    }

private:
    void write(const Json& value, std::size_t indent) {
        if (!is_container(value)) {
            write_scalar(text, value, JsonStyle::pretty);
        } else if (value.size() == 0) {
            text += value.is_array() ? "[]" : "{}";
        } else if (value.is_object()) {
            write_object(value.as_object(), indent + 2);
            new_line(indent);
            text += '}';
        } else {
            write_array(value, indent);
        }
    }

    void new_line(std::size_t indent) {
        text += '\n';
        line_ = pass_on(text.size()) ? 0 : text.size();
        text.append(indent, ' ');
    }

    void write_object(const std::vector<JsonMember>& members, std::size_t indent) {
        text += '{';
        for (const JsonMember& member : members) {
            if (&member != &members.front()) text += ',';
            new_line(indent);
            write_string(text, member.key, JsonStyle::pretty);
            text += ": ";
            write(member.value, indent);
        }
    }

    void write_array(const Json& array, std::size_t indent) {
        const std::size_t used =
            columns_of(std::string_view(text).substr(line_)) + 1;  // 1: the comma after it
        if (const auto line = one_line(array, line_columns - std::min(used, line_columns))) {
            text += *line;
            return;
        }
        text += '[';
        bool first = true;
        array.each([&](const Json& item) {
            if (!std::exchange(first, false)) text += ',';
            new_line(indent + 2);
            write(item, indent + 2);
            return true;
        });
        new_line(indent);
        text += ']';
    }

    std::size_t line_ = 0;  // where the last line of `text` starts
};

class CanonicalWriter : Writer {
public:
    using Writer::Writer;

    void operator()(const Json& value) {
        write(value);
        pass_on_rest();
    }

private:
    void write(const Json& value) {
        if (value.is_array()) {
            text += '[';
            bool first = true;
            value.each([&](const Json& item) {
                if (!std::exchange(first, false)) text += ',';
                write(item);
                return true;
            });
            text += ']';
        } else if (value.is_object()) {
            std::vector<const JsonMember*> members;
            for (const JsonMember& member : value.as_object()) members.push_back(&member);
            std::sort(members.begin(), members.end(),
                      [](const JsonMember* a, const JsonMember* b) { return a->key < b->key; });
            text += '{';
            for (const JsonMember* member : members) {
                if (member != members.front()) text += ',';
                write_string(text, member->key, JsonStyle::canonical);
                text += ':';
                write(member->value);
            }
            text += '}';
        } else {
            write_scalar(text, value, JsonStyle::canonical);
        }
        pass_on(text.size());
    }
};

}  // namespace

void write_json(const Json& value, JsonStyle style, const TextSink& out) {
    if (style == JsonStyle::canonical) {
        CanonicalWriter writer(out);
        return writer(value);
    }
    PrettyWriter writer(out);
    writer(value);
}

std::string write_json(const Json& value, JsonStyle style) {
    std::string text;
    write_json(value, style, [&text](std::string_view piece) { text += piece; });
    return text;
}

}  // namespace sigprop
