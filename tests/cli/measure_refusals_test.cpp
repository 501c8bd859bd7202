// measure weights: flags and files that are refused, each with one message.

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "tests/cli/refusals.hpp"
#include "tests/support/npy_samples.hpp"

using cli::check_refused;
using Words = std::vector<std::string>;
using namespace npy_samples;

namespace {

const std::string normal = file(dictionary("<f4", "(64, 8)"), raw(std::vector<float>(512, 0.02F)));

Words words(const std::string& path, const Words& more) {
    Words all = {"measure", "weights", "--w", path};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

}  // namespace

TEST_CASE("bad input") {
    const cli::Folder folder;
    const std::string good = folder.write("good.npy", normal);
    check_refused({"measure"}, "measure needs more");
    check_refused({"measure", "weihgts"}, "did you mean 'weights'?");
    check_refused({"measure", "frobnicate"}, "not 'frobnicate'");
    check_refused({"measure", "weights", "--std", "0.02"}, "needs a file: --w FILE");
    check_refused(words(good, {"--lower", "-2"}), "--std EXPR");
    check_refused(words(good, {"--distribution", "uniform"}), "--std EXPR");
    check_refused(words(good, {"--std", "-0.02"}), "must be positive");
    check_refused(words(good, {"--std", "0"}), "must be positive");
    check_refused(words(good, {"--std", "0.02 +"}), "--std: ");
    check_refused(words(good, {"--std", "no.such()"}), "--std: ");
    check_refused(words(good, {"--std", "inf"}), "--std");
    check_refused(words(good, {"--std", "1", "--lower", "2", "--upper", "-2"}), "not below --upper");
    check_refused(words(good, {"--std", "1", "--limits", "absolute"}), "give at least one of them");
    check_refused(words(good, {"--std", "1", "--limits", "both"}), "relative or absolute");
    const Words uniform = {"--std", "1", "--distribution", "uniform"};
    for (const char* limit : {"--lower=-2", "--upper=2"}) {
        Words both = words(good, uniform);
        both.emplace_back(limit);
        check_refused(both, std::string(limit, 7) + " is not possible with a uniform law");
    }
    check_refused(words(good, {"--std", "1", "--distribution=uniform", "--limits=absolute"}),
                  "--limits is for a truncated normal");
    check_refused(words(good, {"--std", "1", "--distribution", "gauss"}), "normal or uniform");
    check_refused(words(good, {"--std", "1", "--layout", "jax"}), "torch or keras");
    check_refused(words(folder.path(), {"--std", "1"}), "it is a folder");
    check_refused(words(folder / "none.npy", {"--std", "1"}), "none.npy: No such file");
    check_refused(words("-", {"--std", "1"}), "cannot read standard input");
    check_refused(words(folder.write("empty.npy", ""), {"--std", "1"}), "it is empty");
    check_refused(words(folder.write("i.npy", file(dictionary("<i4", "(1,)"), "abcd")), {"--std", "1"}),
                  "integers");
    check_refused(words(folder.write("z.npy", file(dictionary("<f4", "(0,)"), "")), {"--std", "1"}),
                  "no weights");
    check_refused(words(folder.write("c.npy", file(dictionary("<c8", "(1,)"), "abcdefgh")), {"--std", "1"}),
                  "complex");
    check_refused(words(folder.write("cut.npy", normal.substr(0, 1000)), {"--std", "1"}), "cut short");
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    check_refused(words(folder / "pipe", {"--std", "1"}), "a pipe");
    // One bad file refuses all files: nothing is printed.
    check_refused({"measure", "weights", good, folder / "none.npy", "--std", "0.02"}, "No such file");
}
