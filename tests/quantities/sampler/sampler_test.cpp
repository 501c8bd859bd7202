// What samplers really draw. References: tests/vectors/samplers.py, which tries all random numbers (NumPy 2,
// mpmath 1.3.0).

#include <array>

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::Reference;

namespace {

constexpr std::array references = {
    Reference{"std(uniform, bfloat16)", "0.28867765176568242979"},
    Reference{"mean(uniform, bfloat16)", "0.4999999701976776123"},
    Reference{"largest(uniform, bfloat16)", "1.0"},
    Reference{"support(uniform, bfloat16)", "2305"},
    Reference{"mass_at(inversion, -2, bfloat16, std=0.02, lower=-2, upper=2)", "0.001953184604644775390625"},
    Reference{"std(uniform, bfloat16, wraps=true)", "0.28867104429656200841"},
    Reference{"largest(uniform, bfloat16, wraps=true)", "0.99609375"},
    Reference{"support(uniform, bfloat16, wraps=true)", "2304"},
    Reference{"std(uniform, float16, lower=-0.5, upper=0.25)", "0.21650636076683472128"},
    Reference{"largest(uniform, float16, lower=-0.5, upper=0.25)", "0.25"},
    Reference{"std(uniform, e4m3fn, bits=16)", "0.28931934544073952532"},
    Reference{"mean(uniform, e4m3fn, bits=16)", "0.49999237060546875"},
    Reference{"largest(uniform, e4m3fn, bits=16)", "1.0"},
    Reference{"support(uniform, e4m3fn, bits=16)", "57"},
    Reference{"std(erfinv, bfloat16, bits=7)", "0.99708252513040951031"},
    Reference{"mean(erfinv, bfloat16, bits=7)", "-0.01202297210693359375"},
    Reference{"largest(erfinv, bfloat16, bits=7)", "2.515625"},
    Reference{"support(erfinv, bfloat16, bits=7)", "128"},
    Reference{"std(erfinv, float16, bits=10)", "0.99953109856233861162"},
    Reference{"support(erfinv, float16, bits=10)", "1024"},
    Reference{"std(erfinv, bits=7)", "0.99741290404220804873"},
    Reference{"mean(erfinv, bits=7)", "-0.012261217797535153522"},
    Reference{"largest(erfinv, bits=7)", "2.5205022171903594566"},
    Reference{"support(erfinv, bits=7)", "128"},
    Reference{"std(inversion, bfloat16, std=0.02, lower=-2, upper=2)", "0.09048936217180079107"},
    Reference{"mean(inversion, bfloat16, std=0.02, lower=-2, upper=2)", "-0.0039063692092895507812"},
    Reference{"largest(inversion, bfloat16, std=0.02, lower=-2, upper=2)", "0.057861328125"},
    Reference{"support(inversion, bfloat16, std=0.02, lower=-2, upper=2)", "3718"},
    Reference{"std(inversion, bfloat16, lower=-2, upper=2)", "0.8795959107830399445"},
    Reference{"std(rejection, bfloat16, std=0.02, lower=-0.04, upper=0.04)", "0.017625685064837802785"},
    Reference{"std(rejection, e5m2)", "0.99855362530874850184"},
    Reference{"support(rejection, e5m2)", "247"},
    Reference{"std(rejection, e4m3fn, std=0.02)", "0.020000402258214291393"},
    Reference{"support(rejection, e4m3fn, std=0.02)", "253"},
    Reference{"std(inversion, bfloat16, bits=8, std=0.02, lower=-2, upper=2)", "0.12628393582051485472"},
    Reference{"mean(inversion, bfloat16, bits=8, std=0.02, lower=-2, upper=2)", "-0.0078125"},
    Reference{"support(inversion, bfloat16, bits=8, std=0.02, lower=-2, upper=2)", "256"},
    Reference{"std(inversion, bfloat16, bits=8, lower=-2, upper=2)", "0.87688273468159743162"},
    Reference{"mean(inversion, bfloat16, bits=8, lower=-2, upper=2)", "-0.007781982421875"},
    Reference{"support(inversion, bfloat16, bits=8, lower=-2, upper=2)", "256"},
    Reference{"std(inversion, float16, bits=11, lower=-2, upper=2)", "0.87980417259453872262"},
    Reference{"support(inversion, float16, bits=11, lower=-2, upper=2)", "2046"},
    Reference{"std(box_muller, bits=13)", "0.9996688657451594255138516"},
    Reference{"std(box_muller)", "0.9999997247247106966517838"},
};

Result of(const std::string& call) { return answers::ask("sampler." + call, 15, "closed_form,recursion"); }

}  // namespace

