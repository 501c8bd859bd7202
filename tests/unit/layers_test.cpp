// The house keeps its floors: read from the #include lines of the real tree.

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "unit/layers.hpp"

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

/// The one complaint about a small house, or the number of them when it is not one.
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

TEST_CASE("a sound house passes") {
    const std::vector<Source> house = {
        {"include/sigprop/core/ball.hpp", "#include <string>\n"},
        {"include/sigprop/sigprop.hpp", "#include <sigprop/engine/evaluate.hpp>\n"},
        {"include/sigprop/engine/evaluate.hpp", "#include <sigprop/core/ball.hpp>\n"},
        {"src/core/ball_arb.hpp", "#include <arb.h>\n#include <sigprop/core/ball.hpp>\n"},
        {"src/core/ball.cpp", "#include \"core/ball_arb.hpp\"\n"},
        {"src/methods/arb_integral.cpp", "#include \"core/ball_arb.hpp\"\n#include <acb_calc.h>\n"},
        {"src/methods/gsl_qagi.cpp", "#include <gsl/gsl_integration.h>\n"},
        {"src/report/writer.cpp", "#include <fmt/format.h>\n#include <nlohmann/json.hpp>\n"},
        {"tools/sigprop/main.cpp",
         "#include <CLI/CLI.hpp>\n#include \"eval.hpp\"\n#include <sigprop/sigprop.hpp>\n"},
        {"tools/sigprop/eval.hpp", "#include <sigprop/version.hpp>\n#include \"core/embedded.hpp\"\n"}};
    for (const std::string& line : layers::violations(house)) FAIL_CHECK(line);
}

TEST_CASE("every broken rule is seen") {
    struct Row {
        const char *path, *text, *says;
    };
    const Row rows[] = {
        {"src/core/x.cpp", "#include <sigprop/methods/a.hpp>", "which stands below it"},
        {"src/core/x.cpp", "  #  include \"engine/a.hpp\"", "which stands below it"},
        {"src/quantities/selu.cpp", "#include <sigprop/judgement/claim.hpp>", "which stands below it"},
        {"src/engine/x.cpp", "#include <sigprop/sigprop.hpp>", "which stands below it"},
        {"src/report/x.cpp", "#include \"../../tools/sigprop/a.hpp\"\n#include <gsl/gsl_math.h>",
         "must not see gsl"},
        {"include/sigprop/core/x.hpp", "#include <arb.h>", "must not see arb"},
        {"include/sigprop/core/ball.hpp", "#include <flint/arb.h>", "must not see arb"},
        {"include/sigprop/core/x.hpp", "#include <fmt/format.h>", "must not see fmt"},
        {"include/sigprop/core/x.hpp", "#include \"core/ball.hpp\"",
         "includes the internal src/core/ball.hpp"},
        {"include/sigprop/sigprop.hpp", "#include <unistd.h>", "must not see posix"},
        {"src/core/x.cpp", "#include <arb.h>", "must not see arb"},
        {"src/core/ball.cpp", "#include <boost/math/constants/constants.hpp>", "must not see boost"},
        {"src/formats/x.cpp", "#include <tao/pegtl.hpp>", "must not see pegtl"},
        {"src/methods/boost_x.cpp", "#include <gsl/gsl_integration.h>", "must not see gsl"},
        {"src/methods/gsl_x.cpp", "#include <boost/math/quadrature/tanh_sinh.hpp>", "must not see boost"},
        {"src/quantities/x.cpp", "#include <nlohmann/json.hpp>", "must not see nlohmann"},
        {"src/engine/x.cpp", "#include <Eigen/Dense>", "must not see eigen"},
        {"tools/sigprop/x.cpp", "#include <nlohmann/json.hpp>", "must not see nlohmann"},
        {"src/report/x.cpp", "#include <somebody/else.hpp>", "must not see ?"},
        {"src/report/x.cpp", "#include \"arb.h\"", "must not see arb"},
        {"src/tensors/x.cpp", "", "stands on no floor"},
        {"src/x.cpp", "", "stands on no floor"}};
    for (const Row& row : rows) {
        CAPTURE(row.path);
        CAPTURE(row.text);
        CHECK(complaint({{row.path, row.text}}).find(row.says) != std::string::npos);
    }
}

TEST_CASE("a vendor is seen through an internal header") {
    CHECK(complaint({{"src/core/ball_arb.hpp", "#include <arb.h>"},
                     {"src/quantities/selu.cpp", "#include \"core/ball_arb.hpp\""}}) ==
          "src/quantities/selu.cpp: must not see arb");
}
