// Experiments: claims about training, which only their names or --experiments select.

#include <doctest/doctest.h>

#include "tests/cli/run_tool.hpp"

using cli::tool;

namespace {

/// One claim; an experiment where `kind` says so.
std::string claim(const std::string& id, const std::string& expression, const std::string& members) {
    return R"({"id": ")" + id + R"(", "source": {"title": "t"}, "expression": ")" + expression + "\", " +
           members + "}";
}

constexpr const char* gain =
    "training.learned_nats(pre_norm, 1, width=16, steps=20, networks=24, heads=1, length=16)";

/// A number that is proved at once, and two experiments on the same small networks.
std::string mixed(const std::string& bound = "upper") {
    return "{\"claims\": [" + claim("gate.half", "1/2", R"("stated": "0.5")") + "," +
           claim("gate.learns", gain, R"("kind": "experiment", "stated": "3", "bound": ")" + bound + "\"") +
           "," + claim("gate.roughly", gain, R"("kind": "experiment", "says": "about", "stated": "0.1")") +
           "]}";
}

}  // namespace

TEST_CASE("a bare verify counts experiments apart, and judges none") {
    const cli::Folder folder;
    const std::string file = folder.write("c.json", mixed("lower"));  // wrong, if it were judged
    const cli::Run run = tool({"verify", "--claims", file});
    CHECK(run.code == 0);
    CHECK(
        run.shows("1 claim: 1 confirmed; all as expected; "
                  "2 experiments not run: sigprop verify --experiments\n"));
    CHECK_FALSE(run.shows("gate.learns"));
    CHECK_FALSE(tool({"verify", "--claims", file, "gate.half"}).shows("not run"));
    CHECK_FALSE(tool({"verify", "--claims", file, "--json", "--reproducible"}).shows("gate.learns"));
    CHECK(tool({"verify", "truncated_normal.variance*"}).code == 0);
}

TEST_CASE("a name or the flag selects them, with verdicts of samples") {
    const cli::Folder folder;
    const std::string file = folder.write("c.json", mixed());
    const cli::Run alone = tool({"verify", "--claims", file, "--experiments"});
    CHECK(alone.code == 0);
    CHECK(alone.shows("2 claims: 1 confirmed, 1 measured; all as expected\n"));
    CHECK_FALSE(alone.shows("gate.half"));
    const cli::Run named = tool({"verify", "--claims", file, "gate.learns", "--json", "--reproducible"});
    CHECK(named.code == 0);
    for (const char* part : {"\"kind\": \"experiment\"", "\"strength\": \"sample\"",
                             "\"schema_version\": \"1.4\"", "\"verdict\": \"confirmed\""})
        CHECK_MESSAGE(named.shows(part), part);
    CHECK(tool({"verify", "--claims", file, "gate.half", "gate.learns", "gate.roughly"})
              .shows("3 claims: 2 confirmed, 1 measured"));
    // a wildcard trains nobody by surprise
    CHECK(tool({"verify", "--claims", file, "gate.*"})
              .shows("1 claim: 1 confirmed; all as expected; 2 experiments not run"));
    // the control: with the bound turned around it falls
    const std::string wrong = folder.write("w.json", mixed("lower"));
    CHECK(tool({"verify", "--claims", wrong, "--experiments"}).code == 1);
}

TEST_CASE("a selection without a claim is told") {
    const cli::Folder folder;
    const std::string file = folder.write("c.json", mixed());
    const cli::Run other = tool({"verify", "--claims", file, "--experiments", "gate.half"});
    CHECK(other.code == 5);
    CHECK(other.says("no experiment matches 'gate.half'"));
    const std::string only = folder.write(
        "o.json", "{\"claims\": [" +
                      claim("a", gain, R"("kind": "experiment", "stated": "3", "bound": "upper")") + "]}");
    const cli::Run nothing = tool({"verify", "--claims", only});
    CHECK(nothing.code == 5);
    CHECK(nothing.says(
        "all claims are experiments, which take minutes: run them with sigprop verify --experiments"));
    const std::string none =
        folder.write("n.json", "{\"claims\": [" + claim("a", "1/2", R"("stated": "0.5")") + "]}");
    CHECK(tool({"verify", "--claims", none, "--experiments"}).code == 5);
}

TEST_CASE("a baseline is compared in what was judged, and written whole alone") {
    const cli::Folder folder;
    const std::string file = folder.write("c.json", mixed());
    CHECK(tool({"verify", "--claims", file, "gate.half", "gate.learns", "gate.roughly",
                "--json=" + (folder / "all.json")})
              .code == 0);
    for (const cli::Run& run :
         {tool({"verify", "--claims", file, "--baseline", folder / "all.json"}),
          tool({"verify", "--claims", file, "--experiments", "--baseline", folder / "all.json"})})
        CHECK_MESSAGE(run.code == 0, run.out);
    const cli::Run update = tool({"verify", "--claims", file, "--experiments", "--baseline",
                                  folder / "all.json", "--update-baseline"});
    CHECK(update.code == 2);
    CHECK(update.says("remove names and --experiments"));
}

TEST_CASE("list and show have them apart") {
    const cli::Folder folder;
    const std::string file = folder.write("c.json", mixed());
    const cli::Run all = tool({"list", "gate.*", "--claims", file});
    CHECK(all.shows("claims (1)\n"));
    CHECK(all.shows("experiments (2)\n"));
    CHECK(tool({"list", "claims", "gate.*", "--claims", file}).shows("gate.half"));
    CHECK_FALSE(tool({"list", "claims", "gate.*", "--claims", file}).shows("gate.learns"));
    CHECK_FALSE(tool({"list", "experiments", "gate.*", "--claims", file}).shows("gate.half"));
    CHECK(tool({"show", "gate.roughly", "--claims", file})
              .shows("experiment: trains networks; takes minutes\n  says        about"));
}
