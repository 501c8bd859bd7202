// --checkpoint: whatever ended a run, the same command continues from there and ends with the same digest.

#include <doctest/doctest.h>

#include <csignal>
#include <sigprop/version.hpp>

#include "formats/checkpoint.hpp"

#include "formats/json.hpp"
#include "tests/cli/simulations.hpp"

using cli::digest_in;
using cli::simulation;
using cli::tool;

namespace {

const std::string samples = "3e7";

const std::string& straight() {
    static const std::string report = tool(simulation(samples)).out;
    return report;
}

std::vector<std::string> kept(const cli::Folder& files, const std::string& threads) {
    return simulation(samples, {"--checkpoint", files / "c.json", "--threads", threads});
}

}  // namespace

TEST_CASE("killed, taken up again with other threads, and killed again: the same report") {
    CHECK(digest_in(straight()).size() == 64);
    CHECK(digest_in(straight()) != digest_in(tool(simulation(samples, {"--seed", "1"})).out));
    const cli::Folder files;
    int kills = 0;
    for (const char* threads : {"1", "3"}) {
        const cli::Folder output;
        const pid_t child = cli::start_until_kept(kept(files, threads), output, files);
        kill(child, SIGKILL);
        const cli::Run run = cli::finish(child, output);
        if (run.code == 1000 + SIGKILL) ++kills;
    }
    CHECK(kills >= 1);
    const cli::Run run = tool(kept(files, "2"));
    CHECK(run.code == 0);
    CHECK(run.out == straight());
    CHECK(run.err.empty());
    // the finished checkpoint gives the answer again, without a change
    const std::string finished = files.read("c.json");
    CHECK(tool(kept(files, "1")).out == straight());
    CHECK(files.read("c.json") == finished);
}

TEST_CASE("interrupted: the checkpoint is written, the message says how to go on, the code is 130") {
    std::signal(SIGHUP, SIG_DFL);  // also inherited by the child, even when the tests run under nohup
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const cli::Folder files;
        const cli::Folder output;
        const std::vector<std::string> words =
            simulation("1e14", {"--checkpoint", files / "c.json", "--threads", "2"});
        const pid_t child = cli::start_until_kept(words, output, files);
        const std::string first = files.read("c.json");
        cli::stop(child, signal);
        const cli::Run run = cli::finish(child, output);
        CHECK(run.code == 130);
        CHECK(run.out.empty());
        CHECK(run.says(files / "c.json"));
        CHECK(run.says("the same command continues"));
        CHECK(files.read("c.json") != first);
        // only the checkpoint is left
        CHECK(std::distance(std::filesystem::directory_iterator(files.path()), {}) == 1);
    }
}

TEST_CASE("what the checkpoint holds is what the answer is made of") {
    const cli::Folder files;
    REQUIRE(tool(kept(files, "2")).out == straight());
    const std::string text = files.read("c.json");
    const sigprop::Json document = sigprop::parse_json(text, "c.json");
    const sigprop::Json& one = document.at("simulations").as_array().at(0);
    std::string state = one.at("state").as_string();
    sigprop::CheckpointOwner owner{
        std::string(sigprop::version), "eval", {"activation.variance(relu)"}, 0, 30'000'000};
    const auto replaced = [&](const std::string& by) {
        std::filesystem::remove(files / "c.json");
        sigprop::Checkpoint(files / "c.json", owner, "", sigprop::Checkpoint::Access::read_write)
            .keep(one.at("name").as_string(), by, true);
    };
    replaced(state);
    CHECK(files.read("c.json") == text);
    // "1 0 end …": with fewer finished batches the others are drawn again and added to those kept
    const std::size_t end = state.find(' ', 2) + 1;
    const std::size_t digits = state.find(' ', end) - end;
    std::ostringstream fewer;
    fewer << std::hex << std::stoull(state.substr(end, digits), nullptr, 16) - 1;
    std::string forged = state;
    replaced(forged.replace(end, digits, fewer.str()));
    const cli::Run run = tool(kept(files, "1"));
    CHECK(run.code == 0);
    CHECK(digest_in(run.out) != digest_in(straight()));
    // with so few of them that they cannot have these sums, nothing is used
    forged = state;
    replaced(forged.replace(end, digits, "2"));
    const cli::Run refused = tool(kept(files, "1"));
    CHECK(refused.code == 2);
    CHECK(refused.says("sums that no samples of this simulation can have"));
}

TEST_CASE("verify and sweep keep theirs, with one simulation after the other") {
    const cli::Folder files;
    const std::vector<std::vector<std::string>> commands = {
        {"verify", "selu.*", "--methods", "arb_*,closed_form,monte_carlo"},
        {"sweep", "activation.variance(tanh, std=s)", "--over", "s=1,2,3", "--methods", "monte_carlo"}};
    for (std::vector<std::string> words : commands) {
        words.insert(words.end(), {"--json", "--reproducible", "--samples", "1e6"});
        const std::string plain = tool(words).out;
        words.insert(words.end(), {"--checkpoint", files / words[0]});
        CHECK(digest_in(plain).size() == 64);
        CHECK(tool(words).out == plain);
        CHECK(cli::count(files.read(words[0]), "\"state\"") >= 1);
        CHECK(tool(words).out == plain);
    }
    CHECK(cli::count(files.read("sweep"), "\"state\"") == 3);
}
