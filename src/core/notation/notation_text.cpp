// A formula as one line of text.

#include <algorithm>
#include <array>

#include "core/base/digit.hpp"
#include "core/notation/notation.hpp"
#include "core/notation/tree.hpp"

namespace sigprop {
namespace {

using enum NotationKind;

/// Around signs: always within a line, within a script as in the source, which has q_{l+1}.
enum class Blanks : std::uint8_t { around_signs, as_in_source };

std::string text_of(const NotationRow& row, Blanks blanks);

bool is_any(NotationKind kind, std::initializer_list<NotationKind> kinds) {
    return std::ranges::find(kinds, kind) != kinds.end();
}

/// The kind of the next node that is not a space; punctuation at the end.
NotationKind kind_after(const NotationRow& row, std::size_t i) {
    while (++i < row.size()) {
        if (row[i].kind != space) return base_of(row[i]).kind;
    }
    return punctuation;
}

/// Whether the sign belongs to the letter after it.
bool binds(const NotationNode& node) {
    return node.kind == symbol && (node.plain == "∂" || node.plain == "∇");
}

/// Whether the row is one factor that a division or a root can take without parentheses: x, x_i^2, f(x).
bool is_unit(const NotationRow& row) {
    if (row.empty() || row.size() > 2) return false;
    const NotationKind first = base_of(row[0]).kind;
    const bool is_factor = is_any(first, {symbol, number, name, fenced, root});
    if (row.size() == 1 || row[1].kind == postfix) return is_factor;
    if (binds(row[0])) return is_unit({row[1]});
    return is_any(first, {symbol, name, function}) && base_of(row[1]).kind == fenced && !row[1].after_blank;
}

/// Whether the row can stand before a "/" as it is: a product without fractions, sums and open functions.
bool is_product(const NotationRow& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
        const NotationKind kind = base_of(row[i]).kind;
        if (kind == binary && (i == 0 || row[i].plain == "·")) continue;
        if (is_any(kind, {binary, relation, punctuation, slash, words, fraction, large})) return false;
        if (kind == function && kind_after(row, i) != fenced) return false;
    }
    return true;
}

std::string in_parentheses(const std::string& text) { return "(" + text + ")"; }

/// "-12" as raised or lowered digits; "" where that cannot be.
std::string small_digits(const std::string& text, bool raised) {
    static constexpr std::array<std::string_view, 10> high = {"⁰", "¹", "²", "³", "⁴",
                                                              "⁵", "⁶", "⁷", "⁸", "⁹"};
    static constexpr std::array<std::string_view, 10> low = {"₀", "₁", "₂", "₃", "₄",
                                                             "₅", "₆", "₇", "₈", "₉"};
    std::string small;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (raised && text[i] == '-' && i == 0 && text.size() > 1) {
            small += "⁻";
        } else if (is_digit(text[i])) {
            small += (raised ? high : low).at(static_cast<std::size_t>(text[i] - '0'));
        } else {
            return {};
        }
    }
    return small;
}

/// Whether a script is read to its end without parentheses: x, ij, fan_in.
bool is_word(const NotationRow& row) {
    return std::ranges::all_of(row, [&](const NotationNode& one) {
        return is_any(one.kind, {symbol, number, name}) && (&one == &row.front() || !one.after_blank);
    });
}

std::string script(const NotationRow& row, std::string_view mark) {
    const bool raised = mark == "^";
    NotationRow rest = row;
    std::string primes;
    while (raised && !rest.empty() && rest.front().kind == symbol &&
           (rest.front().plain == "'" || rest.front().plain == "*")) {
        primes += rest.front().plain;
        rest.erase(rest.begin());
    }
    if (rest.empty()) return primes;
    const std::string text = text_of(rest, Blanks::as_in_source);
    if (raised && text == "⊤") return primes + "ᵀ";
    if (const std::string small = small_digits(text, raised); !small.empty()) return primes + small;
    const bool closed = is_word(rest) || (rest.size() == 1 && rest[0].kind == fenced);
    return primes + std::string(mark) + (closed ? text : in_parentheses(text));
}

