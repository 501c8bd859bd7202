// A depth-scaled initialisation that is silently overwritten, as in transformers.gpt2.residual_std: code and
// documentation say 0.02/sqrt(2 N), the weights have 0.02. Every layer's realised std shows it.

#include <doctest/doctest.h>

#include <fmt/format.h>
#include <sigprop/models/network/weight_matrix.hpp>

#include "tests/cli/run_tool.hpp"
#include "tests/support/npy_samples.hpp"

using cli::tool;
using Words = std::vector<std::string>;
using namespace npy_samples;
using namespace sigprop;

namespace {

constexpr int blocks = 12;
constexpr std::uint64_t width = 64;
const std::string said = "init.std(gpt2_residual, layers=12)";

void write_matrix(const cli::Folder& folder, const std::string& name, MatrixShape shape, double std) {
    std::vector<float> weights(shape.rows * shape.columns);
    WeightMatrix(Law::normal(), std, shape, RandomStream(1, name)).fill(weights);
    const std::string header = dictionary("<f4", fmt::format("({}, {})", shape.rows, shape.columns));
    (void)folder.write(name + ".npy", file(header, raw(weights)));
}

/// A model of 12 blocks with std 0.02, and 0.02/sqrt(2 N) for projections onto the residual stream, unless a
/// later pass over all layers resets those to 0.02.
Words initialised(const cli::Folder& folder, bool overwritten) {
    Words projections;
    for (int block = 0; block < blocks; ++block) {
        const auto name = [block](const char* matrix) { return fmt::format("h.{}.{}", block, matrix); };
        const double residual = overwritten ? 0.02 : 0.02 / std::sqrt(2.0 * blocks);
        write_matrix(folder, name("mlp.c_fc"), {4 * width, width}, 0.02);
        write_matrix(folder, name("attn.c_proj"), {width, width}, residual);
        write_matrix(folder, name("mlp.c_proj"), {width, 4 * width}, residual);
        projections.push_back(folder / (name("attn.c_proj") + ".npy"));
        projections.push_back(folder / (name("mlp.c_proj") + ".npy"));
    }
    return projections;
}

cli::Run measured(const Words& files, const std::string& std) {
    Words words = {"measure", "weights"};
    words.insert(words.end(), files.begin(), files.end());
    words.insert(words.end(), {"--std", std});
    return tool(words);
}

}  // namespace

TEST_CASE("the scale that was never applied is seen in every layer, and what is there instead") {
    const cli::Folder folder;
    const Words projections = initialised(folder, true);
    const cli::Run run = measured(projections, said);
    CHECK(run.code == 1);
    CHECK(run.shows("24 claims: 24 refuted"));
    for (int block = 0; block < blocks; ++block) {
        CHECK(run.shows(fmt::format("h.{}.attn.c_proj.npy: refuted", block)));
        CHECK(run.shows(fmt::format("h.{}.mlp.c_proj.npy: refuted", block)));
    }
    CHECK(measured(projections, "0.02").code == 0);  // their real std, 4.9 times the claimed one
}

TEST_CASE("with the scale applied the same command is satisfied, and the other layers keep 0.02") {
    const cli::Folder folder;
    const Words projections = initialised(folder, false);
    const cli::Run run = measured(projections, said);
    CHECK(run.code == 0);
    CHECK(run.shows("24 claims: 24 confirmed"));
    CHECK(measured({folder / "h.0.mlp.c_fc.npy"}, "0.02").code == 0);
    // the depth counts: 24 blocks, or one sublayer in each block, would have another scale
    CHECK(measured(projections, "init.std(gpt2_residual, layers=24)").code == 1);
    CHECK(measured(projections, "0.02/sqrt(12)").code == 1);
}
