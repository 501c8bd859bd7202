#include "formats/npy_header.hpp"
#include "core/base/limits.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sigprop/core/base/errors.hpp>
#include <utility>

namespace sigprop {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

/// A few printable characters of a text from a file, for messages.
std::string shown(std::string_view text) {
    std::string result;
    for (const char c : text.substr(0, 40)) result += c >= ' ' && c <= '~' ? c : '?';
    return "'" + result + (text.size() > 40 ? "..." : "") + "'";
}

/// Reads the literal from left to right.
class HeaderReader {
public:
    HeaderReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

    NpyHeader read() {
        NpyHeader header;
        expect('{');
        while (!take('}')) {
            read_member(header);
            if (!take(',')) {
                expect('}');
                break;
            }
        }
        skip_blanks();
        if (at_ != text_.size()) fail("text follows the dictionary");
        if (!descr_ || !order_ || !shape_) fail("one of descr, fortran_order and shape is missing");
        return header;
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        refuse_npy(name_, "its header is damaged: " + what + " (at byte " + std::to_string(at_) +
                              " of the dictionary)");
    }
    void skip_blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
    }
    bool take(char c) {
        skip_blanks();
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!take(c)) fail(std::string("'") + c + "' is missing");
    }
    bool take_word(std::string_view word) {
        skip_blanks();
        if (!text_.substr(at_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }

    std::string read_string() {
        skip_blanks();
        const char quote = at_ < text_.size() ? text_[at_] : ' ';
        if (quote != '\'' && quote != '"') fail("a quoted text is missing");
        const std::size_t end = text_.find(quote, at_ + 1);
        if (end == text_.npos) fail("a quoted text has no end");
        const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
        if (inside.find('\\') != inside.npos) fail("a quoted text contains a backslash");
        at_ = end + 1;
        return std::string(inside);
    }

    std::uint64_t read_count() {
        skip_blanks();
        std::uint64_t value = 0;
        const char* begin = text_.data() + at_;
        const auto [stop, error] = std::from_chars(begin, text_.data() + text_.size(), value);
        if (error == std::errc::result_out_of_range) fail("a length is 2^64 or more");
        if (error != std::errc{}) fail("a length is missing, or negative");
        at_ += static_cast<std::size_t>(stop - begin);
        if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2 wrote long integers this way
        return value;
    }

    std::vector<std::uint64_t> read_shape() {
        std::vector<std::uint64_t> shape;
        expect('(');
        while (!take(')')) {
            shape.push_back(read_count());
            if (shape.size() > limits::axes_of_array)
                fail("the shape has more than " + std::to_string(limits::axes_of_array) + " axes");
            if (take(',')) continue;
            if (shape.size() == 1) fail("the shape is not a tuple");
            expect(')');
            break;
        }
        return shape;
    }

    void read_member(NpyHeader& header) {
        const std::string key = read_string();
        expect(':');
        if (key == "descr" && !std::exchange(descr_, true)) {
            skip_blanks();
            if (text_.substr(at_).starts_with('[')) {
                refuse_npy(name_, "it has records of several fields: save each field as an array of its own");
            }
            header.descr = read_string();
        } else if (key == "fortran_order" && !std::exchange(order_, true)) {
            header.fortran_order = take_word("True");
            if (!header.fortran_order && !take_word("False")) fail("fortran_order is not True or False");
        } else if (key == "shape" && !std::exchange(shape_, true)) {
            header.shape = read_shape();
        } else {
            fail("the key " + shown(key) + " is unknown, or occurs twice");
        }
    }

    std::string_view text_;
    const std::string& name_;
    std::size_t at_ = 0;
    bool descr_ = false;
    bool order_ = false;
    bool shape_ = false;
};

std::uint64_t little_endian(std::string_view bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8U | static_cast<unsigned char>(bytes[i]);
    return value;
}

/// Which other format a file that is not .npy probably has.
std::string other_format(std::string_view bytes) {
    if (bytes.empty()) return "it is empty";
    if (bytes.starts_with("PK\x03\x04")) {
        return "it is a zip archive (.npz, .pt): save one array with numpy.save and give that file";
    }
    if (bytes.starts_with("\x80")) return "it is a Python pickle: save the array with numpy.save";
    return "it is not a .npy file, which begins with \\x93NUMPY: save the array with numpy.save";
}

}  // namespace

void refuse_npy(const std::string& name, const std::string& problem) {
    throw InputError(name + ": " + problem, Place{name, {}, 0, 1});
}

NpyHeader read_npy_header(std::string_view bytes, const std::string& name) {
    if (!bytes.starts_with(magic)) refuse_npy(name, other_format(bytes));
    const std::string_view rest = bytes.substr(magic.size());
    if (rest.size() < 2) refuse_npy(name, "it ends inside its header");
    const auto major = static_cast<unsigned char>(rest[0]);
    const auto minor = static_cast<unsigned char>(rest[1]);
    if (major < 1 || major > 3 || minor != 0) {
        refuse_npy(name, "version " + std::to_string(major) + "." + std::to_string(minor) +
                             " of the format is unknown; sigprop reads 1.0, 2.0 and 3.0");
    }
    const std::size_t width = major == 1 ? 2 : 4;
    if (rest.size() < 2 + width) refuse_npy(name, "it ends inside its header");
    const std::uint64_t length = little_endian(rest.substr(2, width));
    if (length > limits::bytes_of_array_header) {
        refuse_npy(name, "its header claims " + std::to_string(length) +
                             " bytes; the header of an array of floating-point numbers has at most " +
                             std::to_string(limits::bytes_of_array_header));
    }
    const std::string_view text = rest.substr(2 + width);
    if (text.size() < length) refuse_npy(name, "it ends inside its header");
    NpyHeader header = HeaderReader(text.substr(0, length), name).read();
    header.data_offset = magic.size() + 2 + width + length;
    return header;
}

}  // namespace sigprop
