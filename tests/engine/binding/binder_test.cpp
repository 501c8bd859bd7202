// Names and arguments: a call that cannot be bound is refused with its place and the fix.

#include "tests/support/answers.hpp"

#include <regex>

#include "engine/binding/arguments.hpp"
#include "engine/binding/binder.hpp"
#include "quantities/activation/table.hpp"

using namespace sigprop;
using answers::complains;

namespace {

/// A quantity with a parameter of each kind, which the shipped quantities do not all have.
Arguments bound(const std::string& call) {
    Quantity quantity;
    quantity.name = "test.all";
    quantity.parameters = {{"x", ParameterKind::real, "1", ""},
                           {"n", ParameterKind::integer, "2", ""},
                           {"scheme", ParameterKind::choice, "pre_norm", "", {"pre_norm", "post_norm"}},
                           {"f", ParameterKind::activation, "relu", ""},
                           {"fan", ParameterKind::integer, std::nullopt, "", {}, true},
                           {"scales", ParameterKind::reals, "1", ""}};
    return bind_arguments(quantity, parse_expression(call), call);
}

std::string refusal(const std::string& call) {
    try {
        (void)bound(call);
    } catch (const InputError& error) {
        return std::string(error.what()) + " @" + std::to_string(error.place().offset);
    }
    return "";
}

}  // namespace

TEST_CASE("unknown names are met with the nearest known one") {
    CHECK(complains("truncated_normal.varience(-2, 2)", "did you mean 'truncated_normal.variance'? @0"));
    CHECK(complains("1 + activatoin.mean(relu)", "did you mean 'activation.mean'? @4"));
    CHECK(complains("residual.depth(pre_norm, 24)",
                    "unknown quantity 'residual.depth': sigprop list quantities 'residual.*' lists the "
                    "quantities of the group @0"));
    CHECK(complains("deepnorm.alpha(12)", "sigprop list quantities 'deepnorm.*' lists"));  // not selu.alpha
    CHECK(complains("1 + nothing.depth(1)", "unknown function or quantity 'nothing.depth' @4"));
    CHECK(complains("squrt(2)", "did you mean 'sqrt'? @0"));
    CHECK(complains("2 * y", "unknown name 'y' @4"));
    CHECK(complains("activation.mean(swsh)", "did you mean 'swish'? @16"));
    CHECK(complains("truncated_normal.mean",
                    "is a quantity: write truncated_normal.mean(lower, upper, mean=0, std=1) @0"));
    CHECK(complains("1 + relu", "can only be an argument"));
    CHECK(complains("2 * x", "x can appear only in a quoted formula"));
    CHECK(complains("inf - inf", "inf can only be a limit of a quantity @0"));
}

TEST_CASE("arguments: too few, too many, unknown, twice") {
    CHECK(complains("truncated_normal.mean(1)",
                    "'upper' is missing: write truncated_normal.mean(lower, upper, mean=0, std=1) @0"));
    CHECK(complains("truncated_normal.mean(1, 2, 3, 4, 5)",
                    "too many arguments: write truncated_normal.mean(lower, upper, mean=0, std=1) @34"));
    CHECK(complains("truncated_normal.mean(1, 2, sdt=3)", "has no parameter 'sdt'; did you mean 'std'? @28"));
    CHECK(complains("truncated_normal.mean(1, 2, lower=3)", "'lower' is given twice"));
    CHECK(complains("truncated_normal.mean(1, 2, std=3, std=4)", "given twice"));
    CHECK(complains("truncated_normal.mean([1], 2)", "a list cannot replace a number @22"));
    CHECK(complains("truncated_normal.mean(\"x\", 2)",
                    "a quoted formula can only be an argument of a quantity that takes a function @22"));
    CHECK(complains("truncated_normal.mean(relu, 2)", "can only be an argument"));
    CHECK(complains("truncated_normal.mean(1/0, 2)", "this argument has no value: division by zero @22"));
    CHECK(answers::complaint("truncated_normal.mean(upper=2, lower=1)") == "");
}

