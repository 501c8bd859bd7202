// Initialisation against references, between its routes, and where a call makes no sense.

#include "tests/quantities/initialization/references.hpp"
#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;
using answers::complains;

namespace {

std::string difference(const std::string& a, const std::string& b) {
    return ask("(" + a + ") - (" + b + ")", 30, "closed_form,arb_*").decimal();
}

const std::string absolute = "distribution=truncated_normal, limits=absolute, ";

}  // namespace

TEST_CASE("every scheme and every call has its reference value") {
    const auto by = [](const char* methods) {
        return [methods](const std::string& call) { return ask(call, 35, methods); };
    };
    answers::check_references(references::initializations, by(answers::proofs), {});
    answers::check_references(references::deepnorms, by("*"), {});
}

TEST_CASE("a reference with one digit changed is refused") {
    const Result result = ask("init.realised_std(0.02, -2, 2)", 35);
    CHECK(answers::matches(result, answers::printed("0.0175925132206847950082568283915554959669183318")));
    CHECK_FALSE(
        answers::matches(result, answers::printed("0.0175925132206847950082568283915554859669183318")));
    CHECK_FALSE(answers::matches(ask("init.std(he, fan_in=512, activation=relu)", 35), Ball(0.0625000001)));
}

TEST_CASE("routes agree, estimates and samples included") {
    for (const char* expression :
         {"init.std(lecun, fan_in=7)",
          "init.std(he, fan_in=7, activation=elu)",
          "init.argument(lecun, fan_in=7, distribution=uniform)",
          "init.argument(he, fan_in=7, activation=relu, distribution=truncated_normal, lower=-1, upper=inf)",
          "init.argument(bert, distribution=truncated_normal, lower=-0.04, upper=0.03, limits=absolute)",
          "init.argument(gpt2, distribution=truncated_normal, lower=-inf, upper=-1, limits=absolute)",
          "init.variance_scaling(2, fan_in, truncated_normal, fan_in=512)",
          "init.realised_std(0.02, -100, 100)",
          "init.realised_std(0.02, -inf, inf)",
          "init.realised_std(0.02, -inf, 1)",
          "init.realised_std(2, upper=0.5, complex=true)",
          "init.realised_std(2, upper=inf, complex=true)",
          "init.kurtosis(normal)",
          "init.kurtosis(uniform)",
          "init.kurtosis(truncated_normal, lower=0, upper=inf)",
          "init.uniform_half_width()",
          "init.largest_singular_value(5, 3)",
          "init.smallest_singular_value(5, 5)",
          "init.batch_variance_spread(2)",
          "truncated_normal.partial_second_moment(-1, inf, mean=0.3, std=2)",
          "complex_truncated_normal.partial_second_moment(0.3)",
          "deepnorm.decoder_alpha(6, 6)",
          "deepnorm.alpha_constant()",
          "deepnorm.beta_constant()"}) {
        CAPTURE(expression);
        CHECK(answers::disagreement(ask(expression, 20, "*")) == "");
    }
}

TEST_CASE("what is passed gives what is wanted") {
    for (const std::string limits : {"-2, 2", "-1, 3", "-inf, 0.5", "2, 2.1"}) {
        const std::size_t comma = limits.find(',');
        const std::string named = "lower=" + limits.substr(0, comma) + ", upper=" + limits.substr(comma + 2);
        const std::string passed =
            "init.argument(he, fan_in=6, activation=relu, distribution=truncated_normal, " + named + ")";
        CAPTURE(passed);
        CHECK(difference("init.realised_std(" + passed + ", " + limits + ")", "1/sqrt(3)") == "0");
        CHECK(difference("init.realised_std(" + passed + ", " + limits + ")", "1/sqrt(3.0000001)") != "0");
    }
    for (const std::string limits : {"-2, 2", "-0.6, 3", "5, 7.5", "-inf, -3", "0.5, inf", "1e18/7, inf"}) {
        const std::size_t comma = limits.find(',');
        const std::string named = "lower=" + limits.substr(0, comma) + ", upper=" + limits.substr(comma + 2);
        const std::string passed = "init.argument(he, fan_in=6, activation=relu, " + absolute + named + ")";
        CAPTURE(passed);
        const std::string realised = "init.realised_std(" + passed + ", " + limits + ", limits=absolute)";
        CHECK(difference(realised, "1/sqrt(3)") == "0");
        CHECK(difference(realised, "1/sqrt(3.0000001)") != "0");
    }
}

TEST_CASE("a std that no argument reaches is refused by proof, and only then") {
    const auto within = [](const std::string& half_width) {
        return answers::status("init.argument(torch_default_embedding, " + absolute + "lower=-" + half_width +
                               ", upper=" + half_width + ")");
    };
    CHECK(within("1.7") == "domain");
    CHECK(within("1.7320508") == "domain");  // below sqrt 3
    CHECK(within("1.73205081") == "ok");     // above
    CHECK(within("sqrt(3)") == "unable");    // equal: no number of digits decides
    CHECK(within("1000") == "ok");
}

TEST_CASE("floats are rounded to nearest, ties to even") {
    const auto rounded = [](const std::string& std, const std::string& dtype) {
        return ask("init.realised_std(" + std + ", -inf, inf, dtype=" + dtype + ")", 20, "closed_form")
            .decimal();
    };
    CHECK(rounded("1 + 2^-8", "bfloat16") == "1");
    CHECK(rounded("1 + 3 * 2^-8", "bfloat16") == "1.015625");
    CHECK(rounded("1 + 2^-8 + 1e-30", "bfloat16") == "1.0078125");
    CHECK(rounded("65519", "float16") == "65504");
    CHECK(rounded("0.02", "none") == "0.020000000000000000000");
    CHECK(complains("init.realised_std(65520, -2, 2, dtype=float16)", "65520 is too large for float16 @0"));
    CHECK(complains("init.realised_std(2^-26, -2, 2, dtype=float16)", "is rounded to 0 in float16"));
}
