// Identities between the residual quantities, whatever their values.

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

bool is_one(const std::string& expression) {
    const Result result = answers::ask("(" + expression + ") - 1", 40, "closed_form,recursion");
    const Evidence* best = result.enclosure();
    if (best != nullptr && best->value.contains_zero() && best->value.radius_double() < 1e-38) return true;
    MESSAGE(expression << " = 1 + " << result.decimal());
    return false;
}

/// "a(…0…) + a(…1…) + …": the pattern with # replaced by each number.
std::string summed(const std::string& pattern, int from, int to) {
    std::string sum;
    for (int i = from; i <= to; ++i) {
        std::string term = pattern;
        for (std::size_t at = 0; (at = term.find('#')) != std::string::npos;)
            term.replace(at, 1, std::to_string(i));
        sum += (sum.empty() ? "" : " + ") + term;
    }
    return sum;
}

}  // namespace

TEST_CASE("squared weights of a normalised stream sum to its second moment") {
    const auto whole = [](const std::string& stack, const std::string& variance) {
        return "residual.skip_weight(" + stack + ")^2 + " + variance + " * (" +
               summed("residual.branch_weight(" + stack + ", sublayer=#)^2", 0, 5) + ")";
    };
    CHECK(is_one(whole("post_norm, sublayers=6, branch_variance=0.3", "0.3")));
    CHECK(is_one(whole("post_norm, sublayers=6, branch_scale=[1, 2, -3, 0.5, 0, 7]", "1")));
    CHECK(is_one(whole("deep_norm, sublayers=6, branch_variance=0.3", "0.3")));
    CHECK(is_one(whole("ngpt, sublayers=6, alpha=0.2", "1")));
    CHECK_FALSE(is_one(whole("post_norm, sublayers=6, branch_variance=0.3", "0.31")));
    const std::string grown = "layer_norm_scaling, sublayers=6, branch_variance=0.3";
    CHECK(is_one("(" + whole(grown, "0.3") + ") / residual.second_moment(" + grown + ")"));
}

TEST_CASE("probabilities sum to 1 and have the mean") {
    for (const std::string stack :
         {"pre_norm, sublayers=7", "pre_norm, sublayers=7, branch_variance=0.3, chi_ratio=2.5",
          "ngpt, sublayers=7, alpha=0.3, initial=3", "layer_norm_scaling, sublayers=7",
          "rezero, sublayers=7, schedule=linear", "post_norm, sublayers=7, chi_ratio=0.3"}) {
        CAPTURE(stack);
        CHECK(is_one(summed("residual.path_length_probability(" + stack + ", length=#)", 0, 7)));
        CHECK(is_one("(" + summed("# * residual.path_length_probability(" + stack + ", length=#)", 0, 7) +
                     ") / residual.path_length_mean(" + stack + ")"));
    }
    CHECK(is_one("1 + residual.path_length_probability(post_norm, sublayers=3, length=4)"));
}

TEST_CASE("known values") {
    CHECK(is_one("residual.path_length_mean(pre_norm, sublayers=3) - (1/2 + 1/3 + 1/4) + 1"));
    CHECK(is_one("residual.path_length_mean(post_norm, sublayers=16) / 8"));
    CHECK(is_one("residual.path_length_probability(post_norm, sublayers=4, length=2) * 16 / 6"));
    CHECK(is_one(
        "residual.path_length_probability(pre_norm, sublayers=4, length=2) * 120 / 35"));  // |s(5, 3)| = 35
    CHECK(is_one("residual.path_length_mean(fixup, sublayers=9) + 1"));
    CHECK(is_one("residual.path_length_probability(fixup, sublayers=9, length=0)"));
    CHECK(is_one("residual.gradient_ratio(pre_norm, sublayers=12, sublayer=5) * 6"));
    CHECK(is_one("residual.weight_gradient_ratio(pre_norm, sublayers=12, sublayer=5) * 7"));
    CHECK(is_one("residual.weight_gradient_ratio(rezero, sublayers=12, sublayer=5, alpha=0) + 1"));
    CHECK(is_one("residual.skip_weight(post_norm, sublayers=12) * 64"));
    CHECK(is_one("residual.gradient_ratio(post_norm, sublayers=48)"));
    CHECK(
        is_one("residual.gradient_ratio(pre_norm, sublayers=9, sublayer=9) * "
               "residual.second_moment(pre_norm, sublayers=9)"));
    CHECK(is_one("residual.second_moment(rezero, sublayers=10) / 1024"));
    CHECK(
        is_one("residual.skip_weight(deep_norm, sublayers=32) / residual.skip_weight(deepnorm, layers=16, "
               "alpha=deepnorm.encoder_alpha(16))"));
    CHECK_FALSE(is_one("residual.path_length_mean(pre_norm, sublayers=3) - (1/2 + 1/3 + 1/5) + 1"));
}

TEST_CASE("forward to a sublayer, and back from there: the whole way") {
    for (const std::string stack :
         {"pre_norm, sublayers=7, chi_ratio=2.5", "ngpt, sublayers=7, alpha=0.3, initial=3, chi_ratio=0.5",
          "layer_norm_scaling, sublayers=7, chi_ratio=2",
          "rezero, sublayers=7, schedule=linear, chi_ratio=1/3"}) {
        CAPTURE(stack);
        CHECK(is_one("residual.forward_gradient_ratio(" + stack + ", sublayer=3) * residual.gradient_ratio(" +
                     stack + ", sublayer=3) / residual.gradient_ratio(" + stack + ")"));
        CHECK(is_one("residual.forward_gradient_ratio(" + stack + ") * residual.gradient_ratio(" + stack +
                     ", sublayer=7) / residual.gradient_ratio(" + stack + ")"));
        CHECK(is_one("residual.forward_gradient_ratio(" + stack + ", sublayer=0)"));
    }
}

TEST_CASE("products over more sublayers than one stretch of them, from anywhere") {
    const std::string stack = "layer_norm_scaling, sublayers=600, chi_ratio=2";
    CHECK(is_one("residual.forward_gradient_ratio(" + stack + ", sublayer=300) * residual.gradient_ratio(" +
                 stack + ", sublayer=300) / residual.gradient_ratio(" + stack + ")"));
    const std::string call = "residual.gradient_ratio(" + stack + ", sublayer=300)";
    const Result closed = answers::ask(call, 40, "closed_form");
    REQUIRE(closed.enclosure() != nullptr);
    CHECK(answers::matches(answers::ask(call, 40, "recursion"), closed.enclosure()->value));
}

TEST_CASE("angles and cosines, the orthogonal case and none at all") {
    CHECK(
        is_one("cos(residual.sublayer_angle(pre_norm, sublayers=8, sublayer=4)) / "
               "residual.sublayer_cosine(pre_norm, sublayers=8, "
               "sublayer=4)"));
    CHECK(is_one("residual.sublayer_angle(ngpt, sublayers=8, sublayer=4, alpha=1) / (pi / 2)"));
    CHECK(is_one("residual.sublayer_angle(rezero, sublayers=8, sublayer=4, alpha=0) + 1"));
    CHECK(is_one("residual.sublayer_cosine(rezero, sublayers=8, sublayer=4, alpha=0)"));
}
