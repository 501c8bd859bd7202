// --checkpoint-key: the checkpoint is signed by the key in a file and is taken with that key alone, by eval,
// verify, sweep and train; what goes wrong with the key is said.

#include <doctest/doctest.h>

#include "tests/cli/ranks.hpp"

using cli::simulation;
using cli::tool;

namespace {

struct Keys {
    cli::Folder files;
    std::string one = files.write("one.key", "0123456789abcdef0123456789abcdef");
    std::string two = files.write("two.key", "another key of more than 16 bytes");

    [[nodiscard]] std::vector<std::string> with(std::vector<std::string> words,
                                                const std::string& key = "") const {
        words.insert(words.end(), {"--checkpoint", files / "c.json"});
        if (!key.empty()) words.insert(words.end(), {"--checkpoint-key", key});
        return words;
    }
};

}  // namespace

TEST_CASE("signed, taken up with the same key, refused with another one or without") {
    const std::vector<std::vector<std::string>> commands = {
        simulation("200000"),
        {"sweep", "activation.variance(relu, std=s)", "--over", "s=1", "--samples", "200000", "--csv"},
        {"verify", "selu.fixed_point.mean", "--samples", "200000", "--csv"},
        {"train", "pre_norm", "1", "width=8", "heads=2", "vocabulary=4", "length=4", "networks=2", "steps=2",
         "batch=2", "--csv"}};
    for (const std::vector<std::string>& command : commands) {
        CAPTURE(command[0]);
        const Keys keys;
        const cli::Run first = tool(keys.with(command, keys.one));
        CAPTURE(first.err);
        CHECK(first.code == 0);
        const std::string text = keys.files.read("c.json");
        CHECK(text.find("\"signature\"") != std::string::npos);
        CHECK(text.find("0123456789abcdef0123456789abcdef") == std::string::npos);
        CHECK(tool(keys.with(command, keys.one)).out == first.out);
        const cli::Run other = tool(keys.with(command, keys.two));
        CHECK(other.code == 2);
        CHECK(other.out.empty());
        CHECK(other.says("signed with another key"));
        const cli::Run none = tool(keys.with(command));
        CHECK(none.code == 2);
        CHECK(none.says("give its key (--checkpoint-key FILE)"));
        CHECK(keys.files.read("c.json") == text);
    }
}

TEST_CASE("one without a signature is refused when there is a key") {
    const Keys keys;
    const cli::Run first = tool(keys.with(simulation("200000")));
    CHECK(first.code == 0);
    const cli::Run run = tool(keys.with(simulation("200000"), keys.one));
    CHECK(run.code == 2);
    CHECK(run.says("has no signature, although you gave a key"));
    CHECK(tool(keys.with(simulation("200000"))).out == first.out);
}

TEST_CASE("what is wrong with the key is said before the work begins") {
    const Keys keys;
    const auto refused = [&](const std::string& key, const std::string& says) {
        const cli::Run run = tool(keys.with(simulation("1e15"), key));
        CAPTURE(run.err);
        CHECK(run.code == 2);
        CHECK(run.says(says));
        CHECK_FALSE(keys.files.has("c.json"));
    };
    refused(keys.files / "missing.key", "missing.key");
    refused(keys.files.write("short.key", "short"), "a key has 16 to 4096 bytes, not 5");
    refused("/dev/zero", "/dev/zero");
    refused(keys.files / "c.json", "--checkpoint: ");
    std::vector<std::string> alone = simulation("1000");
    alone.insert(alone.end(), {"--checkpoint-key", keys.one});
    CHECK(tool(alone).says("--checkpoint-key needs --checkpoint FILE: it signs that file"));
    CHECK(tool(alone).code == 2);
}

TEST_CASE("ranks read the key themselves") {
    if (!cli::have_mpi()) return;
    const Keys keys;
    const std::string straight = tool(simulation("200000")).out;
    CHECK(tool(keys.with(simulation("200000"), keys.one), cli::ranks(2)).out == straight);
    CHECK(tool(keys.with(simulation("200000"), keys.one)).out == straight);
    CHECK(tool(keys.with(simulation("200000"), keys.two), cli::ranks(2)).says("signed with another key"));
}
