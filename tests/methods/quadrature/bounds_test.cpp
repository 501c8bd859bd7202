// The bounds behind proofs, one by one: what a covering says of a strip, of the sides of a rectangle and of
// an ellipse, which rule follows, and what panels and a trapezoidal sum make of it, for many integrands,
// heights, budgets and precisions. Every such bound is proved whatever is chosen on the way; bounds.txt holds
// which it is, so that no choice changes unnoticed.
//
// After a change that is meant: SIGPROP_WRITE_TABLES=1 with this test writes the file anew, and its
// difference is read.

#include <doctest/doctest.h>
#include <flint/flint.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>

#include "methods/quadrature/ellipse_bound.hpp"
#include "methods/quadrature/gauss_panels.hpp"
#include "methods/quadrature/rectangle.hpp"
#include "methods/quadrature/rectangle_bound.hpp"
#include "tests/methods/ball_digest.hpp"
#include "tests/methods/mean/known_integrals.hpp"

using namespace sigprop;

namespace {

constexpr const char* path = SIGPROP_SOURCE_DIR "/tests/methods/quadrature/bounds.txt";

/// Entire, with poles near and far, of great and of no growth, even and not.
const std::vector<std::string>& integrands() {
    static const std::vector<std::string> all = {"1",
                                                 "x^2",
                                                 "tanh(x)^2",
                                                 "sigmoid(3*x)",
                                                 "softplus(x)",
                                                 "1/(x^2 + 1/4)",
                                                 "1/(x^2 + 1/400)",
                                                 "exp(x^2/4)",
                                                 "sin(3*x)",
                                                 "normal_cdf(x)^2*x",
                                                 "exp(-40*(x - 1)^2)",
                                                 "exp(600*x)",
                                                 "x - x",
                                                 "log(x^2 + 3)",
                                                 "cosh(5*x)^3",
                                                 "sqrt(x^2 + 2)",
                                                 "1/(1 + exp(-x))",
                                                 "atan(x/3)",
                                                 "1/(100*x^2 + 25)"};
    return all;
}

/// Of the midpoint: bounds of errors are computed in doubles and may differ in their last bit from compiler
/// to compiler.
std::string digest_of(const Ball& ball) { return ball_digest(ball.midpoint()); }

const Formula& bell() {
    static const Formula one = known::parsed("exp(-x^2/2)");
    return one;
}

std::string strips() {
    std::string text;
    for (const std::string& name : integrands()) {
        const Formula g = known::parsed(name) * bell();
        for (const double height : {0.04, 0.3, 0.47, 1.2, 2.9}) {
            text += fmt::format("{} to height {}:", name, height);
            for (const auto& [budget, good, finest] :
                 {std::tuple(3, 15.0, 32.0), std::tuple(60, -3.0, 32.0), std::tuple(199, 15.0, 32.0),
                  std::tuple(1500, -90.0, 2048.0)}) {
                RectangleBound bound(g, 9);
                const double horizontal = bound.log_horizontal(height, budget, good, finest);
                text += fmt::format(" {:.9g} ({})", horizontal, bound.evaluations());
            }
            RectangleBound bound(g, 9.5);
            const Ball h = Ball(0.25).at_precision(64), X = Ball(8.875).at_precision(64);
            for (const double goal : {1e-3, 1e-30, 0.0})
                text += fmt::format("; {:.9g}", bound.vertical(X, height, h, Ball(goal)).upper_double());
            text += fmt::format(" ({})\n", bound.evaluations());
        }
    }
    return text;
}

std::string ellipses() {
    std::string text;
    for (const std::string& name : integrands()) {
        const Formula g = known::parsed(name);
        text += name + ":";
        for (const double goal : {1e-5, 1e-16, 1e-60}) {
            for (const int most : {4, 30, 100}) {
                const EllipseRule rule = gauss_legendre_rule(g, goal, most, Context());
                text += fmt::format(" {}", rule.nodes);
                if (rule.nodes > 0) text += fmt::format(" {:.9g}", rule.error.upper_double());
            }
        }
        text += ";";
        for (const double rho : {1.1, 1.7, 3.0, 8.0}) {
            for (const int boxes : {2, 20, 300}) {
                BoxSupremum supremum(g);
                const EllipseRule rule =
                    rule_of_ellipse(supremum, {{0.5, 0.5}, {0.75, 0.75}}, rho, 1e-20, boxes);
                text += fmt::format(" {} ({})", rule.nodes, supremum.evaluations());
                if (rule.nodes > 0) text += fmt::format(" {:.9g}", rule.error.upper_double());
            }
        }
        text += "\n";
    }
    return text;
}

std::string panels() {
    std::string text;
    for (const std::string& name : integrands()) {
        const Formula f = known::parsed(name);
        for (const auto& [lower, upper] : {std::pair(-7.0, 7.0), std::pair(0.0, 1.0), std::pair(-1.0, 6.5)}) {
            text += fmt::format("{} on {} to {}:", name, lower, upper);
            for (const long bits : {24L, 53L, 104L, 105L, 333L}) {
                for (const std::uint64_t budget : {90ULL, 20'000ULL}) {
                    const auto found = integrate_panels({Ball(lower), Ball(upper), f}, Law::normal(), 1, bits,
                                                        budget, Context());
                    text += found ? fmt::format(" {} {}", found->evaluations, digest_of(found->value))
                                  : std::string(" -");
                }
            }
            text += "\n";
        }
    }
    return text;
}

/// Integrands beside whose poles, 2^-k away, panels are halved until that takes too long, and one that
/// oscillates too fast; with the least budget that does.
std::string narrow_panels() {
    std::string text;
    const auto row = [&](const std::string& name, long bits) {
        const Piece piece{Ball(-1), Ball(3), known::parsed(name)};
        const auto within = [&](std::uint64_t budget) {
            return integrate_panels(piece, Law::uniform(-1, 3), 1, bits, budget, Context());
        };
        const auto found = within(1'000'000);
        text += fmt::format("{} to {} bits:", name, bits);
        std::uint64_t least = 0;
        for (std::uint64_t step = 1 << 16; found && step > 0; step /= 2)
            if (!within(least + step - 1)) least += step;
        text += found ? fmt::format(" {} {} within {}\n", found->evaluations, digest_of(found->value), least)
                      : std::string(" -\n");
    };
    for (int k = 1; k <= 8; ++k)
        for (const long bits : {24L, 53L}) row(fmt::format("1/((x - 1/3)^2 + 4^-{})", k), bits);
    for (const int frequency : {30, 300, 3'000}) row(fmt::format("sin({}*x + 1)", frequency), 53);
    return text;
}

/// Where one bound at a time is so great that a covering ends early.
std::string long_sums() {
    std::string text;
    for (const char* name : {"cosh(5*x)^3", "tanh(x)^2", "exp(x^2/4)", "cosh(30*x)"}) {
        RectangleProblem problem;
        problem.f = known::parsed(name);
        problem.factor = bell();
        problem.log2_factor = [](double x) { return -x * x / 2 * M_LOG2E; };
        problem.half_length = 42;
        problem.widest_strip = 40;
        problem.known_strip = 1;
        const RectangleResult found = rectangle_trapezoid(problem, 1200, Context());
        text += fmt::format("{}: {} {:.12g} {} {}\n", name, found.evaluations, found.covered_length,
                            digest_of(found.integral), found.reason);
    }
    return text;
}

std::string sums() {
    std::string text;
    for (const std::string& name : integrands()) {
        RectangleProblem problem;
        problem.f = known::parsed(name);
        problem.factor = bell();
        problem.even_factor = true;
        problem.log2_factor = [](double x) { return -x * x / 2 * M_LOG2E; };
        for (const double known_strip : {0.0, 0.04, 0.5, 1.5, HUGE_VAL}) {
            text += fmt::format("{} of known strip {}:", name, known_strip);
            problem.known_strip = known_strip;
            for (const auto& [bits, half_length, widest] :
                 {std::tuple(4L, 3.0, 2.0), std::tuple(30L, 7.0, 9.0), std::tuple(53L, 8.5, 0.3),
                  std::tuple(110L, 12.5, 12.0)}) {
                problem.half_length = half_length;
                problem.widest_strip = widest;
                Context context;
                context.budget = 3000;
                const RectangleResult found = rectangle_trapezoid(problem, bits, context);
                text +=
                    found.proved
                        ? fmt::format(" {} {:.12g} {:.2g} {}", found.evaluations, found.covered_length,
                                      std::log2(found.integral.radius_double()), digest_of(found.integral))
                        : fmt::format(" {} {}", found.evaluations, found.reason.substr(0, 30));
            }
            text += "\n";
        }
    }
    return text;
}

/// The paragraph of the file under its title, or all of it anew.
void check(const std::string& title, const std::string& found) {
    std::map<std::string, std::string> paragraphs;
    std::ifstream file(path);
    std::string flint, current;
    std::getline(file, flint);
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("## "))
            current = line.substr(3);
        else
            paragraphs[current] += line + "\n";
    }
    const std::string head = std::string("# With FLINT ") + FLINT_VERSION;
    if (std::getenv("SIGPROP_WRITE_TABLES") != nullptr) {
        paragraphs[title] = found;
        std::ofstream out(path);
        out << head << '\n';
        for (const auto& [name, text] : paragraphs) out << "## " << name << '\n' << text;
        return;
    }
    REQUIRE(found.size() > 200);
    // Another release of FLINT rounds in other places.
    if (flint == head) CHECK(found == paragraphs[title]);
}

}  // namespace

TEST_CASE("bounds of strips and sides") { check("strips", strips()); }
TEST_CASE("bounds of ellipses") { check("ellipses", ellipses()); }
TEST_CASE("bounds by panels") { check("panels", panels()); }
TEST_CASE("bounds by panels beside poles") { check("panels beside poles", narrow_panels()); }
TEST_CASE("bounds of long sums") { check("long sums", long_sums()); }
TEST_CASE("a budget is used up to the last evaluation") {
    RectangleProblem problem;
    problem.f = known::parsed("tanh(x)^2");
    problem.factor = bell();
    problem.log2_factor = [](double x) { return -x * x / 2 * M_LOG2E; };
    problem.half_length = 9;
    problem.widest_strip = problem.known_strip = 1.5;
    const auto within = [&](std::uint64_t budget) {
        Context context;
        context.budget = budget;
        return rectangle_trapezoid(problem, 60, context);
    };
    const RectangleResult free = within(1'000'000), none = within(1);
    REQUIRE(free.proved);
    REQUIRE_FALSE(none.proved);
    // What was spent on the strip alone, and then on both sides of the middle: a budget is of points on one
    // side.
    const std::uint64_t points = (free.evaluations - none.evaluations - 1) / 2;
    CHECK(points > 20);
    CHECK(within(points).proved);
    CHECK_FALSE(within(points - 1).proved);
}
TEST_CASE("bounds of trapezoidal sums") { check("sums", sums()); }
