// sigprop train: what it shows, texts of one's own, checkpoints, and what it refuses.

#include <doctest/doctest.h>

#include "formats/json.hpp"

#include "tests/cli/simulations.hpp"

using cli::Folder;
using cli::Run;
using cli::tool;

namespace {

std::vector<std::string> train(const std::vector<std::string>& more) {
    std::vector<std::string> words = {"train",     "pre_norm",  "2",          "width=32",
                                      "batch=4",   "length=16", "networks=2", "--reproducible",
                                      "--threads", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

std::string text_of_words(std::size_t words) {
    std::string text;
    for (std::size_t k = 0; k < words; ++k)
        text += k % 3 == 0 ? "le réseau " : k % 3 == 1 ? "apprend " : "à lire. ";
    return text;
}

}  // namespace

TEST_CASE("train shows the curve, the end, each fate and the stream; reports hold it all") {
    const Folder files;
    const Run run = tool(train({"steps=20", "--json=" + files / "t.json", "--csv=" + files / "t.csv"}));
    CHECK(run.code == 0);
    CHECK(run.err.empty());
    CHECK(run.shows("2 networks of 2 layers (4 sublayers), width 32: "));
    CHECK(run.shows("20 steps, each of 4 sequences of 16 tokens; learning rate 0.001"));
    CHECK(run.shows("networks: 0 learned, "));
    CHECK(run.shows("if another one learns with the same steps and rate; try steps=300 rate=0.003\n"));
    CHECK(run.shows("     19  "));
    for (std::size_t at = 0; at < run.out.size();) {
        const std::size_t end = std::min(run.out.find('\n', at), run.out.size());
        CHECK(end - at <= 80 + 2);  // "±" is two bytes, and stands twice on a line
        at = end + 1;
    }
    const sigprop::Json report = sigprop::parse_json(files.read("t.json"), "report");
    CHECK(report.at("series").size() == 12);
    CHECK(files.read("t.csv").find("train.loss_of_networks,") != std::string::npos);
    // the same bytes for any number of threads, and other ones for another seed
    CHECK(tool(train({"steps=20", "--json", "--threads=1"})).code == 2);  // given twice
    const Run one = tool({"train", "pre_norm", "2", "width=32", "batch=4", "length=16", "networks=2",
                          "steps=20", "--reproducible", "--threads=1", "--json"});
    CHECK(one.out == files.read("t.json"));
    CHECK(tool(train({"steps=20", "--json", "--seed=1"})).out != one.out);
}

TEST_CASE("train says which network diverged at which step, and exits 3") {
    const Run run = tool({"train", "fixup", "2", "norm=none", "init_std=0.3", "width=16", "optimizer=sgd",
                          "rate=1e9", "steps=40", "networks=2", "length=16", "--threads=2"});
    CHECK(run.code == 3);
    CHECK(run.shows("2 diverged"));
    CHECK(run.shows("  network 1: the "));
    CHECK(run.shows(" is not finite at step "));
    CHECK(run.out.find("nan") == std::string::npos);
    CHECK(run.out.find("inf ") == std::string::npos);
}

TEST_CASE("train reads a text, and says what is wrong with one") {
    const Folder files;
    const std::string right = files.write("right.txt", text_of_words(300));
    const Run run = tool(train({"steps=30", "--text", right, "--json"}));
    CHECK(run.code == 0);
    const sigprop::Json report = sigprop::parse_json(run.out, "report");
    CHECK(report.at("records").as_array()[0].at("statement").as_string().find("SHA-256") !=
          std::string::npos);
    const auto refused = [&](const std::string& text, const std::vector<std::string>& more = {}) {
        std::vector<std::string> words = {"--text", files.write("text.txt", text), "steps=2"};
        words.insert(words.end(), more.begin(), more.end());
        const Run one = tool(train(words));
        CHECK(one.code == 2);
        CHECK(one.out.empty());
        return one.err;
    };
    CHECK(refused("a").find("too few for a sequence of 16") != std::string::npos);
    CHECK(refused(text_of_words(50) + "\xff").find("is not UTF-8: no character begins at byte ") !=
          std::string::npos);
    CHECK(refused(text_of_words(50), {"task=copy"}).find("remove this argument, or --text") !=
          std::string::npos);
    CHECK(tool(train({"--text", files.path()})).says("it is a folder"));
}

TEST_CASE("train goes on from a checkpoint after a kill, with other threads, to the same report" *
          doctest::test_suite("slow")) {
    if (cli::has_sanitizers) return;  // too slow: the models' own tests stop and go on
    const std::vector<std::string> longer = {"steps=3000", "--json"};
    const std::string straight = tool(train(longer)).out;
    const Folder files, output;
    std::vector<std::string> kept = longer;
    kept.insert(kept.end(), {"--checkpoint", files / "c.json"});
    const pid_t child = cli::start(train(kept), output);
    const auto states = [&] {  // "c.json." and sixteen digits
        std::size_t count = 0;
        for (const auto& one : std::filesystem::directory_iterator(files.path()))
            count += one.path().filename().string().size() == 7 + 16 ? 1U : 0U;
        return count;
    };
    CHECK(cli::wait_until([&] { return states() == 2; }, child));
    CHECK(states() == 2);
    kill(child, SIGKILL);
    static_cast<void>(cli::finish(child, output));
    const Run run = tool(train(kept));
    CHECK(run.code == 0);
    CHECK(run.out == straight);
    CHECK(states() == 0);
    CHECK(tool(train(kept)).out == straight);
    kept[0] = "steps=3001";
    const Run other = tool(train(kept));
    CHECK(other.code == 2);
    CHECK(other.says("the checkpoint belongs to another run"));
}

TEST_CASE("recipes are trained as they are initialised") {
    const Run command =
        tool({"recipe", "gpt2", "--layers=2", "--d-model=32", "--heads=2", "--vocab=64", "--emit=train"});
    CHECK(command.code == 0);
    CHECK(command.out.starts_with("sigprop train pre_norm 2 width=32 heads=2 vocabulary=64 "));
    CHECK(command.shows(" norm_epsilon=1e-5 "));
    CHECK(command.shows(" query_std=0.02 "));
    CHECK(command.shows("\"attention_output_std=0.02/sqrt(2*2)\""));
    CHECK(command.out.ends_with(" embedding_std=0.02 tied=true\n"));
    CHECK(tool({"recipe", "llama", "--emit=train"}).out.ends_with(" embedding_std=0.02 head_std=0.02\n"));
    CHECK(tool({"recipe", "t5", "--emit=train"})
              .says("relative_attention_bias.weight is not one vector of the stream"));
    CHECK(tool({"recipe", "llama_torchtitan", "--emit=train"})
              .says("is not truncated at two standard deviations"));
    CHECK(tool({"recipe", "vit", "--emit=train"}).says("no tensor with the role embedding"));
}
