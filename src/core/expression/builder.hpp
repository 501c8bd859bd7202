#pragma once
// Builds the tree of an expression while the grammar (expression.cpp) recognises it: the grammar reports "a
// number", "an operator", "a product is complete" in the order of the text, and never takes anything back.
// Internal to the parser. Independent of PEGTL.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/expression/expression.hpp"

namespace sigprop {

// Explains to a person why an expression does not parse. Internal to the parser; looks at bytes only.

/// The text being parsed and its name in messages.
struct ExpressionSource {
    std::string_view text;
    std::string_view name;
};

/// What the grammar needed at the place where it stopped.
enum class Expected {
    operand,           ///< a number, a name, a parenthesis, …
    name_part,         ///< the name after the dot of `group.`
    single_star,       ///< `*` and not `**`
    closing,           ///< the end of the innermost open bracket, or of the text when none is open
    end_of_comparison  ///< no second `<`
};

/// An open bracket: `opening` is one of ( [ " ' as written, or 'f' for the parenthesis of a call, or 0 for
/// none.
struct OpenBracket {
    char opening = 0;
    std::size_t offset = 0;
    char quote = 0;  ///< the quotes around all this, or 0
};

/// Throws InputError "source, column n: message" at this place.
[[noreturn]] void fail_at(const ExpressionSource& source, std::size_t offset, std::size_t length,
                          const std::string& message);

/// Throws an InputError that explains why `expected` is not what stands at `offset`.
[[noreturn]] void explain(const ExpressionSource& source, Expected expected, const OpenBracket& innermost,
                          std::size_t offset);

/// Throws an InputError that explains why the number at `begin` cannot continue as at `offset`.
[[noreturn]] void explain_number(const ExpressionSource& source, std::size_t begin, std::size_t offset);

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
    /// A comma inside parentheses, which makes them a list.
    void end_tuple_element();
    void close_parenthesis(std::string_view token);
    void open_list(std::string_view token);
    void open_call(std::string_view token);  ///< a call of the name just seen
    void key(std::string_view token);
    void end_argument();
    void close_arguments(std::string_view token);  ///< of a list or a call
    /// A text in quotes that is no formula.
    void quoted_words(std::string_view token);
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
        std::size_t outside;  ///< operands when it was opened
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
