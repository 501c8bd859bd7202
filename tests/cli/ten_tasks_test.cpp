// ten_tasks.txt: ten questions, each answered by at most two commands. They are run again, and everything
// that is printed must be what stands there, and fit a terminal of 80 columns.

#include <doctest/doctest.h>

#include "report/text_width.hpp"
#include "tests/cli/terminal_window.hpp"
#include "tests/support/jacobian_samples.hpp"

namespace {

using jacobian_samples::Layer;

constexpr std::size_t width = 80;

/// The files that the questions are about.
void fill(const cli::Folder& folder) {
    const auto sources = [&](const std::string& gain, const std::string& more) {
        folder.write("init.py", "GELU_GAIN = " + gain + "\nTRUNC_STD = 0.87962566103423978\n" + more);
    };
    sources("1.53353", "");
    const std::string claims = folder / "claims.json";
    REQUIRE(cli::tool({"init", folder / "init.py", "--output", claims}).code == 0);
    const std::string report = folder / "last_week.json";
    REQUIRE(cli::tool({"verify", "--claims", claims, "--json=" + report, "--reproducible"}).code == 0);
    std::filesystem::remove(claims);
    sources("1.5335304", "SELU_ALPHA = 1.6732632423543772\n");

    Layer layer = {.epsilon = 1e-6, .twist = "no yy"};
    layer.fill();
    layer.weight.assign(layer.dim, 1);
    layer.bias.assign(layer.dim, 0);
    const auto write = [&](const char* name, const std::vector<double>& values,
                           const std::vector<std::size_t>& shape) {
        folder.write(name, jacobian_samples::npy(shape, weights_samples::rounded(values, 24), "<f4"));
    };
    write("x.npy", layer.x, {layer.rows, layer.dim});
    write("dy.npy", layer.dy, {layer.rows, layer.dim});
    write("dx.npy", jacobian_samples::backward<float>(layer).dx, {layer.rows, layer.dim});
    write("W.npy", weights_samples::normal(64 * 128, 0.02, 1), {64, 128});
}

bool is_question(const std::string& line) {
    const std::size_t digits = line.find_first_not_of("0123456789");
    return digits > 0 && digits != line.npos && line.compare(digits, 2, ". ") == 0;
}

/// What a person sees who types the line in that folder.
std::string answer(const std::string& line, const cli::Folder& folder) {
    const cli::Folder messages;
    cli::TerminalWindow window(width);
    const std::string tool_by_name = "sigprop() { \"$0\" \"$@\"; }; ";
    const pid_t child = cli::start({}, messages,
                                   {.input = "",
                                    .environment = {"NO_COLOR=1"},
                                    .output_path = window.path(),
                                    .folder = folder.path(),
                                    .launcher = {"bash", "-c", tool_by_name + line}});
    const cli::Run run = cli::finish(child, messages);
    CHECK_MESSAGE(run.err.empty(), run.err);
    return window.text() + (run.code == 0 ? "" : "(exit " + std::to_string(run.code) + ")\n");
}

struct Transcript {
    std::string text;
    std::vector<int> commands;  ///< of each question
};

/// The page again: what it says up to each command, and what the command prints now.
Transcript run_again(const std::string& page, const cli::Folder& folder) {
    Transcript again;
    bool printed = false;
    std::istringstream lines(page);
    for (std::string line; std::getline(lines, line);) {
        if (is_question(line)) {
            if (printed) again.text += "\n";
            again.commands.push_back(0);
            printed = false;
        }
        if (line.starts_with("$ ")) {
            REQUIRE_FALSE(again.commands.empty());
            ++again.commands.back();
            for (std::string more; line.ends_with("\\") && std::getline(lines, more);) line += "\n" + more;
            again.text += line + "\n" + answer(line.substr(2), folder);
            printed = true;
        } else if (!printed) {
            again.text += line + "\n";
        }
    }
    return again;
}

}  // namespace

TEST_CASE("ten questions are answered as the page says, in at most two commands each") {
    std::ostringstream file;
    file << std::ifstream(SIGPROP_SOURCE_DIR "/tests/cli/ten_tasks.txt", std::ios::binary).rdbuf();
    const std::string page = file.str();
    const cli::Folder folder;
    fill(folder);
    const Transcript again = run_again(page, folder);
    CHECK(again.commands.size() == 10);
    for (const int count : again.commands) CHECK((count == 1 || count == 2));
    std::istringstream lines(again.text);
    for (std::string line; std::getline(lines, line);) {
        CAPTURE(line);
        CHECK(sigprop::columns(line) <= width);
    }
    const std::string now = SIGPROP_BINARY_DIR "/ten_tasks.txt";
    if (again.text != page) std::ofstream(now, std::ios::binary) << again.text;
    CHECK_MESSAGE(again.text == page, "if the change is meant, copy ", now, " to tests/cli");
}

TEST_CASE("a page with another number, or with more than the tool prints, is not what comes out") {
    const cli::Folder folder;
    const std::string page = "1. One half?\n$ sigprop eval 1/2 --plain\n0.5\n";
    CHECK(run_again(page, folder).text == page);
    for (const char* line : {"0.6\n", "0.5\nand more\n", ""}) {
        CHECK(run_again(page.substr(0, page.find("\n0.5") + 1) + line, folder).text == page);
    }
    CHECK(run_again("1. A third?\n$ exit 3\n", folder).text.ends_with("\n(exit 3)\n"));
}
