// Closed forms against integrals, and the outcome when one of the two is wrong.

#include "quantities/activation/closed_forms.hpp"
#include "engine/binding/arguments.hpp"
#include "tests/support/answers.hpp"

#include "engine/binding/catalogue.hpp"
#include "quantities/activation/owens_t.hpp"

using namespace sigprop;
using answers::ask;

namespace {

Activation named(const std::string& text) { return bind_activation(parse_expression(text), text); }

/// The evidence from a quantity's routes for an activation with a falsified table entry.
std::string contradiction(const std::string& quantity, const Activation& f) {
    Arguments arguments;
    arguments.set("f", f);
    arguments.set("std", Real(Rational::from_decimal("1.5")));
    arguments.set("mean", Real(Rational::from_decimal("0.25")));
    Context context;
    context.methods = answers::proofs;
    const auto evidence = gather_evidence(find_quantity(quantity)->routes(arguments), context);
    return answers::enclosures(evidence) >= 2 ? answers::dissent(evidence) : "too little evidence";
}

struct Wrong {
    const char *name, *formula;
};

}  // namespace

TEST_CASE("who has a closed form") {
    for (const char* f :
         {"identity",   "relu", "leaky_relu",   "prelu(2)",   "relu6",        "elu",        "celu",
          "selu",       "gelu", "squared_relu", "hardtanh",   "hard_sigmoid", "hard_swish", "hardshrink",
          "softshrink", "sin",  "snake",        "exp_neg_sq", "erf",          "derf(2)",    "geglu"}) {
        CAPTURE(f);
        CHECK(closed_mean(named(f), Moment::second_moment, 0, 1).has_value());
    }
    for (const char* f : {"sigmoid", "tanh", "softplus", "logsigmoid", "silu", "mish", "\"x\"", "isru(0)"})
        CHECK_FALSE(closed_mean(named(f), Moment::mean, 0, 1).has_value());
}

TEST_CASE("closed forms meet the integrals at small and large std and mean") {
    for (const char* f :
         {"gelu", "erf", "derf(-3)", "exp_neg_sq", "sin", "snake(7)", "snake(-1)", "celu(0.1)", "hard_swish",
          "dyisru(768)", "isru(3)", "softshrink(0.02)", "relu6", "squared_relu"}) {
        for (const char* law : {"0.01, 0", "3, -8", "10, 2", "0.3, 4"}) {
            for (const char* quantity :
                 {"mean", "second_moment", "derivative_second_moment", "linear_share"}) {
                const std::string expression =
                    "activation." + std::string(quantity) + "(" + f + ", " + law + ")";
                CAPTURE(expression);
                const Result result = ask(expression, 30);
                CHECK(answers::disagreement(result) == "");
                REQUIRE(result.enclosure() != nullptr);
                CHECK(has_digits(result.enclosure()->value, 30));
            }
        }
    }
}

TEST_CASE("a wrong formula in the table is caught: the routes contradict each other") {
    for (const Wrong& wrong :
         {Wrong{"gelu", "x * sigmoid(1.702 * x)"}, Wrong{"gelu", "x * normal_cdf(-x)"},
          Wrong{"erf", "erf(x / sqrt(2))"}, Wrong{"selu", "1.0507 * where(x < 0, 1.67326 * expm1(x), x)"},
          Wrong{"hard_sigmoid", "clip(0.2 * x + 0.5, 0, 1)"},
          Wrong{"hard_swish", "x * clip((x + 3) / 6, 0, 6)"}, Wrong{"snake", "x + sin(x)^2 / 2"},
          Wrong{"softshrink", "where(x > 1/2, x - 1/2, where(x < -1/2, x - 1/2, 0))"},
          Wrong{"exp_neg_sq", "exp(-x^2 / 2)"}, Wrong{"relu6", "clip(x, 0, 5.999)"}}) {
        Activation copy = named(wrong.name);
        CAPTURE(wrong.formula);
        CHECK(contradiction("activation.second_moment", copy) == "");
        copy.formula = named("\"" + std::string(wrong.formula) + "\"").formula;
        CHECK(contradiction("activation.second_moment", copy) != "");
    }
    // A wrong parameter is detected, too.
    Activation celu = named("celu(2)");
    celu.parameters[0] = Real(Rational::from_decimal("2.0000000001"));
    CHECK(contradiction("activation.variance", celu) != "");
}

TEST_CASE("Owen's T") {
    struct Row {
        const char *h, *a, *value;
    };
    // from another program: mpmath, its integral with 40 digits
    for (const Row& row : {Row{"0", "1", "0.12500000000000000000000000000000"},
                           Row{"1", "0.5", "0.043064691120785365632381090269429"},
                           Row{"-2", "0.75", "0.010429297924124844011196734144973"},
                           Row{"5", "1", "1.4332574485503512543053928503001e-7"},
                           Row{"0.1", "0.001", "0.00015836110145068211838518759248823"},
                           Row{"12", "0.9", "8.8824105603883949884808549923481e-34"}}) {
        CAPTURE(std::string(row.h));
        const auto at = [](const char* text) {
            return Ball::from_rational(Rational::from_decimal(text), 300);
        };
        const Ball value = owens_t(at(row.h), at(row.a), 300);
        CHECK(value.overlaps(answers::printed(row.value)));
        CHECK(value.radius_double() < 1e-85);
        CHECK_FALSE((value * Ball(1.0000001)).overlaps(answers::printed(row.value)));
    }
    CHECK_FALSE(owens_t(Ball(1000), Ball(0.5), 100).is_finite());
}
