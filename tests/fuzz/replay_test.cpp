// Every input of the committed corpus through its target: seeds, what libFuzzer found worth keeping, and the
// reproducers of faults that were fixed. Without sanitizers here, with them in the preset asan.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sigprop/core/base/errors.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/fuzz/targets.hpp"

using sigprop::fuzz::Finding;
using sigprop::fuzz::Target;

namespace {

namespace fs = std::filesystem;

const fs::path corpus = fs::path(SIGPROP_SOURCE_DIR) / "tests/fuzz/corpus";

std::vector<fs::path> inside(const fs::path& folder) {
    std::vector<fs::path> found;
    for (const fs::directory_entry& one : fs::directory_iterator(folder)) found.push_back(one.path());
    std::ranges::sort(found);
    return found;
}

std::string bytes_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    REQUIRE(in);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("every target does with every input of its corpus what it demands") {
    for (const Target& target : sigprop::fuzz::targets()) {
        CAPTURE(target.name);
        REQUIRE(fs::is_directory(corpus / target.name));
        const std::vector<fs::path> files = inside(corpus / target.name);
        CHECK(files.size() >= 5);
        for (const fs::path& file : files) {
            CAPTURE(file);
            CHECK_NOTHROW(target.run(bytes_of(file)));
        }
    }
}

TEST_CASE("every folder of the corpus belongs to a target") {
    for (const fs::path& folder : inside(corpus)) {
        CAPTURE(folder);
        CHECK(sigprop::fuzz::find_target(folder.filename().string()) != nullptr);
    }
    CHECK(sigprop::fuzz::find_target("broken") == nullptr);
}

TEST_CASE("a target tells a refusal from a finding") {
    using sigprop::InputError;
    using sigprop::fuzz::accepts;
    const auto seen = [](const InputError& error) { sigprop::fuzz::require_told(error, "in: "); };
    CHECK(accepts([] {}, seen));
    CHECK_FALSE(accepts([] { throw InputError("in: it is wrong"); }, seen));
    CHECK_THROWS_AS(accepts([] { throw InputError("out: it is wrong"); }, seen), Finding);
    CHECK_THROWS_AS(accepts([] { throw InputError("in: two\nlines"); }, seen), Finding);
    CHECK_THROWS_AS(accepts([] { throw std::out_of_range("in: at"); }, seen), std::out_of_range);
    CHECK_THROWS_AS(accepts([] { sigprop::fuzz::require(false, "a property"); }, seen), Finding);
}

TEST_CASE("a refusal without a place in its text is a finding") {
    using sigprop::InputError;
    const auto place = [](const InputError& error) { sigprop::fuzz::require_placed(error, "a\nbc", "in"); };
    CHECK_NOTHROW(place(InputError("in:2:1: what", {"in", "bc", 0, 1})));
    CHECK_THROWS_AS(place(InputError("in: what")), Finding);
    CHECK_THROWS_AS(place(InputError("in:2:1: what", {"in", "other", 0, 1})), Finding);
    CHECK_THROWS_AS(place(InputError("in:2:1: what", {"in", "bc", 3, 1})), Finding);
}
