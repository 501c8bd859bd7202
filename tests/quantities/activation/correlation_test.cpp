// activation.correlation against two-dimensional quadrature, between its routes, and at its limits.
// The references are mpmath's nested Gauss-Legendre or tanh-sinh quadrature at 20 digits, without any series:
//     r = sqrt(1 - c*c)
//     inner = lambda u: quad(lambda w: f(s*(c*u + r*w)) * npdf(w), [-13, -4, 0, 4, 13] + [-c*u/r for elu])
//     value = quad(lambda u: f(s*u) * npdf(u) * inner(u), …) / quad(lambda u: f(s*u)**2 * npdf(u), …)

#include "tests/support/answers.hpp"
#include "tests/support/share.hpp"

#include <bit>

using namespace sigprop;
using answers::ask;

namespace {

constexpr const char* enclosing = "closed_form,recursion,arb_*";

std::string call(const std::string& f, const std::string& c, const std::string& std = "1") {
    return "activation.correlation(" + f + ", " + c + ", " + std + ")";
}

double value(const std::string& f, const std::string& c, const std::string& std = "1") {
    return ask(call(f, c, std), 15, enclosing).value().value_or(NAN);
}

struct Row {
    const char *f, *c, *std, *value;
};

constexpr Row rows[] = {
    {"tanh", "0.5", "1", "0.47255139937524281"},      {"tanh", "-0.9", "2", "-0.856731496686925381"},
    {"sigmoid", "0.5", "1", "0.925179690627229374"},  {"sigmoid", "-0.9", "2", "0.466756954072435355"},
    {"silu", "0.5", "1", "0.51484616811801746"},      {"silu", "-0.9", "2", "-0.126532373165343136"},
    {"gelu", "0.5", "1", "0.534533000656697944"},     {"gelu", "-0.9", "2", "-0.0322505955470155305"},
    {"softplus", "0.5", "1", "0.846764319608048343"}, {"softplus", "-0.9", "2", "0.168525628249289702"},
    {"elu", "0.5", "1", "0.503583156260391384"},      {"elu", "-0.9", "2", "-0.53524131450399130469"},
};

}  // namespace

TEST_CASE("references by two-dimensional quadrature") {
    for (const Row& row : test::share_of(std::vector(std::begin(rows), std::end(rows)), 5)) {
        const Result result = ask(call(row.f, row.c, row.std), 30, enclosing);
        CAPTURE(call(row.f, row.c, row.std));
        CHECK(answers::matches(result, answers::printed(row.value)));
    }
    CHECK_FALSE(
        answers::matches(ask(call("tanh", "0.5"), 30, enclosing), answers::printed("0.47255139937534281")));
}

TEST_CASE("closed forms, recurrences and one rule agree to 30 digits") {
    for (const char* f :
         test::share_of(std::vector{"relu", "leaky_relu(0.2)", "elu", "selu", "gelu", "\"erf(x)\"",
                                    "\"sin(x)\"", "\"exp(-x^2)\"", "\"step(x)\"", "identity"},
                        2)) {
        for (const char* c : {"-0.8", "0.3"}) {
            const Result result = ask(call(f, c, "1.5"), 30, enclosing);
            CAPTURE(call(f, c, "1.5"));
            CHECK(answers::disagreement(result) == "");
            REQUIRE(result.enclosure() != nullptr);
            CHECK(has_digits(result.enclosure()->value, 30));
        }
    }
}

TEST_CASE("a wrong sign of the odd coefficients is caught by the routes disagreeing") {
    // c -> -c does that: the wrong route would answer another question.
    std::vector<Evidence> mixed = ask(call("gelu", "0.5"), 30, "closed_form").evidence();
    const Result turned = ask(call("gelu", "-0.5"), 30, "arb_trapezoid");
    CHECK(answers::dissent(mixed) == "");
    mixed.insert(mixed.end(), turned.evidence().begin(), turned.evidence().end());
    CHECK_FALSE(reconcile(mixed).contradiction.empty());
}

