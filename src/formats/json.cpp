// Strict reading: nlohmann's SAX parser decides what is JSON; our handler builds the value, refuses what
// the parser would let pass (duplicate keys, depth, a NUL that hides trailing text) and knows every
// position. The parser gives no positions with its events, but each event is exactly one token of a text
// it has already accepted that far, so a scanner that walks the same tokens is enough.

#include "formats/json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <sigprop/core/base/errors.hpp>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "formats/place.hpp"

namespace sigprop {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

struct Token {
    std::size_t offset = 0;
    std::size_t length = 0;
};

/// Walks the tokens of a text, whose places the parser does not report. It checks nothing: on a text that was
/// accepted so far it finds the tokens that the parser found.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {
        if (text.starts_with(byte_order_mark)) cursor_ = byte_order_mark.size();
    }

    /// The next token; commas and colons are tokens only when asked for.
    Token next(bool separators = false) {
        const std::size_t begin = text_.find_first_not_of(separators ? " \t\r\n" : " \t\r\n,:", cursor_);
        if (begin == std::string_view::npos) {
            cursor_ = text_.size();
        } else {
            cursor_ = end_of(begin);
        }
        return {std::min(begin, text_.size()), cursor_ - std::min(begin, text_.size())};
    }

private:
    // Strings, numbers and literals end where the parser ends them, even if the next token follows without a
    // gap ("01", "truefalse"); anything else can only be an error and is taken as a whole word.
    [[nodiscard]] std::size_t end_of(std::size_t i) const {
        if (text_[i] == '"') {
            for (++i; i < text_.size() && text_[i] != '"'; ++i) {
                if (text_[i] == '\\') ++i;
            }
            return std::min(i + 1, text_.size());
        }
        for (const std::string_view literal : {"true", "false", "null"}) {
            if (text_.substr(i).starts_with(literal)) return i + literal.size();
        }
        const std::size_t digit = text_[i] == '-' ? i + 1 : i;
        if (skip_digits(digit) > digit) return end_of_number(digit);
        constexpr std::string_view word =
            "+-.0123456789_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        return std::max(std::min(text_.find_first_not_of(word, i), text_.size()), i + 1);
    }

    [[nodiscard]] std::size_t end_of_number(std::size_t i) const {
        i = text_[i] == '0' ? i + 1 : skip_digits(i);
        if (i < text_.size() && text_[i] == '.') i = skip_digits(i + 1);
        if (i < text_.size() && (text_[i] == 'e' || text_[i] == 'E')) {
            ++i;
            if (i < text_.size() && (text_[i] == '+' || text_[i] == '-')) ++i;
            i = skip_digits(i);
        }
        return i;
    }

    [[nodiscard]] std::size_t skip_digits(std::size_t i) const {
        return std::min(text_.find_first_not_of("0123456789", i), text_.size());
    }

    std::string_view text_;
    std::size_t cursor_ = 0;
};

/// A key as part of a path: short, one line, and quoted unless it is a plain word.
std::string path_key(std::string_view key, bool first) {
    constexpr std::string_view word = "_-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    if (!key.empty() && key.size() <= 60 && key.find_first_not_of(word) == std::string_view::npos) {
        return (first ? "" : ".") + std::string(key);
    }
    return '[' + write_json(Json(key.substr(0, 60)), JsonStyle::canonical) + (key.size() > 60 ? "...]" : "]");
}

class JsonHandler {
public:
    JsonHandler(std::string_view text, std::string_view source_name, const JsonLimits& limits)
        : text_(text),
          source_(source_name),
          depth_(std::min(limits.depth, Json::max_height)),
          values_(limits.values),
          scanner_(text) {}

