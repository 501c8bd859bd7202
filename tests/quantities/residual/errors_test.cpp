// Arguments that no residual stack accepts: refused with the fix.

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::complains;

TEST_CASE("layers: some, once, and not too many") {
    CHECK(complains("residual.second_moment(pre_norm, layers=0)", "layers must be from 1 to 10^15, not 0"));
    CHECK(complains("residual.second_moment(pre_norm, layers=-3)", "layers must be from 1 to 10^15, not -3"));
    CHECK(complains("residual.second_moment(pre_norm, blocks=0)", "blocks must be from 1 to 5e14, not 0"));
    CHECK(complains("residual.second_moment(pre_norm, layers=2.5)", "'layers' must be an integer @"));
    CHECK(complains("residual.second_moment(pre_norm, layers=1e16)",
                    "layers must be from 1 to 10^15, not 10000000000000000"));
    CHECK(complains("residual.second_moment(pre_norm, blocks=1e15)", "blocks must be from 1 to 5e14, not 1"));
    CHECK(complains("residual.second_moment(pre_norm, layers=1e30)", "'layers' is out of range @"));
    CHECK(complains("2 * residual.second_moment(pre_norm)",
                    "give layers=, the number of residual additions, or blocks=, two additions each @4"));
    CHECK(complains("residual.second_moment(pre_norm, layers=2, blocks=1)", "not both"));
    CHECK(complains("residual.fixup_scale()", "give layers="));
    CHECK(complains("residual.fixup_scale(3, 1)", "branch_layers must be from 2 to 10^6, not 1"));
    CHECK(answers::complaint("residual.second_moment(pre_norm, blocks=12)") == "");
}

TEST_CASE("an unknown scheme is met with the nearest") {
    CHECK(complains("residual.second_moment(pre_nrom, layers=2)", "did you mean 'pre_norm'? @23"));
    CHECK(complains("residual.skip_weight(deepnrom, layers=2)", "did you mean 'deepnorm'?"));
    CHECK(complains("residual.log_gradient_mean(pre_norm, layers=2, width=3)",
                    "'scheme' is one of post_norm, deep_norm, deepnorm"));
    CHECK(complains("residual.second_moment(3, layers=2)", "'scheme' is one of pre_norm, "));
}

TEST_CASE("a choice of another quantity is met with its name") {
    CHECK(complains(
        "residual.second_moment(pre_norm, 4, block=transformer)",
        "'block' is one of linear, mlp; 'transformer' is one for residual.simulated_second_moment"));
    CHECK(complains("residual.second_moment(he, 4)", "'he' is one for init.std"));
    CHECK(complains("residual.second_moment(swin, 4)", "deep_norm, deepnorm, ngpt @23"));  // not a choice
}

TEST_CASE("a scheme refuses what it does not have, and says why") {
    CHECK(
        complains("residual.second_moment(pre_norm, 4, alpha=2)", "(it has branch_variance, branch_scale)"));
    CHECK(complains("residual.gradient_ratio(pre_norm, 4, alpha=2)",
                    "(it has branch_variance, chi_ratio, branch_scale)"));
    CHECK(complains("residual.second_moment(fixup, layers=2, branch_variance=2)",
                    "fixup has no branch_variance: its branches are zero"));
    CHECK(complains("residual.gradient_ratio(fixup, layers=2, chi_ratio=2)", "fixup has no chi_ratio"));
    CHECK(complains("residual.second_moment(ngpt, layers=2, alpha=0.1, branch_variance=2)",
                    "ngpt has no branch_variance: its branch is normalised"));
    CHECK(complains("residual.second_moment(sandwich, layers=2, branch_scale=2)", "branch_variance is g^2"));
    CHECK(complains("residual.second_moment(layer_norm_scaling, layers=2, branch_scale=2)",
                    "divided by sqrt(layer + 1)"));
    CHECK(complains("residual.second_moment(pre_norm, layers=2, alpha=2)", "pre_norm has no alpha"));
    CHECK(complains("residual.second_moment(post_norm, layers=2, alpha=2)", "(deep_norm's has)"));
    CHECK(complains("residual.second_moment(deep_norm, layers=2, branch_scale=2)",
                    "beta belongs into branch_variance"));
    CHECK(
        complains("residual.second_moment(pre_norm, layers=2, schedule=linear)", "pre_norm has no schedule"));
    CHECK(complains("residual.second_moment(rezero, layers=2, alpha=1, branch_scale=2)",
                    "two names for one thing"));
    CHECK(complains("residual.second_moment(ngpt, layers=2)", "ngpt needs alpha="));
}

