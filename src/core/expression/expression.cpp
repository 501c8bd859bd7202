// The grammar of expressions (see the header), recognised by PEGTL. Alternatives differ in their first
// characters (but for quoted words), so nothing that was passed to the builder is ever taken back; required
// parts are must<>, whose failure becomes a message in expression/builder_errors.cpp.

#include "core/expression/expression.hpp"
#include <algorithm>
#include <string>
#include <tao/pegtl.hpp>
#include <type_traits>

#include "core/expression/builder.hpp"

namespace sigprop {
namespace {

// Rules, actions and controls are types that read like functions, as everywhere in PEGTL.
// NOLINTBEGIN(readability-identifier-naming)
namespace grammar {

using namespace tao::pegtl;

struct blanks : star<one<' ', '\t', '\r', '\n'>> {};
/// A rule inside brackets, after a unary minus or in an exponent, which counts against the limit of levels.
template <class... Rules>
struct level : seq<Rules...> {};
struct comparison;
struct unary;

struct fraction : sor<seq<plus<digit>, opt<one<'.'>, star<digit>>>, seq<one<'.'>, plus<digit>>> {};
struct number : seq<fraction, opt<one<'e', 'E'>, opt<one<'+', '-'>>, plus<digit>>> {};
struct number_end : not_at<sor<identifier_other, one<'.'>>> {};

struct name_part : identifier {};
struct name : seq<name_part, star<one<'.'>, must<name_part>>> {};

/// Also the last of Python's lists, which nothing follows.
struct comma : seq<one<','>, blanks, not_at<one<')', ']'>>> {};
struct last_comma : opt<one<','>, blanks> {};
struct equals : seq<one<'='>, not_at<one<'=', '<', '>'>>> {};
struct key : name_part {};
struct keyword : seq<at<name_part, blanks, equals>, key, blanks, equals, blanks> {};
struct argument : seq<opt<keyword>, must<comparison>> {};
struct element : must<comparison> {};

struct call_open : one<'('> {};
struct call_close : one<')'> {};
struct call_tail : seq<call_open, blanks, sor<at<call_close>, level<list<argument, comma>, last_comma>>,
                       must<call_close>> {};
struct list_open : one<'['> {};
struct list_close : one<']'> {};
struct list_node
    : seq<list_open, blanks, sor<at<list_close>, level<list<element, comma>, last_comma>>, must<list_close>> {
};
struct parenthesis_open : one<'('> {};
struct parenthesis_close : one<')'> {};
struct tuple_comma : seq<one<','>, blanks> {};
/// One value, or a tuple of Python's, which is a list: (3,) and (3, 3).
struct parentheses
    : seq<parenthesis_open, blanks,
          level<must<comparison>, star<tuple_comma, sor<at<parenthesis_close>, must<comparison>>>>,
          must<parenthesis_close>> {};

/// Quoted words of frameworks that are no formula: 'abc,cd->abd' of an einsum, 'cuda:0'.
struct word_character : sor<alnum, one<'.', ',', '_', ' '>> {};
template <char Quote>
struct quoted_words : seq<one<Quote>, plus<word_character>, sor<string<'-', '>'>, one<':'>>,
                          star<word_character>, one<Quote>> {};

template <char Quote>
struct quote_open : one<Quote> {};
template <char Quote>
struct quote_close : one<Quote> {};
template <char Quote>
struct quoted : seq<quote_open<Quote>, blanks, level<must<comparison>>, must<quote_close<Quote>>> {};

struct primary : seq<sor<seq<number, must<number_end>>, seq<name, blanks, opt<call_tail>>, list_node,
                         parentheses, quoted_words<'"'>, quoted_words<'\''>, quoted<'"'>, quoted<'\''>>,
                     blanks> {};

struct caret : one<'^'> {};
struct exponent : seq<caret, blanks, level<must<unary>>> {};
struct power : seq<primary, opt<exponent>> {};
struct minus : one<'-'> {};
struct negation : seq<minus, blanks, level<must<unary>>> {};
struct unary : sor<negation, power> {};

struct second_star : not_at<one<'*'>> {};
struct product_operator : one<'*', '/'> {};
struct factor : seq<product_operator, must<second_star>, blanks, must<unary>> {};
struct product : seq<unary, star<factor>> {};

struct sum_operator : one<'+', '-'> {};
struct term : seq<sum_operator, blanks, must<product>> {};
struct sum : seq<product, star<term>> {};

struct comparison_operator : seq<one<'<', '>'>, opt<one<'='>>> {};
struct no_second_comparison : not_at<comparison_operator> {};
struct second_side : seq<comparison_operator, blanks, must<sum>> {};
struct comparison : seq<sum, opt<second_side, must<no_second_comparison>>> {};

struct end : eof {};
struct expression : seq<blanks, must<comparison>, must<end>> {};

}  // namespace grammar

namespace peg = tao::pegtl;

// ---- what each rule tells the builder ----

template <class Rule>
struct action : peg::nothing<Rule> {};

/// Hands the recognised piece of text to a member function of the builder.
template <auto Member>
struct tell {
    template <class Input>
    static auto apply(const Input& input, ExpressionBuilder& builder) {
        return (builder.*Member)(std::string_view(input.begin(), input.size()));
    }
};

/// Tells the builder that something is complete.
template <Expression::Kind Kind>
struct complete {
    static void apply0(ExpressionBuilder& builder) { builder.binary(Kind); }
};
struct complete_minus {
    static void apply0(ExpressionBuilder& builder) { builder.unary_minus(); }
};
struct complete_argument {
    static void apply0(ExpressionBuilder& builder) { builder.end_argument(); }
};
struct complete_tuple_element {
    static void apply0(ExpressionBuilder& builder) { builder.end_tuple_element(); }
};

template <>
struct action<grammar::number> : tell<&ExpressionBuilder::number> {};
template <>
struct action<grammar::name> : tell<&ExpressionBuilder::name> {};
template <>
struct action<grammar::key> : tell<&ExpressionBuilder::key> {};
template <>
struct action<grammar::argument> : complete_argument {};
template <>
struct action<grammar::element> : complete_argument {};
template <>
struct action<grammar::call_open> : tell<&ExpressionBuilder::open_call> {};
template <>
struct action<grammar::call_close> : tell<&ExpressionBuilder::close_arguments> {};
template <>
struct action<grammar::list_open> : tell<&ExpressionBuilder::open_list> {};
template <>
struct action<grammar::list_close> : tell<&ExpressionBuilder::close_arguments> {};
template <>
struct action<grammar::parenthesis_open> : tell<&ExpressionBuilder::open_parenthesis> {};
template <>
struct action<grammar::tuple_comma> : complete_tuple_element {};
template <>
struct action<grammar::parenthesis_close> : tell<&ExpressionBuilder::close_parenthesis> {};
template <char Quote>
struct action<grammar::quoted_words<Quote>> : tell<&ExpressionBuilder::quoted_words> {};
template <char Quote>
struct action<grammar::quote_open<Quote>> : tell<&ExpressionBuilder::open_quotes> {};
template <char Quote>
struct action<grammar::quote_close<Quote>> : tell<&ExpressionBuilder::close_quotes> {};
template <>
struct action<grammar::caret> : tell<&ExpressionBuilder::operation> {};
template <>
struct action<grammar::minus> : tell<&ExpressionBuilder::operation> {};
template <>
struct action<grammar::product_operator> : tell<&ExpressionBuilder::operation> {};
template <>
struct action<grammar::sum_operator> : tell<&ExpressionBuilder::operation> {};
template <>
struct action<grammar::comparison_operator> : tell<&ExpressionBuilder::operation> {};
template <>
struct action<grammar::exponent> : complete<Expression::Kind::binary> {};
template <>
struct action<grammar::factor> : complete<Expression::Kind::binary> {};
template <>
struct action<grammar::term> : complete<Expression::Kind::binary> {};
template <>
struct action<grammar::second_side> : complete<Expression::Kind::comparison> {};
template <>
struct action<grammar::negation> : complete_minus {};

/// Keeps the recursion of the grammar within the limit of levels.
template <class... Inner>
struct action<grammar::level<Inner...>> : peg::maybe_nothing {
    struct Level {
        Level(ExpressionBuilder& builder, const char* place) : builder_(builder) { builder_.enter(place); }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;
        ~Level() { builder_.leave(); }
        ExpressionBuilder& builder_;
    };
    template <class Rule, peg::apply_mode A, peg::rewind_mode M, template <class...> class Action,
              template <class...> class Control, class Input>
    static bool match(Input& input, ExpressionBuilder& builder) {
        const Level level(builder, input.current());
        return peg::match<Rule, A, M, Action, Control>(input, builder);
    }
};

// ---- what was expected where a must<> failed ----

template <class Rule>
inline constexpr Expected expected = Expected::operand;
template <>
inline constexpr Expected expected<grammar::name_part> = Expected::name_part;
template <>
inline constexpr Expected expected<grammar::second_star> = Expected::single_star;
template <>
inline constexpr Expected expected<grammar::call_close> = Expected::closing;
template <>
inline constexpr Expected expected<grammar::list_close> = Expected::closing;
template <>
inline constexpr Expected expected<grammar::parenthesis_close> = Expected::closing;
template <char Quote>
inline constexpr Expected expected<grammar::quote_close<Quote>> = Expected::closing;
template <>
inline constexpr Expected expected<grammar::end> = Expected::closing;
template <>
inline constexpr Expected expected<grammar::no_second_comparison> = Expected::end_of_comparison;

template <class Rule>
struct control : peg::normal<Rule> {
    template <class Input>
    [[noreturn]] static void raise(const Input& input, ExpressionBuilder& builder) {
        if constexpr (std::is_same_v<Rule, grammar::number_end>) builder.fail_number(input.current());
        builder.fail(expected<Rule>, input.current());
    }
};
// NOLINTEND(readability-identifier-naming)

void check_length(const ExpressionSource& source) {
    const auto blanks = static_cast<std::size_t>(std::count_if(
        source.text.begin(), source.text.end(), [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }));
    const std::size_t characters = source.text.size() - blanks;
    const bool all_fits = source.text.size() <= 4 * max_expression_characters;
    if (characters <= max_expression_characters && all_fits) return;
    // The text is left out, since a caret under one of so many characters explains nothing.
    fail_at({{}, source.name}, 0, 1,
            "the text has " + std::to_string(characters) + " characters and " + std::to_string(blanks) +
                " blanks; sigprop reads at most " + std::to_string(max_expression_characters) +
                " characters");
}

}  // namespace

Expression parse_expression(std::string_view text, std::string_view source) {
    const ExpressionSource named{text, source};
    check_length(named);
    ExpressionBuilder builder(named);
    peg::memory_input<peg::tracking_mode::lazy> input(text.data(), text.data() + text.size(), "");
    static_cast<void>(peg::parse<grammar::expression, action, control>(input, builder));
    return builder.take();
}

}  // namespace sigprop
