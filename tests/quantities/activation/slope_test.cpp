// activation.value and activation.slope. References: mpmath 1.2.1, mp.diff of the plain formulas with 90
// digits.

#include "tests/support/answers.hpp"

#include <array>

using namespace sigprop;
using answers::ask;
using answers::Reference;

namespace {

constexpr std::array rows = {
    Reference{"value(sigmoid, 6)", "0.997527376843365225665940092627744237548907"},
    Reference{"slope(sigmoid, 6)", "0.00246650929136004781828904242088087183"},
    Reference{"slope(sigmoid, -0.3)", "0.244458311690745869065985969384532197"},
    Reference{"value(gelu, 6)", "5.99999999408047412977381115579481520561175"},
    Reference{"slope(gelu, 6)", "1.00000003546870945390201478127698231"},
    Reference{"slope(gelu, -0.3)", "0.267672233172890137011061884027316646"},
    Reference{"slope(silu, 6)", "1.01232643259152551257567434715302947"},
    Reference{"value(mish, -0.3)", "-0.151133177138334572086231442530627694490514"},
    Reference{"slope(mish, -0.3)", "0.408510876935702186203705172545651012"},
    Reference{"slope(tanh, 6)", "0.000024576547405332701300751189452689851"},
    Reference{"slope(softplus, -0.3)", "0.425557483188341012847928734765348235"},
    Reference{"value(softcap(30), 6)", "5.92125960674712002214471956433047005168118"},
    Reference{"slope(softcap(30), 6)", "0.961042982966116601719470116430638458"},
    Reference{"value(dyisru(3), -0.3)", "-0.170664037196572288601426905867893048400356"},
    Reference{"slope(dyisru(3), 6)", "0.0123175502926990102679425899821297721"},
    Reference{"value(erf, 6)", "0.99999999999999997848026328750108688340665"},
    Reference{"slope(erf, 6)", "2.61730123924926482921795811213886744e-16"},
    Reference{"slope(gelu_tanh, 6)", "1.00000000077099739309536955116777752"},
    Reference{"value(exp_neg_sq, 6)", "2.31952283024356938831226360973808004113652e-16"},
    Reference{"slope(exp_neg_sq, 6)", "-2.78342739629228326597471633168569605e-15"},
    Reference{"slope(sin, -0.3)", "0.955336489125606019642310227568049898"},
    Reference{"slope(logsigmoid, 6)", "0.00247262315663477433405990737225576245"},
    // Where double precision cancels or underflows
    Reference{"slope(gelu_tanh, -6)", "-0.000000000770997393095369551167777522496969175"},
    Reference{"slope(exp_neg_sq, 50.61)", "-4.12569579100941139258992167859606327e-1111"},
    Reference{"slope(erf, 24.88)", "1.65164581272234434618675609302517204e-269"},
    // By hand: beside a kink, and where two branches meet with one slope
    Reference{"value(relu, 1/512)", "0.001953125"}, Reference{"slope(relu, 1e-40)", "1.0"},
    Reference{"slope(\"abs(x - 1/3)\", 0.3333)", "-1.0"}, Reference{"slope(elu, 0)", "1.0"},
    Reference{"slope(celu(3), 0)", "1.0"}, Reference{"slope(softsign, 0)", "1.0"},
    Reference{"slope(\"abs(x - 1/3)^2\", 1/3)", "0.0"},
    Reference{"slope(\"where(x < 0.1, x^2, 0.2 * x - 0.01)\", 0.1)", "0.2"}};

Result of(const std::string& call, const std::string& methods = answers::proofs) {
    return ask("activation." + call, 30, methods);
}

}  // namespace

TEST_CASE("values and slopes by two enclosures; dual numbers agree") {
    answers::check_references(rows, [](const std::string& call) { return of(call); });
    for (const Reference& row : rows) {
        CAPTURE(std::string(row.call));
        const Result result = of(row.call, "*");
        CHECK(answers::disagreement(result) == "");
        for (const Evidence& e : result.evidence()) CHECK(e.status == Status::ok);
    }
    CHECK_FALSE(answers::matches(of(rows[1].call), answers::printed("0.0024665092913600478182890520880")));
    CHECK_FALSE(answers::matches(of("slope(sigmoid, 6.0000001)"), answers::printed(rows[1].value)));
}

TEST_CASE("a kink and a jump have no slope, by proof; what is not settled is unable") {
    struct Row {
        const char *call, *status, *reason;
    };
    for (const Row& row : {Row{"slope(relu, 0)", "domain", "0.000000 on its left and 1.000000 on its right"},
                           Row{"slope(selu, 0)", "domain", "1.758099 on its left and 1.050701 on its right"},
                           Row{"slope(hard_swish, 3)", "domain", "kink at x = 3"},
                           Row{"slope(hard_sigmoid, -3)", "domain", "kink"},
                           Row{"slope(\"abs(x - 1/3)\", 1/3)", "domain", "kink"},
                           Row{"slope(\"step(x)\", 0)", "domain", "jumps"},
                           Row{"slope(\"where(x <= 0.1, 0, x)\", 0.1)", "domain", "jumps"},
                           Row{"slope(\"log(x)\", -1)", "domain", "logarithm"},
                           Row{"value(\"log(x)\", -1)", "domain", "logarithm"},
                           Row{"slope(\"sqrt(x)\", 0)", "unable", "no finite enclosure"},
                           Row{"slope(\"relu(x^2)\", 0)", "unable", "undecided"},
                           Row{"slope(\"where(x^2 <= 0, 5, x)\", 0)", "unable", "undecided"},
                           Row{"slope(\"abs(x - sqrt(2))\", sqrt(2))", "unable", "undecided"},
                           Row{"slope(\"abs(x - 1/3) + abs(2*x - 2/3) + abs(3*x - 1) + abs(4*x - 4/3) + "
                               "abs(5*x - 5/3) + abs(6*x - 2) + abs(7*x - 7/3)\", 1/3)",
                               "unable", "too many switches"}}) {
        CAPTURE(std::string(row.call));
        CHECK(answers::status("activation." + std::string(row.call)) == row.status);
        CHECK(of(row.call).evidence().front().reason.find(row.reason) != std::string::npos);
    }
    // The branch that holds at x counts, even where no ball equals x.
    CHECK(answers::matches(of("value(\"where(x < 1/3, 1, 2)\", 1/3)"), answers::printed("2.0")));
    CHECK(answers::matches(of("value(\"where(x <= 1/3, 1, 2)\", 1/3)"), answers::printed("1.0")));
    CHECK(answers::complaint("activation.slope(relu, inf)").find("x must be finite") != std::string::npos);
    CHECK(answers::complaint("activation.value(glu, 1)") != "");
}
