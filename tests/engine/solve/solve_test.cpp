// All roots of 200 equations whose number is known from elsewhere, what is refused, and roots as numbers.

#include <doctest/doctest.h>

#include "engine/solve/solve.hpp"

#include <fstream>
#include <sstream>

#include "core/ball/text.hpp"

#include "tests/support/answers.hpp"
#include "tests/support/share.hpp"

using namespace sigprop;

namespace {

struct Row {
    std::string equation, interval;
    std::size_t roots = 0, undecided = 0;
    std::vector<std::string> values;
};

std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields;
    std::size_t from = 0;
    for (std::size_t at = line.find(" ; "); at != std::string::npos; at = line.find(" ; ", from)) {
        fields.push_back(line.substr(from, at - from));
        from = at + 3;
    }
    fields.push_back(line.substr(from));
    return fields;
}

std::vector<Row> rows() {
    std::vector<Row> all;
    std::ifstream file(SIGPROP_SOURCE_DIR "/tests/vectors/equations.txt");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) continue;
        const std::vector<std::string> fields = fields_of(line);
        REQUIRE(fields.size() == 7);
        Row row{fields[0], fields[1] + ":" + fields[2], std::stoul(fields[3]), std::stoul(fields[4]), {}};
        std::istringstream values(fields[5] == "-" ? "" : fields[5]);
        for (std::string value; values >> value;) row.values.push_back(value);
        REQUIRE(row.values.size() == row.roots);
        all.push_back(std::move(row));
    }
    return all;
}

/// Whether a proved root is the number of the table, which has 20 digits.
bool is_near(const Record& record, const std::string& value, double tolerance = 1e-18) {
    const Ball known = Ball::from_rational(Rational::from_decimal(value), 128);
    const Ball found =
        ball_from_decimals(record.computed.midpoint.value(), record.computed.radius.value(), 128);
    return (abs(known) * Ball(tolerance) + Ball(1e-25) - abs(found - known)).is_positive();
}

