// Means of the largest and of other order statistics of normal numbers. References: mpmath 1.3.0 with 40
// digits (90 for n = 2^63), the integrals of 1 - Phi^n, 1 - erf^n and of x over the density, by its quad.

#include <array>

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;
using answers::Reference;

namespace {

constexpr std::array largest = {
    Reference{"expected_max(5)", "1.16296447364051961277226798855"},
    Reference{"expected_max(64)", "2.34373346507943994599695264707"},
    Reference{"expected_max(1000)", "3.24143576913344086138866004958"},
    Reference{"expected_max(10^6)", "4.86289748619646272123673698108"},
    Reference{"expected_max(2^63)", "9.06649227640634189462111861576"},
    Reference{"expected_absmax(5)", "1.56983371721521446376246704183"},
    Reference{"expected_absmax(64)", "2.59611076514665028368147215621"},
    Reference{"expected_absmax(1000)", "3.435410190807708812778152"},
    Reference{"expected_absmax(10^6)", "4.998561418452991641459153"},
    Reference{"expected_absmax(2^63)", "9.14175673303015070274946693339"},
};

constexpr std::array ordered = {
    Reference{"expected_order(10, 9)", "1.0013570445758143585343640836"},
    Reference{"expected_order(20, 3)", "-1.13094805219312585073012668242"},
    Reference{"expected_order(2^63, 2^63 - 20)", "8.66673052737133735527346522214"},
    Reference{"expected_order(4096, 1024)", "-0.674834703741064324032428626205"},
    Reference{"expected_order(2^63, 2^63 - 1024)", "8.20947669604593172449665440606"},
    Reference{"expected_order(10^6, 250000)", "-0.674491163097780409333089123522"},
    // log 1000 = 6.907755278982137052…, Euler's gamma 0.577215664901532860…: mpmath, the formula
    Reference{"expected_max_asymptotic(1000)", "3.27176387197553517762035110976"},
};

Result of(const std::string& call, const std::string& methods = "closed_form,recursion,arb_integral") {
    return ask("normal." + call, 25, methods);
}

}  // namespace

TEST_CASE("the largest of normal numbers has its reference by both routes, up to 2^63 of them") {
    answers::check_references(largest, [](const std::string& call) { return of(call); });
    // A mean of one number less is told apart.
    CHECK_FALSE(answers::matches(of("expected_max(999)"), answers::printed(largest[2].value)));
    CHECK_FALSE(answers::matches(of("expected_max(2^63 - 1)"), answers::printed(largest[4].value)));
}

TEST_CASE("other order statistics have theirs, by integrals at the ends and by moments in the middle") {
    answers::check_references(
        ordered, [](const std::string& call) { return of(call); }, std::nullopt);
    CHECK(answers::enclosures(of("expected_order(10, 9)").evidence()) == 2);
    CHECK(answers::enclosures(of("expected_order(64, 1)").evidence()) == 2);
    CHECK(answers::enclosures(of("expected_order(65, 1)").evidence()) == 2);
    CHECK(answers::enclosures(of("expected_order(4096, 1024)").evidence()) == 3);
    CHECK(answers::enclosures(of("expected_order(2^63, 2^62)").evidence()) == 1);
    CHECK_FALSE(answers::matches(of("expected_order(10, 8)"), answers::printed(ordered[0].value)));
}

TEST_CASE("few numbers have closed forms, and the order is symmetric") {
    CHECK(answers::matches(of("expected_max(1)"), Ball(0)));
    const Ball root_pi = sqrt(Ball::pi(200));
    CHECK(answers::matches(of("expected_max(2)"), 1 / root_pi));
    CHECK(answers::matches(of("expected_max(3)"), 3 / (2 * root_pi)));
    CHECK(answers::matches(of("expected_absmax(1)"), sqrt(Ball(2).at_precision(200)) / root_pi));
    CHECK(answers::matches(of("expected_absmax(2)"), 2 / root_pi));
    CHECK(answers::matches(of("expected_order(3, 3)"), 3 / (2 * root_pi)));
    CHECK(answers::matches(of("expected_order(3, 1)"), -3 / (2 * root_pi)));
    CHECK(of("expected_order(2^62 + 1, 2^61 + 1)").decimal() == "0");
}

TEST_CASE("what is no count is refused") {
    CHECK(answers::complains("normal.expected_max(2.5)", "n must be an integer"));
    CHECK(answers::complains("normal.expected_max(2^63 + 1)", "n must be"));
    CHECK(answers::complains("normal.expected_max(0)", "n must be"));
    CHECK(answers::complains("normal.expected_order(4, 5)", "k"));
    CHECK(answers::complains("normal.expected_order(4, 0)", "k must be"));
    CHECK(answers::complains("normal.expected_max_asymptotic(1)", "n must be"));
}
