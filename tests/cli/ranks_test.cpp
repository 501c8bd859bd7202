// Under mpirun: one report for any number of ranks and threads, and one message for an error.

#include <doctest/doctest.h>

#include "tests/cli/ranks.hpp"
#include "tests/support/share.hpp"

using cli::digest_in;
using cli::have_mpi;
using cli::ranks;
using cli::simulation;
using cli::tool;

TEST_CASE("one report over ranks and threads") {
    if (!have_mpi()) return;
    const std::string straight = tool(simulation("3e6")).out;
    CHECK(digest_in(straight).size() == 64);
    std::size_t piece = 0;
    for (const int count : {1, 2, 3, 4}) {
        for (const char* const threads : {"1", "2"}) {
            if (!sigprop::test::in_share(piece++, 3)) continue;  // one rank; two, of two threads; four
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
    CHECK(tool({"verify", "--claims", "-"}, ranks(2)).says("only rank 0 can read"));
    // only rank 0 writes: its error ends the others
    const cli::Run full = tool(simulation("1e15", {"--checkpoint", "/dev/full"}), ranks(3));
    CHECK(full.code == 2);
    CHECK(cli::count(full.err, "sigprop:") == 1);
    CHECK(cli::count(full.err, "/dev/full") == 1);
    CHECK(tool({"eval", "1 + 1", "--json=/dev/full"}, ranks(2)).code == 2);
}
