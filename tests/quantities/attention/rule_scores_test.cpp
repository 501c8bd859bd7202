// What length rules leave of the entropy: against another program, the identities that a score has, planted
// gaps between a rule and its misreading, and what makes no sense. References: numpy 1.24, E H = E log S - E
// sum a x by the trapezoidal rule in doubles.

#include "tests/support/answers.hpp"

#include <array>

using namespace sigprop;
using answers::ask;

namespace {

struct Row {
    const char* call;
    const char *entropy, *drift, *score;
};

constexpr std::array rows = {
    Row{"log, 4096", "7.43081660652", "1.68892644756", "0.186580452701"},
    Row{"sqrt_log, 4096", "7.65198850894", "1.91009834998", "0.0800597992999"},
    Row{"annealed, 4096", "5.82689407252", "0.0850039135583", "0.95906047597"},
    Row{"yarn, 4096", "7.25660399138", "1.51471383242", "0.270484607762"},
    Row{"yarn_once, 4096", "7.58932286851", "1.84743270955", "0.11024078021"},
    Row{"longrope, 4096", "7.43081660652", "1.68892644756", "0.186580452701"},
    Row{"scalable_softmax, 4096", "7.43081660652", "1.68892644756", "0.186580452701"},
    Row{"log, 2^17", "10.0003710167", "4.25848085767", "0.231546700242"},
    Row{"yarn, 131072", "8.8743344817", "3.13244432275", "0.434742750624"},
    Row{"log, 128", "4.55484907579", "-1.18704108317", "0.137480544286"},
};

std::string of(const char* quantity, const std::string& call) {
    return std::string("attention.") + quantity + "(" + call + ")";
}

}  // namespace

TEST_CASE(
    "a tiny slope, whose entropy the closed form takes from its expansion, and the definition from tables") {
    for (const char* call : {"scalable_softmax, 4096, slope=1e-5", "scalable_softmax, 4096, slope=1e-30"}) {
        CAPTURE(call);
        const Result closed = ask(of("rule_score", call), 12, "closed_form");
        REQUIRE(closed.enclosure() != nullptr);
        CHECK(answers::matches(ask(of("rule_score", call), 12, "arb_trapezoid"), closed.enclosure()->value));
        CHECK(closed.enclosure()->value.accuracy_bits() >= 40);
    }
}

TEST_CASE("entropy, drift and score of rules") {
    for (const Row& row : rows) {
        CAPTURE(std::string(row.call));
        CHECK(answers::matches(ask(of("rule_entropy", row.call), 12), answers::printed(row.entropy)));
        CHECK(answers::matches(ask(of("entropy_drift", row.call), 12), answers::printed(row.drift)));
        CHECK(answers::matches(ask(of("rule_score", row.call), 12), answers::printed(row.score)));
        CHECK(answers::disagreement(ask(of("rule_score", row.call), 12)) == "");
    }
    // YaRN read without the square is another rule.
    CHECK_FALSE(
        answers::matches(ask(of("rule_score", "yarn_once, 4096"), 12), answers::printed(rows[3].score)));
}

TEST_CASE("the ends of the scale of scores") {
    CHECK(answers::matches(ask(of("rule_score", "exact, 4096"), 12), Ball(1)));
    CHECK(ask(of("rule_score", "constant, 4096"), 12).decimal() == "0");
    CHECK(ask(of("rule_score", "yarn, 128"), 12).decimal() == "0");  // 1 below the reference
    CHECK(ask(of("entropy_drift", "exact, 4096"), 12).decimal() == "0");
    CHECK(ask(of("entropy_drift", "log, 512"), 12).decimal() == "0");
    CHECK(ask(of("rule_score", "log, 512"), 12).status() == Status::domain);
    CHECK(ask(of("rule_score", "exact, 311"), 12).status() == Status::domain);
    CHECK(ask(of("rule_factor", "annealed, 128"), 12).status() == Status::domain);  // 1 + 2 log(1/4) < 0
    // The score of `exact`: its computed entropy equals that of the reference.
    const Result kept = ask(of("rule_entropy", "exact, 4096"), 15);
    CHECK(answers::matches(kept, ask(of("rule_entropy", "constant, 512"), 15).enclosure()->value));
}

TEST_CASE("rules on a sphere") {
    const std::string sphere = ", model=sphere, dim=64, scale=1/8";
    const Ball log_rule = ask(of("rule_score", "log, 1024" + sphere), 12).enclosure()->value;
    CHECK(ask(of("rule_score", "kappa_log, 1024" + sphere), 12).enclosure()->value.overlaps(log_rule));
    CHECK(answers::matches(ask(of("rule_factor", "linear_deficit, 1024" + sphere), 15),
                           answers::printed("1.36101415654164")));  // 1 + log 2/1.92
    CHECK(answers::matches(ask(of("rule_factor", "kappa_log, 1024, kappa=2" + sphere), 15),
                           answers::printed("1.73286795139986")));  // 2 log 1024/8
    CHECK(ask(of("rule_score", "exact, 1024" + sphere), 12).status() == Status::ok);
    CHECK(ask(of("rule_score", "annealed, 1024, model=mean_field, dim=64, scale=1/8"), 12).status() ==
          Status::ok);
}

TEST_CASE("sampled rows testify to the entropy under a rule") {
    const Result result =
        evaluate(of("entropy_drift", "yarn, 128, 32"),
                 {.digits = 8, .samples = std::uint64_t{1} << 19, .methods = "arb_*,monte_carlo"});
    REQUIRE(result.evidence().size() == 2);
    CHECK(result.evidence()[1].status == Status::ok);
    CHECK(answers::dissent(result.evidence()) == "");
}

TEST_CASE("what makes no sense is refused where it is") {
    CHECK(answers::complains(of("rule_score", "logg, 64"), "'rule' must be one of"));
    CHECK(answers::complains(of("rule_score", "log, 64, kappa=1"), "kappa is for another rule"));
    CHECK(answers::complains(of("rule_score", "kappa_log, 64"), "rule kappa_log is about vectors"));
    CHECK(answers::complains(of("rule_score", "scalable_softmax, 64, slope=0"), "slope must be positive"));
    CHECK(answers::complains(of("rule_entropy", "log, 1"), "n must be from 2 to 2^63"));
}
