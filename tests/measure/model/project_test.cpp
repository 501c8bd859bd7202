// [tool.sigprop] of a pyproject.toml: what it may say, where it is looked for, and that each entry does
// something.

#include "measure/model/project.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <sigprop/core/base/errors.hpp>

#include "tests/cli/run_tool.hpp"
#include "tests/support/model_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

std::string error_of(const std::string& text) {
    try {
        static_cast<void>(read_project(text, "pyproject.toml"));
    } catch (const InputError& error) {
        CHECK_FALSE(error.place().text.empty());
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("what the table says, each entry with its line") {
    const std::optional<ProjectSettings> found = read_project(
        "[project]\nname = 'a'\n[tool.sigprop]\nignore = [\n  'zero-rows:wte.*',  # padding\n  'copy']\n"
        "baseline = 'audits/known.json'\n",
        "../pyproject.toml");
    REQUIRE(found);
    CHECK(found->path == "../pyproject.toml");
    REQUIRE(found->ignored.size() == 2);
    CHECK(found->ignored[0].id == "zero-rows");
    CHECK(found->ignored[0].glob == "wte.*");
    CHECK(found->ignored[0].from == "../pyproject.toml:5");
    CHECK(found->ignored[0].place);
    CHECK(found->ignored[1].text() == "copy");
    CHECK(found->ignored[1].from == "../pyproject.toml:6");
    CHECK(found->baseline == "../audits/known.json");
    CHECK(found->baseline_place == "../pyproject.toml:7");
    const std::optional<ProjectSettings> lenient =
        read_project("[tool.sigprop]\nignore = ['copy']\nunused = 'allow'\n", "pyproject.toml");
    CHECK_FALSE(lenient->ignored[0].place);
    CHECK(read_project("[tool.sigprop]\n", "pyproject.toml")->ignored.empty());
    CHECK_FALSE(read_project("[tool.ruff]\nsigprop = 1\n", "pyproject.toml"));
    CHECK_FALSE(read_project("tool = 3\n", "pyproject.toml"));
}

TEST_CASE("what is wrong has its line, and how to mend it") {
    CHECK(error_of("[tool.sigprop]\nignore = ['copy']\n").empty());
    const std::string unknown = error_of("[tool.sigprop]\nignore = ['copy',\n 'zero-row:h.*']\n");
    CHECK(unknown.starts_with("pyproject.toml:3:2: "));
    CHECK(unknown.find("did you mean 'zero-rows'?") != std::string::npos);
    CHECK(error_of("[tool.sigprop]\nignore = ['copy:']\n").find("write tensor names after the colon") !=
          std::string::npos);
    CHECK(error_of("[tool.sigprop]\nignore = 'copy'\n")
              .starts_with("pyproject.toml:2:10: ignore must be a list"));
    CHECK(error_of("[tool.sigprop]\nignore = [3]\n").starts_with("pyproject.toml:2:11: a finding to ignore"));
    CHECK(error_of("[tool.sigprop]\nignore = ['']\n").starts_with("pyproject.toml:2:11: "));
    CHECK(error_of("[tool.sigprop]\nbaseline = ['a']\n").starts_with("pyproject.toml:2:12: baseline"));
    CHECK(error_of("[tool.sigprop]\nunused = 'yes'\n").find("refuse") != std::string::npos);
    const std::string key = error_of("[tool.sigprop]\n\nignored = ['copy']\n");
    CHECK(key.starts_with("pyproject.toml:3:1: "));
    CHECK(key.find("ignore") != std::string::npos);
    CHECK(error_of("[tool]\nsigprop = 3\n").starts_with("pyproject.toml:2:11: "));
    CHECK(error_of("[tool.sigprop]\nignore = ['copy'").starts_with("pyproject.toml:2:"));
}

TEST_CASE("the first file upwards that has the table; one that has nothing of it may be broken") {
    const cli::Folder folder;
    std::filesystem::create_directories(folder / "a/b/c");
    folder.write("pyproject.toml", "[tool.sigprop]\nignore = ['copy']\n");
    folder.write("a/pyproject.toml", "[tool.ruff]\n# not sigprop's\n");
    folder.write("a/b/pyproject.toml", "this = is = broken");
    const std::optional<ProjectSettings> found = find_project(folder / "a/b/c");
    REQUIRE(found);
    CHECK(found->path == "../../../pyproject.toml");
    CHECK(found->ignored[0].from == "../../../pyproject.toml:2");
    folder.write("a/b/pyproject.toml", "[tool.sigprop]\nignore = ['tied']\n");
    CHECK(find_project(folder / "a/b/c")->ignored[0].id == "tied");
    CHECK(find_project(folder / "a/b")->path == "pyproject.toml");
    folder.write("a/b/pyproject.toml", "[tool.sigprop]\nignore = [");
    CHECK_THROWS_AS(static_cast<void>(find_project(folder / "a/b/c")), InputError);
}