TEST_CASE("a quantity's own objection points at the argument it names, else at the call") {
    CHECK(complains("1 + truncated_normal.mean(2, 1)", "lower < upper is required, not 2 and 1 @26"));
    CHECK(
        complains("init.std(lecun, fan_in=3, activation=relu)", "does not use 'activation': remove it @37"));
    CHECK(complains("residual.second_moment(pre_norm, sublayers=0)",
                    "sublayers must be from 1 to 10^15, not 0 @43"));
    CHECK(complains("residual.second_moment(pre_norm, 0)", "layers must be from 1 to 5e14, not 0 @33"));
    CHECK(
        complains("residual.second_moment(rezero, sublayers=4, alpha=[1, 2])", "one for each sublayer @50"));
    CHECK(complains("1 + residual.second_moment(pre_norm)", "(two per block) @4"));
    // The message begins with the name of another parameter, `complex`; the error carries `lower`.
    CHECK(complains("init.realised_std(0.02, 1, 2, complex=true)", "remove lower @24"));
    CHECK(complains("init.realised_std(0.02, upper=2, lower=1, complex=true)", "remove lower @39"));
    CHECK(complains("activation.best_parameter(\"t*x\", relu, norm=l2, upper=1)",
                    "lower (norm=l2 needs both limits) must be finite @44"));
}

TEST_CASE("long calls are shown by their beginning") {
    CHECK(complains(
        "residual.sublayer_cosine(pre_norm, sublayers=2)",
        "'sublayer' is missing: write residual.sublayer_cosine(scheme, layers=, sublayer, "
        "branch_variance=1, alpha=, …): sigprop show residual.sublayer_cosine has all parameters @0"));
}

TEST_CASE("each kind of parameter takes its own kind of argument") {
    const Arguments given = bound("test.all(sqrt(2), 6/2, post_norm, 'x^2')");
    CHECK(given.integer("n") == 3);
    CHECK(given.choice("scheme") == "post_norm");
    CHECK(given.real("x").text() == "sqrt(2)");
    CHECK(given.activation("f").text == "\"x^2\"");
    const Arguments fallback = bound("test.all()");
    CHECK(fallback.integer("n") == 2);
    CHECK(fallback.activation("f").name == "relu");
    CHECK(refusal("test.all(n=2.5)") == "'n' must be an integer @11");
    CHECK(refusal("test.all(n=pi)") == "'n' must be an integer @11");
    CHECK(refusal("test.all(n=1e30)") == "'n' is out of range @11");
    CHECK(refusal("test.all(n=inf)") == "'n' must be an integer @11");
    CHECK(refusal("test.all(scheme=pre_nrom)").find("did you mean 'pre_norm'? @16") != std::string::npos);
    CHECK(refusal("test.all(scheme='pre_norm')") ==
          "'scheme' must be one of pre_norm, post_norm, without quotes @16");
    CHECK(refusal("test.all(1, post_norm)") ==
          "a number must be given here: 'post_norm' is a value of 'scheme', so write scheme=post_norm @12");
    CHECK(refusal("test.all(scheme=3)").find("'scheme' must be one of pre_norm, post_norm") !=
          std::string::npos);
    CHECK(refusal("test.all(n=1e3)") == "");
}

