#include "core/formula/formal_number.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace sigprop::formal {
namespace {

constexpr std::size_t max_terms = 100;
constexpr std::int64_t max_bits = 4096;
constexpr std::int64_t max_exponent = 64;
constexpr std::int64_t max_exponent_bits = 64;

void add_term(Sum& sum, const Monomial& monomial, const Rational& coefficient) {
    const auto [place, is_new] = sum.try_emplace(monomial, coefficient);
    if (!is_new) place->second = place->second + coefficient;
    if (place->second.sign() == 0) {
        sum.erase(place);
    } else if (sum.size() > max_terms || place->second.bit_size() > max_bits) {
        throw NoForm();
    }
}

void add(Sum& sum, const Sum& more) {
    for (const auto& [monomial, coefficient] : more) add_term(sum, monomial, coefficient);
}

Sum scaled(const Sum& a, const Rational& factor) {
    Sum result;
    for (const auto& [monomial, coefficient] : a) add_term(result, monomial, coefficient * factor);
    return result;
}

Rational absolute(const Rational& x) { return x.sign() < 0 ? -x : x; }

/// The exponents of a product.
Monomial joined(const Monomial& a, const Monomial& b) {
    Monomial result = a;
    for (const auto& [symbol, exponent] : b) {
        const auto [place, is_new] = result.try_emplace(symbol, exponent);
        if (!is_new) place->second = place->second + exponent;
        if (place->second.sign() == 0) {
            result.erase(place);
        } else if (place->second.bit_size() > max_exponent_bits) {
            throw NoForm();
        }
    }
    return result;
}

/// The integer whose decimal digits these are.
std::int64_t integer_from(const std::string& digits) {
    const auto integer = Rational::from_decimal(digits).to_int64();
    if (!integer) throw NoForm();
    return *integer;
}

void add_factors(std::int64_t n, std::int64_t sign, std::map<std::int64_t, std::int64_t>& factors) {
    constexpr std::int64_t largest_tried = 10'000;
    for (std::int64_t p = 2; p <= largest_tried && p * p <= n; ++p) {
        for (; n % p == 0; n /= p) factors[p] += sign;
    }
    if (n > 1) factors[n] += sign;
}

}  // namespace

std::string text_of(const Sum& a) {
    std::string text;
    for (const auto& [monomial, coefficient] : a) {
        text += (text.empty() ? "" : " + ") + coefficient.to_string();
        for (const auto& [symbol, exponent] : monomial)
            text += " " + symbol.text + "^(" + exponent.to_string() + ")";
    }
    return text.empty() ? "0" : text;
}

std::string text_of(const Number& a) {
    return is_one(a.under) ? text_of(a.over) : "(" + text_of(a.over) + ") / (" + text_of(a.under) + ")";
}

Number number(const Rational& value) {
    Number result;
    add_term(result.over, {}, value);
    return result;
}

Number symbol(SymbolKind kind, std::string text) {
    Number result;
    result.over = {{{{Symbol{kind, std::move(text)}, Rational(1)}}, Rational(1)}};
    return result;
}

bool is_one(const Sum& a) {
    return a.size() == 1 && a.begin()->first.empty() && a.begin()->second == Rational(1);
}

const Sum::value_type* as_product(const Number& a) {
    return is_one(a.under) && a.over.size() == 1 ? &*a.over.begin() : nullptr;
}

std::optional<Rational> as_fraction(const Number& a) {
    if (a.is_zero()) return Rational(0);
    const Sum::value_type* term = as_product(a);
    return term != nullptr && term->first.empty() ? std::optional(term->second) : std::nullopt;
}

std::int64_t floor_of(const Rational& exponent) {
    constexpr double most = 1e6;
    const double near = std::floor(exponent.to_double());
    if (!(std::fabs(near) < most)) throw NoForm();
    auto n = static_cast<std::int64_t>(near);
    while (exponent < Rational(n)) --n;
    while (Rational(n + 1) <= exponent) ++n;
    return n;
}

std::map<std::int64_t, std::int64_t> factors_of(const Rational& positive) {
    const std::string text = positive.to_string();
    const std::size_t bar = text.find('/');
    std::map<std::int64_t, std::int64_t> factors;
    add_factors(integer_from(text.substr(0, bar)), 1, factors);
    if (bar != std::string::npos) add_factors(integer_from(text.substr(bar + 1)), -1, factors);
    return factors;
}

Number Arithmetic::sum(const Number& a, const Number& b) {
    if (text_of(a.under) == text_of(b.under)) {
        Sum over = a.over;
        add(over, b.over);
        return settled(std::move(over), a.under);
    }
    Sum over = product(a.over, b.under);
    add(over, product(b.over, a.under));
    return settled(std::move(over), product(a.under, b.under));
}

Number Arithmetic::product(const Number& a, const Number& b) {
    return settled(product(a.over, b.over), product(a.under, b.under));
}