TEST_CASE("lists have one element for each layer") {
    CHECK(complains("residual.second_moment(pre_norm, layers=3, branch_scale=[1, 2])",
                    "branch_scale has 2 elements for 3 layers: give one number, or one for each layer @56"));
    CHECK(complains("residual.second_moment(rezero, layers=1, alpha=[1, 2])",
                    "alpha has 2 elements for 1 layers"));
    CHECK(complains("residual.second_moment(rezero, layers=2, alpha=[1, 2], schedule=linear)",
                    "a list is one already"));
    CHECK(complains("residual.second_moment(rezero, layers=2, alpha=[])", "'alpha' is an empty list @"));
    CHECK(complains("residual.second_moment(rezero, layers=2, alpha=[1, inf])", "alpha must be finite"));
    CHECK(complains("residual.second_moment([1, 2], layers=2)", "'scheme' is one of"));
    CHECK(complains("residual.second_moment(rezero, layers=2, initial=[1, 2])", "a list cannot stand where"));
    CHECK(answers::complaint("residual.second_moment(rezero, layers=2, alpha=[1, sqrt(2)])") == "");
}

TEST_CASE("numbers out of range") {
    CHECK(complains("residual.second_moment(pre_norm, layers=2, branch_variance=0)",
                    "branch_variance must be positive"));
    CHECK(complains("residual.second_moment(pre_norm, layers=2, initial=-1)",
                    "initial must be positive, not -1"));
    CHECK(complains("residual.second_moment(pre_norm, layers=2, initial=inf)", "initial must be finite"));
    CHECK(complains("residual.gradient_ratio(pre_norm, layers=2, chi_ratio=-1)",
                    "chi_ratio must be at least 0"));
    CHECK(
        complains("residual.second_moment(ngpt, layers=2, alpha=1.5)", "alpha must be from 0 to 1, not 3/2"));
    CHECK(
        complains("residual.second_moment(ngpt, layers=2, alpha=[0.5, -0.5])", "alpha must be from 0 to 1"));
    CHECK(complains("residual.second_moment(deep_norm, layers=2, alpha=0)", "alpha must be positive"));
    CHECK(complains("residual.branch_weight(pre_norm, layers=2, layer=2)",
                    "layer must be at most 1, not 2: layers are counted from 0"));
    CHECK(complains("residual.branch_weight(pre_norm, layers=2, layer=-1)",
                    "layer must be at least 0, not -1"));
    CHECK(
        complains("residual.weight_gradient_ratio(pre_norm, layers=2, layer=2)", "layer must be at most 1"));
    CHECK(
        complains("residual.gradient_ratio(pre_norm, layers=2, layer=3)", "layer must be at most 2, not 3"));
    CHECK(complains("residual.layer_angle(pre_norm, layers=2)", "'layer' is missing"));
    CHECK(complains("residual.path_length_probability(pre_norm, layers=2, length=-1)",
                    "length must be from 0 to 10^4"));
    CHECK(complains("residual.path_length_mean(ngpt, layers=2, alpha=1, chi_ratio=0)",
                    "there is no path to count"));
    CHECK(complains("residual.second_moment_variance(pre_norm, layers=2, width=0)",
                    "width must be at least 1"));
    CHECK(complains("residual.smallest_singular_value(0)", "branch_variance must be positive"));
}
