#pragma once
// Formulas for people. A quantity keeps its formula once, in a small subset of LaTeX; from that one source
// come the text of a terminal and the MathML of a page. Prose holds such formulas between dollars: "he
// (kaiming): $\frac{g}{\sqrt{n}}$". A formula that is computed is a Formula of core/formula instead.
//
// The subset: letters, numbers, + - = < > / ! , ; ( ) [ ], ^ _ ', \frac \sqrt \left \right \operatorname
// \operatorname* \mathrm \mathbb \text, the spaces \, and \quad, and the commands of symbols.cpp. A blank
// means nothing to LaTeX; the text of a terminal has one between two factors where the source has one, so
// that f(x) and n (n - 1) look different.
//
// Errors   all of these throw InputError, which points at the place, for what is not in the subset, for
//          braces and delimiters that do not match, and for a name of several letters that touches the next
//          factor: LaTeX would print \mathrm{fan}x as fanx

#include <cstdint>
#include <string>
#include <string_view>

namespace sigprop {

/// "E[f(x)²], x ~ N(mean, std²)": one line; fractions by "/", with the parentheses that this needs.
[[nodiscard]] std::string text_of_formula(std::string_view latex);

enum class FormulaPlace : std::uint8_t { own_line, within_text };

/// A <math> element of MathML Core, which browsers show without any script; in an XML document outside HTML
/// it needs its namespace.
[[nodiscard]] std::string mathml_of_formula(std::string_view latex,
                                            FormulaPlace place = FormulaPlace::own_line);

/// The prose with each $formula$ as text.
[[nodiscard]] std::string text_of_prose(std::string_view prose);

/// The prose as HTML: escaped, with each $formula$ as MathML.
[[nodiscard]] std::string html_of_prose(std::string_view prose);

}  // namespace sigprop