TEST_CASE("c = 1, 0 and -1 are identities") {
    for (const char* f : {"relu", "elu", "gelu", "sigmoid", "\"abs(tanh(x))\"", "\"cos(x)\""}) {
        CAPTURE(f);
        CHECK(ask(call(f, "1"), 30, "closed_form").decimal() == "1");
        CHECK(answers::disagreement(ask(call(f, "1"), 30, enclosing)) == "");
        const std::string square = "activation.mean(" + std::string(f) + ")^2";
        const std::string ratio = square + " / activation.second_moment(" + f + ")";
        const Result zero = ask(call(f, "0"), 30, enclosing);
        REQUIRE(zero.enclosure() != nullptr);
        CHECK(zero.enclosure()->value.overlaps(ask(ratio, 30).enclosure()->value));
    }
    CHECK(value("tanh", "-1") == -1);
    CHECK(value("\"cos(x)\"", "-1") == 1);
    CHECK(value("relu", "-1") == 0);
    CHECK(std::fabs(value("tanh", "0")) < 1e-40);
    CHECK(value("\"3\"", "0.4") == 1);
}

TEST_CASE("close to c = 1 and c = -1 nothing is lost, and the map is continuous") {
    const Result near = ask(call("relu", "-1 + 1e-20"), 30, "closed_form");
    // (1/pi) integral of sqrt(2 e) … = (2 sqrt 2 / (3 pi)) e^(3/2) (1 + O(e))
    CHECK(answers::matches(near, answers::printed("3.0010543871903535e-31")));
    CHECK(std::fabs(value("tanh", "1 - 1e-12") - 1) < 1e-11);
    CHECK(std::fabs(value("silu", "-0.999999") - value("silu", "-1")) < 1e-5);
}

TEST_CASE("the map grows with c > 0, lies below the diagonal when E f = 0, and is odd for odd f") {
    for (const char* f : test::share_of(std::vector{"tanh", "relu", "silu", "selu"}, 2)) {
        double last = value(f, "0");
        for (const char* c : {"0.2", "0.4", "0.6", "0.8", "0.95"}) {
            const double next = value(f, c);
            CHECK(next > last);
            last = next;
        }
        CHECK(last < 1);
    }
    CHECK(value("tanh", "0.6") < 0.6);
    CHECK(value("tanh", "-0.6") == -value("tanh", "0.6"));
    CHECK(value("relu", "0.5", "7") == value("relu", "0.5"));
    CHECK(std::fabs(value("tanh", "0.4", "1e-6") - 0.4) < 1e-11);
}

TEST_CASE("two-dimensional witnesses agree, on any number of threads") {
    for (const char* f : test::share_of(std::vector{"tanh", "elu", "\"min(max(x, -1), 1)\""}, 3)) {
        const auto sampled = [&](int threads) {
            return evaluate(call(f, "0.7", "1.3"),
                            {.digits = 20, .samples = 200'000, .threads = threads, .methods = "*"});
        };
        const Result one = sampled(1);
        const Result three = sampled(3);
        CHECK(answers::dissent(one.evidence()) == "");
        const Ball truth = one.enclosure()->value;
        int witnesses = 0;
        for (std::size_t i = 0; i < one.evidence().size(); ++i) {
            const Evidence& e = one.evidence()[i];
            const double distance = std::fabs(e.value.to_double() - truth.to_double());
            CAPTURE(e.method);
            CHECK(e.value.exact_text() == three.evidence()[i].value.exact_text());
            if (e.kind == Kind::enclosure) continue;
            ++witnesses;
            CHECK(e.status == Status::ok);
            CHECK(distance <= (e.kind == Kind::sample ? 6 : 1) * e.value.radius_double());
            CHECK(e.value.radius_double() < (e.kind == Kind::sample ? 0.01 : 1e-10));
        }
        CHECK(witnesses == 3);
    }
}

TEST_CASE("no value and bad input") {
    CHECK(answers::status(call("\"0 * x\"", "0.5")) == "domain");
    CHECK(answers::status(call("\"exp(x^2)\"", "0.5")) == "domain");
    CHECK(answers::status(call("\"1 / x\"", "0.5")) == "domain");
    CHECK(answers::complains(call("relu", "1.0001"), "from -1 to 1"));
    CHECK(answers::complains(call("relu", "-2"), "from -1 to 1"));
    CHECK(answers::complains(call("relu", "inf"), "finite"));
    CHECK(answers::complains(call("relu", "0.5", "0"), "std must be positive"));
    CHECK(ask("activation.c_map(relu, 0.5)").decimal() == ask(call("relu", "0.5")).decimal());
    CHECK(activation::correlation(Formula::from([](const auto& x) { return tanh(x); }), 0.5).value() ==
          value("tanh", "0.5"));
}
