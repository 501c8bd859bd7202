// The closed forms of the index of numbers.

#include <array>
#include <cmath>
#include <numeric>
#include <set>

#include "core/formula/evaluator.hpp"
#include "engine/binding/binder.hpp"
#include "engine/identify/neighbours.hpp"
#include "engine/identify/number_index.hpp"

namespace sigprop {
namespace {

constexpr int largest_in_fraction = 12;
constexpr int largest_logarithm = 100;
constexpr int bits_inside = 12;  // of a form that may stand in 1 - form and the like

/// What multiplies a fraction: a numerator and a denominator.
struct Factor {
    const char* above;
    const char* below;
};
constexpr std::array<Factor, 36> factors = {{
    {"", ""},           {"pi", ""},         {"", "pi"},         {"sqrt(pi)", ""},   {"", "sqrt(pi)"},
    {"sqrt(2*pi)", ""}, {"", "sqrt(2*pi)"}, {"sqrt(2/pi)", ""}, {"sqrt(pi/2)", ""}, {"pi^2", ""},
    {"", "pi^2"},       {"e", ""},          {"", "e"},          {"e^2", ""},        {"", "e^2"},
    {"sqrt(e)", ""},    {"", "sqrt(e)"},    {"log(2)", ""},     {"", "log(2)"},     {"log(3)", ""},
    {"", "log(3)"},     {"log(10)", ""},    {"", "log(10)"},    {"log(pi)", ""},    {"sqrt(2)", ""},
    {"sqrt(3)", ""},    {"sqrt(5)", ""},    {"sqrt(6)", ""},    {"sqrt(7)", ""},    {"sqrt(10)", ""},
    {"pi", "sqrt(2)"},  {"pi", "sqrt(3)"},  {"sqrt(3)", "pi"},  {"pi", "log(2)"},   {"log(2)", "pi"},
    {"pi*sqrt(3)", ""},
}};

bool is_finite_decimal(int denominator) {
    while (denominator % 2 == 0) denominator /= 2;
    while (denominator % 5 == 0) denominator /= 5;
    return denominator == 1;
}

std::string product(int p, int q, const Factor& factor) {
    const std::string above = factor.above;
    const std::string below = factor.below;
    std::string text = above.empty() ? std::to_string(p) : p == 1 ? above : std::to_string(p) + "*" + above;
    if (q == 1 && below.empty()) return text;
    if (q == 1) return text + "/" + below;
    return text + "/" + (below.empty() ? std::to_string(q) : "(" + std::to_string(q) + "*" + below + ")");
}

template <class Visit>
void each_fraction(int largest, const Visit& visit) {
    for (int q = 1; q <= largest; ++q)
        for (int p = 1; p <= largest; ++p)
            if (std::gcd(p, q) == 1) visit(p, q);
}

void add_products(std::vector<std::string>& texts) {
    for (const Factor& factor : factors) {
        const bool alone = factor.above[0] == '\0' && factor.below[0] == '\0';
        each_fraction(largest_in_fraction, [&](int p, int q) {
            if (!alone || !is_finite_decimal(q)) texts.push_back(product(p, q, factor));
        });
    }
    // GELU's cubic coefficient, as its backward pass has it
    for (const char* times : {"2*", "3*", "3/2*", "1/2*", ""}) {
        texts.push_back(std::string(times) + "0.044715*sqrt(2/pi)");
        if (times[0] == '3') texts.push_back(std::string(times) + "0.044715");
    }
    texts.emplace_back("2*sqrt(2/pi)*0.044715");
}

/// 1 - 1/pi, sqrt(1 - 2/pi), … of the shorter forms so far.
void add_complements(std::vector<std::string>& texts) {
    const std::vector<std::string> inner = texts;
    for (const std::string& one : inner) {
        if (description_bits(one) > bits_inside || one.find_first_of("+-") != one.npos) continue;
        for (const char* sign : {"1-", "1+"}) {
            texts.push_back(sign + one);
            texts.push_back("sqrt(" + (sign + one) + ")");
            texts.push_back("1/sqrt(" + (sign + one) + ")");
        }
    }
}

void add_functions(std::vector<std::string>& texts) {
    each_fraction(largest_in_fraction, [&](int p, int q) {
        const std::string fraction = q == 1 ? std::to_string(p) : std::to_string(p) + "/" + std::to_string(q);
        texts.push_back("exp(-" + fraction + ")");
        if (p > q) texts.push_back("log(" + fraction + ")");
        if (p <= 4 && q <= 4)
            for (const char* f : {"erf", "tanh", "sin", "cos", "normal_cdf", "sigmoid"})
                texts.push_back(std::string(f) + "(" + fraction + ")");
    });
    for (int n = largest_in_fraction + 1; n <= largest_logarithm; ++n)
        texts.push_back("log(" + std::to_string(n) + ")");
}

}  // namespace

std::vector<IndexedNumber> closed_forms() {
    std::vector<std::string> texts;
    for (const Neighbour& one : short_closed_forms()) texts.push_back(one.expression);
    add_products(texts);
    add_complements(texts);
    add_functions(texts);
    std::vector<IndexedNumber> all;
    std::set<std::string> seen;
    for (std::string& text : texts) {
        if (!seen.insert(text).second) continue;
        const BoundExpression bound = bind_expression(text);
        const double value = Evaluator<double>(bound.formula)(std::span<const double>())[0];
        if (!std::isnormal(value)) continue;
        IndexedNumber one;
        one.bits = description_bits(text);
        one.expression = std::move(text);
        one.value = value;
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace sigprop
