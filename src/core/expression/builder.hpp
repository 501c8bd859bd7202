#pragma once
// Builds the tree of an expression while the grammar (expression.cpp) recognises it: the grammar reports "a
// number", "an operator", "a product is complete" in the order of the text, and never takes anything back.
// Internal to the parser. Independent of PEGTL.

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/expression/expression.hpp"

#include "core/expression/errors.hpp"

namespace sigprop {

class ExpressionBuilder {
public:
    explicit ExpressionBuilder(const ExpressionSource& source) : source_(source) {}
    ExpressionBuilder(const ExpressionBuilder&) = delete;
    ExpressionBuilder& operator=(const ExpressionBuilder&) = delete;

    // Every place is given as the piece of the source text that was recognised.
    void number(std::string_view token);
    void name(std::string_view token);
    void operation(std::string_view token);
    /// Called when the last two operands and the last operator are complete.
    void binary(Expression::Kind kind);
    void unary_minus();

    void open_parenthesis(std::string_view token) { open('(', token, {}); }
    void close_parenthesis(std::string_view token);
    void open_list(std::string_view token);
    void open_call(std::string_view token);  ///< a call of the name just seen
    void key(std::string_view token);
    void end_argument();
    void close_arguments(std::string_view token);  ///< of a list or a call
    /// False if this quote ends the open formula instead of beginning one.
    [[nodiscard]] bool open_quotes(std::string_view token);
    void close_quotes(std::string_view token);

    /// Goes one level deeper at `place`; InputError past the limit. Each enter() that returns needs leave().
    void enter(const char* place);
    void leave() noexcept { --depth_; }

    /// Throws because the grammar needed something else at `place`.
    [[noreturn]] void fail(Expected expected, const char* place) const;
    [[noreturn]] void fail_number(const char* place) const;

    [[nodiscard]] Expression take();

private:
    struct Operation {
        std::string_view token;
        std::size_t offset;
    };
    /// An open bracket; `node` is the list or call that gathers arguments, `key` names the next one.
    struct Frame {
        char opening;
        std::size_t offset;
        Expression node;
        std::string_view key;
    };

    [[nodiscard]] std::size_t offset_of(std::string_view token) const;
    void open(char opening, std::string_view token, Expression node);
    [[nodiscard]] Frame close();
    [[nodiscard]] Expression pop();

    ExpressionSource source_;
    std::vector<Expression> operands_;
    std::vector<Operation> operations_;
    std::vector<Frame> frames_;
    char quote_ = 0;
    std::size_t depth_ = 0;
};

}  // namespace sigprop
