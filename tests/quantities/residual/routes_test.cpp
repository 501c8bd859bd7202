// Closed form against recursion for every scheme, drawn at random; sizes for which only the closed form is
// available.

#include "tests/support/answers.hpp"

#include <random>

using namespace sigprop;

namespace {

constexpr const char* both = "closed_form,recursion";

/// Random arguments: a scheme, its sublayers, and the scheme's own parameters.
class Drawn {
public:
    explicit Drawn(unsigned seed) : random_(seed) {}

    std::string number(int from, int to) {  // in hundredths
        return std::to_string(std::uniform_int_distribution(from, to)(random_)) + "/100";
    }
    int integer(int from, int to) { return std::uniform_int_distribution(from, to)(random_); }

    std::string list(int sublayers, int from, int to) {
        if (integer(0, 1) == 0) return number(from, to);
        std::string text = "[" + number(from, to);
        for (int l = 1; l < sublayers; ++l) text += ", " + number(from, to);
        return text + "]";
    }
    std::string stack(const std::string& scheme, int sublayers) {
        std::string text =
            scheme + ", sublayers=" + std::to_string(sublayers) + ", initial=" + number(10, 400);
        if (scheme != "ngpt" && scheme != "fixup") text += ", branch_variance=" + number(1, 300);
        if (scheme == "pre_norm" || scheme == "post_norm")
            text += ", branch_scale=" + list(sublayers, -150, 150);
        if (scheme == "ngpt") text += ", alpha=" + list(sublayers, 0, 99);
        if (scheme == "deep_norm" && integer(0, 1) == 1) text += ", alpha=" + list(sublayers, 50, 300);
        if (scheme == "rezero") text += ", alpha=" + list(sublayers, -100, 100);
        if (scheme == "skip_init") text += ", schedule=linear, branch_scale=" + number(0, 200);
        return text;
    }

private:
    std::mt19937 random_;
};

std::string disagreement(const std::string& expression, long digits) {
    const Result result = answers::ask(expression, digits, both);
    for (const Evidence& e : result.evidence()) {
        if (e.status != Status::ok) return e.method + ": " + e.reason;
        if (!has_digits(e.value, digits)) return e.method + " has too few digits";
    }
    return answers::disagreement(result);
}

constexpr std::array schemes = {"pre_norm",  "post_norm", "sandwich", "layer_norm_scaling",
                                "skip_init", "rezero",    "fixup",    "deep_norm",
                                "ngpt"};

}  // namespace

TEST_CASE("closed form and recursion agree for every scheme") {
    Drawn drawn(5);
    for (const std::string scheme : schemes) {
        for (int i = 0; i < 6; ++i) {
            const int sublayers = drawn.integer(1, 40);
            const std::string stack = drawn.stack(scheme, sublayers);
            const std::string chi = scheme == "fixup" ? "" : ", chi_ratio=" + drawn.number(0, 300);
            const std::string sublayer = ", sublayer=" + std::to_string(drawn.integer(0, sublayers - 1));
            const std::string length = ", length=" + std::to_string(drawn.integer(0, sublayers));
            const long digits = drawn.integer(25, 50);
            for (const std::string& call :
                 {"second_moment(" + stack, "second_moment_variance(" + stack + ", width=33",
                  "skip_weight(" + stack, "branch_weight(" + stack + sublayer,
                  "sublayer_cosine(" + stack + sublayer, "sublayer_angle(" + stack + sublayer,
                  "gradient_ratio(" + stack + sublayer + chi,
                  "weight_gradient_ratio(" + stack + sublayer + chi, "forward_gradient_ratio(" + stack + chi,
                  "forward_gradient_ratio(" + stack + sublayer + chi, "path_length_mean(" + stack + chi,
                  "path_length_variance(" + stack + chi, "path_length_probability(" + stack + length + chi}) {
                const std::string expression = "residual." + call + ")";
                CAPTURE(expression);
                CHECK(disagreement(expression, digits) == "");
            }
        }
    }
}

TEST_CASE("25 digits at a thousand sublayers") {
    for (const char* call : {"second_moment(layer_norm_scaling, sublayers=1000)",
                             "gradient_ratio(pre_norm, sublayers=1000, chi_ratio=1.7)",
                             "gradient_ratio(layer_norm_scaling, sublayers=1000, chi_ratio=0.3)",
                             "skip_weight(post_norm, sublayers=1000)",
                             "path_length_variance(rezero, sublayers=1000, schedule=linear)",
                             "path_length_mean(sandwich, sublayers=1000)",
                             "path_length_probability(pre_norm, sublayers=1000, length=9)",
                             "path_length_probability(post_norm, sublayers=1000, length=480)"}) {
        CAPTURE(call);
        CHECK(disagreement(std::string("residual.") + call, 25) == "");
    }
}

TEST_CASE("a million million sublayers: the closed form stands, the recursion says why not") {
    const auto alone = [](const std::string& expression, const char* value) {
        CAPTURE(expression);
        const Result result = answers::ask(expression, 30, both);
        REQUIRE(result.evidence().size() == 2);
        CHECK(result.evidence()[1].status == Status::unable);
        CHECK(result.evidence()[1].reason.find("over 1000000000000 sublayers exceeds the budget") !=
              std::string::npos);
        CHECK(answers::matches(result, answers::printed(value)));
    };
    // mpmath: harmonic numbers, gamma and loggamma at 80 digits
    alone("residual.second_moment(pre_norm, sublayers=1e12, branch_variance=0.5)",
          "500000000001.0000000000000000000");
    alone("residual.second_moment(layer_norm_scaling, sublayers=1e12)",
          "29.208236780830581068822409462961439589");
    alone("residual.skip_weight(post_norm, sublayers=1e12, branch_variance=1e-12)",
          "0.60653065971278505626872761121272123396");
    alone("residual.gradient_ratio(pre_norm, sublayers=1e12, chi_ratio=1/2, sublayer=10)",
          "0.00000030495596083885276181888072651495685748");
    alone("residual.gradient_ratio(rezero, sublayers=1e12, schedule=linear, alpha=1e-6)",
          "1.3956124250866477735981598172197311986");
    alone("residual.path_length_mean(pre_norm, sublayers=1e12)", "27.20823678083158106882240846296143959");
    alone("residual.path_length_variance(pre_norm, sublayers=1e12)",
          "26.563302713984354632349991796315414403");
}

TEST_CASE("a sum that cannot be had in closed form has the recursion's budget") {
    const Result result =
        answers::ask("residual.gradient_ratio(layer_norm_scaling, sublayers=1e9, chi_ratio=2)", 30, both);
    REQUIRE(result.evidence().size() == 2);
    CHECK(result.evidence()[0].status == Status::unable);
    CHECK(result.evidence()[1].status == Status::unable);
}
