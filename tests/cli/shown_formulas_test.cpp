// The formula of a quantity in show, in list --json and in the words that list finds.

#include <doctest/doctest.h>

#include "formats/json.hpp"
#include "tests/cli/run_tool.hpp"

using cli::tool;

TEST_CASE("show prints the formula as text, its notes below it") {
    CHECK(tool({"show", "init.largest_singular_value"}).shows("\n  formula     1 + √(fan_out/fan_in)\n"));
    CHECK(tool({"show", "init.variance_scaling"})
              .shows("\n  formula     t = √(scale/fan)\n              normal: t\n"));
    CHECK(tool({"show", "init.std"})
              .shows("\n              he (kaiming): gain(activation)/√fan; the default relu: √(2/fan),"));
}

TEST_CASE("list --json has each formula as LaTeX and as text") {
    const sigprop::Json all = sigprop::parse_json(tool({"list", "--json"}).out, "list");
    const std::vector<sigprop::Json>& quantities = all.at("quantities").as_array();
    CHECK(quantities.size() > 100);
    std::size_t with_notes = 0;
    bool found = false;
    for (const sigprop::Json& one : quantities) {
        const std::string& name = one.at("name").as_string();
        CAPTURE(name);
        const std::string& latex = one.at("formula").as_string();
        const std::string& text = one.at("formula_text").as_string();
        CHECK_FALSE(latex.empty());
        CHECK_FALSE(text.empty());
        CHECK(text.find('\\') == std::string::npos);
        if (one.find("formula_notes") != nullptr && one.at("formula_notes").size() > 0) ++with_notes;
        if (!name.starts_with("attention.realformer_logit_std(")) continue;
        found = true;
        CHECK(latex == R"(\mathrm{std} \sqrt{\mathrm{layer}})");
        CHECK(text == "std √layer");
    }
    CHECK(found);
    CHECK(with_notes > 10);
    CHECK(all.at("activations").as_array().front().find("formula") == nullptr);
}

TEST_CASE("the words for the signs of a formula find it") {
    for (const char* word : {"sqrt", "√"}) {
        const cli::Run run = tool({"list", "quantities", word, "realformer"});
        CHECK_MESSAGE(run.shows("attention.realformer_logit_std"), word);
    }
    CHECK(tool({"list", "quantities", "integral", "participation"}).shows("attention.participation"));
    CHECK(tool({"list", "quantities", "integral", "realformer"}).says("no entry has all of these words"));
}
