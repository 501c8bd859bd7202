// A training run has the same bits for one to three threads, for two ranks, and with every vector set.

#include <doctest/doctest.h>

#include "core/simd/target.hpp"
#include "tests/cli/ranks.hpp"

using cli::tool;

namespace {

std::vector<std::string> train(const std::vector<std::string>& more) {
    std::vector<std::string> words = {
        "train",      "pre_norm",        "2",           "width=48",    "heads=3",       "kv_heads=1",
        "unit=gated", "activation=silu", "biases=true", "dropout=0.1", "batch=4",       "length=24",
        "steps=6",    "networks=3",      "task=recall", "--json",      "--reproducible"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

}  // namespace

TEST_CASE("training: one report for any number of threads and any vector set") {
    const std::string one = tool(train({"--threads=1"})).out;
    CHECK(cli::digest_in(one).size() == 64);
    for (const char* threads : {"2", "3"}) CHECK(tool(train({"--threads", threads})).out == one);
    for (const std::int64_t target : sigprop::available_targets()) {
        const std::string name(sigprop::target_name(target));
        CAPTURE(name);
        const cli::Run run = tool(train({"--threads=2"}), {"", {"SIGPROP_TARGET=" + name}});
        CHECK(run.code == 0);
        CHECK(run.out == one);
    }
    CHECK(tool(train({"--threads=1", "--seed=1"})).out != one);
}

TEST_CASE("training: one report for any number of ranks") {
    if (!cli::have_mpi()) return;
    const std::string alone = tool(train({"--threads=1"})).out;
    for (const int count : {2, 3}) {
        CAPTURE(count);
        const cli::Run run = tool(train({}), cli::ranks(count));
        CHECK(run.code == 0);
        CHECK(run.out == alone);
    }
}
