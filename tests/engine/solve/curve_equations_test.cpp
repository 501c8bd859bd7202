// Equations whose unknown stands in an argument of a quantity, with roots that another program found.

#include <doctest/doctest.h>

#include "engine/solve/solve.hpp"

#include <fstream>

#include "core/ball/text.hpp"

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

struct Row {
    std::string equation, interval, root;
};

std::vector<Row> rows() {
    std::vector<Row> all;
    std::ifstream file(SIGPROP_SOURCE_DIR "/tests/vectors/curve_equations.txt");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) continue;
        const std::size_t first = line.find(" ; ");
        const std::size_t second = line.find(" ; ", first + 3);
        REQUIRE(second != std::string::npos);
        all.push_back(
            {line.substr(0, first), line.substr(first + 3, second - first - 3), line.substr(second + 3)});
    }
    return all;
}

bool has_root(const SolvedPlace& place, const std::string& root) {
    if (place.place != RootPlace::root || !place.record.computed.midpoint) return false;
    const Ball found =
        ball_from_decimals(place.record.computed.midpoint.value(), place.record.computed.radius.value(), 128);
    return answers::printed(root).overlaps(found);
}

Context few_digits() { return {.digits = 12}; }

/// Whether an evaluation takes no integral.
bool is_cheap(const Row& row) {
    return row.equation.starts_with("residual.") || row.equation.starts_with("activation.value") ||
           row.equation.starts_with("activation.slope") ||
           row.equation.starts_with("activation.correlation") ||
           row.equation.starts_with("activation.mean(relu");
}

int check_rows(bool cheap) {
    int count = 0;
    for (const Row& row : rows()) {
        if (is_cheap(row) != cheap) continue;
        CAPTURE(row.equation);
        const Solution solution = solve(row.equation, "x", row.interval, few_digits());
        CHECK(solution.count(RootPlace::root) == 1);
        CHECK(solution.is_complete());
        const bool is_one = solution.places.size() == 1;
        CHECK((is_one && has_root(solution.places[0], row.root)));
        ++count;
    }
    return count;
}

}  // namespace

TEST_CASE("the one root of each equation is proved, and is the number that mpmath found: formulas") {
    CHECK(check_rows(true) == 11);
}
TEST_CASE("the one root of each equation is proved, and is the number that mpmath found: integrals" *
          doctest::test_suite("slow")) {
    CHECK(check_rows(false) == 20);
}

TEST_CASE("control: the root of another row is none of this") {
    const std::vector<Row> all = rows();
    const Solution solution = solve(all[0].equation, "x", all[0].interval, few_digits());
    REQUIRE(solution.places.size() == 1);
    CHECK(has_root(solution.places[0], all[0].root));
    CHECK_FALSE(has_root(solution.places[0], all[1].root));
}

TEST_CASE("no root of a curve is invented") {
    struct No {
        const char *equation, *interval;
    };
    for (const No& one :
         {No{"attention.entropy(8, std=x) = 3", "0.1:9"},
          {"attention.participation(8, std=x) = 0.1", "0.1:9"},
          {"activation.mean(tanh, mean=x) = 1.5", "-2:2"},
          {"activation.correlation(relu, x) = -0.1", "0:0.9"},
          {"activation.variance(relu, std=x) = -1", "0.1:4"},
          {"residual.second_moment(pre_norm, sublayers=6, branch_variance=x) = 0.5", "0.1:9"}}) {
        CAPTURE(one.equation);
        CHECK(solve(one.equation, "x", one.interval, few_digits()).count(RootPlace::none) == 1);
    }
}
