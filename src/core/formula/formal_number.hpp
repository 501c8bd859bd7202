#pragma once
// Numbers in a form that shows identities between them: quotients of sums of products of powers of symbols,
// where each symbol is one real number (pi, exp(1), log(2), the prime 2 under a root). What is zero in this
// form is zero, because the rules of the form hold for all real numbers. The reverse is not claimed, and so
// no theorem about transcendental numbers is needed; whether pi and exp(1) satisfy some equation is an open
// question.

#include <cstdint>
#include <map>
#include <optional>
#include <sigprop/core/ball/rational.hpp>
#include <string>

namespace sigprop::formal {

enum class SymbolKind : std::uint8_t {
    positive,  ///< may have any exponent
    radicand,  ///< not negative, with a form of its own; exponents in (0, 1), which makes it a root
    real,      ///< exponents are integers
};

struct Symbol {
    SymbolKind kind = SymbolKind::real;
    std::string text;
    [[nodiscard]] friend bool operator<(const Symbol& a, const Symbol& b) {
        return a.kind != b.kind ? a.kind < b.kind : a.text < b.text;
    }
};

using Monomial = std::map<Symbol, Rational>;  ///< exponents, none of them 0
using Sum = std::map<Monomial, Rational>;     ///< coefficients, none of them 0; the empty sum is 0

struct Number {
    Sum over = {};
    Sum under = {{{}, Rational(1)}};  ///< 1 where a single product could be divided by

    [[nodiscard]] bool is_zero() const { return over.empty(); }
};

/// Thrown where a number is too large for its form, or has none, such as 1/0; symbols stand for such numbers.
struct NoForm {};

/// Sums with one and the same text are the same.
[[nodiscard]] std::string text_of(const Sum& a);
[[nodiscard]] std::string text_of(const Number& a);

[[nodiscard]] Number number(const Rational& value);
[[nodiscard]] Number symbol(SymbolKind kind, std::string text);
[[nodiscard]] bool is_one(const Sum& a);
/// The number as one product with its coefficient; nullptr for a sum or a quotient.
[[nodiscard]] const Sum::value_type* as_product(const Number& a);
/// The fraction that the number is; nullopt where it is none.
[[nodiscard]] std::optional<Rational> as_fraction(const Number& a);
/// The largest integer that is not above the exponent.
[[nodiscard]] std::int64_t floor_of(const Rational& exponent);
/// The prime factors of a positive fraction and their exponents; a large factor may be left whole.
[[nodiscard]] std::map<std::int64_t, std::int64_t> factors_of(const Rational& positive);

/// Arithmetic with radicands, which it knows by their texts.
class Arithmetic {
public:
    [[nodiscard]] Number sum(const Number& a, const Number& b);
    [[nodiscard]] Number product(const Number& a, const Number& b);
    [[nodiscard]] Number quotient(const Number& a, const Number& b);
    /// For a broken exponent, a must be a number >= 0.
    [[nodiscard]] Number power(const Number& a, const Rational& exponent);
    /// What the symbol is a root of.
    [[nodiscard]] Number radicand(const Symbol& symbol) const { return {radicands_.at(symbol.text)}; }

private:
    [[nodiscard]] Sum product(const Sum& a, const Sum& b);
    [[nodiscard]] Number settled(Sum over, Sum under);
    [[nodiscard]] Number integer_power(const Number& a, std::int64_t n);
    [[nodiscard]] Number root(const Number& a, const Rational& exponent);
    [[nodiscard]] Number power_of(const Symbol& symbol, const Rational& exponent);
    [[nodiscard]] Number power_of_radicand(const Sum& radicand, const Rational& exponent);

    std::map<std::string, Sum> radicands_;
};

}  // namespace sigprop::formal
