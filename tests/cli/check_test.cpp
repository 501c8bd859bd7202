// sigprop check runs the checker that it carries: the same words and exit codes as tools/check/check.py,
// standard input among the files, nothing left behind, and nothing of the folder or the environment in the
// place of Python's own modules.

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/cli/run_tool.hpp"

using cli::Folder;
using cli::Run;
using cli::tool;

namespace {

/// A certificate of sqrt(2), whose statement is `value`.
std::string certificate_stating(const std::string& value) {
    return R"~({"format": "sigprop certificate 1", "expression": "sqrt(2)", "value": ")~" + value +
           R"~(", "radius": "1e-9", "formula": "sqrt(2)", "bits": 128, "quantities": []})~";
}

/// What the file of the tree says by the Python that the tool finds.
Run program(const std::vector<std::string>& files, const Folder& folder, const std::string& input = "") {
    cli::Surroundings around;
    around.input = input;
    around.folder = folder.path();
    around.launcher = {"sh", "-c", R"(shift 2; exec python3 -I -B "$0" "$@")",
                       SIGPROP_SOURCE_DIR "/tools/check/check.py"};
    std::vector<std::string> words = {"check"};  // which, like the tool's own name, the shell drops
    words.insert(words.end(), files.begin(), files.end());
    return tool(words, around);
}

}  // namespace

TEST_CASE("an accepted certificate says to how many digits it proves its number") {
    const Folder folder;
    const auto said = [&](const std::string& expression, const std::string& digits) {
        const std::string file = folder / "c.json";
        REQUIRE(tool({"eval", expression, "--digits", digits, "--quiet", "--plain", "--force",
                      "--certificate", file})
                    .code == 0);
        return tool({"check", file}).out;
    };
    const std::string twelve = said("sqrt(2)", "12"), hundred = said("sqrt(2)", "100");
    const auto digits_of = [](const std::string& line) {
        const std::string mark = "], to ";
        const std::size_t at = line.find(mark);
        REQUIRE_MESSAGE(at != line.npos, line);
        CHECK(line.compare(line.find(' ', at + mark.size()), 7, " digits") == 0);
        return std::stoi(line.substr(at + mark.size()));
    };
    // The checker computes with a few bits more than the file asks for.
    CHECK(digits_of(twelve) >= 12);
    CHECK(digits_of(hundred) >= 100);
    CHECK(digits_of(twelve) < 60);
    CHECK(tool({"check", "--help"}).shows("tools/release/checker.sh"));
}

TEST_CASE("check says what the checker says") {
    const Folder folder;
    folder.write("right.json", certificate_stating("1.41421356237"));
    folder.write("wrong.json", certificate_stating("1.41421366237"));
    folder.write("none.json", "{}");
    struct Row {
        std::vector<std::string> files;
        int code;
        std::string begins;
    };
    const std::vector<Row> rows = {{{"right.json"}, 0, "ACCEPT right.json: "},
                                   {{"wrong.json"}, 1, "REJECT wrong.json: "},
                                   {{"none.json"}, 2, "no certificate: none.json: "},
                                   {{"missing.json"}, 2, "no certificate: missing.json: No such file"},
                                   {{"wrong.json", "right.json"}, 1, "REJECT wrong.json: "},
                                   {{"-"}, 0, "ACCEPT -: "},
                                   {{"-", "wrong.json"}, 1, "ACCEPT -: "}};
    for (const Row& row : rows) {
        CAPTURE(row.begins);
        std::vector<std::string> words = {"check"};
        words.insert(words.end(), row.files.begin(), row.files.end());
        const std::string input = certificate_stating("1.41421356237");
        const Run own = tool(words, {.input = input, .folder = folder.path()});
        CHECK(own.code == row.code);
        CHECK(own.out.starts_with(row.begins));
        CHECK(own.err.empty());
        const Run same = program(row.files, folder, input);
        CHECK(same.out == own.out);
        CHECK(same.code == own.code);
    }
    CHECK(tool({"check"}).code == 2);
}

TEST_CASE("check runs no module of the folder or the environment, and leaves no file") {
    const Folder folder;
    const std::string right = folder.write("right.json", certificate_stating("1.41421356237"));
    const Folder planted;
    for (const char* name : {"json.py", "re.py", "fractions.py", "sitecustomize.py"})
        planted.write(name, "print('ACCEPT planted')\nraise SystemExit(0)\n");
    // the control: without isolation a planted module is run
    const Run seen = tool(
        {},
        {.input = {}, .folder = planted.path(), .launcher = {"sh", "-c", "exec python3 -B -c 'import json'"}});
    REQUIRE(seen.shows("ACCEPT planted"));

    const Run run =
        tool({"check", right}, {.input = {},
                                .environment = {"PYTHONPATH=" + planted.path(), "PYTHONOPTIMIZE=2",
                                                "TMPDIR=" + folder.path(), "PYTHONSTARTUP=json.py"},
                                .folder = planted.path()});
    CHECK(run.code == 0);
    CHECK(run.out.starts_with("ACCEPT " + right));
    CHECK(cli::count(run.out, "\n") == 1);
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& one : std::filesystem::directory_iterator(folder.path())) ++files;
    CHECK(files == 1);
    CHECK_FALSE(planted.has("__pycache__"));
}

TEST_CASE("check without a Python that can run it says so") {
    const Folder folder;
    const std::string right = folder.write("right.json", certificate_stating("1.41421356237"));
    const Folder bin;
    const auto with_path = [&] {
        return tool({"check", right}, {.input = {}, .launcher = {"/usr/bin/env", "PATH=" + bin.path()}});
    };
    const Run none = with_path();
    CHECK(none.code == 2);
    CHECK(none.out.empty());
    CHECK(none.says("there is no python3 in PATH"));
    const std::string named = "SIGPROP_PYTHON=/usr/bin/python3";
    CHECK(tool({"check", right}, {.input = {}, .launcher = {"/usr/bin/env", "PATH=" + bin.path(), named}})
              .code == 0);
    const Run gone = tool({"check", right}, {.input = {}, .launcher = {"/usr/bin/env", named + ".no"}});
    CHECK(gone.code == 2);
    CHECK(gone.says("there is no /usr/bin/python3.no: install"));

    bin.write("python3", "#!/bin/sh\nkill -9 $$\n");  // nothing is accepted where Python dies
    std::filesystem::permissions(bin / "python3", std::filesystem::perms::owner_all);
    const Run killed = with_path();
    CHECK(killed.code == 2);
    CHECK(killed.says("signal 9 ended python3, which runs the checker: nothing is accepted"));

    bin.write("python3", "no program");
    std::filesystem::permissions(bin / "python3", std::filesystem::perms::owner_read);
    const Run refused = with_path();
    CHECK(refused.code == 2);
    CHECK(refused.out.empty());
}

TEST_CASE("check ends with the signal that ends it") {
    const Folder folder;
    const Folder output;
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);  // Python waits for somebody who writes
    const pid_t child = cli::start({"check", folder / "pipe"}, output);
    const int writer = open((folder / "pipe").c_str(), O_WRONLY);  // waits until Python reads
    REQUIRE(writer >= 0);
    kill(child, SIGTERM);
    const Run run = cli::finish(child, output);
    CHECK(run.code == 130);
    CHECK(run.out.empty());
    signal(SIGPIPE, SIG_IGN);
    bool gone = false;  // its Python, too: nobody reads any more
    for (int tries = 0; tries < 100 && !gone; ++tries) {
        gone = write(writer, "x", 1) < 0;
        if (!gone) usleep(100'000);
    }
    CHECK(gone);
    close(writer);
}
