// measure kernel: files in, table, report and exit code out; what does not fit is refused with the fix.

#include <doctest/doctest.h>

#include <bit>
#include <cmath>

#include "formats/json.hpp"
#include "tests/cli/refusals.hpp"
#include "tests/support/npy_samples.hpp"

using cli::check_refused;
using cli::tool;
using Words = std::vector<std::string>;
using namespace npy_samples;

namespace {

std::string npy(const std::vector<float>& numbers, const std::string& shape) {
    return file(dictionary("<f4", shape), raw(numbers));
}

struct Files {
    cli::Folder folder;
    std::vector<float> x, y;

    Files() {
        for (int i = 0; i < 32; ++i) x.push_back(static_cast<float>(std::sin(3.0 * i) * 2));
        for (int row = 0; row < 4; ++row) {
            float sum = 0;
            for (int i = 0; i < 8; ++i) sum += std::exp(x[static_cast<std::size_t>(8 * row + i)] - 2);
            for (int i = 0; i < 8; ++i)
                y.push_back(std::exp(x[static_cast<std::size_t>(8 * row + i)] - 2) / sum);
        }
        folder.write("x.npy", npy(x, "(4, 8)"));
        folder.write("y.npy", npy(y, "(4, 8)"));
        std::vector<float> wrong = y;
        wrong[19] *= 1.001F;
        folder.write("wrong.npy", npy(wrong, "(4, 8)"));
        folder.write("short.npy", npy(std::vector<float>(y.begin(), y.begin() + 16), "(2, 8)"));
        folder.write("w.npy", npy({1, 2, 3}, "(3,)"));
        folder.write("matrix.npy", npy(x, "(4, 8)"));
    }
    [[nodiscard]] Words words(const Words& more) const {
        Words all = {"measure", "kernel"};
        for (const std::string& word : more) all.push_back(word.ends_with(".npy") ? folder / word : word);
        return all;
    }
};

}  // namespace

TEST_CASE("a right kernel is inside, and a wrong element is named") {
    const Files files;
    const cli::Run right = tool(files.words({"softmax", "--x", "x.npy", "--y", "y.npy"}));
    CHECK_MESSAGE(right.code == 0, right.out);
    CHECK(right.shows("confirmed"));
    CHECK(right.shows("strict: computed in float32"));
    const cli::Run wrong = tool(files.words({"softmax", "--x", "x.npy", "--y", "wrong.npy"}));
    CHECK(wrong.code == 1);
    CHECK(wrong.shows(
        "1 of 32 elements are outside of what rounding may do under the contract strict: y[2, 3] is "));
    CHECK(wrong.shows("numbers of float32 away; all are in row 2 of 4, counted from 0"));
    const cli::Run json = tool(files.words({"softmax", "--x", "x.npy", "--y", "wrong.npy", "--json"}));
    const sigprop::Json report = sigprop::parse_json(json.out, "report");
    const sigprop::Json& record = report.at("records").as_array().at(0);
    CHECK(record.at("verdict").as_string() == "refuted");
    CHECK(record.at("measured").at("outside").as_double() == 1);
    CHECK(record.at("measured").at("worst_element").as_double() == 19);
}

TEST_CASE("a result that was widened to be saved: the type that it is of is named") {
    const Files files;
    std::vector<float> widened = files.y;
    for (float& one : widened) one = std::bit_cast<float>(std::bit_cast<std::uint32_t>(one) & 0xFFFF0000U);
    files.folder.write("widened.npy", npy(widened, "(4, 8)"));
    const std::string hint = "if the kernel rounds to that, give --dtype bfloat16";
    CHECK(tool(files.words({"softmax", "--x", "x.npy", "--y", "widened.npy"})).shows(hint));
    CHECK_FALSE(tool(files.words({"softmax", "--x", "x.npy", "--y", "wrong.npy"})).shows("--dtype"));
    check_refused(
        files.words({"softmax", "--x", "x.npy", "--y", "y.npy", "--bfloat16"}),
        "--bfloat16 has no effect: it reads 16-bit integers as bfloat16 numbers, and the files hold "
        "float32; the type of a computation is --dtype bfloat16");
}

TEST_CASE("contracts and orders are chosen by name") {
    const Files files;
    for (const char* contract : {"strict", "torch_cpu", "composite"})
        CHECK(tool(files.words({"softmax", "--x", "x.npy", "--y", "y.npy", "--contract", contract})).code ==
              0);
    CHECK(tool(files.words({"softmax", "--x", "x.npy", "--y", "y.npy", "--order", "lanes:4"})).code == 0);
    check_refused(files.words({"softmax", "--x", "x.npy", "--y", "y.npy", "--contract", "strikt"}),
                  "there is no contract 'strikt'; did you mean 'strict'?");
    check_refused(files.words({"softmax", "--x", "x.npy", "--y", "y.npy", "--order", "lanes:0"}),
                  "any, lanes:N or blocks:N, such as lanes:64");
}

