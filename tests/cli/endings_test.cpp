// How the tool ends: interrupted, with a closed pipe, on a full disk; and which exit code takes precedence.

#include <doctest/doctest.h>
#include <signal.h>

#include <chrono>
#include <thread>

#include "../tools/sigprop/exit_code.hpp"
#include "tests/cli/run_tool.hpp"

using cli::tool;

namespace {

const std::vector<std::string> endless = {
    "sweep", "activation.gain(tanh, std=x)", "--over", "x=1:100000:+1", "--digits", "200"};

void rest(int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

}  // namespace

TEST_CASE("when several codes hold, 2 comes before 4 before 1 before 3 before 0") {
    using sigprop::tool::Exit;
    using sigprop::tool::worse;
    const std::vector<Exit> order = {Exit::usage, Exit::internal, Exit::failed, Exit::undecided, Exit::ok};
    for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t j = i; j < order.size(); ++j) {
            CHECK(worse(order[i], order[j]) == order[i]);
            CHECK(worse(order[j], order[i]) == order[i]);
        }
    }
}

TEST_CASE("Ctrl-C ends with 130 and leaves nothing behind") {
    const cli::Folder folder;
    const cli::Folder results;
    std::vector<std::string> words = endless;
    words.push_back("--json=" + results / "r.json");
    const pid_t child = cli::start(words, folder);
    rest(cli::has_sanitizers ? 2000 : 500);  // until the computation has begun, on a busy machine, too
    CHECK(kill(child, SIGINT) == 0);
    const auto asked = std::chrono::steady_clock::now();
    const cli::Run run = cli::finish(child, folder);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - asked;
    CHECK(run.code == 130);
    CHECK(run.out.empty());
    CHECK(run.says("interrupted: unfinished results are lost; no file is incomplete"));
    CHECK(results.empty());
    CHECK(seconds.count() < 3);
}

TEST_CASE("a reader that goes away is no error") {
    const cli::Folder folder;
    const std::string tool_and_code =
        "{ " SIGPROP_TOOL " list 2> '" + folder / "err" + "'; echo $? > '" + folder / "code" + "'; }";
    // the reader is gone before the first byte: the pipe is opened and closed, and only then written to
    folder.write("pipe.sh", "{ sleep 0.2; " + tool_and_code + "; } | true\n");
    CHECK(std::system(("bash '" + folder / "pipe.sh" + "'").c_str()) == 0);
    CHECK(folder.read("err").empty());
    CHECK(folder.read("code") == "0\n");
}

TEST_CASE("a full disk is an error of the environment") {
    if (!std::filesystem::exists("/dev/full")) return;
    const cli::Run run = tool({"list"}, {.input = "", .environment = {}, .output_path = "/dev/full"});
    CHECK(run.code == 2);
    CHECK(run.says("standard output"));
    CHECK(tool({"eval", "1 + 1", "--json=/dev/full"}).code == 2);
}

TEST_CASE("an old file survives a run that fails") {
    const cli::Folder folder;
    folder.write("r.json", "old");
    CHECK(tool({"eval", "1 +", "--json=" + folder / "r.json"}).code == 2);
    CHECK(folder.read("r.json") == "old");
    CHECK(tool({"eval", "1 + 1", "--quiet", "--force", "--json=" + folder / "r.json"}).code == 0);
    CHECK(folder.read("r.json") != "old");
}
