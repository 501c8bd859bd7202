#pragma once
// An expression as people write mathematics: fractions above each other, powers raised, roots under their
// sign. The text of the expression stays the thing itself, which a reader can copy; this is what it looks
// like. Reference: W3C, MathML Core.

#include <string>
#include <string_view>

namespace sigprop {

/// A <math> element. Empty for a text that is no expression, as a report may hold, and for one that nests
/// deeper than browsers build trees.
[[nodiscard]] std::string expression_mathml(std::string_view text);

}  // namespace sigprop
