// No work is lost when a rank fails or dies or when the user stops all ranks, and the message names the rank.

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>

#include "tests/cli/ranks.hpp"

using cli::have_mpi;
using cli::ranks;
using cli::simulation;
using cli::tool;

namespace {

/// The child processes of that parent that run the tool.
std::vector<pid_t> children_of(pid_t parent) {
    std::ostringstream text;
    const std::string task = std::to_string(parent);
    text << std::ifstream("/proc/" + task + "/task/" + task + "/children").rdbuf();
    std::istringstream words(text.str());
    std::vector<pid_t> all;
    for (pid_t child = 0; words >> child;) all.push_back(child);
    return all;
}

/// The rank of a process, from its environment.
std::string rank_of(pid_t process) {
    std::ostringstream text;
    text << std::ifstream("/proc/" + std::to_string(process) + "/environ", std::ios::binary).rdbuf();
    const std::string environment = '\0' + text.str();
    const std::string key = std::string(1, '\0') + "OMPI_COMM_WORLD_RANK=";
    const std::size_t at = environment.find(key);
    return at == std::string::npos ? "" : environment.substr(at + key.size(), 1);
}

std::vector<std::string> endless(const cli::Folder& files) {
    return simulation("1e14", {"--checkpoint", files / "c.json"});
}

}  // namespace

TEST_CASE("one rank that fails ends the others, wherever they are, and is named") {
    if (!have_mpi()) return;
    // mpirun accepts several programs, separated by ':': the last rank gets a command that does not exist
    const std::vector<std::string> fails = {":", "-np", "1", SIGPROP_TOOL, "eval", "nonsense(1)"};
    std::vector<std::string> in_simulation = simulation("1e15");
    std::vector<std::string> in_proofs = {
        "sweep", "activation.gain(tanh, std=x)", "--over", "x=1:100000:+1", "--digits", "200", "--methods",
        "arb_*"};
    for (std::vector<std::string>* words : {&in_simulation, &in_proofs}) {
        words->insert(words->end(), fails.begin(), fails.end());
        const cli::Run run = tool(*words, ranks(2));
        CAPTURE(run.err);
        CHECK(run.code == 2);
        CHECK(run.out.empty());
        CHECK(cli::count(run.err, "sigprop:") == 1);
        CHECK(run.says("sigprop: rank 2: unknown function or quantity 'nonsense'"));
    }
}

TEST_CASE("a rank that dies: the run stops and names it, the checkpoint stands and goes on elsewhere") {
    if (!have_mpi()) return;
    const cli::Folder files;
    const std::vector<std::string> words = simulation("4e7", {"--checkpoint", files / "c.json"});
    const cli::Folder output;
    const pid_t launcher = cli::start_until_kept(words, output, files, ranks(3));
    for (const pid_t process : children_of(launcher)) {
        if (rank_of(process) == "2") kill(process, SIGKILL);
    }
    const cli::Run run = cli::finish(launcher, output);
    CAPTURE(run.err);
    CHECK(run.code != 0);
    CHECK(run.out.empty());
    CHECK(cli::count(run.err, "sigprop:") == 1);
    const std::string told = "sigprop: rank 2 has died; " + files / "c.json" + " holds ";
    CHECK(run.says(told));
    CHECK(run.says(
        " of 40000000 samples of activation.variance(relu), and the same command continues from there"));
    // What is told is what the file holds: the finished batches are the first ones, of 2^16 samples.
    const std::string state = "\"state\": \"1 0 ";
    const std::size_t at = files.read("c.json").find(state) + state.size();
    const std::uint64_t batches = std::stoull(files.read("c.json").substr(at, 16), nullptr, 16);
    const double said = std::stod(run.err.substr(run.err.find(told) + told.size()));
    CHECK(batches > 0);
    CHECK(std::fabs(said / 4e7 - static_cast<double>(batches) / 611) < 0.001);
    CHECK(files.read("c.json").find("\"state\"") != std::string::npos);
    const std::string straight = tool(simulation("4e7", {"--threads", "2"})).out;
    CHECK(tool(simulation("4e7", {"--checkpoint", files / "c.json", "--threads", "2"}), ranks(2)).out ==
          straight);
    CHECK(tool(words).out == straight);
}

TEST_CASE("rank 0 dies: the first that is left says so") {
    if (!have_mpi()) return;
    const cli::Folder files;
    const cli::Folder output;
    const auto kill_rank = [](pid_t launcher, const std::string& rank) {
        for (const pid_t process : children_of(launcher)) {
            if (rank_of(process) == rank) kill(process, SIGKILL);
        }
    };
    const pid_t launcher = cli::start_until_kept(endless(files), output, files, ranks(3));
    kill_rank(launcher, "0");
    const cli::Run run = cli::finish(launcher, output);
    CAPTURE(run.err);
    CHECK(run.code != 0);
    CHECK(cli::count(run.err, "sigprop:") == 1);
    CHECK(
        run.says("sigprop: rank 0 has died; " + files / "c.json" + " holds the finished work, and the same"));
}

TEST_CASE("Ctrl-C: the checkpoint is written") {
    if (!have_mpi()) return;
    const cli::Folder files;
    const cli::Folder output;
    const pid_t launcher = cli::start_until_kept(endless(files), output, files, ranks(2));
    const std::string before = files.read("c.json");
    cli::stop(launcher, SIGINT);
    const cli::Run run = cli::finish(launcher, output);
    CAPTURE(run.err);
    CHECK(run.code != 0);
    CHECK(run.out.empty());
    CHECK(cli::count(run.err, "the same command continues") == 1);
    CHECK_FALSE(run.says("has died"));  // every rank was asked to stop
    CHECK(files.read("c.json") != before);
    CHECK(std::distance(std::filesystem::directory_iterator(files.path()), {}) == 1);
}
