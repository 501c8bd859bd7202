// Holding a tensor against the law that it is expected to have: padding, what is told, what counts as known.

#include "measure/model/expectation.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/cli/run_tool.hpp"
#include "tests/support/model_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

ExpectedLaw law(TensorLaw form, double scale) {
    ExpectedLaw one{.form = form, .value = scale, .law = {}};
    if (form == TensorLaw::normal) one.law = WeightLaw::normal(scale);
    if (form == TensorLaw::uniform) one.law = WeightLaw::uniform_of_std(scale);
    if (form == TensorLaw::truncated_normal) {
        one.law = WeightLaw::truncated(scale, 2 * scale);
        one.law.realised_std = scale * 0.87962566103423978;  // J. Burkardt, The Truncated Normal Distribution
    }
    return one;
}

constexpr std::size_t rows = 10;
constexpr std::size_t columns = 2000;

/// A table of this law in which some rows are 0.
ModelPart table(const ExpectedLaw& of, std::uint64_t seed, const std::vector<std::size_t>& zeros,
                const std::string& name = "embed_tokens.weight") {
    SampleTensor tensor{name, {rows, columns}, sample_of(of, rows * columns, seed)};
    for (const std::size_t row : zeros)
        std::fill_n(tensor.values.begin() + static_cast<std::ptrdiff_t>(row * columns), columns, 0.0F);
    const cli::Folder folder;
    const TensorFiles files(folder.write("model.safetensors", safetensors_of({tensor})));
    return scan_model(files, RoleRules(), {}, {}).parts.front();
}

}  // namespace

TEST_CASE("one row of zeros in a table is padding: the law is that of the others") {
    for (const TensorLaw form : {TensorLaw::normal, TensorLaw::truncated_normal, TensorLaw::uniform}) {
        const ExpectedLaw right = law(form, 0.02);
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            CAPTURE(seed);
            CHECK(against(right, table(right, seed, {})).empty());
            const ModelPart padded = table(right, seed, {seed % rows});
            CHECK_MESSAGE(against(right, padded).empty(), against(right, padded));
            // Of ten rows one matters: as the numbers stand, the std is 5 % too small.
            CHECK_FALSE(right.against(padded.seen).empty());
        }
    }
}

TEST_CASE("two rows of zeros are none, nor is one in a matrix whose rows nobody looks up") {
    const ExpectedLaw right = law(TensorLaw::normal, 0.02);
    CHECK(against(right, table(right, 1, {0, 7})).find("2 of 10 rows are 0; the first is row 0") !=
          std::string::npos);
    const std::string said = against(right, table(right, 1, {7}, "mlp.fc1.weight"));
    CHECK(said.find("1 of 10 rows are 0; the first is row 7") != std::string::npos);
    CHECK(against(right, table(right, 1, {}, "mlp.fc1.weight")).empty());
    for (const char* name : {"wpe.weight", "lm_head.weight", "rel_attn_emb.weight"})
        CHECK_MESSAGE(against(right, table(right, 1, {7}, name)).empty(), name);
}

TEST_CASE("padding excuses no other std") {
    // With a row of zeros the std of all entries is then the expected one.
    const ExpectedLaw right = law(TensorLaw::normal, 0.02);
    const ExpectedLaw wider = law(TensorLaw::normal, 0.02 / std::sqrt(0.9));
    CHECK(against(right, table(wider, 3, {4})).find("the std is 0.021") != std::string::npos);
    const ExpectedLaw narrower = law(TensorLaw::normal, 0.019);
    CHECK_FALSE(against(right, table(narrower, 3, {4})).empty());
}

TEST_CASE("a table of zeros is no padding, and a constant law counts every row") {
    const ExpectedLaw right = law(TensorLaw::normal, 0.02);
    CHECK_FALSE(against(right, table(law(TensorLaw::constant, 0), 1, {})).empty());
    const ExpectedLaw ones = law(TensorLaw::constant, 1);
    CHECK(against(ones, table(ones, 1, {})).empty());
    CHECK(against(ones, table(ones, 1, {3})).find("between 0 and 1") != std::string::npos);
}

TEST_CASE("at most three reasons are told") {
    const ExpectedLaw right = law(TensorLaw::normal, 0.02);
    const std::string said = against(right, table(law(TensorLaw::uniform, 1), 1, {2, 3}));
    CHECK(std::ranges::count(said, ';') == 2);
}

TEST_CASE("what is judged is known, right or not; where a scale has names, they are told") {
    ModelExpectation expected;
    const ExpectedLaw right = law(TensorLaw::normal, 0.02);
    const ModelPart part = table(right, 5, {});
    CHECK(has_depth("std/sqrt(2*layers)"));
    CHECK(has_depth("initializer_range/sqrt(2*n_layer)"));
    CHECK(has_depth("1/sqrt(layer + 1)"));
    CHECK_FALSE(has_depth("layer_scale_init_value"));
    CHECK_FALSE(has_depth("0.02"));
    expected.judge(0, part, right, "0.02", "initializer_range", false);
    expected.judge(1, part, law(TensorLaw::normal, 0.03), "0.03", "initializer_range", false);
    expected.judge(2, part, law(TensorLaw::normal, 0.03), "0.03", "0.03", false);
    expected.judge(3, part, law(TensorLaw::constant, 1), "1", "layer_scale_init_value", false);
    expected.judge(4, part, law(TensorLaw::constant, -10), "-1e+01", "-1e+01", false);
    expected.judge(5, table(law(TensorLaw::constant, 1), 1, {}), law(TensorLaw::constant, 1), "1", "1",
                   false);
    CHECK(expected.known == std::set<std::size_t>{0, 1, 2, 3, 4, 5});
    CHECK(expected.random == std::set<std::size_t>{0, 1, 2});
    CHECK(expected.explained() == 2);
    CHECK(expected.agrees(0));
    CHECK_FALSE(expected.agrees(1));
    CHECK_FALSE(expected.agrees(6));
    REQUIRE(expected.agreements.size() == 1);  // of random laws alone
    CHECK(expected.agreements.front().written == "initializer_range");
    CHECK(expected.agreements.front().scale == "0.02");
    const auto told = [&](std::size_t i) { return expected.difference(i)->expected(); };
    CHECK(told(1) == "normal of std 0.03, std initializer_range");
    CHECK(told(2) == "normal of std 0.03");
    CHECK(told(3) == "1, layer_scale_init_value");
    CHECK(told(4) == "-10");
    CHECK(expected.difference(0) == nullptr);
    CHECK(std::string(expected.kind()) == "unlike its family");
    expected.is_recipe = true;
    CHECK(std::string(expected.kind()) == "unlike the recipe");
}