TEST_CASE("what does not fit is refused with the fix") {
    const Files files;
    check_refused(files.words({"--x", "x.npy", "--y", "y.npy"}), "takes one operation");
    check_refused(files.words({"softmacks", "--x", "x.npy", "--y", "y.npy"}), "did you mean 'softmax'?");
    check_refused(files.words({"softmax", "--x", "x.npy"}), "there is no result to check: give y or dx");
    check_refused(files.words({"sum", "--x", "x.npy"}), "there is no result to check: give y");
    check_refused(files.words({"softmax", "--y", "y.npy"}), "y of softmax is computed from x: give x");
    check_refused(files.words({"softmax", "--dx", "y.npy", "--y", "y.npy"}),
                  "dx of softmax is computed from y and dy: give dy");
    check_refused(files.words({"softmax", "--x", "x.npy", "--y", "short.npy"}),
                  "has the shape [2, 8]: y of ");
    check_refused(files.words({"softmax", "--x", "x.npy", "--y", "y.npy", "--weight", "w.npy"}),
                  "softmax has no weight");
    check_refused(files.words({"rms_norm", "--x", "x.npy", "--y", "y.npy"}), "rms_norm needs its epsilon");
    check_refused(files.words({"rms_norm", "--x", "x.npy", "--y", "y.npy", "--eps", "-1"}),
                  "must be a finite number");
    check_refused(
        files.words({"rms_norm", "--x", "x.npy", "--y", "y.npy", "--eps", "1e-6", "--weight", "w.npy"}),
        "has 3 numbers, and a row of ");
    check_refused(files.words({"linear", "--x", "x.npy", "--weight", "w.npy", "--y", "y.npy"}),
                  "two axes are needed");
    check_refused(files.words({"matmul", "--a", "x.npy", "--b", "matrix.npy", "--y", "y.npy"}),
                  "a must have 4 numbers a row");
    check_refused(files.words({"softmax", "--x", "x.npy", "--y", "y.npy", "--dtype", "float64"}),
                  "float64 has no bounds yet");
}

TEST_CASE("a contract of one's own is read from a file, and shown") {
    const Files files;
    files.folder.write("mine.json", R"({"name": "mine", "order": "lanes:4"})");
    files.folder.write("bad.json", R"({"name": "mine", "order": "lines:4"})");
    files.folder.write("half.json", R"({"name": "half", "storage": "float16"})");
    const auto with = [&](const char* y, const char* contract) {
        Words words = files.words({"softmax", "--x", "x.npy", "--y", y, "--contract"});
        words.push_back(files.folder / contract);
        return words;
    };
    const cli::Run right = tool(with("y.npy", "mine.json"));
    CHECK_MESSAGE(right.code == 0, right.out);
    CHECK(right.shows("mine"));
    const cli::Run wrong = tool(with("wrong.npy", "mine.json"));
    CHECK(wrong.code == 1);
    CHECK(wrong.shows("under the contract mine"));
    check_refused(with("y.npy", "bad.json"), "bad.json:1:27: order 'lines:4' is unknown");
    check_refused(with("y.npy", "half.json"), "the contract is of float16, and the result has float32");
    check_refused(with("y.npy", "none.json"), "none.json");
    const cli::Run shown = tool({"show", files.folder / "mine.json"});
    CHECK(shown.code == 0);
    CHECK(shown.shows("by 4 accumulators"));
    CHECK(tool({"show", files.folder / "half.json"}).shows("float16"));
    for (const char* name : {"strict", "torch_cpu", "composite"}) {
        const cli::Run words = tool({"show", name});
        CHECK(words.code == 0);
        CHECK(words.shows(std::string(name) + ": a contract, what a kernel promises of its roundings"));
        CHECK(words.shows("excluded"));
    }
    CHECK(tool({"show", "torch_cpu"}).shows("of bfloat16, float16"));
    // what show writes, measure kernel reads
    const cli::Run json = tool({"show", "torch_cpu", "--json"});
    const sigprop::Json contract =
        sigprop::parse_json(json.out, "show").at("shown").as_array().at(0).at("contracts").as_array().at(0);
    files.folder.write("written.json", sigprop::write_json(contract));
    CHECK(tool(with("y.npy", "written.json")).code == 0);
    check_refused({"show", "strickt"}, "did you mean 'strict'?");
}
