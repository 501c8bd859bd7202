#include "engine/identify/code_numbers.hpp"

#include <algorithm>
#include <array>

#include "core/base/digit.hpp"
#include "core/base/lower_case.hpp"

namespace sigprop {
namespace {

constexpr std::size_t min_digits = 4;

bool is_word(char c) { return is_letter_or_digit(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }

/// The end of digits[.digits][e[+-]digits] from `at`.
std::size_t end_of_number(std::string_view line, std::size_t at) {
    const auto digits = [&](std::size_t from) {
        while (from < line.size() && is_digit(line[from])) ++from;
        return from;
    };
    at = digits(at);
    if (at < line.size() && line[at] == '.') at = digits(at + 1);
    if (at < line.size() && (line[at] == 'e' || line[at] == 'E')) {
        const bool has_sign = at + 1 < line.size() && (line[at + 1] == '+' || line[at + 1] == '-');
        const std::size_t exponent = at + (has_sign ? 2 : 1);
        if (const std::size_t end = digits(exponent); end > exponent) at = end;
    }
    return at;
}

std::size_t significant_digits(std::string_view number) {
    std::size_t digits = 0;
    std::size_t zeros = 0;
    for (const char c : number.substr(0, number.find_first_of("eE"))) {
        if (!is_digit(c) || (c == '0' && digits == 0)) continue;
        digits += 1;
        zeros = c == '0' ? zeros + 1 : 0;
    }
    return digits - zeros;
}

/// The last word before an '=' or a ':', or before the number itself: the name that it is given.
std::string name_before(std::string_view before) {
    std::size_t end = before.find_last_of("=:");
    if (end == std::string_view::npos) return {};
    while (end > 0 && !is_word(before[end - 1])) {
        if (before[end - 1] == ',' || before[end - 1] == ';') return {};
        --end;
    }
    std::size_t first = end;
    while (first > 0 && is_word(before[first - 1])) --first;
    return std::string(before.substr(first, end - first));
}

/// Where a file is, line after line: in code, in a comment of several lines, or between three quotes.
class Whereabouts {
public:
    explicit Whereabouts(Comments comments) : comments_(comments) {}

    /// For each character of the line, whether it is code. Lines come in their order.
    std::vector<bool> code_of(std::string_view line) {
        std::vector<bool> code(line.size(), false);
        const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
        const bool is_prompt =
            line.substr(first).starts_with(">>>") || line.substr(first).starts_with("In [");
        const bool is_printed = line.find("array([") != line.npos || line.find("tensor([") != line.npos;
        char quote = 0;
        for (std::size_t at = 0; at < line.size(); ++at) {
            const std::string_view rest = line.substr(at);
            if (!closing_.empty()) {
                if (rest.starts_with(closing_)) {
                    at += closing_.size() - 1;
                    closing_.clear();
                }
                continue;
            }
            if (quote == 0 && opens(rest)) {
                at += closing_.size() - 1;
                continue;
            }
            if (quote == 0 && begins_comment(rest, at == first)) return code;
            if (quote != 0 && line[at] == quote && line[at - 1] != '\\') {
                quote = 0;
            } else if (quote == 0 && (line[at] == '"' || line[at] == '\'')) {
                quote = line[at];
            }
            code[at] = !is_prompt && !is_printed;
        }
        return code;
    }

private:
    bool opens(std::string_view rest) {
        if (comments_ == Comments::slashes) {
            if (rest.starts_with("/*")) closing_ = "*/";
        } else {
            for (const char* three : {"\"\"\"", "\'\'\'"})
                if (rest.starts_with(three)) closing_ = three;
        }
        return !closing_.empty();
    }

    [[nodiscard]] bool begins_comment(std::string_view rest, bool is_first) const {
        if (comments_ == Comments::slashes) return rest.starts_with("//");
        // #define is code whose language was taken for another
        return rest.starts_with('#') && !(is_first && rest.starts_with("#define"));
    }

    Comments comments_;
    std::string closing_;  ///< what ends the comment or text that a line began
};

void add_numbers_of(std::string_view line, std::size_t number, const std::vector<bool>& code,
                    std::size_t most, std::vector<CodeNumber>& found) {
    for (std::size_t at = 0; at < line.size() && found.size() < most;) {
        const bool starts =
            is_digit(line[at]) || (line[at] == '.' && at + 1 < line.size() && is_digit(line[at + 1]));
        if (!starts) {
            ++at;
            continue;
        }
        const std::size_t end = end_of_number(line, at);
        const std::string_view text = line.substr(at, end - at);
        const char previous = at > 0 ? line[at - 1] : ' ';
        const bool is_part = is_word(previous) || previous == '.';
        // a suffix of C (f, F, l, L) may follow, nothing else that would make it part of a name or a version
        const bool suffixed =
            end < line.size() && std::string_view("fFlL").find(line[end]) != std::string_view::npos;
        const std::size_t next = end + (suffixed ? 1 : 0);
        const bool goes_on = next < line.size() && (is_word(line[next]) || line[next] == '.');
        if (!is_part && !goes_on && text.find('.') != std::string_view::npos &&
            significant_digits(text) >= min_digits) {
            const bool negative = previous == '-' && (at < 2 || !is_word(line[at - 2]));
            const std::size_t start = negative ? at - 1 : at;
            CodeNumber one;
            one.text = line.substr(start, end - start);
            one.line = number;
            one.before = line.substr(0, start);
            one.after = line.substr(end);
            one.name = name_before(one.before);
            one.is_code = code[at];
            found.push_back(std::move(one));
        }
        at = std::max(end, at + 1);
    }
}

}  // namespace

Comments comments_of(std::string_view path) {
    constexpr std::array endings = {".py",   ".pyi", ".ipynb", ".jl",  ".r",   ".sh", ".toml",
                                    ".yaml", ".yml", ".json",  ".cfg", ".txt", ".ini"};
    const std::string ending = lower_case(std::string(path.substr(std::min(path.rfind('.'), path.size()))));
    return std::ranges::find(endings, std::string_view(ending)) != endings.end() ? Comments::hash
                                                                                 : Comments::slashes;
}

std::vector<CodeNumber> numbers_in(std::string_view code, std::size_t most, Comments comments) {
    std::vector<CodeNumber> found;
    Whereabouts whereabouts(comments);
    std::size_t number = 0;
    while (!code.empty() && found.size() < most) {
        const std::size_t end = std::min(code.find('\n'), code.size());
        std::string_view line = code.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        add_numbers_of(line, ++number, whereabouts.code_of(line), most, found);
        code.remove_prefix(std::min(end + 1, code.size()));
    }
    return found;
}

}  // namespace sigprop
