// The table of activations: every name is accepted, aliases are the same function, and parameters without a
// meaning are refused at their place.

#include "tests/support/answers.hpp"

#include "engine/binding/catalogue.hpp"
#include "quantities/activation/table.hpp"

using namespace sigprop;
using answers::ask;
using answers::complains;

namespace {

std::string second_moment(const std::string& f) { return "activation.second_moment(" + f + ")"; }

/// Whether both have the same proved digits.
bool same(const std::string& a, const std::string& b) {
    const Result x = ask(second_moment(a));
    const Result y = ask(second_moment(b));
    return !x.decimal().empty() && x.decimal() == y.decimal();
}

}  // namespace

TEST_CASE("no name is given twice, and every name finds its entry") {
    std::vector<std::string> names;
    for (const ActivationEntry& entry : activation_table()) {
        names.push_back(entry.name);
        names.insert(names.end(), entry.aliases.begin(), entry.aliases.end());
        for (const std::string& alias : entry.aliases) CHECK(find_activation(alias) == &entry);
    }
    std::ranges::sort(names);
    CHECK(std::ranges::adjacent_find(names) == names.end());
    CHECK(find_activation("gelo") == nullptr);
}

TEST_CASE("names and their aliases") {
    const std::pair<const char*, const char*> pairs[] = {{"silu", "swish"},
                                                         {"gelu_tanh", "gelu_new"},
                                                         {"hard_swish", "hardswish"},
                                                         {"squared_relu", "relu2"},
                                                         {"exp_neg_sq", "gaussian"},
                                                         {"sigmoid", "logistic"},
                                                         {"identity", "linear"},
                                                         {"swiglu", "glu(silu)"},
                                                         {"geglu", "glu(gelu)"},
                                                         {"reglu", "glu(relu)"},
                                                         {"bilinear", "glu(identity)"},
                                                         {"glu", "glu(f=sigmoid)"},
                                                         {"softcap(2)", "softcap(t=2)"},
                                                         {"celu", "celu(1)"},
                                                         {"celu", "elu"},
                                                         {"snake", "snake(a=1)"},
                                                         {"hardshrink", "hardshrink(lambda=0.5)"}};
    for (const auto& pair : pairs) {
        CAPTURE(std::string(pair.first));
        CHECK(same(pair.first, pair.second));
    }
    CHECK_FALSE(same("gelu", "gelu_tanh"));
    CHECK_FALSE(same("gelu", "quick_gelu"));
    CHECK_FALSE(same("celu(2)", "elu(2)"));
}

TEST_CASE("what the formulas are, against the same written otherwise") {
    const std::pair<const char*, const char*> pairs[] = {
        {"gelu_tanh", "\"x * sigmoid(2 * sqrt(2/pi) * (x + 0.044715 * x^3))\""},
        {"hard_sigmoid", "\"min(1, max(0, x/6 + 1/2))\""},
        {"mish", "\"x * tanh(log(1 + exp(x)))\""},
        {"logsigmoid", "\"-log(1 + exp(-x))\""},
        {"dyt(0.7)", "\"2 * sigmoid(1.4 * x) - 1\""},
        {"softcap(30)", "\"30 * tanh(x / 30)\""},
        {"softshrink(0.3)", "\"x - clip(x, -0.3, 0.3)\""},
        {"hardtanh", "\"(abs(x + 1) - abs(x - 1)) / 2\""},
        {"snake(3)", "\"x + (1 - cos(6 * x)) / 6\""},
    };
    for (const auto& pair : pairs) {
        CAPTURE(std::string(pair.first));
        CHECK(same(pair.first, pair.second));
    }
    // x/sqrt(x^2 + c) = isru(1/c)/sqrt(c)
    CHECK(ask(second_moment("dyisru(2)")).decimal() == ask(second_moment("isru(1/2)") + " / 2").decimal());
}

TEST_CASE("parameters without a meaning") {
    CHECK(complains(second_moment("softcap(0)"), "'t' must be positive, not 0 @33"));
    CHECK(complains(second_moment("softcap(-2)"), "'t' must be positive, not -2"));
    CHECK(complains(second_moment("celu(0)"), "'a' must be positive"));
    CHECK(complains(second_moment("dyisru(0)"), "'c' must be positive"));
    CHECK(complains(second_moment("isru(-1)"), "'a' must be at least 0"));
    CHECK(complains(second_moment("hardshrink(-1)"), "'lambda' must be at least 0"));
    CHECK(complains(second_moment("snake(0)"), "'a' must be different from 0"));
    CHECK(complains(second_moment("snake(pi - pi)"), "'a' must be different from 0"));
    CHECK(complains(second_moment("leaky_relu(inf)"), "'a' must be finite"));
    CHECK(complains(second_moment("prelu"), "prelu needs 'a': write prelu(a)"));
    CHECK(complains(second_moment("dyt(beta=2)"), "dyt has no parameter 'beta'"));
    CHECK(complains(second_moment("gelu(2)"), "too many arguments: write gelu()"));
    for (const char* f : {"isru(0)", "hardshrink(0)", "snake(-2)", "dyt(-1)", "leaky_relu(-0.5)", "elu(0)"}) {
        CAPTURE(f);
        CHECK(ask(second_moment(f)).status() == Status::ok);
    }
}
