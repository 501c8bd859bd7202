// Arguments that an initialisation scheme needs, does not use or cannot accept.

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::complains;

TEST_CASE("a scheme names everything it lacks") {
    CHECK(complains("1 + init.std(he)", "init.std: the scheme he needs fan_in= @13"));
    CHECK(complains("init.std(xavier)", "the scheme xavier needs fan_in=, fan_out="));
    CHECK(complains("init.std(glorot)", "the scheme xavier needs fan_in=, fan_out="));
    CHECK(complains("init.std(lecun, mode=fan_avg)", "needs fan_in=, fan_out="));
    CHECK(complains("init.std(gpt2_residual)", "needs layers="));
    CHECK(complains("init.std(wang)", "needs layers=, width="));
    CHECK(complains("init.std(t5)",
                    "needs fan_in=, role= (key, query, value, output, ffn_in, ffn_out, embedding) @9"));
    CHECK(complains("init.std(t5, role=query, fan_in=8)", "needs head_dim="));
    CHECK(complains("init.std(mup, role=hidden)", "needs width=, base_width="));
    CHECK(complains("init.std(deepnorm, fan_in=3, fan_out=3)",
                    "give encoder_layers= or decoder_layers= or both"));
    CHECK(complains("init.std(deepnorm, fan_in=3, fan_out=3, encoder_layers=1, decoder_layers=1)",
                    "needs role= (encoder, decoder)"));
    CHECK(complains("init.realised_std(1, upper=2)", "'lower' is missing"));
    CHECK(complains("init.realised_std(1)", "'upper' is missing: write inf for no limit"));
    CHECK(complains("init.std()", "'scheme' is missing"));
    CHECK(complains("deepnorm.encoder_alpha(decoder_layers=2)", "the encoder is missing"));
    CHECK(answers::complaint("init.std(he, fan_in=8)") == "");
}

TEST_CASE("a scheme refuses what it does not use") {
    CHECK(complains("init.std(lecun, fan_in=3, fan_out=4)",
                    "does not use 'fan_out': remove it (its std uses fan_in"));
    CHECK(answers::complaint("init.std(lecun, fan_in=3, fan_out=4, mode=fan_in)") == "");
    CHECK(
        complains("init.std(lecun, fan_in=3, activation=relu)", "does not use 'activation': remove it @37"));
    CHECK(complains("init.std(ntk, fan_in=3)", "the layer multiplies by 1/sqrt(fan_in)"));
    CHECK(complains("init.std(xavier, fan_in=3, fan_out=3, mode=fan_avg)",
                    "averages the two fans by definition"));
    CHECK(complains("init.std(bert, layers=12)", "the scheme bert does not use 'layers'"));
    CHECK(complains("init.std(t5, role=key, fan_in=8, head_dim=4)", "does not use 'head_dim'"));
    CHECK(complains("init.std(mup, role=embedding, width=4)", "does not use 'width'"));
    CHECK(complains("init.std(deepnorm, fan_in=3, fan_out=3, layers=6, encoder_layers=6)",
                    "does not use 'layers'"));
    CHECK(complains("init.argument(bert, lower=-3)", "distribution=normal does not use 'lower'"));
    CHECK(complains("init.argument(bert, distribution=uniform, limits=absolute)", "does not use 'limits'"));
    CHECK(complains("init.variance_scaling(1, fan_in, normal, fan_in=3, width=4)", "no parameter 'width'"));
    CHECK(complains("init.kurtosis(uniform, upper=2)", "does not depend on 'upper'"));
    CHECK(complains("init.realised_std(1, 1, 2, complex=true)", "remove lower"));
    CHECK(answers::complaint("init.realised_std(1, 0, 2, complex=true)") == "");
}

TEST_CASE("impossible values are refused where they stand") {
    CHECK(complains("init.std(he, fan_in=0)", "fan_in must be at least 1, not 0"));
    CHECK(complains("init.std(he, fan_in=2.5)", "'fan_in' must be an integer @20"));
    CHECK(complains("init.std(kaimin, fan_in=3)", "did you mean 'kaiming'?"));
    CHECK(complains("init.std(t5, role=hidden, fan_in=3)", "t5 has no role 'hidden'"));
    CHECK(complains("init.std(deepnorm, fan_in=3, fan_out=3, encoder_layers=2, role=decoder)",
                    "role=decoder, but decoder_layers is not given"));
    CHECK(complains("init.std(mup, role=embedding, base_std=0)", "base_std must be positive"));
    CHECK(complains("init.argument(bert, distribution=truncated_normal, lower=3)",
                    "lower < upper is required, not 3 and 2"));
    CHECK(complains("init.variance_scaling(0, fan_in, normal, fan_in=3)", "scale must be positive"));
    CHECK(complains("init.realised_std(-1, -2, 2)", "std must be positive"));
    CHECK(complains("init.realised_std(1, 2, 2)", "lower < upper is required, not 2 and 2"));
    CHECK(complains("init.realised_std(0.02, 2, -2)", "lower < upper is required, not 2 and -2"));
    CHECK(complains("init.realised_std(0.02, upper=-2, complex=true)", "upper must be positive, not -2 @30"));
    CHECK(complains("init.batch_variance_spread(1)", "batch must be at least 2"));
    CHECK(complains("init.uniform_half_width(0)", "std must be positive"));
    CHECK(complains("init.largest_singular_value(0, 3)", "fan_in must be at least 1"));
    CHECK(complains("deepnorm.decoder_beta(-1, 3)", "encoder_layers must be at least 0, not -1"));
    CHECK(
        complains("truncated_normal.partial_second_moment(2, 1)", "lower < upper is required, not 2 and 1"));
    CHECK(complains("complex_truncated_normal.partial_second_moment(-1)", "upper must be positive"));
}

TEST_CASE("a gain without a value stays a mathematical outcome") {
    CHECK(answers::status("init.std(he, fan_in=4, activation=\"0 * x\")") == "domain");
    CHECK(answers::status("init.std(he, fan_in=4, activation=\"exp(x^2)\")") == "domain");
    CHECK(answers::status("init.argument(he, fan_in=4, activation=\"exp(x^2)\", distribution=uniform)") ==
          "domain");
    CHECK(answers::status("init.std(he, fan_in=4, activation=\"exp(x)\")") == "ok");
}
