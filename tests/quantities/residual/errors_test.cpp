// Arguments that no residual stack accepts: refused with the fix.

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::complains;

TEST_CASE("layers: some, once, and not too many") {
    CHECK(complains("residual.second_moment(pre_norm, sublayers=0)",
                    "sublayers must be from 1 to 10^15, not 0"));
    CHECK(complains("residual.second_moment(pre_norm, sublayers=-3)",
                    "sublayers must be from 1 to 10^15, not -3"));
    CHECK(complains("residual.second_moment(pre_norm, layers=0)", "layers must be from 1 to 5e14, not 0"));
    CHECK(complains("residual.second_moment(pre_norm, sublayers=2.5)", "'sublayers' must be an integer @"));
    CHECK(complains("residual.second_moment(pre_norm, sublayers=1e16)",
                    "sublayers must be from 1 to 10^15, not 10000000000000000"));
    CHECK(complains("residual.second_moment(pre_norm, layers=1e15)", "layers must be from 1 to 5e14, not 1"));
    CHECK(complains("residual.second_moment(pre_norm, sublayers=1e30)", "'sublayers' is out of range @"));
    CHECK(complains("2 * residual.second_moment(pre_norm)",
                    "give layers=, the number of Transformer blocks, or sublayers=, the number of residual "
                    "additions (two per block) @4"));
    CHECK(complains("residual.second_moment(pre_norm, sublayers=2, layers=1)", "not both"));
    CHECK(complains("residual.fixup_scale()", "give layers="));
    CHECK(complains("residual.fixup_scale(sublayers=3, branch_layers=1)",
                    "branch_layers must be from 2 to 10^6, not 1"));
    CHECK(answers::complaint("residual.second_moment(pre_norm, layers=12)") == "");
}

TEST_CASE("an unknown scheme is met with the nearest") {
    CHECK(complains("residual.second_moment(pre_nrom, sublayers=2)", "did you mean 'pre_norm'? @23"));
    CHECK(complains("residual.skip_weight(deepnrom, sublayers=2)", "did you mean 'deepnorm'?"));
    CHECK(complains("residual.log_gradient_mean(pre_norm, sublayers=2, width=3)",
                    "'scheme' must be one of post_norm, deep_norm, deepnorm"));
    CHECK(complains("residual.second_moment(3, sublayers=2)", "'scheme' must be one of pre_norm, "));
}

TEST_CASE("a choice of another quantity is met with its name") {
    CHECK(complains(
        "residual.second_moment(pre_norm, sublayers=4, block=transformer)",
        "'block' must be one of linear, mlp; 'transformer' is a value for residual.simulated_second_moment"));
    CHECK(complains("residual.second_moment(he, sublayers=4)", "'he' is a value for init.std"));
    CHECK(complains("residual.second_moment(swin, sublayers=4)",
                    "deep_norm, deepnorm, ngpt @23"));  // not a choice
}

TEST_CASE("a scheme refuses what it does not have, and says why") {
    CHECK(complains("residual.second_moment(pre_norm, sublayers=4, alpha=2)",
                    "(it has branch_variance, branch_scale)"));
    CHECK(complains("residual.gradient_ratio(pre_norm, sublayers=4, alpha=2)",
                    "(it has branch_variance, chi_ratio, branch_scale)"));
    CHECK(complains("residual.second_moment(fixup, sublayers=2, branch_variance=2)",
                    "fixup has no branch_variance: its branches are zero"));
    CHECK(complains("residual.gradient_ratio(fixup, sublayers=2, chi_ratio=2)", "fixup has no chi_ratio"));
    CHECK(complains("residual.second_moment(ngpt, sublayers=2, alpha=0.1, branch_variance=2)",
                    "ngpt has no branch_variance: its branch is normalised"));
    CHECK(
        complains("residual.second_moment(sandwich, sublayers=2, branch_scale=2)", "branch_variance is g^2"));
    CHECK(complains("residual.second_moment(layer_norm_scaling, sublayers=2, branch_scale=2)",
                    "divided by sqrt(sublayer + 1)"));
    CHECK(complains("residual.second_moment(pre_norm, sublayers=2, alpha=2)", "pre_norm has no alpha"));
    CHECK(complains("residual.second_moment(post_norm, sublayers=2, alpha=2)", "(deep_norm's has)"));
    CHECK(complains("residual.second_moment(deep_norm, sublayers=2, branch_scale=2)",
                    "put beta into branch_variance"));
    CHECK(complains("residual.second_moment(pre_norm, sublayers=2, schedule=linear)",
                    "pre_norm has no schedule"));
    CHECK(complains("residual.second_moment(rezero, sublayers=2, alpha=1, branch_scale=2)",
                    "mean the same here"));
    CHECK(complains("residual.second_moment(ngpt, sublayers=2)", "ngpt needs alpha="));
}

