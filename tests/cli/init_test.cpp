// init: constants in code become claims that read them from there; what is not sure is listed, not written.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"
#include "tests/cli/terminal_window.hpp"

using cli::tool;

TEST_CASE("the constants of a source file become a gate that passes") {
    const cli::Folder folder;
    folder.write("init.py",
                 "GELU_GAIN = 1.5335304\n"
                 "alpha = 1.6732632423543772848170429916717\n"
                 "    scale: float = 1.0507009873554804934193349852946,  # selu lambda\n"
                 "stddev = stddev / .87962566103423978\n"
                 "version = '1.2.3456'\nlr = 3.1234e-4\n");
    const std::string output = folder / "claims.json";
    const cli::Run run = tool({"init", folder / "init.py", "--output", output});
    CHECK(run.code == 0);
    for (const char* part : {"4 claims", "init.GELU_GAIN", "activation.gain(gelu)", "selu.alpha()",
                             "selu.lambda()", "truncated_normal.std(-2, 2)", "sigprop verify --claims"}) {
        CHECK_MESSAGE(run.shows(part), run.out);
    }
    CHECK_FALSE(run.shows("3.1234"));
    CHECK(tool({"verify", "--claims", output}).code == 0);
    // The claims read the code: a digit changed there fails the gate.
    folder.write("init.py",
                 "GELU_GAIN = 1.5335314\nalpha = 1.6732632423543772848170429916717\n"
                 "    scale: float = 1.0507009873554804934193349852946,  # selu lambda\n"
                 "stddev = stddev / .87962566103423978\n");
    CHECK(tool({"verify", "--claims", output}).shows("1 FAILED: init.GELU_GAIN"));
    // What is there already is kept.
    CHECK(tool({"init", folder / "init.py", "--output", output}).code == 2);
}

TEST_CASE("tabs are tabs, and standard output holds the claims alone") {
    const cli::Folder folder;
    folder.write("selu.h", "#define\tSELU_ALPHA\t1.6732632423543772\n\tx = 1.0507009873554805;\t// lambda\n");
    const std::string output = folder / "c.json";
    CHECK(tool({"init", folder / "selu.h", "--output", output}).shows("2 claims"));
    CHECK(tool({"verify", "--claims", output}).code == 0);
    const cli::Run printed = tool({
        "init",
        folder / "selu.h",
        "--output",
        "-",
    });
    CHECK(printed.code == 0);
    CHECK(printed.out.starts_with("{"));
    CHECK(printed.out.ends_with("}\n"));
    const cli::Run standard = tool({"init", "-"});
    CHECK(standard.code == 2);
    CHECK(standard.says("it cannot use standard input"));
}

TEST_CASE("a claim that is too wide for the terminal goes on below its beginning") {
    const cli::Folder folder, messages;
    folder.write("module.py", "TRUNCATED_NORMAL_STD = 0.87962566103423978\n");
    cli::TerminalWindow window(60);
    const pid_t child = cli::start({"init", "module.py"}, messages,
                                   {.input = "", .output_path = window.path(), .folder = folder.path()});
    CHECK(cli::finish(child, messages).code == 0);
    const std::string text = window.text();
    CHECK_MESSAGE(text.find("\n  module.TRUNCATED_NORMAL_STD ") != text.npos, text);
    CHECK_MESSAGE(text.find("\n    ") != text.npos, text);
}

TEST_CASE("a measured constant is near its name's, and the simplest name of a number is taken") {
    const cli::Folder folder;
    folder.write("gains.py",
                 "gamma = {'relu': 1.7139588594436646, 'gelu': 1.7015043497085571}\nx = 1.414214\n");
    const cli::Run run = tool({"init", folder / "gains.py", "--output", folder / "c.json"});
    CHECK(run.shows("gains.relu  1.7139588594436646 is near, but not, activation.variance_gain(relu)"));
    CHECK(run.shows("gains.x  1.414214 is sqrt(2)"));
    CHECK_FALSE(run.shows("activation.gain(relu) ("));
}

TEST_CASE("a constant that misses its name's number gets a claim, which verify refutes") {
    const cli::Folder folder;
    // the digits of a double, one unit off; those of a float, written as a double, and as a float
    folder.write("selu.py", "SELU_ALPHA = 1.6732632423543778\n");
    folder.write("right.py", "SELU_ALPHA = 1.6732631921768188\nSELU_LAMBDA = 1.05070102\n");
    const std::string output = folder / "c.json";
    const cli::Run run = tool({"init", folder / "selu.py", "--output", output});
    CHECK(run.code == 0);
    CHECK(run.shows("selu.SELU_ALPHA  1.6732632423543778 is near, but not, selu.alpha()"));
    const cli::Run verdict = tool({"verify", "--claims", output});
    CHECK(verdict.code == 1);
    CHECK(verdict.shows("selu.SELU_ALPHA: refuted"));
    CHECK(tool({"init", folder / "right.py", "--output", output, "--force"}).code == 0);
    CHECK(tool({"verify", "--claims", output}).code == 0);
}

TEST_CASE("a number that has a constant's name and is farther from it is listed, and not written") {
    const cli::Folder folder;
    // two digits changed places; the third digit; half as much, which is another number of that name
    folder.write("off.py", "SELU_ALPHA = 1.6372632423543772\nSILU_GAIN = 1.6785\nGELU_GAIN = 0.7667\n");
    const cli::Run run = tool({"init", folder / "off.py", "--output", folder / "c.json"});
    CHECK(run.code == 5);
    CHECK(run.shows("1.6372632423543772, which is close to selu.alpha() = 1.67326"));
    CHECK(run.shows("1.6785, which is close to activation.gain(silu) = 1.676532"));
    CHECK_FALSE(run.shows("0.7667"));
}

TEST_CASE("a number that is too large or too long to be a constant does not end the reading of its file") {
    const cli::Folder folder;
    folder.write(
        "odd.py",
        "far = 1.2345e99999999999\nnear = 1.0507e-99999999999\nGELU_GAIN = 1.5335304\nselu = 1.0507009873" +
            std::string(30'000, '5') + "\n");
    const cli::Run run = tool({"init", folder / "odd.py", "--output", folder / "c.json"});
    CHECK(run.code == 0);
    CHECK(run.shows("1 claim\n"));
    CHECK(run.shows("odd.GELU_GAIN"));
}

TEST_CASE("files that hold nothing for a gate") {
    const cli::Folder folder;
    const std::string output = folder / "c.json";
    CHECK(
        tool({"init", folder.write("a.bin", std::string("\0\1\2 1.5335304", 13)), "--output", output}).code ==
        5);
    std::string thousands;
    for (int i = 0; i < 30000; ++i) thousands += "x = 7." + std::to_string(100001 + i) + "\n";
    const cli::Run many = tool({"init", folder.write("many.py", thousands), "--output", output});
    CHECK(many.code == 5);
    CHECK(many.shows("has more than 20000 numbers"));
    CHECK(tool({"init", folder / "missing.py", "--output", output}).code == 2);
    const cli::Run whole = tool({"init", folder.path(), "--output", output});
    CHECK(whole.code == 2);
    CHECK(whole.says("is a folder: give the files in it, such as " + folder / "*.py"));
    CHECK(tool({"init", "--output", output}).code == 2);
    CHECK_FALSE(folder.has("c.json"));
}
