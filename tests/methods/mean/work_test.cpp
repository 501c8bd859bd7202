// What a proof of a known mean costs in evaluations, and what it proves: neither changes unnoticed. A proof
// chooses steps, strips, coverings, panels and precisions; every choice is proved, so that only its cost and
// its width tell a good one from a bad one.
//
// costs.tsv holds both, and the exact ball. After a change that is meant: SIGPROP_WRITE_TABLES=1 with this
// test writes it anew, and its difference is read like any other. Cells that it lacks take long and are not
// measured.

#include <doctest/doctest.h>
#include <flint/flint.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <tuple>

#include "methods/quadrature/quadrature.hpp"
#include "tests/methods/ball_digest.hpp"
#include "tests/methods/mean/known_integrals.hpp"

using namespace sigprop;

namespace {

constexpr const char* path = SIGPROP_SOURCE_DIR "/tests/methods/mean/costs.tsv";

struct Cost {
    std::string formula;
    std::uint64_t evaluations = 0;
    double width = 0;  ///< log2 of the radius as a part of 2^-bits of the integrals' quotient
    std::string ball;  ///< the first digits of the SHA-256 of its exact text
};
using Place = std::tuple<std::size_t, std::string, long>;  ///< the row, the method and the bits

struct Costs {
    std::string flint;  ///< the release that computed the balls
    std::map<Place, Cost> cells;
};

Costs read_costs() {
    std::ifstream file(path);
    Costs costs;
    std::string line;
    std::getline(file, line);
    std::istringstream(line.substr(line.rfind(' '))) >> costs.flint;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::array<std::string, 7> field;
        std::istringstream fields(line);
        for (std::string& one : field) REQUIRE(std::getline(fields, one, '\t'));
        costs.cells[{std::stoul(field[0]), field[2], std::stol(field[3])}] = {field[1], std::stoull(field[4]),
                                                                              std::stod(field[5]), field[6]};
    }
    return costs;
}

void write_costs(const Costs& costs) {
    std::ofstream file(path);
    file << "# Proofs of the known means (known_integrals.hpp), written by work_test.cpp with FLINT "
         << FLINT_VERSION << '\n';
    file << "row\tformula\tmethod\tbits\tevaluations\twidth\tball\n";
    for (const auto& [place, cost] : costs.cells) {
        const auto& [row, method, bits] = place;
        char width[32];
        std::snprintf(width, sizeof width, "%.3f", cost.width);
        file << row << '\t' << cost.formula << '\t' << method << '\t' << bits << '\t' << cost.evaluations
             << '\t' << width << '\t' << cost.ball << '\n';
    }
}

/// With another release of FLINT 3 % of the work and a third of a bit are left, and the ball may be another.
void check_costs(MeanResult (*mean)(const MeanProblem&, long, const Context&), const std::string& method,
                 long bits) {
    Costs costs = read_costs();
    const bool exact = costs.flint == FLINT_VERSION;
    std::size_t measured = 0;
    const std::vector<known::Row> rows = known::rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const known::Row& row = rows[i];
        const auto cell = costs.cells.find({i, method, bits});
        if (cell == costs.cells.end()) continue;
        Cost& cost = cell->second;
        CAPTURE(row.formula);
        REQUIRE(row.status == Status::ok);
        REQUIRE(row.formula == cost.formula);
        const MeanProblem problem = examine(known::parsed(row.formula), row.law, Context());
        const MeanResult found = mean(problem, bits, Context());
        REQUIRE(found.status == Status::ok);
        CHECK(found.value.overlaps(row.value(bits + 40)));
        const double width =
            std::log2(found.value.radius_double() * problem.mass / problem.scale) + static_cast<double>(bits);
        ++measured;
        if (std::getenv("SIGPROP_WRITE_TABLES") != nullptr) {
            cost = {cost.formula, found.evaluations, width, ball_digest(found.value)};
            continue;
        }
        const double share = static_cast<double>(found.evaluations) / static_cast<double>(cost.evaluations);
        CHECK(std::fabs(share - 1) <= (exact ? 0 : 0.03));
        CHECK(std::fabs(width - cost.width) < (exact ? 0.002 : 0.34));
        if (exact) CHECK(ball_digest(found.value) == cost.ball);
    }
    CHECK(measured >= 28);
    if (std::getenv("SIGPROP_WRITE_TABLES") != nullptr) write_costs(costs);
}

}  // namespace

TEST_CASE("work and width at 53 bits: the trapezoidal proof") {
    check_costs(arb_trapezoid_mean, "trapezoid", 53);
}

TEST_CASE("work and width at 53 bits: the adaptive proof") { check_costs(arb_integral_mean, "adaptive", 53); }

TEST_CASE("work and width at 110 bits: the trapezoidal proof") {
    check_costs(arb_trapezoid_mean, "trapezoid", 110);
}

TEST_CASE("work and width at 110 bits: the adaptive proof") {
    check_costs(arb_integral_mean, "adaptive", 110);
}

TEST_CASE("work and width at 340 bits: the trapezoidal proof") {
    check_costs(arb_trapezoid_mean, "trapezoid", 340);
}

TEST_CASE("work and width at 340 bits: the adaptive proof") {
    check_costs(arb_integral_mean, "adaptive", 340);
}
