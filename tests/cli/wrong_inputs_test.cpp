// wrong_inputs.txt: what people type by mistake, and the message that each gets. The commands are run again,
// and everything that is printed must be what stands there.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"
#include "tests/support/npy_samples.hpp"
#include "tests/support/weights_samples.hpp"

namespace {

using namespace npy_samples;

/// The files that the commands name. Those that they name and that are not here are missing.
void fill(const cli::Folder& folder) {
    folder.write("init.py", "GELU_GAIN = 1.5335304\n");
    folder.write("plain.py", "x = 3\n");
    folder.write("page.html", "<!DOCTYPE html>\n");
    folder.write("notes.txt", "some words\n");
    folder.write("broken.json", "{\"claims\": [\n");
    const auto claims = [&](const std::string& name, const std::string& all) {
        folder.write(name, R"({"defaults": {"source": {"title": "t"}}, "claims": [)" + all + "]}\n");
    };
    const std::string right = R"({"id": "a", "statement": "s", "expression": "1/3", "stated": "0.333"})";
    claims("claim.json", R"({"id": "a", "statement": "s", "expression": "1/3", "stated": "1"})");
    claims("unknown_key.json", R"({"id": "a", "statement": "s", "expresion": "1/3", "stated": "0.333"})");
    claims("twice.json", right + ", " + right);
    claims("bad_name.json",
           R"~({"id": "a", "statement": "s", "expression": "activation.gian(gelu)", "stated": "1.5"})~");
    folder.write("sourceless.json", R"({"claims": [)" + right + "]}\n");
    folder.write("series.json", R"~({"series": [
            {"id": "s", "statement": "s", "expressions": ["1/x"], "over": ["x=1:2"]}]})~");
    folder.write("empty.npy", "");
    const std::vector<double> weights = weights_samples::normal_weights(64 * 128, 0.02, 1);
    folder.write("w.npy", file(dictionary("<f8", "(64, 128)"), raw(weights)));
    folder.write("b.npy", file(dictionary("<f8", "(64,)"), raw(std::vector<double>(64, 0))));
    folder.write("integers.npy", file(dictionary("<i8", "(2, 2)"), raw<std::int64_t>({1, 2, 3, 4})));
    folder.write("short.npy", file(dictionary("<f8", "(64, 128)"), raw<double>({1, 2})));
    folder.write("broken.safetensors", "abc");
    folder.write("broken.pt", "abc");
}

/// The message and the exit code of a line that is typed in that folder.
std::string message_of(const std::string& line, const cli::Folder& folder) {
    const cli::Run run = cli::tool({}, {.input = "",
                                        .folder = folder.path(),
                                        .launcher = {"bash", "-c", "sigprop() { \"$0\" \"$@\"; }; " + line}});
    CHECK_MESSAGE(run.out.empty(), line, ": ", run.out);
    CHECK_MESSAGE((run.code == 2 || run.code == 5), line, " exits with ", run.code);
    CHECK_MESSAGE(run.err.starts_with("sigprop: "), line, ": ", run.err);
    CHECK_MESSAGE(cli::count(run.err, "\nsigprop: ") == 0, line, ": ", run.err);
    return run.err + "(exit " + std::to_string(run.code) + ")\n";
}

struct Table {
    std::string text;
    std::size_t commands = 0;
};

/// The table again, its first lines as they are.
Table run_again(const std::string& page, const cli::Folder& folder) {
    Table again;
    std::istringstream lines(page);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("$ ")) {
            again.text += (again.commands > 0 ? "\n" : "") + line + "\n" + message_of(line.substr(2), folder);
            ++again.commands;
        } else if (again.commands == 0) {
            again.text += line + "\n";
        }
    }
    return again;
}

}  // namespace

TEST_CASE("wrong inputs get the messages of the table") {
    std::ostringstream file;
    file << std::ifstream(SIGPROP_SOURCE_DIR "/tests/cli/wrong_inputs.txt", std::ios::binary).rdbuf();
    const std::string page = file.str();
    const cli::Folder folder;
    fill(folder);
    const Table again = run_again(page, folder);
    CHECK(again.commands >= 85);
    const std::string now = SIGPROP_BINARY_DIR "/wrong_inputs.txt";
    if (again.text != page) std::ofstream(now, std::ios::binary) << again.text;
    CHECK_MESSAGE(again.text == page, "if the change is meant, copy ", now, " to tests/cli");
}

TEST_CASE("a table with another message is not what comes out") {
    const cli::Folder folder;
    const std::string page =
        "Head.\n\n$ sigprop\nsigprop: no command is given; sigprop --help lists all commands\n(exit 2)\n";
    CHECK(run_again(page, folder).text == page);
    CHECK(run_again(page + "more\n", folder).text == page);
    CHECK(run_again("$ sigprop\nsigprop: something else\n(exit 2)\n", folder).text != page);
}
