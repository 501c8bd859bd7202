// Under mpirun claims, expressions and points are shared between ranks: the bytes of one rank, for any number
// of ranks and threads, also where some of the work samples networks, which all ranks do together.

#include <doctest/doctest.h>

#include "tests/cli/ranks.hpp"

using cli::have_mpi;
using cli::ranks;
using cli::tool;

namespace {

const char* const networks = "residual.simulated_second_moment(pre_norm, sublayers=4, width=16, networks=32)";

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

}  // namespace

TEST_CASE("the same bytes") {
    if (!have_mpi()) return;
    const std::vector<std::vector<std::string>> commands = {
        {"eval", "activation.gain(gelu)", networks, "attention.entropy(64, std=1)", "1 + 1", "selu.alpha",
         "init.std(gpt2)", networks, "activation.gain(relu)"},
        {"eval", "activation.gain(gelu)", networks, "selu.alpha", "1 + 1", "--json", "--reproducible"},
        {"verify", "selu.*", "deepnorm.*", "--json", "--reproducible", "--methods",
         "closed_form,arb_*,network"},
        {"verify", "gpt2.*", "dyt.fit.*", "*.relu"},
        {"sweep", "attention.entropy(n, std=2)", "--over", "n=2:64:x2", "--csv"},
        {"sweep", "residual.simulated_second_moment(pre_norm, sublayers=l, width=16, networks=32)", "--over",
         "l=1,2,3", "--csv"}};
    for (const std::vector<std::string>& command : commands) {
        const cli::Run alone = tool(with(command, {"--threads", "1"}));
        CAPTURE(command[1]);
        CHECK_FALSE(alone.out.empty());
        for (const char* const threads : {"2", "3"}) {
            const cli::Run run = tool(with(command, {"--threads", threads}));
            CHECK(run.out == alone.out);
            CHECK(run.code == alone.code);
        }
        for (const int count : {2, 3}) {
            const cli::Run shared = tool(command, ranks(count));
            CHECK(shared.out == alone.out);
            CHECK(shared.code == alone.code);
            CHECK(cli::count(shared.err, "sigprop:") == cli::count(alone.err, "sigprop:"));
        }
        CHECK(tool(with(command, {"--threads", "2"}), ranks(2)).out == alone.out);
    }
}

TEST_CASE("an error at a point of one rank is said once, as without ranks") {
    if (!have_mpi()) return;
    const std::vector<std::string> words = {"sweep", "truncated_normal.variance(a, 2)", "--over",
                                            "a=0,1,3,2"};
    const cli::Run alone = tool(words);
    CHECK(alone.code == 2);
    for (const int count : {2, 3}) {
        const cli::Run shared = tool(words, ranks(count));
        CHECK(shared.code == 2);
        CHECK(shared.err.starts_with(alone.err));  // then mpirun speaks
        CHECK(cli::count(shared.err, "sigprop:") == 1);
    }
}
