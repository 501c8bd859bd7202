// SELU's constants: the published pair, any reachable target, and targets that cannot be reached.
// Reference: mpmath 1.2.1 with 150 digits, bisection on the quotient equation of selu.cpp's opening comment.

#include "tests/support/answers.hpp"

#include <array>

using namespace sigprop;
using answers::ask;

namespace {

struct Row {
    const char *mean, *variance, *input_mean, *input_variance, *alpha, *lambda;

    [[nodiscard]] std::string call(const std::string& constant) const {
        return "selu." + constant + "(" + mean + ", " + variance + ", " + input_mean + ", " + input_variance +
               ")";
    }
    /// A moment, as a quoted formula, of the activation with these constants.
    [[nodiscard]] std::string moment(const std::string& name) const {
        return "activation." + name + "(\"" + call("lambda") + " * where(x < 0, " + call("alpha") +
               " * expm1(x), x)\", mean=" + input_mean + ", std=sqrt(" + input_variance + "))";
    }
};

constexpr std::array rows = {
    Row{"0", "1", "0", "1", "1.6732632423543772848170429916716520384611553482812",
        "1.0507009873554804934193349852946063519589812043764"},
    Row{"0.5", "1", "0", "1", "0.32657767049637227612224181361394802586503883149774",
        "1.5572487898565194671650536980243915852849481262537"},
    Row{"-0.5", "1", "0", "1", "6.5026217308265230361507076044226401578301362340738",
        "0.43424493793513683876026474584807323975526777537440"},
    Row{"0.6", "0.8", "0", "1", "0.020962407497835324627418656449576689299951622852332",
        "1.5230576172469408006560892171699307075103838370874"},
    Row{"0", "1", "1", "4", "7.5924582790221623346033254975809215769018413362577",
        "0.29010816511634345204714026197194750785648400911357"},
    Row{"0", "1", "-2", "0.25", "4.2197286728959581102328947366292325779019585200187e-6",
        "1137.7124515439440835984946063835157870326000891159"},
    Row{"1.3", "3", "0.5", "2", "0.33335662081437727301907513225562922229207632115812",
        "1.6538144089415413994857051872511995596963049205197"},
    Row{"-0.2", "2", "-0.3", "1.5", "1.4481920402074926567661029539439424939346366589129",
        "1.4340251379113087767798800762951029492945335803695"},
    Row{"0.683", "1", "0", "1", "0.00055373559925073780346342133112878689943829501764569",
        "1.7125938629154699889241150448386768220956271307983"},
    Row{"-0.8", "1", "0", "1", "677.54709360171410322338731682743579451681761558938",
        "0.0049645348179332927116340018091492754796513854074708"}};

}  // namespace

TEST_CASE("the published pair to 100 digits by the closed form, to 50 by interval Newton on integrals") {
    const Result alpha = ask("selu.alpha()", 100);
    const Result lambda = ask("selu.lambda()", 100);
    CHECK(alpha.decimal() ==
          "1.6732632423543772848170429916716520384611553482812162709152"
          "44834248586115914621001592482170908666257");
    CHECK(lambda.decimal() ==
          "1.0507009873554804934193349852946063519589812043764045469778"
          "78387801994620397700263720830032916149937");
    CHECK(answers::enclosures(alpha.evidence()) == 3);
    CHECK(answers::dissent(alpha.evidence()) == "");
    CHECK(answers::dissent(lambda.evidence()) == "");
}

TEST_CASE("any reachable target: reference, signs, and every route") {
    for (const Row& row : rows) {
        for (const bool is_alpha : {true, false}) {  // only alpha by the trapezoidal rule
            const std::string call = row.call(is_alpha ? "alpha" : "lambda");
            const Result result = ask(call, 40, is_alpha ? "closed_form,arb_*" : "closed_form,arb_integral");
            CAPTURE(call);
            CHECK(answers::enclosures(result.evidence()) == (is_alpha ? 3 : 2));
            CHECK(answers::matches(result, answers::printed(is_alpha ? row.alpha : row.lambda)));
            CHECK(result.enclosure()->value.is_positive());
        }
    }
    CHECK(answers::disagreement(ask(rows[0].call("alpha"), 20, "*")) == "");
    CHECK(answers::disagreement(ask(rows[6].call("lambda"), 20, "*")) == "");
    CHECK_FALSE(answers::matches(ask(rows[0].call("alpha"), 40), answers::printed(rows[1].alpha)));
}

