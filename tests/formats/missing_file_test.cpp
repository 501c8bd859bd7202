// What is said of a file that is not there: the one beside it that was probably meant, and of strangers'
// paths nothing.

#include "formats/missing_file.hpp"

#include <doctest/doctest.h>

#include <cerrno>
#include <filesystem>
#include <sigprop/core/base/errors.hpp>
#include <string>

#include "formats/files.hpp"
#include "formats/mapped_file.hpp"
#include "tests/support/folder.hpp"

namespace fs = std::filesystem;
using sigprop::test::Folder;

namespace {

/// What is said behind the reason.
std::string hint_of(const fs::path& path) {
    const std::string reason = sigprop::reason_not_read(path.string(), ENOENT);
    REQUIRE(reason.starts_with("No such file or directory"));
    return reason.substr(std::string("No such file or directory").size());
}

}  // namespace

TEST_CASE("the name that was meant is told") {
    const Folder folder;
    const fs::path here = fs::path(folder / "x").parent_path();
    for (const char* name :
         {"pre_norm.json", "post_norm.json", "model.safetensors", "weights.npy", "a.b.npz"})
        sigprop::write_file_atomically((here / name).string(), "x");
    const auto meant = [&](const char* name) { return "; did you mean " + (here / name).string() + "?"; };
    CHECK(hint_of(here / "pre_nrom.json") == meant("pre_norm.json"));
    CHECK(hint_of(here / "pre_norm") == meant("pre_norm.json"));  // another ending, or none
    CHECK(hint_of(here / "model.pt") == meant("model.safetensors"));
    CHECK(hint_of(here / "wieghts.npy") == meant("weights.npy"));
    CHECK(hint_of(here / "other.txt").empty());
    CHECK(hint_of(here / "nothing.json").empty());  // whose ending alone is that of another
    CHECK(hint_of(here / "runs" / "a.json") == "; there is no folder " + (here / "runs").string());
    sigprop::write_file_atomically((here / "model.pth").string(), "x");
    CHECK(hint_of(here / "model.bin").find("safetensors") == std::string::npos);  // of two, which was meant?
    CHECK(sigprop::reason_not_read((here / "pre_nrom.json").string(), EACCES).find("did you mean") ==
          std::string::npos);
}

TEST_CASE("readers tell it, and for paths of strangers nobody lists a folder") {
    const Folder folder;
    const std::string wrong = folder / "claim.json";
    sigprop::write_file_atomically(folder / "claims.json", "{}");
    CHECK_THROWS_WITH_AS(static_cast<void>(sigprop::read_file(wrong)), doctest::Contains("claims.json?"),
                         sigprop::IoError);
    CHECK_THROWS_WITH_AS(sigprop::MappedFile{wrong}, doctest::Contains("claims.json?"), sigprop::IoError);
    try {
        static_cast<void>(sigprop::read_regular_file(wrong, 100));
        FAIL("it was read");
    } catch (const sigprop::IoError& error) {
        CHECK(std::string(error.what()).find("claims.json") == std::string::npos);
    }
}