TEST_CASE("laws have the references that trying everything gives") {
    answers::check_references(references, of, std::nullopt);
    CHECK(answers::enclosures(of("std(erfinv, bfloat16, bits=7)").evidence()) == 2);
    CHECK_FALSE(
        answers::matches(of("std(erfinv, bfloat16, bits=7)"), answers::printed("0.99708252513050951031")));
    CHECK_FALSE(
        answers::matches(of("std(uniform, bfloat16)"), of("std(uniform, float16)").enclosure()->value));
}

TEST_CASE("the largest number is also the last random number, rounded") {
    for (const char* call :
         {"largest(uniform, bfloat16)", "largest(uniform, float16, lower=-0.5, upper=0.25)",
          "largest(uniform, e4m3fn, bits=3)", "largest(rejection, e5m2)",
          "largest(rejection, bfloat16, std=0.02, lower=-0.04, upper=0.04)",
          "largest(erfinv, bfloat16, bits=8)", "largest(erfinv, e5m2, bits=7, mean=3)"}) {
        CAPTURE(std::string(call));
        const Result result = of(call);
        CHECK(answers::enclosures(result.evidence()) == 2);
        CHECK(result.evidence()[0].value.overlaps(result.evidence()[1].value));
    }
    CHECK(answers::enclosures(of("largest(erfinv, bfloat16, bits=7)").evidence()) == 1);
    CHECK(answers::enclosures(of("largest(uniform, bfloat16, wraps=true)").evidence()) == 1);
    CHECK(of("largest(uniform, e4m3fn, bits=3)").decimal() == "0.875");
    CHECK_FALSE(answers::matches(of("largest(erfinv, bfloat16, bits=8)"),
                                 of("largest(erfinv, bfloat16, bits=9)").enclosure()->value));
}

TEST_CASE("masses add up to 1 and are those of cells") {
    double total = 0;
    for (int k = 0; k <= 8; ++k)
        total += of("mass_at(uniform, " + std::to_string(k) + "/8, e5m2, bits=3)").value().value_or(2);
    CHECK(total == 1);
    // 1/2 takes a quarter of the cell below and half of the one above
    CHECK(of("mass_at(uniform, 0.5, bfloat16)").decimal() == "0.00292974710464478");
    CHECK(of("mass_at(uniform, 0.3, bfloat16)").decimal() == "0");
    CHECK(of("mass_at(erfinv, 0, bfloat16, bits=7)").decimal() == "0");
    CHECK(of("mass_at(inversion, -2, bfloat16, std=0.02, lower=-2, upper=2)").value().value() ==
          32769 * 0x1p-24);
}

TEST_CASE(
    "without rounding a uniform number is a sum of bits, and Box and Muller end at sqrt(2 bits log 2)") {
    CHECK(answers::matches(of("std(uniform, bits=1)"), Ball(0.25)));
    CHECK(answers::matches(of("std(uniform, bits=53)"),
                           sqrt((1 - Ball::power_of_two(-106)) / Ball(12).at_precision(200))));
    CHECK(answers::matches(of("mean(uniform, bits=24, lower=-1, upper=1)"), -Ball::power_of_two(-24)));
    CHECK(answers::matches(of("largest(box_muller)"), sqrt(48 * log(Ball(2).at_precision(200)))));
    CHECK(answers::matches(of("largest(uniform, bits=24)"), 1 - Ball::power_of_two(-24)));
    CHECK(of("support(uniform, bits=24)").decimal() == "16777216");
    CHECK(of("mean(box_muller, mean=3)").decimal() == "3");
}

TEST_CASE("what is not listed is said") {
    CHECK(answers::status("sampler.std(erfinv, bits=23)") == "unable");
    CHECK(answers::status("sampler.std(box_muller, bfloat16)") == "unable");
    CHECK(answers::status("sampler.support(box_muller)") == "unable");
    CHECK(answers::status("sampler.std(rejection, bfloat16, lower=2, upper=3)") == "unable");
    CHECK(answers::status("sampler.std(uniform, e4m3fn, upper=1000)") == "domain");
}

TEST_CASE("bad input is answered with what there is") {
    using answers::complains;
    CHECK(complains("sampler.std(gauss)", "box_muller"));
    CHECK(complains("sampler.std(uniform, fp16)", "float16"));
    CHECK(complains("sampler.std(uniform, bits=54)", "bits must"));
    CHECK(complains("sampler.std(uniform, lower=2)", "lower < upper"));
    CHECK(complains("sampler.std(erfinv, lower=-2)", "no limits"));
    CHECK(complains("sampler.std(inversion, std=0.02)", "bfloat16"));
    CHECK(complains("sampler.std(rejection)", "dtype"));
    CHECK(complains("sampler.std(erfinv, wraps=true)", "only for uniform"));
    CHECK(complains("sampler.std(rejection, bfloat16, lower=2, upper=-2)", "below"));
}
