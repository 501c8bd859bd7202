// measure elementwise: flags and files that are refused, each with one message that says what to do.

#include <doctest/doctest.h>

#include <limits>

#include "tests/cli/refusals.hpp"
#include "tests/support/npy_samples.hpp"

using cli::check_refused;
using Words = std::vector<std::string>;
using namespace npy_samples;

namespace {

std::string array(const std::string& shape, std::size_t count, bool fortran = false, float value = 0.5F) {
    return file(dictionary("<f4", shape, fortran), raw(std::vector<float>(count, value)));
}

const std::string good = array("(8, 4)", 32);

/// Measures x with more flags; "G" among them becomes a file with the weight.
void check(const std::string& x, const std::string& message, Words more = {},
           const std::string& weight = {}) {
    const cli::Folder folder;
    for (std::string& word : more) {
        if (word == "G") word = folder.write("g.npy", weight);
    }
    Words all = {"measure", "elementwise", "--x", folder.write("x.npy", x)};
    all.insert(all.end(), more.begin(), more.end());
    check_refused(all, message);
}

}  // namespace

TEST_CASE("flags") {
    check_refused({"measure", "elementwise"}, "needs the activations: --x FILE");
    check_refused({"measure", "elementwise", "x.npy"}, "needs its file by flags: --x FILE, not 'x.npy'");
    check_refused({"measure", "elementwize"}, "did you mean 'elementwise'?");
    check(good, "measure elementwise has no --causal; measure attention has", {"--causal"});
    check(good, "measure elementwise has no --std; measure weights has", {"--std", "1"});
    check(good, "--layer must be rms_norm or layer_norm, not 'rms_nrm'; did you mean 'rms_norm'?",
          {"--layer", "rms_nrm"});
    check(good, "--layer batch_norm does not normalise each row over all its features",
          {"--layer", "batch_norm"});
    check(good, "--eps must not be negative", {"--eps", "-1e-6"});
    check(good, "--eps is beyond the range of float64", {"--eps", "10^400"});
    check(good, "--eps: ", {"--eps", "1/"});
    check(good, "--rms must be positive", {"--rms", "-1"});
    check(good, "--rms must be positive; this is 0, or too close to 0", {"--rms", "0"});
    check(good, "--rms is beyond the range of float64", {"--rms", "10^400"});
    check(good, "--rms", {"--rms", "inf"});
}

TEST_CASE("activations") {
    check(array("()", 1), "x.npy: an array of shape [] has no axes [rows, d]");
    check(array("(32,)", 32), "x.npy: an array of shape [32] has no axes [rows, d]");
    check(array("(32, 1)", 32), "d = 1 entry, of which normalisation keeps only the sign");
    check(array("(0, 4)", 0), "x.npy: an array of shape [0, 4]");
    check(array("(4, 0)", 0), "x.npy: an array of shape [4, 0]");
    check(array("(8, 4)", 32, true), "x.npy: it is in Fortran order");
    check(file(dictionary("<c8", "(1, 2)"), std::string(16, 'x')), "x.npy: complex arrays");
    check(file(dictionary("<u2", "(2, 4)"), std::string(16, 'x')), "--bfloat16");
    check("not an array", "x.npy: ");
    check_refused({"measure", "elementwise", "--x", "/no/such.npy"}, "No such file");
    const cli::Folder folder;
    check_refused({"measure", "elementwise", "--x", folder.path()}, "it is a folder");
}

TEST_CASE("weights") {
    const Words weighted = {"--weight", "G"};
    const auto of = [](const std::string& shape, std::size_t count, float value = 1) {
        return array(shape, count, false, value);
    };
    check(good, "of shape [8, 4] must have shape [4], one number per feature, not [5]", weighted,
          of("(5,)", 5));
    check(good, "must have shape [4], one number per feature, not [4, 1]", weighted, of("(4, 1)", 4));
    check(good, "must have shape [4], one number per feature, not []", weighted, of("()", 1));
    check(good, "g.npy: all weights are 0", weighted, of("(4,)", 4, 0));
    const float nan = std::numeric_limits<float>::quiet_NaN();
    check(good, "g.npy: the weight of feature 0 is NaN", weighted, of("(4,)", 4, nan));
    check(good, "the weight of feature 0 is infinite", weighted,
          of("(4,)", 4, std::numeric_limits<float>::infinity()));
    check(good, "g.npy: complex arrays", weighted, file(dictionary("<c8", "(4,)"), std::string(32, 'x')));
    check(good, "No such file", {"--weight", "/no/such.npy"});
}
