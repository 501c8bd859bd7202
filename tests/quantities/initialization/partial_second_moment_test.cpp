// Second moments over an interval, not divided by its probability: against references, between routes, and
// against the product of quantities that they equal.
// Reference: mpmath 1.2.1, quadrature with 50 digits.

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;
using Row = answers::Reference;

namespace {

constexpr std::array real_rows = {
    Row{"-2, 2", "0.7385358700508893777971779240240787980972"},
    Row{"-3, 3", "0.9707091134651117678930822542880839777853"},
    Row{"-inf, 1", "0.5993740215493995987874023526964772676492"},
    Row{"5, 6", "0.000007682807260806705040152271790330217194445"},
    Row{"1, 4, mean=0.3, std=2.5", "1.843006430588453134316216407947103059397"}};

constexpr std::array complex_rows = {Row{"2", "0.9084218055563290985314098936337937889404"},
                                     Row{"0.1", "0.00004966791334026589035496304816307665020013"},
                                     Row{"1e-3", "4.999996666667916666333333402777765873018e-13"},
                                     Row{"5", "0.9999999996389134595109354645387941426017"}};

std::string real(const std::string& arguments) {
    return "truncated_normal.partial_second_moment(" + arguments + ")";
}
std::string complex(const std::string& upper) {
    return "complex_truncated_normal.partial_second_moment(" + upper + ")";
}

}  // namespace

TEST_CASE("reference values by both routes") {
    answers::check_references(real_rows, [](const std::string& arguments) {
        return ask(real(arguments), 36, "closed_form,arb_integral");
    });
    answers::check_references(
        complex_rows, [](const std::string& upper) { return ask(complex(upper), 36); }, 3);
    CHECK_FALSE(answers::matches(ask(complex("2"), 36), answers::printed("0.9084218055563290995314098936")));
}

TEST_CASE("mass times the second moment; all methods agree") {
    const auto zero = [](const std::string& difference) {
        const Result result = ask(difference, 30, "closed_form");
        return result.enclosure() != nullptr && result.enclosure()->value.contains_zero();
    };
    for (const std::string arguments : {"-2, 2", "0.5, 7, mean=-1, std=3", "300, 301", "-inf, inf"}) {
        CAPTURE(arguments);
        const std::string mass = "truncated_normal.mass(" + arguments + ")";
        CHECK(zero(real(arguments) + " - " + mass + " * truncated_normal.second_moment(" + arguments + ")"));
        CHECK_FALSE(zero(real(arguments) + " - 1.001 * " + mass + " * truncated_normal.second_moment(" +
                         arguments + ")"));
    }
    CHECK(zero(complex("3") + " - (1 - exp(-9)) * complex_truncated_normal.std(3)^2"));
    for (const std::string& expression : {real("-2, 2"), real("-inf, 1, std=0.5"), complex("2")}) {
        CAPTURE(expression);
        CHECK(answers::disagreement(ask(expression, 30, "*")) == "");
    }
}

TEST_CASE("significant digits however narrow the interval, and limits that make no sense") {
    for (const std::string& expression :
         {real("0, 1e-30"), real("1, 1+1e-100"), complex("1e-40"), real("300, 301")}) {
        CAPTURE(expression);
        const Result result = ask(expression, 30, "closed_form");
        REQUIRE(result.enclosure() != nullptr);
        CHECK(result.enclosure()->value.accuracy_bits() >= 100);
    }
    CHECK(answers::complains(real("2, -2"), "lower < upper is required, not 2 and -2"));
    CHECK(answers::complains(real("-2, 2, std=0"), "std"));
    CHECK(answers::complains(complex("0"), "upper"));
    CHECK(answers::complains(complex("inf"), "upper must be finite"));
}
