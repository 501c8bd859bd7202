// Moments and gains of activations against references, against each other's routes, and by identities.

#include "tests/quantities/activation/references.hpp"
#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;

namespace {

std::string call(const std::string& quantity, const std::string& f, const std::string& std = "1",
                 const std::string& mean = "0") {
    return "activation." + quantity + "(" + f + ", " + std + ", " + mean + ")";
}

constexpr std::array base = {"mean", "second_moment", "derivative_mean", "derivative_second_moment"};

/// The same functions written differently: other formulas, other kinks, no closed form.
constexpr std::array<std::pair<const char*, const char*>, 9> other_words = {
    {{"sigmoid", "\"(1 + tanh(x / 2)) / 2\""},
     {"sigmoid", "\"1 / (1 + exp(-x))\""},
     {"tanh", "\"2 * sigmoid(2 * x) - 1\""},
     {"relu", "\"(x + abs(x)) / 2\""},
     {"leaky_relu(0.2)", "\"max(x, x / 5)\""},
     {"elu(1.5)", "\"max(x, 0) + 1.5 * (exp(min(x, 0)) - 1)\""},
     {"selu", "'selu.lambda() * where(x >= 0, x, selu.alpha() * (exp(x) - 1))'"},
     {"identity", "\"where(x < 1, x, 2 * x - x)\""},
     {"gelu", "\"x * (1 + erf(x / sqrt(2))) / 2\""}}};

/// |a - b| is proved to be below 10^-digits.
bool close(const std::string& a, const std::string& b, long digits) {
    const Result difference = ask(a + " - " + b, 30, "closed_form,arb_integral");
    if (difference.enclosure() == nullptr) return false;
    return std::fabs(difference.value().value_or(1)) < std::pow(10.0, -static_cast<double>(digits)) &&
           difference.enclosure()->value.radius_double() < std::pow(10.0, -static_cast<double>(digits));
}

}  // namespace

TEST_CASE("the four means have their reference values, for small and large std and a mean") {
    for (const auto& row : references::activation_moments) {
        for (std::size_t i = 0; i < base.size(); ++i) {
            const std::string expression = call(base[i], row.f, row.std, row.mean);
            CAPTURE(expression);
            CHECK(answers::matches(ask(expression, 30, "closed_form,arb_integral"),
                                   answers::printed(row.values[i])));
        }
    }
    CHECK_FALSE(
        answers::matches(ask("activation.mean(sigmoid)"), answers::printed("0.50000000001000000000000")));
}

TEST_CASE("what is made of the means") {
    for (const auto& row : references::activation_moments) {
        if (std::string(row.std) != "1") continue;
        const Ball m = answers::printed(row.values[0]), m2 = answers::printed(row.values[1]);
        const Ball slope2 = answers::printed(row.values[3]);
        const auto value = [&](const char* quantity) {
            return ask(call(quantity, row.f, row.std, row.mean), 30, "closed_form,arb_integral");
        };
        CAPTURE(row.f);
        CHECK(answers::matches(value("variance"), m2 - pow(m, 2)));
        CHECK(answers::matches(value("gain"), 1 / sqrt(m2)));
        CHECK(answers::matches(value("variance_gain"), 1 / sqrt(m2 - pow(m, 2))));
        CHECK(answers::matches(value("chi_ratio"), slope2 / m2));
        CHECK_FALSE(answers::matches(value("gain"), sqrt(m2) + Ball(0.01)));
    }
}

TEST_CASE("closed form, proofs, quadrature and samples agree") {
    for (const char* f : {"sigmoid", "tanh", "relu", "leaky_relu(0.2)", "elu(1.5)", "selu", "identity"}) {
        CHECK(answers::disagreement(ask(call("variance", f, "2", "0.5"), 20, "*")) == "");
        CHECK(answers::disagreement(ask(call("chi_ratio", f, "0.5"), 20, "*")) == "");
    }
}

TEST_CASE("the same function in other words has the same value") {
    for (const auto& words : other_words) {
        const std::string name = words.first;
        const std::string formula = words.second;
        CAPTURE(formula);
        for (const char* quantity : {"second_moment", "derivative_second_moment"}) {
            CHECK(close(call(quantity, name, "1.5", "0.25"), call(quantity, formula, "1.5", "0.25"), 28));
        }
        CHECK(close(call("gain", name), call("gain", formula), 28));
    }
    CHECK_FALSE(close(call("gain", "relu"), call("gain", "\"max(x, x / 1e6)\""), 18));
}

TEST_CASE("slopes are the slopes of the mean, and integrate by parts") {
    for (const char* f :
         {"sigmoid", "tanh", "relu", "leaky_relu(0.2)", "elu(1.5)", "selu", "gelu", "softplus"}) {
        CAPTURE(f);
        const std::string slope = call("derivative_mean", f, "0.7", "0.4");
        const std::string quotient = "(" + call("mean", f, "0.7", "0.4 + 1e-6") + " - " +
                                     call("mean", f, "0.7", "0.4 - 1e-6") + ") / 2e-6";
        CHECK(close(slope, quotient, 11));
        CHECK_FALSE(close(slope + " * 1.0001", quotient, 11));
    }
    const std::string by_parts = "activation.mean(\"(x - 0.4) * x * sigmoid(x)\", 0.7, 0.4) / 0.7^2";
    CHECK(close(call("derivative_mean", "silu", "0.7", "0.4"), by_parts, 28));
}

TEST_CASE("gains keep what they promise") {
    for (const char* f : {"sigmoid", "tanh", "relu", "leaky_relu(0.2)", "elu(1.5)", "selu", "identity"}) {
        CAPTURE(f);
        CHECK(close(call("gain", f, "2") + "^2 * " + call("second_moment", f, "2"), "1", 28));
        CHECK(close(call("variance_gain", f, "2") + " * sqrt(" + call("variance", f, "2") + ")", "1", 28));
    }
    CHECK(close("activation.gain(selu)", "1", 28));
    CHECK(close("activation.gain(relu)", "sqrt(2)", 28));
    for (const char* std : {"0.01", "1", "10"}) {
        CHECK(close(call("chi_ratio", "relu", std), "1", 28));
        CHECK(close(call("chi_ratio", "leaky_relu(0.3)", std), "1", 28));
        CHECK_FALSE(close(call("chi_ratio", "elu", std), "1", 5));
    }
}
