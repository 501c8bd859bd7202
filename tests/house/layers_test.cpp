// The real tree keeps the rules of floors and rooms.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/house/layers.hpp"

namespace {

using layers::Source;

std::vector<Source> read_tree() {
    const std::filesystem::path root = SIGPROP_SOURCE_DIR;
    std::vector<Source> sources;
    for (const char* folder : {"include", "src", "tools/sigprop"}) {
        if (!std::filesystem::exists(root / folder)) continue;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
            const std::string ending = entry.path().extension().string();
            if (ending != ".hpp" && ending != ".cpp") continue;
            std::ostringstream text;
            text << std::ifstream(entry.path()).rdbuf();
            sources.push_back({entry.path().lexically_relative(root).generic_string(), text.str()});
        }
    }
    return sources;
}

/// The one complaint about a small house, or their number when it is not one.
std::string complaint(const std::vector<Source>& sources) {
    const auto found = layers::violations(sources);
    return found.size() == 1 ? found.front() : std::to_string(found.size()) + " complaints";
}

}  // namespace

TEST_CASE("the tree keeps the rules") {
    const std::vector<Source> sources = read_tree();
    CHECK(sources.size() > 1);
    for (const std::string& line : layers::violations(sources)) FAIL_CHECK(line);
}

TEST_CASE("the table of rooms has no arrow that leads back") {
    for (const std::string& line : layers::faults_of_table(layers::rooms)) FAIL_CHECK(line);
    // a circle, and a room that does not exist
    const layers::Room circle[] = {{"core/ball", "core/base"}, {"core/base", "core/ball core/none"}};
    CHECK(layers::faults_of_table(circle) ==
          std::vector<std::string>{"core/ball: may not be after core/base",
                                   "core/base: may not be after core/none"});
}

TEST_CASE("the umbrella brings every public header") {
    const std::vector<Source> sources = read_tree();
    for (const std::string& path : layers::unreached(sources)) FAIL_CHECK(path);
    const auto count =
        std::ranges::count_if(sources, [](const Source& one) { return layers::is_public(one.path); });
    CHECK(count + 1 <= 46);  // version.hpp and the functions are made by the build
    CHECK(layers::unreached({{"include/sigprop/core/ball/ball.hpp", ""}}).size() == 1);
}

TEST_CASE("a sound house passes") {
    const std::vector<Source> house = {
        {"include/sigprop/core/ball/ball.hpp", "#include <string>\nclass Ball {\n"},
        {"include/sigprop/sigprop.hpp", "#include <sigprop/engine/evaluate.hpp>\n"},
        {"include/sigprop/engine/evaluate.hpp", "#include <sigprop/core/ball/ball.hpp>\nclass Ball;\n"},
        {"src/core/ball/arb.hpp", "#include <arb.h>\n#include <sigprop/core/ball/ball.hpp>\n"},
        {"src/core/ball/ball.cpp", "#include \"core/ball/arb.hpp\"\n"},
        {"src/core/ball/ball_gamma.cpp", "#include \"core/ball/arb.hpp\"\n"},
        {"src/methods/bessel/bessel.hpp", ""},
        {"src/methods/bessel/gsl_bessel.cpp",
         "#include <gsl/gsl_sf.h>\n#include \"methods/bessel/bessel.hpp\"\n"},
        {"src/methods/quadrature/arb_integral.cpp",
         "#include \"core/ball/arb.hpp\"\n#include <acb_calc.h>\n"},
        {"src/formats/writer.hpp", ""},
        {"src/formats/writer.cpp",
         "#include <fmt/format.h>\n#include <nlohmann/json.hpp>\n#include \"formats/writer.hpp\"\n"},
        {"tools/sigprop/main.cpp",
         "#include <CLI/CLI.hpp>\n#include \"eval.hpp\"\n#include <sigprop/sigprop.hpp>\n"},
        {"tools/sigprop/eval.hpp", "#include <sigprop/version.hpp>\n#include \"core/base/embedded.hpp\"\n"}};
    for (const std::string& line : layers::violations(house)) FAIL_CHECK(line);
}

