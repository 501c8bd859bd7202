#include <algorithm>
#include <string>

#include "core/expression/expression.hpp"

namespace sigprop {
namespace {

/// How tightly a node binds; an operand that binds less tightly than its place requires gets parentheses.
enum class Level { comparison, sum, product, unary, power, primary };

Level level_of(const Expression& node) {
    switch (node.kind) {
        case Expression::Kind::comparison: return Level::comparison;
        case Expression::Kind::unary_minus: return Level::unary;
        case Expression::Kind::binary: {
            const char operation = node.name.front();
            return operation == '+' || operation == '-' ? Level::sum
                   : operation == '^'                   ? Level::power
                                                        : Level::product;
        }
        default: return Level::primary;
    }
}

Level tighter(Level level) { return static_cast<Level>(static_cast<int>(level) + 1); }

void write(std::string& out, const Expression& node, Level needed);

void write_arguments(std::string& out, const Expression& node, char opening, char closing) {
    out += opening;
    bool first = true;
    for (const Argument& argument : node.arguments) {
        if (!first) out += ", ";
        first = false;
        if (!argument.key.empty()) out += argument.key + '=';
        write(out, argument.value, Level::comparison);
    }
    out += closing;
}

void write_binary(std::string& out, const Expression& node) {
    const Level level = level_of(node);
    // Sums and products associate to the left, comparisons to neither side, powers to the right.
    const Level left = level == Level::comparison || level == Level::power ? tighter(level) : level;
    const Level right = level == Level::power ? Level::unary : tighter(level);
    const bool spaced = level <= Level::sum;
    write(out, node.arguments[0].value, left);
    if (spaced) out += ' ';
    out += node.name;
    if (spaced) out += ' ';
    write(out, node.arguments[1].value, right);
}

void write_node(std::string& out, const Expression& node) {
    switch (node.kind) {
        case Expression::Kind::number: out += node.literal; return;
        case Expression::Kind::name: out += node.name; return;
        case Expression::Kind::text: out += '"' + node.name + '"'; return;
        case Expression::Kind::list: write_arguments(out, node, '[', ']'); return;
        case Expression::Kind::call:
            out += node.name;
            write_arguments(out, node, '(', ')');
            return;
        case Expression::Kind::unary_minus:
            out += '-';
            write(out, node.arguments[0].value, Level::unary);
            return;
        case Expression::Kind::binary:
        case Expression::Kind::comparison: write_binary(out, node); return;
    }
}

void write(std::string& out, const Expression& node, Level needed) {
    const bool parentheses = level_of(node) < needed;
    if (parentheses) out += '(';
    write_node(out, node);
    if (parentheses) out += ')';
}

}  // namespace

std::string canonical_text(const Expression& expression) {
    std::string out;
    write(out, expression, Level::comparison);
    return out;
}

bool operator==(const Expression& a, const Expression& b) {
    return a.kind == b.kind && a.name == b.name && a.literal == b.literal && a.arguments == b.arguments;
}

}  // namespace sigprop