std::string refusal(const std::string& equation, const std::string& unknown, const std::string& interval) {
    try {
        (void)solve(equation, unknown, interval, {});
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

void check_refused(const std::string& equation, const std::string& interval, const std::string& message) {
    const std::string said = refusal(equation, "x", interval);
    CHECK_MESSAGE(said.find(message) != std::string::npos, said);
}

}  // namespace

TEST_CASE("of 200 equations no root is missed and none invented") {
    const std::vector<Row> all = rows();
    CHECK(all.size() == 200);
    for (const Row& row : test::share_of(all, 4)) {
        CAPTURE(row.equation);
        const Solution solution = solve(row.equation, "x", row.interval, {});
        CHECK(solution.count(RootPlace::root) == row.roots);
        CHECK(solution.count(RootPlace::undecided) == row.undecided);
        CHECK(solution.is_complete() == (row.undecided == 0));
        std::size_t next = 0;
        for (const SolvedPlace& one : solution.places) {
            if (one.place != RootPlace::root || next >= row.values.size()) continue;
            CHECK((one.record.computed.digits == 30 || one.record.computed.decimal == "0"));
            CHECK(is_near(one.record, row.values[next++]));
        }
    }
}

TEST_CASE("the table would notice a root that is not there") {
    // Negative control for is_near(): the value of another row, and one changed in its 15th digit.
    const Solution solution = solve("x^2 = 2", "x", "0:2", {});
    REQUIRE(solution.places.size() == 1);
    CHECK(is_near(solution.places[0].record, "1.4142135623730950488"));
    CHECK_FALSE(is_near(solution.places[0].record, "1.4142135623730050488"));
    CHECK_FALSE(is_near(solution.places[0].record, "-1.4142135623730950488"));
}

TEST_CASE("no root is a proof, and two sides that agree everywhere are no list of roots") {
    const Solution none = solve("exp(x) = x", "x", "-9:9", {});
    REQUIRE(none.count(RootPlace::none) == 1);
    CHECK(none.places[0].record.status == Status::domain);
    CHECK(none.is_complete());
    CHECK_FALSE(solve("(x + 1)^2 = x^2 + 2*x + 1", "x", "0:1", {}).is_complete());
    const Solution flat = solve("relu(x) = 0", "x", "-1:1", {});
    CHECK(flat.count(RootPlace::everywhere) == 1);
    CHECK_FALSE(flat.is_complete());
}

TEST_CASE("a root at an end counts where the form of the end shows it, and is undecided where it does not") {
    for (const char* interval : {"-pi:pi", "0:2*pi", "-pi:0"}) {
        CAPTURE(interval);
        const Solution exact = solve("sin(x) = 0", "x", interval, {});
        CHECK(exact.is_complete());
        CHECK(exact.count(RootPlace::root) == (std::string(interval) == "-pi:0" ? 2 : 3));
    }
    CHECK(solve("exp(x) = 3", "x", "log(3):4", {}).count(RootPlace::root) == 1);
    // Machin's formula for pi, which no form of numbers knows.
    const Solution open = solve("sin(x) = 0", "x", "16*atan(1/5) - 4*atan(1/239):4", {});
    CHECK(open.count(RootPlace::root) == 0);
    CHECK(open.count(RootPlace::undecided) == 1);
}

TEST_CASE("an undecided place is rounded outward") {
    const auto holds = [](const SolvedPlace& place, const Ball& root) {
        const Ball lower = evaluate(place.lower).enclosure()->value;
        const Ball upper = evaluate(place.upper).enclosure()->value;
        // An end that is the user's own may be the root itself, and no ball tells that.
        return !(root - lower).is_negative() && !(upper - root).is_negative() &&
               (upper - lower).is_positive();
    };
    const Ball pi = Ball::pi(512);
    for (const char* interval : {"16*atan(1/5) - 4*atan(1/239):4", "3:16*atan(1/5) - 4*atan(1/239)"}) {
        const Solution solution = solve("sin(x) = 0", "x", interval, {});
        REQUIRE(solution.places.size() == 1);
        CHECK(holds(solution.places[0], pi));
        CHECK_FALSE(holds(solution.places[0], pi + Ball(1e-6)));
    }
    for (const char* equation :
         {"(3*x - 1)^2 = 0", "(7*x - 2)^2 = 0", "(x - 0.1)^2 = 0", "(3*x + 1)^2 = 0"}) {
        CAPTURE(equation);
        const std::string text(equation);
        const Ball root = text.find("7") != std::string::npos     ? Ball(2).at_precision(256) / 7
                          : text.find("0.1") != std::string::npos ? Ball(1).at_precision(256) / 10
                          : text.find("+") != std::string::npos   ? Ball(-1).at_precision(256) / 3
                                                                  : Ball(1).at_precision(256) / 3;
        const Solution solution = solve(equation, "x", "-1:1", {});
        REQUIRE(solution.places.size() == 1);
        CHECK(holds(solution.places[0], root));
    }
}

TEST_CASE("each root is the value of an expression of its own") {
    const Solution solution = solve("x^3 = 2*x + 1", "x", "-2:2", {});
    REQUIRE(solution.count(RootPlace::root) == 3);
    for (const SolvedPlace& one : solution.places) {
        CAPTURE(one.record.expression);
        const Result again = evaluate(one.record.expression);
        CHECK(again.status() == Status::ok);
        CHECK(one.record.evidence.size() == 2);
        CHECK(one.record.evidence[1].status == Status::ok);
    }
}

TEST_CASE("a root stands in arithmetic, and beside quantities") {
    const auto value = [](const char* expression) {
        return evaluate_record(expression, {.digits = 12}).computed.decimal;
    };
    CHECK(value("2 * root(tanh(w) - w/2, w, 0.5, 4)") == "3.83001609631");
    CHECK(value("root(x - activation.second_moment(relu), x, 0, 1)") == "0.5");
    CHECK(value("root(a^2 - root(b^3 - 8, b, 0, 5), a, 0, 5)") == "1.41421356237");
    CHECK(evaluate("root(x^2 - 1, x, -2, 2)").status() == Status::domain);
    CHECK(evaluate("root(x^2 - 1, x, 2, 3)").status() == Status::domain);
    CHECK(evaluate("root((x - 1)^2, x, 0, 3)").status() == Status::unable);
}

TEST_CASE("the unknown may stand in an argument where the quantity is enclosed over intervals") {
    const Context few{.digits = 12};
    const Solution edge = solve("activation.chi_1(tanh, w, 0.05) = 1", "w", "1.5:2", few);
    REQUIRE(edge.count(RootPlace::root) == 1);
    CHECK(edge.is_complete());
    CHECK(edge.places[0].record.computed.decimal == "1.76095463961");
    const Solution none = solve("activation.chi_1(tanh, w, 0.05) = 1", "w", "0.5:1.5", few);
    CHECK(none.count(RootPlace::none) == 1);
    // E erf(s z)^2 = 2/pi asin(2 s^2 / (1 + 2 s^2)), 1/2 at s^2 = r/(2 - 2 r), r = 1/sqrt(2)
    const Solution moment = solve("activation.second_moment(erf, std=exp(t)) = 0.5", "t", "-2:2", few);
    REQUIRE(moment.count(RootPlace::root) == 1);
    CHECK(is_near(moment.places[0].record, "0.0941132032297988579076886", 1e-11));
    // No fixed point exists for relu from w = 2 on, and none below has chi_1 = 1.
    CHECK(solve("activation.chi_1(relu, w, 0.05) = 1", "w", "0.5:1.9", few).count(RootPlace::none) == 1);
    CHECK(solve("activation.chi_1(relu, w, 0.05) = 1", "w", "2.1:4", few).count(RootPlace::none) == 1);
}

TEST_CASE("bad input is refused with the fix") {
    check_refused("activation.depth_scale(gelu, x, 0.1) = 1", "0.5:2",
                  "sigprop has no proof over intervals for activation.depth_scale in weight_variance. It has "
                  "proofs for activation.{mean, second_moment");
    check_refused("attention.entropy(x, std=2) = 1", "2:9",
                  "attention.entropy is implemented as a function of std (no softcap, no sink), but not of "
                  "attention.entropy in n");
    check_refused("attention.entropy(64, std=x, softcap=5) = 1", "2:9", "std (no softcap, no sink)");
    check_refused("attention.entropy(64, std=x, sink=1) = 1", "2:9", "std (no softcap, no sink)");
    check_refused("residual.second_moment(pre_norm, sublayers=2000, branch_variance=x) = 9", "0.1:9",
                  "at most 1,000 sublayers");
    check_refused("activation.chi_1(tanh, x, x) = 1", "0.5:2", "it can appear in only one argument");
    check_refused("activation.chi_1(tanh, x) = 1", "0.5:2", "bias_variance > 0");
    check_refused("root(y - x, y, 0, 1) = 1", "0:1", "cannot appear inside root(");
    check_refused("x^2", "0:1", "an equation needs a '='");
    check_refused("x = 1 = 2", "0:1", "an equation must have only one '='");
    check_refused("x = y", "0:1", "'y' has no value: an equation has one unknown, which is here 'x'");
    check_refused("2 = 1", "0:1", "does not contain the unknown 'x'");
    check_refused("x = 1", "0", "an interval needs two numbers");
    check_refused("x = 1", "1:0", "the interval is empty");
    check_refused("x = 1", "1:1", "the interval is empty");
    check_refused("x = 1", "0:inf", "the interval must be finite");
    CHECK(refusal("pi = 1", "pi", "0:1").find("cannot be the unknown") != std::string::npos);
    CHECK(refusal("exp(1) = 1", "exp", "0:1").find("cannot be the unknown") != std::string::npos);
    CHECK_THROWS_AS((void)evaluate("root(x)"), InputError);
    CHECK_THROWS_AS((void)evaluate("root(x - 1, 2, 0, 3)"), InputError);
}

TEST_CASE("the unknown in arguments of quantities that are elementary, or made of one that is enclosed") {
    // the roots by mpmath 1.3.0: findroot over quad of the densities
    const std::vector<Row> known = {
        {"truncated_normal.std(-x, x) = 0.9", "0.5:5", 1, 0, {"2.1048092629867062737"}},
        {"truncated_normal.mean(x, inf) = 3", "-5:5", 1, 0, {"2.6937183756829928839"}},
        {"truncated_normal.std(-2, 2, 0, x) = 1", "0.1:10", 1, 0, {"1.3779021241184814631"}},
        {"truncated_normal.mass(-inf, x) = 3/4", "-5:5", 1, 0, {"0.67448975019608174320"}},
        {"truncated_normal.variance(-x, x, std=2) = 1", "0.5:5", 1, 0, {"1.8332136416540395888"}},
        {"truncated_normal.std_correction(-x, x) = 1/0.9", "0.5:5", 1, 0, {"2.1048092629867062737"}},
        {"truncated_normal.second_moment(x, inf) - truncated_normal.variance(x, inf) = 9",
         "-5:5",
         1,
         0,
         {"2.6937183756829928839"}},
        {"activation.gain(silu, std=x) = 1.5", "0.1:10", 1, 0, {"1.0995513595928033880"}},
        // E s^4 z^4 = 3 s^4; the formula's x is not the unknown
        {"activation.second_moment(\"x^2\", std=x) = 1", "0.1:2", 1, 0, {"0.75983568565159254733"}},
        {"truncated_normal.std(-x, x) = 1.5", "0.5:5", 0, 0, {}}};
    for (const Row& row : known) {
        CAPTURE(row.equation);
        const Solution solution = solve(row.equation, "x", row.interval, Context());
        CHECK(solution.count(RootPlace::root) == row.roots);
        CHECK(solution.is_complete());
        std::size_t i = 0;
        for (const SolvedPlace& place : solution.places) {
            if (place.place != RootPlace::root) continue;
            CHECK(is_near(place.record, row.values.at(i++)));
            // by the interval Newton method, and by numbers written in the place of the unknown
            REQUIRE(place.record.evidence.size() == 2);
            for (const EvidenceRecord& one : place.record.evidence) CHECK(one.status == Status::ok);
        }
    }
    CHECK(refusal("attention.median_entropy(64, std=x) = 2", "x", "0.1:9")
              .find("every argument of truncated_normal.mass") != std::string::npos);
    CHECK(refusal("truncated_normal.std(x) = 1", "x", "0:1").find("'upper' is missing") != std::string::npos);
}
