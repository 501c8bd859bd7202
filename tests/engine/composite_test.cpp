// Expressions over several quantities: cancellation, repeated leaves, and the combination of evidence.

#include <cmath>

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;

namespace {

const std::string variance = "truncated_normal.variance(-2, 2)";

const Evidence* by(const Result& result, const std::string& method) {
    for (const Evidence& e : result.evidence()) {
        if (e.method == method) return &e;
    }
    return nullptr;
}

}  // namespace

TEST_CASE("cancellation costs digits, and they are made up for") {
    // mpmath 1.2.1: 0.7737413035499232471799136736768906699707514405402746…
    for (const std::string& expression : {variance + " - 0.7737413035499232471799136736768906",
                                          "1 - 0.7737413035499232471799136736768906 / " + variance,
                                          "1 / (" + variance + " - 0.7737413035499232471799136736768906)"}) {
        const Result result = ask(expression, 30, "closed_form");
        CAPTURE(expression);
        REQUIRE(result.enclosure() != nullptr);
        CHECK(result.enclosure()->value.accuracy_bits() >= 100);
    }
    CHECK(ask(variance + " - 0.7737413035499232471799136736768906", 10, "closed_form").decimal() ==
          "6.997075144e-35");
    CHECK(ask("log(" + variance + " - 0.7737413035499232471799136736768906)", 10, "closed_form").decimal() ==
          "-78.64498603");
}

TEST_CASE("a difference that is zero is zero, and a quotient by it is nothing") {
    CHECK(ask(variance + " - " + variance).decimal() == "0");
    CHECK(ask(variance + " - truncated_normal.std(-2, 2)^2", 30, "closed_form").decimal() == "0");
    CHECK(answers::status("1 / (" + variance + " - " + variance + ")", "closed_form") == "unable");
    CHECK(answers::status("log(-" + variance + ")", "closed_form") == "domain");
    CHECK(answers::status("sqrt(-" + variance + ")", "closed_form") == "domain");
    CHECK(ask("1 / (" + variance + " - " + variance + " + 1)", 30, "closed_form").status() == Status::ok);
}

TEST_CASE("each method carries its own leaves through, and the weakest decides the kind") {
    const Result product = evaluate(variance + " * activation.second_moment(tanh)", {.samples = 4096});
    REQUIRE(by(product, "closed_form") != nullptr);
    CHECK(by(product, "closed_form")->kind ==
          Kind::enclosure);  // tanh has none: its narrowest enclosure replaces it
    CHECK(by(product, "boost_tanh_sinh")->kind == Kind::estimate);
    CHECK(by(product, "monte_carlo")->kind == Kind::sample);
    CHECK(by(product, "monte_carlo")->work.samples == 2 * 4096);
    CHECK(by(product, "monte_carlo")->value.radius_double() > 1e-4);
    CHECK(answers::dissent(product.evidence()) == "");
}

TEST_CASE("a method that has nothing to say about one leaf says why") {
    const Result result = ask(variance + " + activation.mean(\"log(abs(sin(x^2)))\")");
    CHECK(result.status() == Status::unable);
    CHECK(result.reason().find("activation.mean(\"log(abs(sin(x^2)))\")") != std::string::npos);
    const Result diverging = ask(variance + " + activation.mean(\"exp(x^2)\")");
    CHECK(diverging.status() == Status::domain);
}

TEST_CASE("the same leaf twice is one leaf: one stream of samples") {
    const Result twice = evaluate(variance + " + " + variance, {.samples = 4096, .methods = "monte_carlo"});
    const Result once = evaluate("2 * " + variance, {.samples = 4096, .methods = "monte_carlo"});
    REQUIRE(twice.evidence().size() == 1);
    CHECK(twice.evidence()[0].value.midpoint().exact_text() ==
          once.evidence()[0].value.midpoint().exact_text());
    CHECK(twice.evidence()[0].work.samples == 4096);
    const Result other = evaluate(variance + " + truncated_normal.variance(-2, 2.0)",
                                  {.samples = 4096, .methods = "monte_carlo"});
    CHECK(other.evidence()[0].work.samples == 2 * 4096);
}

TEST_CASE("a composite has the degrees of freedom of its least certain sample") {
    const Result few = evaluate(variance + " * activation.second_moment(tanh)", {.samples = 500});
    CHECK(by(few, "monte_carlo")->degrees_of_freedom == 499);
    const Result many = evaluate(variance + " * activation.second_moment(tanh)", {.samples = 5000});
    CHECK(by(many, "monte_carlo")->degrees_of_freedom == 0);
}

TEST_CASE("samples make no promise where the formula bends within their errors") {
    const Context sampled{.samples = 4096, .methods = "closed_form,monte_carlo"};
    for (const std::string& expression :
         {"1 / (" + variance + " - 0.7737413)", "abs(" + variance + " - 0.7737413)",
          std::string("1 / truncated_normal.mean(-1, 1 + 1e-9)")}) {
        const Result result = evaluate(expression, sampled);
        CAPTURE(expression);
        CHECK(result.status() == Status::ok);
        CHECK(by(result, "monte_carlo")->status == Status::unable);
        CHECK(answers::dissent(result.evidence()) == "");
    }
    const Result straight = evaluate("1 / " + variance, sampled);
    CHECK(by(straight, "monte_carlo")->status == Status::ok);
    CHECK(std::fabs(*nearest_double(by(straight, "monte_carlo")->value) - 1.2924) < 0.1);
}

TEST_CASE("quantities as arguments of quantities") {
    const std::string c = "truncated_normal.std_correction(-2, 2)";
    CHECK(ask("truncated_normal.std(-2 * " + c + ", 2 * " + c + ", std=" + c + ") - 1", 30, "closed_form")
              .decimal() == "0");
    CHECK(ask("activation.gain(\"x / activation.gain(relu)\") - sqrt(2)", 20).decimal() == "0");
    CHECK(ask("truncated_normal.mass(-inf, activation.mean(identity))", 20, "closed_form")
              .decimal()
              .substr(0, 3) == "0.5");
    CHECK(answers::complains("truncated_normal.mass(selu.alpha(mean=9), 20)",
                             "the argument selu.alpha(mean=9) has no value"));
}
