// Under mpirun: one report for any number of ranks and threads, one message for an error, and no lost work
// when a rank dies or the user stops it.

#include <doctest/doctest.h>

#include "cli/simulations.hpp"

using cli::digest_in;
using cli::simulation;
using cli::tool;

namespace {

cli::Surroundings ranks(int count) {
    return {.input = "",
            .environment = {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"},
            .launcher = {"mpirun", "--oversubscribe", "-np", std::to_string(count)}};
}

/// Whether ranks can be tested here; says why when not.
bool have_mpi() {
    static const bool have = [] {
        const bool launcher = std::system("mpirun --version > /dev/null 2>&1") == 0;
        const cli::Run run = launcher ? tool({"--version"}, ranks(2)) : cli::Run{};
        if (!launcher) MESSAGE("skipped: there is no mpirun");
        if (run.says("was built without MPI")) MESSAGE("skipped: built without MPI");
        CHECK((!launcher || run.code == 0 || run.says("was built without MPI")));
        return run.code == 0;
    }();
    return have;
}

/// The processes of that parent which run the tool.
std::vector<pid_t> children_of(pid_t parent) {
    std::ostringstream text;
    const std::string task = std::to_string(parent);
    text << std::ifstream("/proc/" + task + "/task/" + task + "/children").rdbuf();
    std::istringstream words(text.str());
    std::vector<pid_t> all;
    for (pid_t child = 0; words >> child;) all.push_back(child);
    return all;
}

/// The rank of a process, as its environment says.
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

TEST_CASE("one report over threads") {
    const std::string one = tool(simulation("3e6", {"--threads", "1"})).out;
    CHECK(digest_in(one).size() == 64);
    for (const char* const threads : {"2", "3", "8"}) {
        CHECK(tool(simulation("3e6", {"--threads", threads})).out == one);
    }
    CHECK(digest_in(tool(simulation("3000001")).out) != digest_in(one));
}

TEST_CASE("one report over ranks and threads") {
    if (!have_mpi()) return;
    const std::string straight = tool(simulation("3e6")).out;
    CHECK(digest_in(straight).size() == 64);
    for (const int count : {1, 2, 3, 4}) {
        for (const char* const threads : {"1", "2"}) {
            const cli::Run run = tool(simulation("3e6", {"--threads", threads}), ranks(count));
            CAPTURE(count);
            CHECK(run.code == 0);
            CHECK(run.out == straight);
            CHECK(run.err.empty());
        }
    }
    CHECK(tool(simulation("3e6", {"--seed", "1"}), ranks(2)).out != straight);
}

TEST_CASE("several claims, a sweep, files; a rank has one thread; the report says how many there were") {
    if (!have_mpi()) return;
    const std::vector<std::vector<std::string>> commands = {
        {"verify", "selu.*", "--methods", "arb_*,closed_form,monte_carlo"},
        {"sweep", "activation.variance(tanh, std=s)", "--over", "s=1,2,3"}};
    for (const std::vector<std::string>& command : commands) {
        const cli::Folder files;
        std::vector<std::string> words = command;
        words.insert(words.end(), {"--csv", "--json=" + files / "r.json"});
        const cli::Run alone = tool(words);
        const std::string digest = digest_in(files.read("r.json"));
        const cli::Run shared = tool(words, ranks(3));
        CHECK(shared.code == alone.code);
        CHECK(shared.out == alone.out);
        const std::string report = files.read("r.json");
        CHECK(digest_in(report) == digest);
        CHECK(report.find("\"ranks\": \"3\"") != std::string::npos);
        CHECK(report.find("\"threads\": \"1\"") != std::string::npos);
    }
    const cli::Run once = tool({"eval", "1 + 1", "--quiet", "--json=/dev/stdout"}, ranks(3));
    CHECK(cli::count(once.out, "\"digest\"") == 1);  // rank 0 alone writes
    CHECK(tool({"--version"}, ranks(2)).out == tool({"--version"}).out);
}

TEST_CASE("an error is said once, and is the exit code of all") {
    if (!have_mpi()) return;
    const cli::Run unknown = tool({"eval", "activation.gian(relu)"}, ranks(3));
    CHECK(unknown.code == 2);
    CHECK(cli::count(unknown.err, "sigprop:") == 1);
    CHECK(cli::count(unknown.err, "did you mean") == 1);
    CHECK(unknown.says("^^^^"));
    const cli::Run budget = tool({"eval", "1 + 1", "--budget", "1"}, ranks(2));
    CHECK(budget.code == 2);
    CHECK(cli::count(budget.err, "--budget") == 1);
    CHECK(tool({"eval", "1 + 1", "--budget", "1"}, ranks(1)).code == 0);
    CHECK(tool({"verify", "--claims", "-"}, ranks(2)).says("rank 0 alone"));
    // only rank 0 writes: its error ends the others
    const cli::Run full = tool(simulation("1e15", {"--checkpoint", "/dev/full"}), ranks(3));
    CHECK(full.code == 2);
    CHECK(cli::count(full.err, "sigprop:") == 1);
    CHECK(cli::count(full.err, "/dev/full") == 1);
    CHECK(tool({"eval", "1 + 1", "--json=/dev/full"}, ranks(2)).code == 2);
}

TEST_CASE("one rank that fails ends the others, wherever they are, and is named") {
    if (!have_mpi()) return;
    // mpirun takes several programs, with ':' between them: the last rank is asked for what does not exist
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
    CHECK(run.says("rank 2"));
    CHECK(files.read("c.json").find("\"state\"") != std::string::npos);
    const std::string straight = tool(simulation("4e7", {"--threads", "2"})).out;
    CHECK(tool(simulation("4e7", {"--checkpoint", files / "c.json", "--threads", "2"}), ranks(2)).out ==
          straight);
    CHECK(tool(words).out == straight);
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
    CHECK(cli::count(run.err, "the same command goes on") == 1);
    CHECK(files.read("c.json") != before);
    CHECK(std::distance(std::filesystem::directory_iterator(files.path()), {}) == 1);
}