std::string with_scripts(const NotationNode& node) {
    const NotationRow& base = node.rows[0];
    std::string text = text_of(base, Blanks::around_signs);
    const bool simple =
        base.size() == 1 && is_any(base[0].kind, {symbol, number, name, function, large, fenced});
    if (!simple && !(base.size() == 1 && base[0].kind == group && base[0].rows[0].empty()))
        text = in_parentheses(text);
    return text + script(node.rows[1], "_") + script(node.rows[2], "^");
}

std::string divided(const NotationRow& numerator, const NotationRow& denominator, Blanks blanks) {
    const std::string above = text_of(numerator, blanks);
    const std::string below = text_of(denominator, blanks);
    return (is_product(numerator) ? above : in_parentheses(above)) + "/" +
           (is_unit(denominator) ? below : in_parentheses(below));
}

std::string under_root(const NotationRow& row, Blanks blanks) {
    const std::string text = text_of(row, blanks);
    const bool closed = row.size() == 1 && is_any(row[0].kind, {symbol, number, name, fenced});
    return "√" + (closed ? text : in_parentheses(text));
}

/// Whether a fraction would be taken apart by what is before and after it: (a/b) c, a/(b/c), log(a/b).
bool needs_parentheses(const NotationRow& row, std::size_t i) {
    const bool is_argument = i > 0 && is_any(base_of(row[i - 1]).kind, {slash, function});
    return is_argument || !is_any(kind_after(row, i), {binary, relation, punctuation, words});
}

std::string text_of(const NotationRow& row, std::size_t i, Blanks blanks) {
    const NotationNode& node = row[i];
    switch (node.kind) {
        case fraction: {
            const std::string text = divided(node.rows[0], node.rows[1], blanks);
            return needs_parentheses(row, i) ? in_parentheses(text) : text;
        }
        case root: return under_root(node.rows[0], blanks);
        case fenced: return node.sign + text_of(node.rows[0], blanks) + node.plain;
        case group: return text_of(node.rows[0], blanks);
        case scripts: return with_scripts(node);
        default: return node.plain;
    }
}

/// Whether a sign stands before one term and not between two.
bool is_unary(const NotationRow& row, std::size_t i) {
    while (i > 0 && row[i - 1].kind == space) --i;
    return i == 0 || is_any(row[i - 1].kind, {binary, relation, punctuation, slash, words});
}

std::string text_of(const NotationRow& row, Blanks blanks) {
    std::string text;
    bool blank = false;  // whether one comes before the next node
    for (std::size_t i = 0; i < row.size(); ++i) {
        const NotationNode& node = row[i];
        const bool spaced = blanks == Blanks::around_signs || node.after_blank;
        const bool sign = is_any(node.kind, {binary, relation});
        const bool unary = node.kind == binary && is_unary(row, i);
        if (node.kind == space) {
            blank = true;
            continue;
        }
        const bool factor = !sign && !is_any(node.kind, {punctuation, slash, postfix, words});
        const bool begins = i == 0 || is_any(row[i - 1].kind, {binary, relation, slash}) || binds(row[i - 1]);
        if (sign && !unary) blank = spaced;
        if (is_any(node.kind, {punctuation, slash, postfix})) blank = false;
        if (factor) blank = blank || (node.after_blank && !begins);
        if (blank && !text.empty() && text.back() != ' ') text += ' ';
        const std::string piece = text_of(row, i, blanks);
        const bool double_blank = !text.empty() && text.back() == ' ' && piece.starts_with(' ');
        text += double_blank ? piece.substr(1) : piece;
        blank = (sign && !unary && spaced) || node.kind == punctuation;
    }
    return text;
}

}  // namespace

std::string text_of_formula(std::string_view latex) {
    return text_of(read_notation(latex), Blanks::around_signs);
}

}  // namespace sigprop