Number Arithmetic::quotient(const Number& a, const Number& b) {
    return settled(product(a.over, b.under), product(a.under, b.over));
}

Sum Arithmetic::product(const Sum& a, const Sum& b) {
    Sum result;
    for (const auto& [m, c] : a) {
        for (const auto& [n, d] : b) {
            Monomial both = joined(m, n);
            // Exponents of radicands stay below 1: sqrt(2) sqrt(2) is 2.
            const auto whole = std::ranges::find_if(both, [](const auto& factor) {
                return factor.first.kind == SymbolKind::radicand && Rational(1) <= factor.second;
            });
            if (whole == both.end()) {
                add_term(result, both, c * d);
                continue;
            }
            const Sum& radicand = radicands_.at(whole->first.text);
            whole->second = whole->second - 1;
            if (whole->second.sign() == 0) both.erase(whole);
            add(result, product(Sum{{both, c * d}}, radicand));
        }
    }
    return result;
}

/// Divides by `under` where that is one product.
Number Arithmetic::settled(Sum over, Sum under) {
    if (under.empty()) throw NoForm();
    if (over.empty()) return {};
    while (under.size() == 1) {
        const auto [divisor, coefficient] = *under.begin();
        over = scaled(over, Rational(1) / coefficient);
        if (divisor.empty()) return {std::move(over)};
        Monomial inverse;
        Sum rest = {{{}, Rational(1)}};  // 1 / S^(1/2) is S^(1/2) / S
        for (const auto& [symbol, exponent] : divisor) {
            const bool is_root = symbol.kind == SymbolKind::radicand;
            inverse.emplace(symbol, is_root ? Rational(1) - exponent : -exponent);
            if (is_root) rest = product(rest, radicands_.at(symbol.text));
        }
        over = product(over, Sum{{inverse, Rational(1)}});
        under = std::move(rest);
    }
    const Rational unit = Rational(1) / under.begin()->second;
    over = scaled(over, unit);
    under = scaled(under, unit);
    const Rational factor = over.begin()->second;  // of `under` in `over`, if it is a multiple
    if (text_of(scaled(over, Rational(1) / factor)) == text_of(under)) return number(factor);
    return {std::move(over), std::move(under)};
}

Number Arithmetic::power(const Number& a, const Rational& exponent) {
    const std::int64_t whole = floor_of(exponent);
    if (std::abs(whole) > max_exponent) throw NoForm();
    const Rational part = exponent - Rational(whole);
    if (part.sign() == 0) return integer_power(a, whole);
    return product(integer_power(a, whole), root(a, part));
}

Number Arithmetic::integer_power(const Number& a, std::int64_t n) {
    if (n < 0) return quotient(number(1), integer_power(a, -n));
    Number result = number(1);
    for (std::int64_t i = 0; i < n; ++i) result = product(result, a);
    return result;
}

/// a^exponent with an exponent in (0, 1).
Number Arithmetic::root(const Number& a, const Rational& exponent) {
    if (a.is_zero()) return {};
    if (!is_one(a.under))
        return symbol(SymbolKind::real, "(" + text_of(a) + ")^(" + exponent.to_string() + ")");
    const Rational size = absolute(a.over.begin()->second);
    Number result = number(1);
    for (const auto& [prime, count] : factors_of(size))
        result = product(result, power_of_radicand(number(prime).over, exponent * Rational(count)));
    const Sum rest = scaled(a.over, Rational(1) / size);
    const auto& [monomial, coefficient] = *rest.begin();
    const bool is_real = std::ranges::any_of(
        monomial, [](const auto& factor) { return factor.first.kind == SymbolKind::real; });
    if (rest.size() > 1 || is_real || coefficient.sign() < 0)
        return product(result, power_of_radicand(rest, exponent));
    for (const auto& [symbol, of_symbol] : monomial)
        result = product(result, power_of(symbol, of_symbol * exponent));
    return result;
}

Number Arithmetic::power_of(const Symbol& symbol, const Rational& exponent) {
    if (symbol.kind == SymbolKind::radicand) return power_of_radicand(radicands_.at(symbol.text), exponent);
    Number result;
    result.over = {{{{symbol, exponent}}, Rational(1)}};
    return result;
}

Number Arithmetic::power_of_radicand(const Sum& radicand, const Rational& exponent) {
    const std::int64_t whole = floor_of(exponent);
    const Rational part = exponent - Rational(whole);
    Number result = integer_power({radicand}, whole);
    if (part.sign() == 0) return result;
    const Symbol base{SymbolKind::radicand, "{" + text_of(radicand) + "}"};
    radicands_.emplace(base.text, radicand);
    Number factor;
    factor.over = {{{{base, part}}, Rational(1)}};
    return product(result, factor);
}

}  // namespace sigprop::formal
