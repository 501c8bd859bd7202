// A formula as MathML Core.
#include "core/notation/markup.hpp"
#include "core/notation/notation.hpp"
#include "core/notation/tree.hpp"

namespace sigprop {
namespace {

using enum NotationKind;

constexpr std::string_view thin_space = "<mspace width=\"0.1667em\"></mspace>";
constexpr std::string_view wide_space = "<mspace width=\"1em\"></mspace>";
/// U+2061, by which a reader aloud says "log of n".
constexpr std::string_view apply = "<mo>&#x2061;</mo>";

std::string element(std::string_view name, std::string_view content) {
    return "<" + std::string(name) + ">" + std::string(content) + "</" + std::string(name) + ">";
}

std::string mathml(const NotationNode& node);
std::string mathml(const NotationRow& row);

bool is_function(const NotationNode& node) { return base_of(node).kind == function; }
bool is_factor(const NotationNode& node) {
    const NotationKind kind = base_of(node).kind;
    return kind != binary && kind != relation && kind != slash && kind != punctuation && kind != space &&
           kind != words && kind != large;
}

/// An element that takes one argument for each row: each is one element itself.
std::string argument(const NotationRow& row) {
    if (row.size() == 1 && !is_function(row[0])) return mathml(row[0]);
    return element("mrow", mathml(row));
}

/// Upright letters: capital Greek, and a name of one letter, which MathML would slant.
std::string identifier(const NotationNode& node) {
    static constexpr std::string_view upright = "ΓΔΘΛΣΦΨΩ∞∂∇…⊤";
    const bool is_upright = upright.find(node.sign) != std::string_view::npos && node.sign.size() > 1;
    const bool one_letter_name = node.kind == name && node.sign.size() == 1;
    const std::string_view open = is_upright || one_letter_name ? "<mi mathvariant=\"normal\">" : "<mi>";
    return std::string(open) + escaped_markup(node.sign) + "</mi>";
}

std::string delimiter(const std::string& sign, const char* form, bool stretched) {
    return std::string("<mo fence=\"true\" form=\"") + form + "\" stretchy=\"" +
           (stretched ? "true" : "false") + "\">" + escaped_markup(sign) + "</mo>";
}

/// The words as LaTeX sets them: MathML drops the blanks at the ends of a text, and ' is an apostrophe.
std::string set_words(std::string_view words) {
    std::string set;
    for (const char c : words) set += c == ' ' ? "\u00a0" : c == '\'' ? "’" : escaped_markup({&c, 1});
    return set;
}

std::string scripts_mathml(const NotationNode& node) {
    const bool below = !node.rows[1].empty();
    const bool above = !node.rows[2].empty();
    const char* of_limits = below && above ? "munderover" : below ? "munder" : "mover";
    const char* of_scripts = below && above ? "msubsup" : below ? "msub" : "msup";
    const NotationNode& base = node.rows[0][0];
    std::string content = base.kind == function ? identifier(base) : argument(node.rows[0]);
    if (below) content += argument(node.rows[1]);
    if (above) content += argument(node.rows[2]);
    return element(node.takes_limits ? of_limits : of_scripts, content);
}

std::string mathml(const NotationNode& node) {
    switch (node.kind) {
        case symbol:
            if (node.sign == "′" || node.sign == "∗") return element("mo", node.sign);
            return identifier(node);
        case name:
        case function: return identifier(node);
        case number: return element("mn", node.sign);
        case large: return element("mo", node.sign);
        case binary:
        case relation:
        case slash:
        case postfix: return element("mo", escaped_markup(node.sign));
        case punctuation: return "<mo separator=\"true\">" + node.sign + "</mo>";
        case space: return std::string(node.sign == "," ? thin_space : wide_space);
        case words: return element("mtext", set_words(node.sign));
        case fraction: return element("mfrac", argument(node.rows[0]) + argument(node.rows[1]));
        case root: return element("msqrt", mathml(node.rows[0]));
        case group: return element("mrow", mathml(node.rows[0]));
        case fenced:
            return element("mrow", delimiter(node.sign, "prefix", node.is_stretched) + mathml(node.rows[0]) +
                                       delimiter(node.plain, "postfix", node.is_stretched));
        case scripts: return scripts_mathml(node);
    }
    return {};
}

std::string mathml(const NotationRow& row) {
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const bool function_here = is_function(row[i]);
        const bool last = i + 1 == row.size();
        if (function_here && i > 0 && is_factor(row[i - 1])) text += thin_space;
        text += mathml(row[i]);
        if (!function_here || last) continue;
        text += apply;
        const NotationKind next = row[i + 1].kind;
        if (is_factor(row[i + 1]) && base_of(row[i + 1]).kind != fenced && next != function)
            text += thin_space;
    }
    return text;
}

}  // namespace

std::string mathml_of_formula(std::string_view latex, FormulaPlace place) {
    const std::string content = mathml(read_notation(latex));
    return std::string(place == FormulaPlace::own_line ? "<math display=\"block\">" : "<math>") +
           element("mrow", content) + "</math>";
}

}  // namespace sigprop