TEST_CASE("a named activation is a function of the language") {
    const auto is_zero = [](const std::string& difference) {
        const Result result = answers::ask(difference);
        return result.enclosure() != nullptr && result.enclosure()->value.contains_zero() &&
               result.enclosure()->value.upper().to_double() < 1e-20;
    };
    const auto with = [](const std::string& formula, const std::string& name, const std::string& number) {
        return std::regex_replace(formula, std::regex("\\b" + name + "\\b"), "(" + number + ")");
    };
    for (const ActivationEntry& one : activation_table()) {
        if (one.gated) continue;
        CAPTURE(one.name);
        const bool needs = !one.parameters.empty() && !one.parameters.front().fallback;
        const std::string call = one.name + (needs ? "(0.75 - 2, 1/2)" : "(0.75 - 2)");
        std::string formula = one.formula;  // its value by the formula of the row
        for (const Parameter& parameter : one.parameters)
            formula = with(formula, parameter.name, parameter.fallback.value_or("1/2"));
        CHECK(is_zero(call + " - (" + with(formula, "x", "-1.25") + ")"));
    }
    CHECK(is_zero("elu(-1, a=2) - 2 * expm1(-1)"));
    CHECK(is_zero("activation.gain(\"2 * gelu(x / 2)\") - activation.gain(\"x * normal_cdf(x / 2)\")"));
    CHECK(is_zero("activation.mean(\"leaky_relu(x, 1/4)\") - activation.mean(leaky_relu(1/4))"));
    CHECK(complains("gelu(1, 2)", "too many arguments: write gelu(x)"));
    CHECK(complains("prelu(2)", "prelu needs 'a': write prelu(x, a)"));
    CHECK(complains("elu(a=2)", "elu needs 'x': write elu(x, a=1)"));
    CHECK(complains("activation.gain(\"softcap(x, -1)\")", "'t' must be"));
    CHECK(complains("swiglu(1)", "can only be an argument"));
    CHECK(
        complains("gelu(truncated_normal.varience(-2, 2))", "did you mean 'truncated_normal.variance'? @5"));
}

TEST_CASE("a value that is refused is quoted as it was written") {
    CHECK(complains("attention.entropy(2.5)", "n must be an integer, not 2.5 @18"));
    CHECK(complains("attention.entropy(1e400)", "n must be from 2 to 2^63, not 1e400 @18"));
    CHECK(complains("attention.entropy(512, std=1 + 64)", "std must be from 0.001 to 64, not 1 + 64 @27"));
    CHECK(complains("activation.mean(celu(-0.5*2))", "must be positive, not -0.5*2 @21"));
    CHECK(complains("attention.entropy(2.5, std=5/2)", "not 2.5 @18"));
}

TEST_CASE("a number or a list of numbers") {
    CHECK(bound("test.all()").reals("scales").size() == 1);
    CHECK(bound("test.all(scales=sqrt(2))").reals("scales")[0].text() == "sqrt(2)");
    const Arguments listed = bound("test.all(scales=[1/3, pi, selu.alpha()])");
    REQUIRE(listed.reals("scales").size() == 3);
    CHECK(listed.reals("scales")[0].text() == "1/3");
    CHECK(listed.reals("scales")[2].text() == "selu.alpha()");
    CHECK(refusal("test.all(scales=[])") == "'scales' is an empty list @16");
    CHECK(refusal("test.all(scales=[1, [2]])") == "a list cannot replace a number @20");
    CHECK(refusal("test.all(scales=[1, 1/0])") == "this argument has no value: division by zero @20");
    CHECK(refusal("test.all(x=[1])") == "a list cannot replace a number @11");
}

TEST_CASE("equal texts are one leaf, and the text is canonical") {
    const BoundExpression once = bind_expression("selu.alpha()*selu.alpha( ) + selu.lambda()");
    CHECK(once.leaves.size() == 2);
    CHECK(once.text == "selu.alpha()*selu.alpha() + selu.lambda()");
    CHECK(once.leaves[0].text == "selu.alpha()");
    CHECK(bind_expression("1 + 1").leaves.empty());
}

TEST_CASE("what was left out is told from what was given") {
    const Arguments defaults = bound("test.all()");
    CHECK_FALSE(defaults.given("n"));
    CHECK(defaults.integer("n") == 2);
    CHECK_FALSE(defaults.given("fan"));
    const Arguments named = bound("test.all(1, n=2, fan=3)");
    CHECK(named.given("x"));
    CHECK(named.given("n"));
    CHECK(named.integer("fan") == 3);
    CHECK_FALSE(named.given("f"));
    CHECK(refusal("test.all(fan=2.5)") == "'fan' must be an integer @13");
}
