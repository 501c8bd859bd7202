#include "core/expression/builder.hpp"

#include <algorithm>
#include <sigprop/core/base/errors.hpp>
#include <string>
#include <utility>

namespace sigprop {
namespace {

Expression leaf(Expression::Kind kind, std::string_view token, std::size_t offset) {
    Expression node;
    node.kind = kind;
    node.offset = offset;
    node.length = token.size();
    return node;
}

void add_operand(Expression& node, Expression operand) {
    node.arguments.push_back({{}, std::move(operand), 0});
}

}  // namespace

std::size_t ExpressionBuilder::offset_of(std::string_view token) const {
    return static_cast<std::size_t>(token.data() - source_.text.data());
}

Expression ExpressionBuilder::pop() {
    Expression node = std::move(operands_.back());
    operands_.pop_back();
    return node;
}

Expression ExpressionBuilder::take() { return pop(); }

// ---- leaves and operators ----

void ExpressionBuilder::number(std::string_view token) {
    Expression node = leaf(Expression::Kind::number, token, offset_of(token));
    node.literal = token;
    try {
        node.number = Rational::from_decimal(token);
    } catch (const InputError& error) {
        fail_at(source_, node.offset, node.length, error.what());
    }
    operands_.push_back(std::move(node));
}

void ExpressionBuilder::name(std::string_view token) {
    Expression node = leaf(Expression::Kind::name, token, offset_of(token));
    node.name = token;
    operands_.push_back(std::move(node));
}

void ExpressionBuilder::operation(std::string_view token) {
    operations_.push_back({token, offset_of(token)});
}

void ExpressionBuilder::binary(Expression::Kind kind) {
    Expression right = pop();
    Expression left = pop();
    Expression node;
    node.kind = kind;
    node.name = operations_.back().token;
    operations_.pop_back();
    node.offset = left.offset;
    node.length = right.offset + right.length - left.offset;
    node.arguments.reserve(2);
    add_operand(node, std::move(left));
    add_operand(node, std::move(right));
    operands_.push_back(std::move(node));
}

void ExpressionBuilder::unary_minus() {
    Expression operand = pop();
    Expression node;
    node.kind = Expression::Kind::unary_minus;
    node.offset = operations_.back().offset;
    operations_.pop_back();
    node.length = operand.offset + operand.length - node.offset;
    add_operand(node, std::move(operand));
    operands_.push_back(std::move(node));
}

// ---- brackets ----

void ExpressionBuilder::open(char opening, std::string_view token, Expression node) {
    frames_.push_back({opening, offset_of(token), std::move(node), {}, operands_.size()});
}

ExpressionBuilder::Frame ExpressionBuilder::close() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    return frame;
}

void ExpressionBuilder::end_tuple_element() {
    Frame& frame = frames_.back();
    frame.node.kind = Expression::Kind::list;
    add_operand(frame.node, pop());
}

void ExpressionBuilder::close_parenthesis(std::string_view token) {
    Frame frame = close();
    if (frame.node.kind == Expression::Kind::list) {  // a tuple, whose last comma nothing need follow
        if (operands_.size() > frame.outside) add_operand(frame.node, pop());
        operands_.push_back(std::move(frame.node));
    }
    Expression& inside = operands_.back();
    inside.offset = frame.offset;
    inside.length = offset_of(token) + 1 - inside.offset;
}

void ExpressionBuilder::open_list(std::string_view token) {
    open('[', token, leaf(Expression::Kind::list, token, offset_of(token)));
}

void ExpressionBuilder::open_call(std::string_view token) {
    Expression node = pop();
    node.kind = Expression::Kind::call;
    open('f', token, std::move(node));
}

void ExpressionBuilder::key(std::string_view token) {
    Frame& frame = frames_.back();
    for (const Argument& argument : frame.node.arguments) {
        if (argument.key == token) {
            fail_at(source_, offset_of(token), token.size(),
                    "the argument '" + std::string(token) + "' is given twice");
        }
    }
    frame.key = token;
}

void ExpressionBuilder::end_argument() {
    Expression value = pop();
    Frame& frame = frames_.back();
    std::vector<Argument>& arguments = frame.node.arguments;
    if (frame.key.empty() && !arguments.empty() && !arguments.back().key.empty()) {
        fail_at(source_, value.offset, value.length,
                "a value without a name cannot follow '" + arguments.back().key +
                    "=': move it before, or name it");
    }
    const std::size_t key_offset = frame.key.empty() ? 0 : offset_of(frame.key);
    arguments.push_back({std::string(frame.key), std::move(value), key_offset});
    frame.key = {};
}

void ExpressionBuilder::close_arguments(std::string_view token) {
    Expression node = close().node;
    node.length = offset_of(token) + 1 - node.offset;
    operands_.push_back(std::move(node));
}

void ExpressionBuilder::quoted_words(std::string_view token) {
    if (quote_ != 0) fail_at(source_, offset_of(token), 1, "a quoted formula cannot contain quotes");
    Expression node = leaf(Expression::Kind::text, token, offset_of(token));
    node.name = token.substr(1, token.size() - 2);
    Expression words = leaf(Expression::Kind::name, token, node.offset);  // which no name can be
    words.name = node.name;
    add_operand(node, std::move(words));
    operands_.push_back(std::move(node));
}

bool ExpressionBuilder::open_quotes(std::string_view token) {
    if (quote_ == token[0]) return false;
    if (quote_ != 0) fail_at(source_, offset_of(token), 1, "a quoted formula cannot contain quotes");
    quote_ = token[0];
    open(quote_, token, {});
    return true;
}

void ExpressionBuilder::close_quotes(std::string_view token) {
    Expression node = leaf(Expression::Kind::text, token, close().offset);
    node.length = offset_of(token) + 1 - node.offset;
    add_operand(node, pop());
    node.name = canonical_text(node.arguments.front().value);
    quote_ = 0;
    operands_.push_back(std::move(node));
}

// ---- limits and errors ----

void ExpressionBuilder::enter(const char* place) {
    if (depth_ == max_expression_levels) {
        const auto offset = static_cast<std::size_t>(place - source_.text.data());
        fail_at(source_, offset, 1,
                "nested deeper than " + std::to_string(max_expression_levels) + " levels");
    }
    ++depth_;
}

void ExpressionBuilder::fail(Expected expected, const char* place) const {
    OpenBracket innermost;
    if (!frames_.empty()) innermost = {frames_.back().opening, frames_.back().offset, quote_};
    explain(source_, expected, innermost, static_cast<std::size_t>(place - source_.text.data()));
}

void ExpressionBuilder::fail_number(const char* place) const {
    explain_number(source_, operands_.back().offset, static_cast<std::size_t>(place - source_.text.data()));
}

}  // namespace sigprop
