// A checkpoint that is damaged or belongs to something else is refused as a whole; a destination that does
// not work is found before the work starts, and a later failure leaves an old checkpoint intact.

#include <doctest/doctest.h>

#include "tests/cli/simulations.hpp"

using cli::simulation;
using cli::tool;

namespace {

const std::string samples = "200000";

struct Kept {
    Kept() {
        REQUIRE(tool(words()).code == 0);
        text = files.read("c.json");
    }
    [[nodiscard]] std::vector<std::string> words(const std::vector<std::string>& more = {}) const {
        std::vector<std::string> all = simulation(samples, {"--checkpoint", files / "c.json"});
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    /// The checkpoint is refused with these words and left unchanged.
    void refuses(const std::vector<std::string>& all, const std::vector<std::string>& says) const {
        const std::string before = files.read("c.json");
        const cli::Run run = tool(all);
        CHECK(run.code == 2);
        CHECK(run.out.empty());
        CHECK(run.says(files / "c.json"));
        for (const std::string& part : says) {
            CAPTURE(run.err);
            CHECK(run.says(part));
        }
        CHECK(files.read("c.json") == before);
    }

    cli::Folder files;
    std::string text;
};

}  // namespace

TEST_CASE("cut short, or one bit flipped anywhere") {
    const Kept kept;
    CHECK(tool(kept.words()).code == 0);  // unchanged, it is accepted
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, kept.text.size() / 2, kept.text.size() - 1}) {
        kept.files.write("c.json", kept.text.substr(0, size));
        kept.refuses(kept.words(), {"elete this one to start again"});
    }
    for (std::size_t i = 0; i < 16; ++i) {
        std::string flipped = kept.text;
        char& byte = flipped[i * (kept.text.size() - 1) / 15];
        byte = static_cast<char>(byte ^ (1 << i % 7));
        kept.files.write("c.json", flipped);
        kept.refuses(kept.words(), {"sigprop does not use it"});
    }
    kept.files.write("c.json", kept.text + "\n");
    kept.refuses(kept.words(), {"checksum"});
    kept.files.write("c.json", "{\"records\": []}");
    kept.refuses(kept.words(), {"not a checkpoint"});
}

TEST_CASE("of another run") {
    const Kept kept;
    const std::string file = kept.files / "c.json";
    const auto other = [&](const std::string& expression, const std::string& n, const std::string& seed,
                           const std::vector<std::string>& says) {
        kept.refuses({"eval", expression, "--methods", "monte_carlo", "--samples", n, "--seed", seed,
                      "--checkpoint", file},
                     says);
    };
    CHECK(tool({"eval", " activation.variance( relu )", "--methods", "monte_carlo", "--samples", "2e5",
                "--checkpoint", file})
              .code == 0);
    other("activation.variance(silu)", samples, "0",
          {"'activation.variance(relu)'", "'activation.variance(silu)'", "delete"});
    other("activation.variance(relu)", "200001", "0", {"samples", "'200000'", "'200001'"});
    other("activation.variance(relu)", samples, "7", {"seed", "'0'", "'7'"});
    kept.refuses({"eval", "activation.variance(relu)", "1 + 1", "--samples", samples, "--checkpoint", file},
                 {"the number of expressions", "'1'", "'2'"});
    kept.refuses({"sweep", "activation.variance(gelu, std=s)", "--over", "s=1", "--samples", samples,
                  "--checkpoint", file},
                 {"command", "'eval'", "'sweep'"});
}

TEST_CASE("destinations that do not work are found at once") {
    const cli::Folder files;
    const auto refused = [&](const std::string& path, const std::string& says,
                             const std::vector<std::string>& more = {}) {
        std::vector<std::string> words = simulation("1e15", more);  // would take days
        words.insert(words.end(), {"--checkpoint", path});
        const cli::Run run = tool(words);
        CAPTURE(run.err);
        CHECK(run.code == 2);
        CHECK(run.says(says));
    };
    refused(files.path(), "regular file");
    refused("/dev/full", "regular file");
    refused(files / "missing/c.json", "missing/c.json");
    refused("-", "needs a file");
    refused(files / "r.csv", "is also the file of --csv", {"--csv=" + files / "./r.csv"});
    // a file that does not exist yet, named in two ways
    refused("no-such-file.csv", "is also the file of --csv", {"--csv=./no-such-file.csv"});
    CHECK(files.empty());
}

TEST_CASE("a disk that is full leaves the old checkpoint") {
    const Kept kept;
    cli::Folder files;
    files.write("c.json", "");
    std::filesystem::remove(files / "c.json");
    const std::vector<std::string> words = simulation("1e14", {"--checkpoint", files / "c.json"});
    const cli::Folder first;
    const pid_t child = cli::start_until_kept(words, first, files);
    kill(child, SIGKILL);
    CHECK(cli::finish(child, first).code == 1000 + SIGKILL);
    const std::string old = files.read("c.json");
    // No file may grow beyond 512 bytes: writes then fail as on a full disk.
    const cli::Folder output;
    const cli::Run run = cli::finish(
        cli::start(
            words, output,
            {.input = "", .launcher = {"bash", "-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "bash"}}),
        output);
    CHECK(run.code == 2);
    CHECK(run.says("cannot write " + files / "c.json"));
    CHECK(files.read("c.json") == old);
    CHECK(std::distance(std::filesystem::directory_iterator(files.path()), {}) == 1);
}
