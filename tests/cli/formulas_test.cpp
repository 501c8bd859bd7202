// User formulas at the command line: the message says why a formula cannot be computed, and the exit code
// distinguishes a wrong text (2) from an outcome without a number (3).

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"

using cli::tool;

namespace {

cli::Run asked(const std::string& f) { return tool({"eval", "activation.second_moment(" + f + ")"}); }

bool ends(const std::string& f, int code, const std::string& words) {
    const cli::Run run = asked(f);
    if (run.code == code && (run.shows(words) || run.says(words))) return true;
    MESSAGE(f << ": exit " << run.code << ", " << run.out.substr(0, 200) << run.err.substr(0, 200));
    return false;
}

}  // namespace

TEST_CASE("outcomes without a number: exit 3 and the reason") {
    CHECK(ends("\"1/x\"", 3, "the mean diverges near z = 0"));
    CHECK(ends("\"log(x)\"", 3, "the logarithm of a number that is not positive"));
    CHECK(ends("\"exp(x^2)\"", 3, "the mean diverges"));
    CHECK(ends("\"where(x^2 <= 0, 1/x, x)\"", 3, "at its switch near z = 0"));
    CHECK(ends("\"where(sin(1e6*x) < 0, 1, 2)\"", 3, "could not be separated"));
}

TEST_CASE("an integrable singularity has its value: E log(|x|)^2 and E |x|") {
    CHECK(ends("\"log(abs(x))\"", 0, "= 1.63715598991841"));
    CHECK(ends("\"sqrt(abs(x))\"", 0, "= 0.797884560802865"));
    CHECK_FALSE(ends("\"sqrt(abs(x))\"", 0, "= 0.797884560802866"));
}

TEST_CASE("a switch at one point changes nothing: exit 0") {
    CHECK(ends("\"where(x < 0, 1, where(x <= 0, 5, 2))\"", 0, "= 2.5000000000000000000000000"));
    CHECK(ends("\"where(abs(x) <= 0, 1/x, x)\"", 0, "= 1.0000000000000000000000000"));
    CHECK_FALSE(ends("\"where(x < 0, 1, where(x <= 1, 5, 2))\"", 0, "= 2.5000000000000000000000000"));
}

TEST_CASE("wrong texts: exit 2 and the fix") {
    CHECK(ends("\"foo(x)\"", 2, "unknown function or quantity 'foo'"));
    CHECK(ends("\"y\"", 2, "unknown name 'y'"));
    CHECK(ends("gelo", 2, "did you mean 'gelu'?"));
    CHECK(ends("softcap(0)", 2, "'t' must be positive, not 0"));
    CHECK(ends("glu(glu(silu))", 2, "a gated unit cannot contain a gated unit"));
    std::string deep = "x";
    for (int i = 0; i < 70; ++i) deep = "sin(" + deep + ")";
    CHECK(ends("\"" + deep + "\"", 2, "nested deeper than 64 levels"));
}

TEST_CASE("--budget ends what takes too long, as unable") {
    std::string nested = "x";
    for (int i = 0; i < 55; ++i) nested = "erf(" + nested + ")";
    const std::string mean = "activation.second_moment(\"" + nested + "\")";
    const cli::Run late = tool({"eval", mean, "--budget", "0.01"});
    CHECK(late.code == 3);
    CHECK(late.shows("the time allowed by --budget is over"));
    const cli::Run in_time = tool({"eval", "activation.second_moment(tanh)", "--budget", "1000"});
    CHECK(in_time.code == 0);
    CHECK_FALSE(in_time.shows("--budget"));
    const cli::Run wrong = tool({"eval", "1", "--budget", "0"});
    CHECK(wrong.code == 2);
    CHECK(wrong.says("--budget needs seconds, such as 10 or 0.5, not '0'"));
}
