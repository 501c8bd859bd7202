// What a run may write over, and how it ends where it cannot write or read: a message with the reason, no
// signal, and nothing left behind.

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/stat.h>

#include <chrono>
#include <thread>

#include "report/own_report.hpp"
#include "tests/cli/run_tool.hpp"

using cli::tool;
using Words = std::vector<std::string>;

namespace {

/// Our process may write anywhere as root: then a read-only folder needs another user.
Words as_nobody() {
    if (geteuid() != 0) return {};
    return {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
}

const char* const claims =
    R"({"defaults": {"source": {"title": "t"}}, "claims": [{"id": "a", "statement": "s", "expression": "1/3", "stated": "0.333"}]})";

}  // namespace

TEST_CASE("a file that is no report of ours stays, unless --force is given") {
    const cli::Folder folder;
    for (const std::string form : {"--json=", "--csv=", "--md=", "--junit="}) {
        const std::string mine = folder.write("mine", "import numpy\n");
        const Words words = {"verify", "selu.*", form + mine, "--quiet"};
        const cli::Run refused = tool(words);
        CHECK(refused.code == 2);
        CHECK(refused.says("not a report of sigprop"));
        CHECK(refused.says("--force"));
        CHECK(folder.read("mine") == "import numpy\n");
        Words forced = words;
        forced.push_back("--force");
        CHECK(tool(forced).code != 2);
        CHECK(folder.read("mine") != "import numpy\n");
        CHECK(tool(words).code != 2);  // now it is ours
        CHECK(sigprop::is_own_report(folder.read("mine")));
    }
    CHECK(tool({"eval", "1/3", "--quiet", "--json=" + folder.write("empty", "")}).code == 0);
    CHECK(tool({"eval", "1/3", "--quiet", "--json=" + folder.write("ours", "{\"claims\": 1}")}).code == 2);
}

TEST_CASE("lists and roots keep to the same rule") {
    const cli::Folder folder;
    for (Words words :
         {Words{"list", "selu"}, Words{"list", "twenty_digits"}, Words{"list", "claims", "selu.*"},
          Words{"list", "layers"}, Words{"solve", "x^2 = 2", "--for", "x", "--in", "0:2"}}) {
        CAPTURE(words[1]);
        words.push_back("--json=" + folder.write("mine", "keep me\n"));
        const cli::Run refused = tool(words);
        CHECK(refused.code == 2);
        CHECK(refused.says("not a report of sigprop"));
        CHECK(folder.read("mine") == "keep me\n");
        words.emplace_back("--force");
        CHECK(tool(words).code == 0);
        words.pop_back();
        CHECK(tool(words).code == 0);  // now it is ours
    }
}

TEST_CASE("two results do not go to one file, however it is called") {
    const cli::Folder folder;
    const std::string one = folder / "r.json", same = folder / "./r.json";
    const auto refused = [](const Words& words) {
        const cli::Run run = tool(words);
        CAPTURE(run.err);
        CHECK(run.code == 2);
        CHECK(run.says("already has another result"));
    };
    refused({"eval", "1+1", "--json=" + one, "--csv=" + same});
    refused({"eval", "1+1", "--certificate", one, "--csv=" + same});
    refused({"eval", "1+1", "--csv=" + one, "--baseline", same, "--update-baseline"});
    CHECK(tool({"eval", "1+1", "--json=" + one, "--csv=" + (folder / "r.csv")}).code == 0);
    // two pipes are two files
    CHECK(cli::tool({"eval", "1+1", "--quiet", "--json=/dev/stdout", "--csv=/dev/stderr"}).code == 0);
    // a list of somebody else's
    const std::string theirs = folder.write("theirs.json", R"({"layers": [{"name": "conv1", "units": 5}]})");
    CHECK(tool({"eval", "1+1", "--quiet", "--json=" + theirs}).code == 2);
    const cli::Run printed = tool({"eval", "1+1", "--certificate", "-"});
    CHECK(printed.code == 2);
    CHECK(printed.says("--certificate needs a file"));
}

TEST_CASE("what the same run reads is not written") {
    const cli::Folder folder;
    const std::string file = folder.write("c.json", claims);
    const cli::Run run = tool({"verify", "--claims", file, "--json=" + folder.path() + "/./c.json"});
    CHECK(run.code == 2);
    CHECK(run.says("is the file that --claims reads"));
    CHECK(folder.read("c.json") == claims);
    const std::string report = folder / "r.json";
    REQUIRE(tool({"verify", "--claims", file, "--json=" + report, "--quiet"}).code == 0);
    CHECK(tool({"verify", "--claims", file, "--baseline", report, "--json=" + report}).code == 2);
    CHECK(tool({"verify", "--claims", file, "--baseline", report, "--json=" + report, "--force"}).code == 0);
}

TEST_CASE("a symbolic link to nothing, and a folder that cannot be written") {
    const cli::Folder folder;
    REQUIRE(symlink("nowhere", (folder / "link").c_str()) == 0);
    const cli::Run link = tool({"eval", "1/3", "--json=" + folder / "link"});
    CHECK(link.code == 2);
    CHECK(link.says("symbolic link"));
    CHECK(std::filesystem::is_symlink(folder / "link"));

    const cli::Folder closed;
    REQUIRE(chmod(closed.path().c_str(), 0555) == 0);
    const cli::Run run = tool({"eval", "1/3", "--json=" + closed / "r.json"},
                              {.input = "", .environment = {}, .launcher = as_nobody()});
    CHECK(run.code == 2);
    CHECK(run.says("Permission denied"));
    CHECK_FALSE(run.says("No such file"));
    CHECK(closed.empty());
}

TEST_CASE("a limit of the file size is an error of the environment") {
    const cli::Folder folder;
    const cli::Run run =
        tool({"sweep", "s", "--over", "s=1:2000:+1", "--quiet", "--json=" + folder / "r.json"},
             {.input = "", .environment = {}, .launcher = {"prlimit", "--fsize=20000"}});
    CHECK(run.code == 2);
    CHECK(run.says("File too large"));
    CHECK(folder.empty());
}

TEST_CASE("an array that becomes shorter while it is read") {
    const cli::Folder folder;
    const std::string file = folder / "w.npy";
    {
        std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (40000000,), }";
        header.resize(118 - 1, ' ');
        std::ofstream out(file, std::ios::binary);
        out << std::string("\x93NUMPY\x01\x00\x76\x00", 10) << header << "\n";
    }
    constexpr std::uintmax_t whole = 128 + std::uintmax_t{8} * 40'000'000;
    std::filesystem::resize_file(file, whole);
    const cli::Folder output;
    const pid_t child =
        cli::start({"measure", "weights", "--w", file, "--std", "1", "--threads", "1"}, output);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    std::filesystem::resize_file(file, 4096);
    const cli::Run run = cli::finish(child, output);
    CHECK(run.code == 2);
    CHECK((run.says("it became shorter during reading") || run.says("cut short")));
}

TEST_CASE("one run at a time keeps a checkpoint") {
    const cli::Folder folder;
    const Words words = {"eval",         "activation.variance(gelu)",
                         "--methods",    "monte_carlo",
                         "--samples",    "1e12",
                         "--checkpoint", folder / "c.json"};
    const cli::Folder output;
    const pid_t child = cli::start(words, output);
    for (int i = 0; i < 200 && !folder.has("c.json"); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const cli::Run second = tool(words);
    CHECK(second.code == 2);
    CHECK(second.says("process " + std::to_string(child)));
    CHECK(second.says("--checkpoint another file"));
    CHECK(kill(child, SIGINT) == 0);
    CHECK(cli::finish(child, output).code == 130);
    CHECK_FALSE(folder.has("c.json.lock"));
    // a killed run leaves a lock that locks nothing
    folder.write("c.json.lock", "1\n");
    Words short_time = words;
    short_time.insert(short_time.end(), {"--budget", "0.2"});
    CHECK(tool(short_time).code == 3);
    CHECK_FALSE(folder.has("c.json.lock"));
}
