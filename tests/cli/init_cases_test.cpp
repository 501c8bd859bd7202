// init on files as people have them: backward passes of GELU, heads, SELU on one line, docstrings with
// examples. Every number that is known gets a claim; nothing is said of the others.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"

using cli::tool;

namespace {

cli::Run init_of(const std::string& name, const std::string& code) {
    const cli::Folder folder;
    return tool({"init", folder.write(name, code), "--output", folder / "claims.json"});
}

}  // namespace

TEST_CASE("the constants of a backward pass of GELU: eight are known, two are wrong") {
    const cli::Run run = init_of("kernel.py",
                                 "INV_SQRT_TWO = 0.7071067812          # 1/sqrt(2)\n"
                                 "INV_SQRT_TWO_PI = 0.3989422803       # 1/sqrt(2*pi)\n"
                                 "SQRT_TWO_OVER_PI = 0.7978845608\n"
                                 "CUBIC = 0.044715\n"
                                 "THREE_C = 0.1070322243               # 3 * 0.044715 * sqrt(2/pi)\n"
                                 "HALF_THREE_C = 0.0535161             # half of it\n"
                                 "C_TIMES_ROOT = 0.0356774             # 0.044715 * sqrt(2/pi)\n"
                                 "QUICK = 1.702\n");
    CHECK(run.code == 0);
    for (const char* known :
         {"0.7071067812 is ", "0.7978845608 is sqrt(2/pi)", "0.044715 is 0.044715", "0.0535161 is ",
          "0.0356774 is 0.044715*sqrt(2/pi)", "1.702 is ", "0.3989422803 is near, but not, 1/sqrt(2*pi)",
          "0.1070322243 is near, but not, 3*0.044715*sqrt(2/pi)"})
        CHECK_MESSAGE(run.shows(known), run.out);
}

TEST_CASE("biases of priors, losses of a guess and gains are known by their lines") {
    const cli::Run run = init_of("heads.py",
                                 "import math\n"
                                 "HEATMAP_BIAS = -2.19           # logit of the prior 0.1\n"
                                 "CLASS_BIAS = -4.59511985       # logit of the prior 0.01\n"
                                 "CLASS_BIAS_SHORT = -4.6\n"
                                 "EXPECTED_LOSS = 10.8249        # ln(50257)\n"
                                 "EXPECTED_LOSS_T5 = 10.377483   # ln(32128)\n"
                                 "LEAKY_GAIN = 1.41414           # leaky_relu 0.01\n"
                                 "LEAKY_THIRD_GAIN = 1.3416408   # leaky_relu with slope 1/3\n"
                                 "TANH_GAIN = 1.6667\n"
                                 "ROOT_TWO = 1.41421\n");
    CHECK(run.code == 0);
    for (const char* known : {"-4.59511985 is log(0.01/(1-0.01))", "10.8249 is log(50257)",
                              "10.377483 is log(32128)", "1.41414 is activation.gain(leaky_relu)",
                              "1.3416408 is ", "1.6667 is torch.calculate_gain(tanh)", "1.41421 is "})
        CHECK_MESSAGE(run.shows(known), run.out);
    for (const char* short_one : {"-2.19", "-4.6 "}) CHECK_FALSE(run.shows(short_one));
}

TEST_CASE("both of SELU's constants on one line") {
    const cli::Run run = init_of("selu.py", "def selu(x, elu):\n    return elu(x, 1.67326) * 1.0507\n");
    CHECK(run.shows("1.67326 is selu.alpha()"));
    CHECK(run.shows("1.0507 is selu.lambda()"));
}

TEST_CASE("nothing is said of printed examples, comments and numbers without meaning") {
    const cli::Run run = init_of("docs.py",
                                 "\"\"\"Example of an initialiser.\n\n"
                                 "    >>> init_fn(zeros(2, 2))\n"
                                 "    array([[-0.7741, 0.8797],\n"
                                 "           [1.6766, 0.5341]])\n"
                                 "\"\"\"\n"
                                 "# once 1.6732632423543772\n"
                                 "LEARNING_RATE = 1.0507e-3\nCLIP = 1.7015\nMAX_ERF_TERM = 1.061405429\n");
    for (const char* number : {"0.7741", "0.8797", "1.6766", "0.5341", "1.67326", "1.0507", "1.7015"})
        CHECK_FALSE(run.shows(number));
    // control: the same numbers in code
    const cli::Run code = init_of("docs.py", "TRUNCATED_STD = 0.8796\nSELU_ALPHA = 1.6732632423543772\n");
    CHECK(code.shows("0.8796 is truncated_normal.std(-2, 2)"));
    CHECK(code.shows("1.6732632423543772 is selu.alpha()"));
}
