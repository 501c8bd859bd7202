// measure attention: flags and files that are refused, each with one message that says what to do.

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "tests/cli/refusals.hpp"
#include "tests/support/npy_samples.hpp"

using cli::check_refused;
using Words = std::vector<std::string>;
using namespace npy_samples;

namespace {

std::string array(const std::string& shape, std::size_t count, bool fortran = false) {
    return file(dictionary("<f4", shape, fortran), raw(std::vector<float>(count, 0.5F)));
}

/// Measures q against k, both written to files by this call.
void check_pair(const std::string& q, const std::string& k, const std::string& message,
                const Words& more = {}) {
    const cli::Folder folder;
    Words all = {"measure", "attention", "--q", folder.write("q.npy", q), "--k", folder.write("k.npy", k)};
    all.insert(all.end(), more.begin(), more.end());
    check_refused(all, message);
}

const std::string good = array("(8, 4)", 32);

}  // namespace

TEST_CASE("flags") {
    const cli::Folder folder;
    const std::string path = folder.write("q.npy", good);
    check_refused({"measure", "attention"}, "needs the queries: --q FILE");
    check_refused({"measure", "attention", "--q", path}, "needs the keys: --k FILE");
    check_refused({"measure", "attention", path, path}, "needs its files by flags: --q FILE --k FILE");
    check_refused({"measure", "atention"}, "did you mean 'attention'?");
    check_refused({"measure", "frobnicate"},
                  "measure has the subjects weights, model, attention, elementwise, jacobian and kernel, not "
                  "'frobnicate'");
    check_refused({"measure", "weights", "--w", path, "--std", "1", "--causal"},
                  "measure weights has no --causal; measure attention has");
    const auto with = [&](const Words& more) {
        Words all = {"measure", "attention", "--q", path, "--k", path};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    };
    check_refused(with({"--std", "1"}), "measure attention has no --std; measure weights has");
    check_refused(with({"--junit", folder / "j.xml"}), "measure attention has no --junit");
    check_refused(with({"--scale"}), "--scale needs a value: --scale EXPR");
    check_refused(with({"--scale", "1/"}), "--scale: ");
    check_refused(with({"--scale", "0"}), "--scale must be positive; this is 0, or too close to 0");
    check_refused(with({"--scale", "-1"}), "--scale must be positive");
    check_refused(with({"--scale", "inf"}), "--scale");
    check_refused(with({"--scale", "1e39"}), "--scale is beyond the range of float32");
    check_refused(with({"--scale", "1e-60"}), "--scale is beyond the range of float32");
    check_refused(with({"--scale", "10^400"}), "--scale is beyond the range of float64");
    check_refused(with({"--scale", "no.such(1)"}), "--scale: ");
    check_refused(with({"--softcap", "-30"}), "--softcap must be positive");
    check_refused(with({"--softcap", "1e300"}), "--softcap is beyond the range of float32");
    check_refused(with({"--q", path}), "--q");
}

TEST_CASE("files") {
    check_pair("", good, "q.npy: it is empty");
    check_pair(good, "hello", "k.npy: it is not a .npy file");
    check_pair(good, good.substr(0, 150),
               "k.npy: its shape (8, 4) of float32 takes 128 bytes, but 22 follow");
    check_pair(good, array("(8, 4)", 32, true), "k.npy: it is in Fortran order");
    check_pair(good, array("(8, 4)", 32, true), "numpy.ascontiguousarray(array)");
    check_pair(file(dictionary("<i4", "(2, 2)"), std::string(16, 'x')), good, "q.npy: it has integers");
    check_pair(file(dictionary("<c8", "(1, 2)"), std::string(16, 'x')), good, "q.npy: complex arrays");
    check_pair(file(dictionary("<f8", "(2305843009213693952, 8)"), ""), good,
               "which is more than fits into any memory");
    const cli::Folder folder;
    const std::string path = folder.write("q.npy", good);
    check_refused({"measure", "attention", "--q", path, "--k", folder / "none.npy"}, "No such file");
    check_refused({"measure", "attention", "--q", folder.path(), "--k", path}, "it is a folder");
    check_refused({"measure", "attention", "--q", "-", "--k", path}, "cannot read standard input");
    REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
    check_refused({"measure", "attention", "--q", path, "--k", folder / "pipe"}, "a pipe");
}

TEST_CASE("shapes") {
    check_pair(array("(32,)", 32), good, "q.npy: an array of shape [32] has no axes [positions, dim]");
    check_pair(good, array("(0, 4)", 0), "k.npy: there are no keys: the shape is [0, 4]");
    check_pair(array("(3, 0)", 0), good, "q.npy: there are no queries: the shape is [3, 0]");
    check_pair(good, array("(8, 5)", 40), "(the last axis) in both, not 4 and 5");
    check_pair(good, array("(4, 8)", 32), "k looks transposed");
    check_pair(array("(2, 8, 4)", 64), good, "must have the same number of axes");
    check_pair(array("(6, 8, 4)", 192), array("(4, 8, 4)", 128),
               "a number of heads in k, 4, that divides the 6 of q");
    check_pair(array("(2, 8, 4)", 64), array("(4, 8, 4)", 128),
               "a number of heads in k, 4, that divides the 2 of q");
    check_pair(array("(2, 6, 8, 4)", 384), array("(1, 6, 8, 4)", 192),
               "only the heads, the last axis before");
    check_pair(good, array("(1, 4)", 4), "a single key always has the weight 1");
    check_pair(good, array("(5, 4)", 20), "there are 8 queries for 5 keys", {"--causal"});
}
