// Everything that is found out about a mean before any method computes it, as text: whether it exists, the kinks, the rough
// scales, the bounds of the tails, the sides of singular points, and where double precision cuts the range. Bounds and places
// may be chosen in many ways that are all proved; examined.txt holds which ones are chosen, so that no choice changes unnoticed.
//
// After a change that is meant: SIGPROP_WRITE_TABLES=1 with this test writes the file anew, and its difference is read.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "methods/quadrature/quadrature_pieces.hpp"
#include "tests/methods/mean/known_integrals.hpp"

using namespace sigprop;

namespace {

constexpr const char* path = SIGPROP_SOURCE_DIR "/tests/methods/mean/examined.txt";

struct Case {
    std::string formula;
    Law law;
};

Real fraction(std::int64_t a, std::int64_t b) { return Real(Rational(a) / Rational(b)); }

/// The known means, and what is hard to examine.
std::vector<Case> cases() {
    std::vector<Case> all;
    for (const known::Row& row : known::rows()) all.push_back({row.formula, row.law});
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
        "log(abs(sin(x)))*x",
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
        "log(abs(tanh(x)))",
        "log(abs(exp(x) - 1))",
        "log(abs(x^2 - 2*x + 1))",
        "log(abs(x)) + 1/(x - 2)",
        "where(x > 1, sqrt(x - 1), log(1 - x))",
        "where(x > 0, x^-0.5, 1/(x - 1))",
        "log(abs(abs(x) - 1))",
        "abs(x)^x",
        "abs(x)^(x - 1/2)",
        "(abs(x) + x^2)^-0.5",
        "log(abs(sin(pi*x/6)))",
        "1/cos(x)^2",
        "abs(cos(x))^-0.5",
        "log(abs(x - 3))*step(x)",
        "log(abs(x))*step(x - 1)",
        "erf(1/x)",
        "atan(1/x)*log(abs(x))",
        "abs(x - 10^-7)^-0.5 + abs(x)^-0.5",
        "1/(x^2 - pi^2)",
        "abs(x^2 - pi^2)^-0.5",
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
         }) {
        all.push_back(one);
    }
    return all;
}

std::string shown(const Ball& x) { return fmt::format("{:.6g}", x.to_double()); }

std::string shown(const std::optional<LogBound>& bound) {
    if (!bound) return "none";
    return fmt::format("{:.6g} + {:.6g} log x + {:.6g} x + {:.6g} x^2", bound->a, bound->k, bound->b,
                       bound->c);
}

std::string shown(const PowerBound& bound) {
    return fmt::format("{} u^{} log(1/u)^{}", shown(bound.constant), shown(bound.power), bound.logs);
}

std::string name_of(Status status) {
    return status == Status::ok       ? "ok"
           : status == Status::domain ? "domain"
           : status == Status::unable ? "unable"
                                      : "other";
}

std::string breaks_of(const MeanProblem& problem, Ends ends) {
    WeightedIntegrand f(problem, Context());
    try {
        std::string text;
        for (const double x : f.break_points(ends)) text += fmt::format(" {:.9g}", x);
        return text + fmt::format("; scale {:.6g}, roundoff {:.3g}, {} samples", f.rough_magnitude(),
                                  f.roundoff(), f.evaluations());
    } catch (const Stop& stop) {
        return " none: " + stop.reason;
    }
}

std::string examined(const Case& one) {
    const MeanProblem problem = examine(known::parsed(one.formula), one.law, Context());
    std::string text = fmt::format("{} of {}: {}\n", one.formula, one.law.text(), name_of(problem.status));
    if (!problem.reason.empty()) text += "  " + problem.reason + "\n";
    if (problem.status == Status::domain) return text;
    text += "  kinks:";
    for (const double kink : problem.kinks) text += fmt::format(" {:.12g}", kink);
    text += fmt::format("\n  scale {:.9g}, mass {:.9g}\n", problem.scale, problem.mass);
    text += fmt::format("  tails from {:.6g}: {}; {}\n", problem.tail_start, shown(problem.left_tail),
                        shown(problem.right_tail));
    for (std::size_t i = 0; i < problem.singular_sides.size(); ++i) {
        const SingularSide& side = problem.singular_sides[i];
        if (i == 6) text += fmt::format("  {} sides\n", problem.singular_sides.size());
        if (i >= 6) continue;
        text += fmt::format(
            "  {} of {:.9g} to {:.9g}: f <= {}, f w <= {} for u <= {:.6g}\n    f = {}\n    log w = {}\n",
            side.side > 0 ? "right" : "left", side.place.to_double(), side.edge, shown(side.growth),
            shown(side.weighted), side.start, side.integrand.text(), side.log_weight.text());
    }
    if (problem.status != Status::ok) return text;
    text += "  cut:" + breaks_of(problem, Ends::cut) + "\n";
    text += "  kept:" + breaks_of(problem, Ends::keep_infinite) + "\n";
    return text;
}

/// The cases whose numbers leave this remainder when divided by the tests' number.
void check_cases(std::size_t part, std::size_t parts) {
    std::ifstream file(path);
    std::vector<std::string> known;
    for (std::string line; std::getline(file, line);) {
        if (known.empty() || !line.starts_with(' ')) known.emplace_back();
        known.back() += line + "\n";
    }
    const std::vector<Case> all = cases();
    const bool write = std::getenv("SIGPROP_WRITE_TABLES") != nullptr;
    if (!write) REQUIRE(known.size() == all.size());
    known.resize(all.size());
    for (std::size_t i = part; i < all.size(); i += parts) {
        const std::string found = examined(all[i]);
        if (write) known[i] = found;
        CHECK(found == known[i]);
    }
    if (!write) return;
    std::ofstream out(path);
    for (std::size_t i = 0; i < all.size(); ++i) out << (known[i].empty() ? "?\n" : known[i]);
}

}  // namespace

// Four of them, so that each is short.
TEST_CASE("what is found out about means: first quarter") { check_cases(0, 4); }
TEST_CASE("what is found out about means: second quarter") { check_cases(1, 4); }
TEST_CASE("what is found out about means: third quarter") { check_cases(2, 4); }
TEST_CASE("what is found out about means: last quarter") { check_cases(3, 4); }