TEST_CASE("lists have one element for each sublayer") {
    CHECK(complains(
        "residual.second_moment(pre_norm, sublayers=3, branch_scale=[1, 2])",
        "branch_scale has 2 elements for 3 sublayers: give one number, or one for each sublayer @59"));
    CHECK(complains("residual.second_moment(rezero, sublayers=1, alpha=[1, 2])",
                    "alpha has 2 elements for 1 sublayers"));
    CHECK(complains("residual.second_moment(rezero, sublayers=2, alpha=[1, 2], schedule=linear)",
                    "a list is a schedule already"));
    CHECK(complains("residual.second_moment(rezero, sublayers=2, alpha=[])", "'alpha' is an empty list @"));
    CHECK(complains("residual.second_moment(rezero, sublayers=2, alpha=[1, inf])", "alpha must be finite"));
    CHECK(complains("residual.second_moment([1, 2], sublayers=2)", "'scheme' must be one of"));
    CHECK(complains("residual.second_moment(rezero, sublayers=2, initial=[1, 2])", "a list cannot replace"));
    CHECK(answers::complaint("residual.second_moment(rezero, sublayers=2, alpha=[1, sqrt(2)])") == "");
}

TEST_CASE("numbers out of range") {
    CHECK(complains("residual.second_moment(pre_norm, sublayers=2, branch_variance=0)",
                    "branch_variance must be positive"));
    CHECK(complains("residual.second_moment(pre_norm, sublayers=2, initial=-1)",
                    "initial must be positive, not -1"));
    CHECK(complains("residual.second_moment(pre_norm, sublayers=2, initial=inf)", "initial must be finite"));
    CHECK(complains("residual.gradient_ratio(pre_norm, sublayers=2, chi_ratio=-1)",
                    "chi_ratio must be at least 0"));
    CHECK(complains("residual.second_moment(ngpt, sublayers=2, alpha=1.5)",
                    "alpha must be from 0 to 1, not 3/2"));
    CHECK(complains("residual.second_moment(ngpt, sublayers=2, alpha=[0.5, -0.5])",
                    "alpha must be from 0 to 1"));
    CHECK(complains("residual.second_moment(deep_norm, sublayers=2, alpha=0)", "alpha must be positive"));
    CHECK(complains("residual.branch_weight(pre_norm, sublayers=2, sublayer=2)",
                    "sublayer must be at most 1, not 2: sublayers are counted from 0"));
    CHECK(complains("residual.branch_weight(pre_norm, sublayers=2, sublayer=-1)",
                    "sublayer must be at least 0, not -1"));
    CHECK(complains("residual.weight_gradient_ratio(pre_norm, sublayers=2, sublayer=2)",
                    "sublayer must be at most 1"));
    CHECK(complains("residual.gradient_ratio(pre_norm, sublayers=2, sublayer=3)",
                    "sublayer must be at most 2, not 3"));
    CHECK(complains("residual.sublayer_angle(pre_norm, sublayers=2)", "'sublayer' is missing"));
    CHECK(complains("residual.path_length_probability(pre_norm, sublayers=2, length=-1)",
                    "length must be from 0 to 10^4"));
    CHECK(complains("residual.path_length_mean(ngpt, sublayers=2, alpha=1, chi_ratio=0)",
                    "no path can be counted"));
    CHECK(complains("residual.second_moment_variance(pre_norm, sublayers=2, width=0)",
                    "width must be at least 1"));
    CHECK(complains("residual.smallest_singular_value(0)", "branch_variance must be positive"));
}
