// Everything that is found out about a mean before any method computes it, as text: whether it exists, the
// kinks, the rough scales, the bounds of the tails, the sides of singular points, and where double precision
// cuts the range. Bounds and places may be chosen in many ways that are all proved; examined.txt holds which
// ones are chosen, so that no choice changes unnoticed.
//
// After a change that is meant: SIGPROP_WRITE_TABLES=1 with this test writes the file anew, and its
// difference is read.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

#include "methods/quadrature/quadrature_pieces.hpp"
#include "tests/methods/mean/mean_cases.hpp"

using namespace sigprop;

namespace {

constexpr const char* path = SIGPROP_SOURCE_DIR "/tests/methods/mean/examined.txt";

std::string shown(const Ball& x) { return fmt::format("{:.6g}", x.to_double()); }

std::string shown(const std::optional<LogBound>& bound) {
    if (!bound) return "none";
    return fmt::format("{:.6g} + {:.6g} log x + {:.6g} x + {:.6g} x^2", bound->a, bound->k, bound->b,
                       bound->c);
}

std::string shown(const PowerBound& bound) {
    return fmt::format("{} u^{} log(1/u)^{}", shown(bound.constant), shown(bound.power), bound.logs);
}

std::string shown(const Formula& f) {
    constexpr std::size_t most = 200;
    const std::string text = f.text();
    return text.size() <= most ? text
                               : text.substr(0, most) + fmt::format("... ({} characters)", text.size());
}

std::string name_of(Status status) {
    return status == Status::ok       ? "ok"
           : status == Status::domain ? "domain"
           : status == Status::unable ? "unable"
                                      : "other";
}

std::string breaks_of(const MeanProblem& problem, Ends ends) {
    const Context context;
    WeightedIntegrand f(problem, context);
    try {
        std::string text;
        for (const double x : f.break_points(ends)) text += fmt::format(" {:.9g}", x);
        return text + fmt::format("; scale {:.6g}, roundoff {:.3g}, {} samples", f.rough_magnitude(),
                                  f.roundoff(), f.evaluations());
    } catch (const Stop& stop) {
        return " none: " + stop.reason;
    }
}

std::string examined(const known::Case& one) {
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
            shown(side.weighted), side.start, shown(side.integrand), shown(side.log_weight));
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
    const std::vector<known::Case> all = known::cases();
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
