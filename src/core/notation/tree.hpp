#pragma once
// A formula in LaTeX as a tree of what it shows. The renderings in notation.hpp walk over it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

/// What a node is, for the spaces around it and for the parentheses that a line of text needs.
enum class NotationKind : std::uint8_t {
    symbol,  ///< one letter, or a sign that stands like one
    number,
    name,         ///< of several letters: fan_in
    function,     ///< log, sup, erf
    large,        ///< a sum, a product, an integral
    binary,       ///< + - ± ·
    relation,     ///< = < ∈
    slash,        ///< a division within the line
    postfix,      ///< !
    punctuation,  ///< , ;
    space,
    words,     ///< prose; its blanks count
    fraction,  ///< of two rows
    root,      ///< of one row
    fenced,    ///< one row between two delimiters
    group,     ///< one row between braces
    scripts,   ///< the rows base (of one node), sub and sup; a script that is not there is empty
};

struct NotationNode;
using NotationRow = std::vector<NotationNode>;

struct NotationNode {
    NotationKind kind = NotationKind::symbol;
    std::string sign;   ///< as a page has it; of a fenced row the opening delimiter
    std::string plain;  ///< as a terminal has it; of a fenced row the closing delimiter
    std::vector<NotationRow> rows = {};
    bool after_blank = false;   ///< whether a blank stands before it in the source
    bool takes_limits = false;  ///< whether its scripts stand below and above it
    bool is_stretched = false;  ///< delimiters as high as what they hold
};

/// What a node is under its scripts.
[[nodiscard]] inline const NotationNode& base_of(const NotationNode& node) {
    return node.kind == NotationKind::scripts ? base_of(node.rows[0].front()) : node;
}

/// Errors   InputError as in notation.hpp
[[nodiscard]] NotationRow read_notation(std::string_view latex);

}  // namespace sigprop