TEST_CASE("put back into the activation, the constants give the mean and the variance asked for") {
    for (const Row& row : rows) {
        CAPTURE(row.call("alpha"));
        CHECK(ask(row.moment("mean") + " - (" + row.mean + ")", 25, "arb_integral").decimal() == "0");
        CHECK(ask(row.moment("variance") + " - " + row.variance, 25, "arb_integral").decimal() == "0");
    }
    const std::string wrong = "activation.mean(\"selu.lambda() * where(x < 0, 1.6732 * expm1(x), x)\")";
    CHECK(ask(wrong, 25, "arb_integral").decimal() != "0");
}

TEST_CASE("beyond either limit there is no pair, and every proof says so") {
    // alpha -> 0 is relu: mean/sqrt(variance) < 0.68333169612148085983753; alpha -> inf the bare exponential:
    // > -0.80326083482756928092397 (mpmath 1.2.1).
    for (const char* mean : {"0.6833316961214809", "0.7", "100", "-0.8032608348275693", "-1", "-1e10"}) {
        for (const char* constant : {"alpha", "lambda"}) {
            const Result result =
                ask("selu." + std::string(constant) + "(" + mean + ")", 30, "closed_form,arb_integral");
            CAPTURE(mean);
            CHECK(result.status() == Status::domain);
            CHECK(result.reason().find(mean[0] == '-' ? "too small" : "too large") != std::string::npos);
            for (const Evidence& e : result.evidence()) CHECK(e.status == Status::domain);
        }
    }
    CHECK(answers::status("selu.alpha(100)") == "domain");
    for (const char* mean : {"0.6833316961214808", "-0.8032608348275692"}) {
        const Result result = ask("selu.alpha(" + std::string(mean) + ")", 20);
        CAPTURE(mean);
        CHECK(result.status() == Status::ok);
        CHECK(answers::enclosures(result.evidence()) == 3);
        CHECK(answers::dissent(result.evidence()) == "");
        CHECK(ask("selu.lambda(" + std::string(mean) + ")", 20).status() == Status::ok);
    }
}

TEST_CASE("exactly on the limit nothing is claimed: neither a root nor that there is none") {
    const Result result = ask("selu.alpha(sqrt(1 / (pi - 1)))", 10, "closed_form,arb_integral");
    CHECK(result.status() == Status::unable);
    for (const Evidence& e : result.evidence())
        CHECK(e.reason.find("too close to it to tell") != std::string::npos);
}

TEST_CASE("inputs far from zero leave almost nothing of one branch, and still have a pair") {
    for (const char* input_mean : {"30", "-30"}) {
        const Result result =
            ask("selu.alpha(input_mean=" + std::string(input_mean) + ")", 20, "closed_form,arb_integral");
        CHECK(answers::enclosures(result.evidence()) == 2);
        for (const Evidence& e : result.evidence()) CHECK(e.value.is_positive());  // 1e-199 is not 0
        CHECK(result.enclosure()->value.accuracy_bits() > 60);
        CHECK(answers::dissent(result.evidence()) == "");
    }
}

TEST_CASE("many digits") {
    for (const std::string expression : {"selu.alpha()", "selu.lambda()", "selu.lambda(0.5, 2, 1, 3)"}) {
        const std::string most = ask(expression, 3000, "closed_form").decimal();
        const std::string fewer = ask(expression, 1000, "closed_form").decimal();
        CHECK(most.size() >= 3000);
        CHECK(fewer.substr(0, 998) == most.substr(0, 998));
    }
    CHECK(ask("selu.lambda()", 10'000, "closed_form").decimal().size() >= 10'000);
}

TEST_CASE("targets that make no sense are refused") {
    CHECK(answers::complains("selu.alpha(variance=0)", "variance must be positive, not 0 @20"));
    CHECK(answers::complains("2 * selu.lambda(variance=-1)", "variance must be positive, not -1 @25"));
    CHECK(answers::complains("selu.lambda(input_variance=0)", "input_variance must be positive"));
    CHECK(answers::complains("selu.lambda(variance=inf)", "variance must be finite"));
    CHECK(answers::complains("selu.lambda(mean=inf)", "mean must be finite"));
    CHECK(answers::complains("selu.lambda(input_mean=-inf)", "input_mean must be finite"));
}
