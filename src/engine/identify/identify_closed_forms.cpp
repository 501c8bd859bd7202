#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/formula/evaluator.hpp"

#include "engine/binding/binder.hpp"
#include "engine/identify/neighbours.hpp"

namespace sigprop {
namespace {

constexpr int largest_term = 12;
constexpr int largest_root = 20;

bool ends_as_decimal(int denominator) {
    while (denominator % 2 == 0) denominator /= 2;
    while (denominator % 5 == 0) denominator /= 5;
    return denominator == 1;
}

bool is_square(int n) {
    const int root = static_cast<int>(std::lround(std::sqrt(n)));
    return root * root == n;
}

std::vector<std::string> fractions_and_roots() {
    std::vector<std::string> all;
    for (int q = 1; q <= largest_term; ++q) {
        for (int p = 1; p <= largest_term; ++p) {
            if (std::gcd(p, q) != 1) continue;
            const std::string fraction =
                q == 1 ? std::to_string(p) : std::to_string(p) + "/" + std::to_string(q);
            if (!ends_as_decimal(q)) all.push_back(fraction);
            if (!is_square(p) || !is_square(q)) all.push_back("sqrt(" + fraction + ")");
        }
    }
    for (int n = largest_term + 1; n <= largest_root; ++n) {
        if (!is_square(n)) all.push_back("sqrt(" + std::to_string(n) + ")");
    }
    return all;
}

constexpr std::array of_pi_and_e = {"pi",
                                    "pi/2",
                                    "pi/3",
                                    "pi/4",
                                    "pi/6",
                                    "pi/8",
                                    "2*pi",
                                    "3*pi",
                                    "4*pi",
                                    "1/pi",
                                    "2/pi",
                                    "3/pi",
                                    "4/pi",
                                    "1/(2*pi)",
                                    "1/(4*pi)",
                                    "sqrt(pi)",
                                    "sqrt(pi)/2",
                                    "sqrt(pi/2)",
                                    "sqrt(pi/3)",
                                    "sqrt(pi/6)",
                                    "sqrt(pi/8)",
                                    "sqrt(2*pi)",
                                    "1/sqrt(pi)",
                                    "2/sqrt(pi)",
                                    "sqrt(2/pi)",
                                    "1/sqrt(2*pi)",
                                    "sqrt(3)/pi",
                                    "pi/sqrt(3)",
                                    "pi^2",
                                    "pi^2/6",
                                    "pi^2/8",
                                    "pi^2/12",
                                    "1-1/pi",
                                    "1-2/pi",
                                    "1/2-1/(2*pi)",
                                    "sqrt(1-1/pi)",
                                    "sqrt(1-2/pi)",
                                    "sqrt(1/2-1/(2*pi))",
                                    "1/sqrt(1-2/pi)",
                                    "1/sqrt(1/2-1/(2*pi))",
                                    "e",
                                    "1/e",
                                    "e^2",
                                    "1/e^2",
                                    "sqrt(e)",
                                    "1/sqrt(e)",
                                    "e/2",
                                    "2/e",
                                    "1-1/e",
                                    "1-1/e^2",
                                    "log(2)",
                                    "log(3)",
                                    "log(10)",
                                    "1/log(2)",
                                    "1/log(10)",
                                    "log(pi)",
                                    "log(2*pi)",
                                    "log(2*pi)/2",
                                    "2^(1/3)",
                                    "2^(1/4)",
                                    "(1+sqrt(5))/2",
                                    "(sqrt(5)-1)/2",
                                    "1/(1+sqrt(2))",
                                    "erf(1)",
                                    "erf(1/sqrt(2))",
                                    "tanh(1)",
                                    "sin(1)",
                                    "cos(1)"};

}  // namespace

const std::vector<Neighbour>& short_closed_forms() {
    static const std::vector<Neighbour> table = [] {
        std::vector<std::string> texts = fractions_and_roots();
        texts.insert(texts.end(), of_pi_and_e.begin(), of_pi_and_e.end());
        std::vector<Neighbour> all;
        for (std::string& text : texts) {
            const BoundExpression bound = bind_expression(text);
            const double value = Evaluator<double>(bound.formula)(std::span<const double>())[0];
            all.push_back({std::move(text), "a short closed form, which is not this quantity", value});
        }
        return all;
    }();
    return table;
}

}  // namespace sigprop
