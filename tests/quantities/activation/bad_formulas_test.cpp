// Formulas that fail somewhere: the outcome says where, no method gives a number that does not exist, and
// every computation ends.

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;

namespace {

std::string asked(const std::string& f) { return "activation.second_moment(\"" + f + "\")"; }

/// No method gives a number, and the reason has these words.
bool refused(const std::string& f, Status status, const std::string& words) {
    const Result result = ask(asked(f), 30, "*");
    const bool silent =
        std::ranges::none_of(result.evidence(), [](const Evidence& e) { return e.status == Status::ok; });
    if (silent && result.status() == status && result.reason().find(words) != std::string::npos) return true;
    MESSAGE(f << ": " << to_string(result.status()) << ", " << result.reason());
    return false;
}

std::string nested(const std::string& shape, int times) {
    std::string text = "x";
    for (int i = 0; i < times; ++i) {
        std::string next;
        for (const char c : shape) next += c == '#' ? text : std::string(1, c);
        text = next;
    }
    return text;
}

}  // namespace

TEST_CASE("unbounded near a point, undefined, too fast: which it is") {
    CHECK(refused("1/x", Status::domain,
                  "the mean diverges near z = 0 (x = mean + std z): the integrand has a pole"));
    CHECK(refused("1/x", Status::domain, "grows like 1/distance^2; bound the formula there"));
    CHECK(refused("where(x < sqrt(2), 1/(x - sqrt(2))^2, x)", Status::domain, "near z = 1.414214"));
    const Result shifted = evaluate("activation.mean(\"1/x\", std=0.01, mean=1)", {.digits = 20});
    CHECK(shifted.evidence().front().reason.find(
              "near z = -100 (x = mean + std z): the integrand has a pole") != std::string::npos);
    CHECK(refused("where(x^2 < 2, 1/(x^2 - 2), x)", Status::domain, "near z = -1.414214"));
    CHECK(refused("log(x)", Status::domain, "the logarithm of a number that is not positive"));
    CHECK(refused("exp(x^2)", Status::domain, "the mean diverges"));
    CHECK(refused("exp(exp(x))", Status::domain, "does not decay as x -> inf"));
    CHECK(refused("exp(sin(x)*exp(x))", Status::unable, "the tail could not be bounded as x -> inf"));
    // One tail is not understood, but that there is no value on the other one is proved.
    CHECK(refused("where(x < -20, log(x), exp(sin(x)*x^3))", Status::domain, "undefined as x -> -inf"));
    CHECK(refused("x/(x - x)", Status::domain, "division by zero"));
    CHECK(refused("exp(1e9*x)", Status::unable, "the tail could not be bounded"));
    CHECK(refused("where(sin(1e6*x) < 0, 1, 2)", Status::unable, "could not be separated"));
    CHECK_FALSE(refused("x", Status::unable, ""));
}

TEST_CASE("a switch on a set of measure zero") {
    CHECK(answers::matches(ask(asked("where(x < 0, 1, where(x <= 0, 5, 2))")), Ball(2.5)));
    CHECK(answers::matches(ask(asked("where(abs(x) <= 0, 1/x, x)")), Ball(1)));
    CHECK(answers::matches(ask(asked("where(x*x < 0, 1/x, x)")), Ball(1)));
    CHECK(answers::matches(ask(asked("where((x - pi)^2 <= 0, 7, x)")), Ball(1)));
    CHECK_FALSE(answers::matches(ask(asked("where((x - pi)^2 <= 0.01, 7, x)")), Ball(1)));
    // A double zero is enclosed, not found exactly: both branches must be finite there, for every method.
    CHECK(refused("where(x^2 <= 0, 1/0, x)", Status::unable, "at its switch near z = 0"));
    CHECK(refused("where((x - 1)^2 <= 0, 1/(x - 1), x)", Status::unable, "at its switch near z = 1"));
}

TEST_CASE("large formulas end, and what varies too much is not called proved") {
    for (const std::string& f :
         {nested("tanh(#+x)", 12), nested("abs(#-0.3)", 30), nested("where(#<0.5,#,1)", 8),
          nested("exp(-(#)^2)", 20), nested("sin(#)", 55)}) {
        const Result result = sigprop::evaluate(asked(f), {.digits = 10, .budget = 20'000});
        CHECK((result.status() == Status::ok || !result.reason().empty()));
    }
    for (const char* f : {"sin(1e6*x)", "exp(1000*x)", "sin(exp(x^2))"}) {
        const Result result =
            sigprop::evaluate(asked(f), {.digits = 10, .methods = "arb_*", .budget = 20'000});
        CAPTURE(f);
        CHECK(result.status() == Status::unable);
        CHECK_FALSE(result.reason().empty());
    }
    // A longer formula gets fewer evaluations, because the budget is one of time.
    const auto spent = [](const std::string& f) {
        const Result result = sigprop::evaluate(asked(f), {.methods = "arb_integral", .budget = 20'000});
        return result.evidence()[0].work.evaluations;
    };
    CHECK(spent("sin(1e6*x)") > 15'000);
    CHECK(spent("sin(1e6*" + nested("tanh(#)", 40) + ")") < 4'000);
    CHECK(answers::complains(asked(nested("sin(#)", 70)), "nested deeper than 64 levels"));
    CHECK(answers::complaint(asked(nested("(#+#)", 10))).find("at most 4096") != std::string::npos);
    CHECK(answers::complains(asked("foo(x)"), "unknown function or quantity 'foo'"));
    CHECK(answers::complains(asked("x * system(1)"), "unknown function or quantity 'system'"));
}
