// What the machine may do to a run: no memory, a standard output that is closed, a disk that does not answer.
// The many ways are those of studies/faults/run.sh; here is what went wrong once.

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "tests/cli/simulations.hpp"

using cli::Run;
using cli::tool;

namespace {

/// The tool after the shell has done something to itself.
Run after(const std::string& words, const std::vector<std::string>& command) {
    return tool(command, {.input = "", .launcher = {"bash", "-c", "ulimit -c 0; " + words, "bash"}});
}

Run with_kilobytes(long kilobytes, const std::vector<std::string>& command) {
    return after("ulimit -v " + std::to_string(kilobytes) + R"(; exec "$@")", command);
}

}  // namespace

TEST_CASE("a closed standard output is an error, and no file takes its place") {
    const cli::Folder folder;
    const std::vector<std::string> command = {"eval",           "activation.variance(relu)",
                                              "--methods",      "monte_carlo",
                                              "--samples",      "1e4",
                                              "--checkpoint",   folder / "k.json",
                                              "--reproducible", "--json=" + folder / "r.json"};
    const Run closed = after(R"(exec "$@" >&-)", command);
    CHECK(closed.code == 2);
    CHECK(closed.says("cannot write standard output: Bad file descriptor"));
    const std::string report = folder.read("r.json");
    const std::string checkpoint = folder.read("k.json");
    CHECK(after(R"(exec "$@" <&- 2>&-)", command).code == 0);
    CHECK(folder.read("r.json") == report);
    CHECK(folder.read("k.json") == checkpoint);
    CHECK(report.ends_with("}\n"));
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 2);
}

TEST_CASE("interrupted when the work is done but not yet told, the run says that its checkpoint stands") {
    const cli::Folder files;
    const cli::Folder output;
    REQUIRE(::mkfifo((files / "pipe").c_str(), 0600) == 0);  // whoever writes to it waits for a reader
    const std::vector<std::string> command = {"eval",
                                              "activation.variance(relu)",
                                              "--methods",
                                              "monte_carlo",
                                              "--samples",
                                              "1e4",
                                              "--checkpoint",
                                              files / "c.json",
                                              "--json=" + files / "pipe"};
    const pid_t child = cli::start_until_kept(command, output, files);
    cli::stop(child, SIGTERM);
    const Run run = cli::finish(child, output);
    CHECK(run.code == 130);
    CHECK(run.says("interrupted; " + files / "c.json" + " has the finished work"));
}

TEST_CASE("ended at once, the run leaves its checkpoint and no lock") {
    const cli::Folder files;
    const cli::Folder output;
    const pid_t child = cli::start_until_kept(
        cli::simulation("1e14", {"--checkpoint", files / "c.json", "--threads", "2"}), output, files);
    for (const int signal : {SIGSTOP, SIGINT, SIGTERM, SIGCONT})
        CHECK(kill(child, signal) == 0);  // both at once
    const Run run = cli::finish(child, output);
    CHECK(run.code == 130);
    CHECK(run.says("interrupted before the work could stop; no file is incomplete"));
    CHECK(std::distance(std::filesystem::directory_iterator(files.path()), {}) == 1);
    CHECK(files.has("c.json"));
}

TEST_CASE("without memory the run says so") {
    CHECK(tool({"--version"}).code == 0);
    if (cli::has_sanitizers) return;  // they take terabytes of addresses
    long too_little = 4L << 10;
    long loads = 4L << 20;
    while (loads - too_little > 256) {
        const long middle = (loads + too_little) / 2;
        (with_kilobytes(middle, {"--version"}).code == 0 ? loads : too_little) = middle;
    }
    const cli::Folder folder;
    const Run run = with_kilobytes(loads, {"eval", "activation.gain(gelu)", "--json=" + folder / "r.json"});
    CHECK(run.code == 4);
    CHECK(run.says("sigprop: out of memory: give it more"));
    CHECK(!run.says("bad_alloc"));
    CHECK(folder.empty());
}
