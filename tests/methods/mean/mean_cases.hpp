#pragma once
// Means of every kind, for tests that compare everything that is found out about them with a table.

#include "tests/methods/mean/known_integrals.hpp"

namespace known {

struct Case {
    std::string formula;
    Law law;
};

inline Real fraction(std::int64_t a, std::int64_t b) { return Real(Rational(a) / Rational(b)); }

/// The known means, and what is hard to examine.
inline std::vector<Case> cases() {
    std::vector<Case> all;
    for (const Row& row : rows()) all.push_back({row.formula, row.law});
    const Law normal = Law::normal();
    const Real infinity = Real::infinity(1);
    const std::vector<std::string> on_the_line = {
        // tails
        "exp(0.49*x^2)",
        "exp(x^2/2)/(1 + x^2)",
        "exp(x^2/2)/(1 + x^2)*cos(x)",
        "exp(x^2/2 - abs(x)^1.5)",
        "exp(x^2/2)/(2 + x^2*log(2 + x^2)^2)",
        "exp(x^2/2 - log(2 + abs(x))^2)",
        "log(1 + exp(x))^3",
        "x^40",
        "sin(exp(x))",
        "exp(sin(x)*exp(x))",
        "log(abs(sin(x)))",
        "log(abs(cos(2*x)))",
        "1/(2 + sin(exp(x)))",
        "sqrt(x^2 + 1)",
        "abs(x)^3.5",
        "exp(-x)/(1 + exp(-x))",
        "tanh(exp(x))",
        "log(1000 - x)",
        "tanh(log(100 + x^2))",
        // pieces that need a covering, or far more boxes than there are
        "1/(x^2 + 10^-4)",
        "1/(x^2 + 10^-30)",
        "1/(sin(50*x)^2 + 10^-3)",
        "1/(1.000001 + sin(1000*x))",
        "1/(x^4 - 2*x^2 + 1.0001)",
        "sqrt(x^2 + 10^-12)",
        "log(x^2 + 10^-20)",
        "where(x > 100, x, 0)",
        "step(x - 15.9)",
        "step(x - 40)",
        "x - x",
        "where(abs(x) < 10^-9, 1/(x - 1), x)",
        "abs(x - 1/3)*abs(x + sqrt(2))",
        "max(x, max(2*x, x^2 - 1))",
        "step(sin(3*x))",
        // singular points
        "log(abs(x - 1/3))",
        "log(abs(x^3 - 2*x))",
        "log(abs(x*(x - 1)*(x - 2)))",
        "abs(x - 1)^-0.9",
        "abs(x)^-0.999",
        "abs(x)^-0.9999",
        "abs(x - 1)^-0.5 + abs(x - 1.001)^-0.5",
        "abs(x - 1)^-0.5 + abs(x - 1 - 10^-12)^-0.5",
        "log(abs(x))/sqrt(abs(x))",
        "log(abs(x))^3*abs(x)^(-1/3)",
        "abs(x^2 - 3)^-0.25*x",
        "1/(x - 20)^2",
        "1/(x^2 - 400)^(1/3)^2",
        "(x^2 - 2)^(-2)",
        "1/x^3",
        "1/(x*log(abs(x)))",
        "sqrt(abs(x^2 - 1/2))",
        "sqrt(x^2*(x - 1)^2)",
        "exp(-1/x^2)",
        "exp(-1/abs(x))",
        "x*log(abs(x))",
        "sin(1/x)",
        "cos(log(abs(x)))",
        "(exp(x) - 1)/x",
        "tanh(x)/x",
        "(1 - cos(x))/x^2",
        "(x - sin(x))/x^3",
        "(1 - cos(x))/x^3",
        "log(abs(exp(x) - 1))",
        "log(abs(x^2 - 2*x + 1))",
        "log(abs(x)) + 1/(x - 2)",
        "where(x > 1, sqrt(x - 1), log(1 - x))",
        "where(x > 0, x^-0.5, 1/(x - 1))",
        "log(abs(abs(x) - 1))",
        "abs(x)^x",
        "abs(x)^(x - 1/2)",
        "(abs(x) + x^2)^-0.5",
        "1/cos(x)^2",
        "abs(cos(x))^-0.5",
        "log(abs(x - 3))*step(x)",
        "log(abs(x))*step(x - 1)",
        "erf(1/x)",
        "abs(x - 10^-7)^-0.5 + abs(x)^-0.5",
        "1/(x^2 - pi^2)",
        "abs(x^2 - pi^2)^-0.5",
        "log((x^3 + x)^2)",
        "sin(1/x)/x",
        // a quotient that has no value at a jump alone
        "1/(step(x) - step(-x))",
        "1/(step(x) - step(-x)) + log(abs(x - 1))",
        // points between which there is no double, or one that is not between them
        "log((x - 1)^2)*log((x - 1 - 10^-17)^2)",
        "abs(x - 1)^-0.25*abs(x - 1 - 10^-17)^-0.25",
        "log((x - 1 - 15*10^-17)^2) + log((x - 1 - 16*10^-17)^2)",
        // zeros of a high order at places with long continued fractions, and at none
        "abs((x - 46368/28657)^5 + (x - 46368/28657)^7)^(-1/10)",
        "abs((x - 75025/46368)^5 + (x - 75025/46368)^7)^(-1/10)",
        "abs((x - 121393/75025)^5 + (x - 121393/75025)^7)^(-1/10)",
        "abs((x - 196418/121393)^5 + (x - 196418/121393)^7)^(-1/10)",
        "abs((x - 317811/196418)^5 + (x - 317811/196418)^7)^(-1/10)",
        "abs((x^2 - 2)^3 + (x^2 - 2)^5)^(-1/12)",
        "abs((x^2 - 2)^4 + (x^2 - 2)^6)^(-1/16)",
        "abs((x^2 - 2)^5 + (x^2 - 2)^7)^(-1/20)",
        // more than doubles hold, everywhere and in the middle
        "exp(800 + tanh(x))",
        "exp(800/(1 + x^2))",
    };
    for (const std::string& formula : on_the_line) all.push_back({formula, normal});
    for (const Case& one : std::vector<Case>{
             {"x", Law::uniform(0, 1)},
             {"exp(x)", Law::uniform(-3, fraction(1, 3))},
             {"exp(x^2)", Law::truncated_normal(-30, 2)},
             {"exp(x^3)", Law::truncated_normal(-1, 30)},
             {"1/x", Law::uniform(0, 1)},
             {"1/x", Law::uniform(fraction(1, 10), 1)},
             {"1/x", Law::truncated_normal(1, infinity)},
             {"x", Law::truncated_normal(40, infinity)},
             {"x", Law::truncated_normal(50, 51)},
             {"x^2", Law::truncated_normal(-infinity, -3)},
             {"abs(x)", Law::truncated_normal(-infinity, fraction(1, 2))},
             {"x", Law::truncated_exponential(700)},
             {"exp(0.9*x)", Law::truncated_exponential(900)},
             {"exp(x)*where(x < 2, 1, 2)", Law::truncated_exponential(3)},
             {"log(x)", Law::uniform(0, 5)},
             {"log(x)", Law::uniform(-1, 1)},
             {"log(1 - x)", Law::uniform(0, 1)},
             {"1/sqrt(x*(1 - x))", Law::uniform(0, 1)},
             {"x^-0.999", Law::uniform(0, 1)},
             {"log(abs(x - 1/7))", Law::uniform(0, fraction(1, 7))},
             {"log(abs(x - sqrt(2)))", Law::uniform(0, 2)},
             {"log(abs(x))", Law::truncated_normal(-1, infinity)},
             {"log(x - 2)", Law::truncated_normal(2, 2 + fraction(1, 1024))},
             {"abs(x - 5)^-0.5", Law::truncated_exponential(5)},
             {"sqrt(2 - x^2)", Law::uniform(-1, 1)},
             {"sqrt(1/2 - x^2)", Law::uniform(-1, 1)},
             {"step(x - 1)", Law::uniform(-1, 1)},
             {"abs(x)", Law::uniform(0, 1)},
             {"log(abs(x))", Law::uniform(fraction(-1, 64), 1)},
             {"log(abs(x - 2))", Law::uniform(0, fraction(31, 16))},
             {"exp(-x^2)", Law::uniform(-1000, 1000)},
             {"log(abs(x)) + exp(exp(x))", Law::uniform(-1, 8)},
             {"where(x < 1, 1, 0)", Law::uniform(2, 3)},
             // scales that doubles do not hold, and more boxes than are tried
             {"x", Law::truncated_normal(100'000, infinity)},
             {"17*10^307 + x", Law::uniform(0, 1)},
             {"1/(sin(x)^2 + cos(x)^2 - 0.999)", Law::uniform(-16, 16)},
             {"log(x - 1/2)", Law::uniform(0, fraction(63, 64))},
             {"sqrt(10 - x)", Law::uniform(0, 16)},
             // zeros that are too many to be separated, before and after one that is
             {"log(sin(exp(x))^2) + log((x - 1)^2)", Law::uniform(0, 12)},
             {"log((x - 1)^2) + log(sin(exp(x))^2)", Law::uniform(0, 12)},
             // weights that vanish long before their range ends
             {"tanh(x)", Law::truncated_normal(1, 50)},
             {"x^2", Law::truncated_normal(0, 1'000'000)},
             {"x^2", Law::truncated_normal(-1'000'000'000, 1)},
         }) {
        all.push_back(one);
    }
    return all;
}

}  // namespace known