    bool null() { return add(Json(), scanner_.next()); }
    bool boolean(bool value) { return add(Json(value), scanner_.next()); }
    // The three number events differ only in how they rounded; only the text is kept.
    bool number_integer(std::int64_t) { return number(); }
    bool number_unsigned(std::uint64_t) { return number(); }
    bool number_float(double, const std::string&) { return number(); }
    bool string(std::string& value) { return add(Json(std::move(value)), scanner_.next()); }
    bool binary(const nlohmann::json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(true); }
    bool start_array(std::size_t) { return open(false); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(std::string& name) {
        const Token token = scanner_.next();
        Frame& frame = frames_.back();
        if (!frame.keys.insert(name).second) {
            fail(token,
                 "duplicate key " + write_json(Json(name.substr(0, 60)), JsonStyle::canonical) + where());
        }
        frame.members.push_back({std::move(name), Json(), token.offset});
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) {
        refuse(position == 0 ? 0 : position - 1, error.what());
    }

    /// The value, once the parser has accepted the text.
    Json finish() {
        const Token rest = scanner_.next(true);
        if (rest.length > 0) fail(rest, "text follows the JSON value; remove it");
        return std::move(root_);
    }

private:
    struct Frame {
        std::size_t offset = 0;
        bool is_object = false;
        std::vector<Json> items;
        std::vector<JsonMember> members;
        std::unordered_set<std::string> keys;
    };

    bool number() {
        const Token token = scanner_.next();
        return add(Json::number(std::string(text_.substr(token.offset, token.length))), token);
    }

    bool open(bool is_object) {
        const Token token = scanner_.next();
        if (frames_.size() >= depth_) {
            fail(token, "the JSON is nested deeper than " + std::to_string(depth_) + " levels; flatten it");
        }
        frames_.emplace_back();
        frames_.back().offset = token.offset;
        frames_.back().is_object = is_object;
        return true;
    }

    bool close() {
        static_cast<void>(scanner_.next());
        Frame frame = std::move(frames_.back());
        frames_.pop_back();
        Json value =
            frame.is_object ? Json::object(std::move(frame.members)) : Json::array(std::move(frame.items));
        return add(std::move(value), {frame.offset, 1});
    }

    bool add(Json value, Token token) {
        if (++count_ > values_)
            fail(token, "the JSON holds more than " + std::to_string(values_) + " values");
        value.set_offset(token.offset);
        if (frames_.empty()) {
            root_ = std::move(value);
        } else if (frames_.back().is_object) {
            frames_.back().members.back().value = std::move(value);
        } else {
            frames_.back().items.push_back(std::move(value));
        }
        return true;
    }

    /// " in claims[3].source": the innermost container that is open.
    [[nodiscard]] std::string where() const {
        std::string path;
        for (std::size_t i = 0; i + 1 < frames_.size() && path.size() < 200; ++i) {
            const Frame& frame = frames_[i];
            path += frame.is_object ? path_key(frame.members.back().key, path.empty())
                                    : '[' + std::to_string(frame.items.size()) + ']';
        }
        return frames_.empty() ? path : " in " + (path.empty() ? "the outermost " + outermost() : path);
    }
    [[nodiscard]] std::string outermost() const { return frames_.front().is_object ? "object" : "array"; }

    [[noreturn]] void fail(Token at, const std::string& message) const {
        throw input_error_at(text_, at.offset, at.length, source_, message);
    }

    /// Says what stands at the byte where the parser gave up. `error` is the parser's own message.
    [[noreturn]] void refuse(std::size_t position, std::string_view error) {
        Token token;
        Token previous;
        do {
            previous = token;
            token = scanner_.next(true);
        } while (token.length > 0 && token.offset + token.length <= position);
        const bool invalid = error.find(" - unexpected") == error.npos;
        // The byte that ends an ill-formed word belongs to the next token; the word is what is wrong.
        if (invalid && previous.length > 0 && previous.offset + previous.length == position) token = previous;
        if (token.length == 0) refuse_end();
        const std::string_view seen = text_.substr(token.offset, std::min<std::size_t>(token.length, 60));
        if (error.find("ill-formed UTF-8") != error.npos && position < text_.size()) {
            fail({position, 1}, "the text is not valid UTF-8" + where() + "; save the file as UTF-8");
        }
        if (invalid && seen[0] == '"') {
            if (position >= text_.size()) fail(token, "a string is not closed" + where());
            fail({position, 1}, reason(error) + where());
        }
        fail(token, unexpected(seen, previous, error) + where());
    }

    [[noreturn]] void refuse_end() const {
        const std::size_t last = text_.find_last_not_of(" \t\r\n");
        if (last == text_.npos || text_ == byte_order_mark)
            fail({0, 1}, "the text is empty; write a JSON value");
        fail({last + 1, 1}, "the text ends too early" + where() + "; a bracket or quote is not closed");
    }

    [[nodiscard]] std::string unexpected(std::string_view seen, Token previous,
                                         std::string_view error) const {
        const auto is_any = [&](auto... words) { return ((seen == words) || ...); };
        const std::string shown(seen);
        if (error.find("number overflow") != error.npos) {
            return shown + " is too large for a double; write it as a string";
        }
        if (error.find("expected end of input") != error.npos) {
            return "text follows the JSON value; remove it";
        }
        if (seen[0] == '/' || seen[0] == '#') return "JSON has no comments; remove it";
        if (is_any("NaN", "nan", "-NaN", "-nan", "Infinity", "-Infinity", "+Infinity", "inf", "-inf",
                   "Inf")) {
            return shown + " is not a JSON number; write null or a string";
        }
        if (is_any("True", "False", "None")) return shown + " is not JSON; write true, false or null";
        if ((seen[0] == ']' || seen[0] == '}') && previous.length > 0 && text_[previous.offset] == ',') {
            return "a comma precedes the closing bracket; remove it";
        }
        if (seen[0] == '\'') return "strings need double quotes";
        return reason(error);
    }

    /// The parser's reason without its prefix and without the text it read last, which may be anything.
    static std::string reason(std::string_view error) {
        const std::size_t dash = error.find(" - ");
        if (dash != error.npos) error.remove_prefix(dash + 3);
        const std::size_t last = error.find("; last read: '");
        const std::size_t expected = error.rfind("; expected ");
        std::string result(error.substr(0, last));
        if (last != error.npos && expected != error.npos && expected > last) result += error.substr(expected);
        return result;
    }

    std::string_view text_;
    std::string_view source_;
    std::size_t depth_;
    std::size_t values_;
    std::size_t count_ = 0;
    Scanner scanner_;
    std::vector<Frame> frames_;
    Json root_;
};

}  // namespace

Json parse_json(std::string_view text, std::string_view source_name, JsonLimits limits) {
    if (text.size() > limits.bytes) {
        throw InputError(std::string(source_name) + ": the text has " + std::to_string(text.size()) +
                             " bytes; at most " + std::to_string(limits.bytes) + " are read",
                         {std::string(source_name), {}, 0, 1});
    }
    JsonHandler handler(text, source_name, limits);
    nlohmann::json::sax_parse(text.begin(), text.end(), &handler);
    return handler.finish();
}

}  // namespace sigprop