TEST_CASE("every broken rule is seen") {
    struct Row {
        const char *path, *text, *says;
    };
    const Row rows[] = {
        {"src/core/base/x.hpp", "#include <sigprop/methods/mean/a.hpp>", "which stands below it"},
        {"src/core/base/x.hpp", "  #  include \"engine/a.hpp\"", "which stands below it"},
        {"src/quantities/activation/selu.hpp", "#include <sigprop/judgement/claim.hpp>",
         "which stands below it"},
        {"src/engine/x.hpp", "#include <sigprop/sigprop.hpp>", "which stands below it"},
        {"src/engine/x.hpp", "#include \"measure/flag_value.hpp\"", "which stands below it"},
        {"src/core/base/x.hpp", "#include <sigprop/core/ball/ball.hpp>",
         "a room that its own has no arrow to"},
        {"src/methods/mean/x.hpp", "#include \"methods/softmax/a.hpp\"",
         "a room that its own has no arrow to"},
        {"src/quantities/optimizer/x.hpp", "#include \"core/simd/target.hpp\"",
         "a room that its own has no arrow to"},
        {"include/sigprop/core/ball/x.hpp", "#include <arb.h>", "must not see arb"},
        {"include/sigprop/core/ball/ball.hpp", "#include <flint/arb.h>", "must not see arb"},
        {"include/sigprop/core/base/x.hpp", "#include <fmt/format.h>", "must not see fmt"},
        {"include/sigprop/core/ball/x.hpp", "#include \"core/ball/ball.hpp\"",
         "includes the internal src/core/ball/ball.hpp"},
        {"include/sigprop/sigprop.hpp", "#include <unistd.h>", "must not see posix"},
        {"src/core/base/x.hpp", "#include <arb.h>", "must not see arb"},
        {"src/core/ball/ball.hpp", "#include <boost/math/constants/constants.hpp>", "must not see boost"},
        {"src/formats/x.hpp", "#include <tao/pegtl.hpp>", "must not see pegtl"},
        {"src/methods/sampling/x.hpp", "#include <gsl/gsl_integration.h>", "must not see gsl"},
        {"src/quantities/activation/x.hpp", "#include <nlohmann/json.hpp>", "must not see nlohmann"},
        {"src/engine/x.hpp", "#include <Eigen/Dense>", "must not see eigen"},
        {"tools/sigprop/x.hpp", "#include <nlohmann/json.hpp>", "must not see nlohmann"},
        {"src/formats/x.hpp", "#include <re2/re2.h>", "must not see re2"},
        {"src/report/x.hpp", "#include <somebody/else.hpp>", "must not see ?"},
        {"src/report/x.hpp", "#include \"arb.h\"", "must not see arb"},
        {"src/tensors/x.hpp", "", "stands in no room"},
        {"src/core/x.hpp", "", "stands in no room"},
        {"src/core/ball/inner/x.hpp", "", "stands in no room"},
        {"src/x.hpp", "", "stands in no room"},
        {"src/report/x.cpp", "#include \"report/y.hpp\"", "is named after no header of its room"},
        {"src/report/table_x.cpp", "#include \"engine/table.hpp\"", "is named after no header of its room"}};
    for (const Row& row : rows) {
        CAPTURE(row.path);
        CAPTURE(row.text);
        CHECK(complaint({{row.path, row.text}}).find(row.says) != std::string::npos);
    }
}

TEST_CASE("a vendor is seen through an internal header") {
    CHECK(complaint({{"src/methods/ode/x.hpp", "#include <arb.h>"},
                     {"src/methods/ode/y.hpp", "#include \"methods/ode/x.hpp\""},
                     {"src/quantities/elementwise/z.hpp", "#include \"methods/ode/y.hpp\""}}) ==
          "src/quantities/elementwise/z.hpp: must not see arb");
}

TEST_CASE("a name is that of one type") {
    CHECK(complaint({{"src/report/a.hpp", "struct Place {\n    int x;\n};"},
                     {"src/formats/b.hpp", "class Place;\n"},
                     {"src/formats/c.hpp", "enum class Place : int { here };"}}) ==
          "src/report/a.hpp: defines Place, as src/formats/c.hpp does");
}
