#include "report/page/expression_mathml.hpp"

#include <array>
#include <sigprop/core/base/errors.hpp>
#include <utility>

#include "core/expression/expression.hpp"

#include "report/page/html_text.hpp"

namespace sigprop {
namespace {

/// How tightly a node binds; an operand that binds less tightly than its place requires gets parentheses.
enum class Level { comparison, sum, unary, product, fraction, power, primary };

Level level_of(const Expression& node) {
    switch (node.kind) {
        case Expression::Kind::comparison: return Level::comparison;
        case Expression::Kind::unary_minus: return Level::unary;
        case Expression::Kind::binary:
            switch (node.name.front()) {
                case '+':
                case '-': return Level::sum;
                case '*': return Level::product;
                case '/': return Level::fraction;
                default: return Level::power;
            }
        default: return Level::primary;
    }
}

std::string tagged(std::string_view tag, std::string_view content) {
    return "<" + std::string(tag) + ">" + std::string(content) + "</" + std::string(tag) + ">";
}
std::string grouped(const std::string& content) { return tagged("mrow", content); }
std::string sign(std::string_view text) { return tagged("mo", text); }
/// Only what is higher than a line stretches them: fonts without mathematics stretch too far.
std::string in_brackets(std::string_view opening, const std::string& content, std::string_view closing) {
    const std::string open = content.find("<mfrac>") == content.npos ? "<mo stretchy=\"false\">" : "<mo>";
    return grouped(open + std::string(opening) + "</mo>" + content + open + std::string(closing) + "</mo>");
}
std::string in_parentheses(const std::string& content) { return in_brackets("(", content, ")"); }

/// 1e-5 as 1 × 10^−5.
std::string typeset_number(const std::string& literal) {
    const std::size_t mark = literal.find_first_of("eE");
    if (mark == literal.npos) return tagged("mn", html_text(literal));
    std::string exponent = literal.substr(mark + 1);
    const bool negative = exponent.starts_with('-');
    if (negative || exponent.starts_with('+')) exponent.erase(0, 1);
    const std::string power = (negative ? sign("−") : "") + tagged("mn", html_text(exponent));
    return grouped(tagged("mn", html_text(literal.substr(0, mark))) + sign("×") +
                   tagged("msup", tagged("mn", "10") + grouped(power)));
}

std::string typeset_name(const std::string& name) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> letters = {{{"pi", "π"},
                                                                                              {"inf", "∞"},
                                                                                              {"alpha", "α"},
                                                                                              {"beta", "β"},
                                                                                              {"gamma", "γ"},
                                                                                              {"lambda", "λ"},
                                                                                              {"mu", "μ"},
                                                                                              {"sigma", "σ"},
                                                                                              {"tau", "τ"}}};
    for (const auto& [word, letter] : letters)
        if (name == word) return tagged("mi", letter);
    return tagged("mi", html_text(name));
}

class Typesetter {
public:
    /// The node's content, for a place that needs this level; empty parts mean that the tree is too deep.
    std::string operator()(const Expression& node, Level needed) {
        const bool bare = level_of(node) >= needed;
        if (++depth_ > max_depth) too_deep_ = true;
        std::string content = too_deep_ ? std::string() : content_of(node);
        --depth_;
        return bare ? content : in_parentheses(content);
    }
    [[nodiscard]] bool too_deep() const { return too_deep_; }

private:
    /// Browsers build trees of some 500 elements; a level of an expression makes up to three.
    static constexpr int max_depth = 120;

    std::string content_of(const Expression& node) {
        switch (node.kind) {
            case Expression::Kind::number: return typeset_number(node.literal);
            case Expression::Kind::name: return typeset_name(node.name);
            case Expression::Kind::text:
                return grouped(sign("“") + (*this)(node.arguments[0].value, Level::comparison) + sign("”"));
            case Expression::Kind::list: return in_brackets("[", arguments(node), "]");
            case Expression::Kind::call: return call(node);
            case Expression::Kind::unary_minus:
                return grouped(sign("−") + (*this)(node.arguments[0].value, Level::product));
            case Expression::Kind::binary:
            case Expression::Kind::comparison: return binary(node);
        }
        return {};
    }

    std::string arguments(const Expression& node) {
        std::string all;
        for (const Argument& one : node.arguments) {
            if (!all.empty()) all += sign(",");
            if (!one.key.empty()) all += tagged("mi", html_text(one.key)) + sign("=");
            all += (*this)(one.value, Level::comparison);
        }
        return all;
    }

    std::string call(const Expression& node) {
        const bool of_one = node.arguments.size() == 1 && node.arguments[0].key.empty();
        const auto inside = [&] { return (*this)(node.arguments[0].value, Level::comparison); };
        if (of_one && node.name == "sqrt") return tagged("msqrt", inside());
        if (of_one && node.name == "abs") return in_brackets("|", inside(), "|");
        if (of_one && node.name == "exp") return tagged("msup", tagged("mi", "e") + grouped(inside()));
        return grouped(typeset_name(node.name) + sign("&#x2061;") + in_parentheses(arguments(node)));
    }

    static bool is_minus(const Expression& node) { return node.kind == Expression::Kind::unary_minus; }

    /// Behind + and -, where no second sign may follow.
    std::string summand(const Expression& node) {
        const bool product_of_minus = level_of(node) == Level::product && is_minus(node.arguments[0].value);
        return (*this)(node, product_of_minus ? Level::primary : Level::product);
    }

    std::string binary(const Expression& node) {
        const Expression& a = node.arguments[0].value;
        const Expression& b = node.arguments[1].value;
        if (node.kind == Expression::Kind::comparison) {
            const std::string relation = node.name == "<="   ? "≤"
                                         : node.name == ">=" ? "≥"
                                                             : html_text(node.name);
            return (*this)(a, Level::sum) + sign(relation) + (*this)(b, Level::sum);
        }
        switch (node.name.front()) {
            case '+': return (*this)(a, Level::sum) + sign("+") + summand(b);
            case '-': return (*this)(a, Level::sum) + sign("−") + summand(b);
            case '*':
                return (*this)(a, is_minus(a) ? Level::unary : Level::product) + sign("·") +
                       (*this)(b, Level::fraction);
            case '/':
                return tagged(
                    "mfrac", grouped((*this)(a, Level::comparison)) + grouped((*this)(b, Level::comparison)));
            default:
                return tagged("msup",
                              grouped((*this)(a, Level::primary)) + grouped((*this)(b, Level::comparison)));
        }
    }

    int depth_ = 0;
    bool too_deep_ = false;
};

}  // namespace

std::string expression_mathml(std::string_view text) {
    try {
        const Expression expression = parse_expression(text);
        Typesetter typeset;
        const std::string content = typeset(expression, Level::comparison);
        return typeset.too_deep() ? std::string() : "<math>" + grouped(content) + "</math>";
    } catch (const InputError&) {
        return {};  // an id, or words
    }
}

}  // namespace sigprop
