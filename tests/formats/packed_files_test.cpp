// Files compressed by the build: what comes out is what stands in the source tree, and a damaged stream is
// refused.

#include "formats/packed_files.hpp"

#include <doctest/doctest.h>

#include <array>
#include <fstream>
#include <sstream>
#include <stdexcept>

using namespace sigprop;

namespace {

std::string source(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(SIGPROP_SOURCE_DIR "/" + path, std::ios::binary).rdbuf();
    return text.str();
}

/// "onetwelve" by gzip -9n.
const std::string packed(
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\xcf\x4b\x2d\x29\x4f\xcd\x29\x4b\x05\x00\xca\x86\xf5\xab"
    "\x09\x00\x00\x00",
    29);

using Packed = std::array<embedded::PackedFile, 2>;

}  // namespace

TEST_CASE("every packed file is that of the source tree") {
    CHECK(embedded::claims().size() > 10);
    for (const embedded::File& file : embedded::claims())
        CHECK(file.text == source("src/claims/" + std::string(file.name) + ".json"));
    for (const embedded::File& file : embedded::series())
        CHECK(file.text == source("src/series/" + std::string(file.name) + ".json"));
    for (const embedded::File& file : embedded::schemas())
        CHECK(file.text == source("results/schema/" + std::string(file.name) + ".json"));
    CHECK_FALSE(embedded::page().empty());
}

TEST_CASE("files follow each other in the stream") {
    const embedded::UnpackedFiles files(Packed{{{"a", 3}, {"b", 6}}}, packed);
    CHECK(files.files().size() == 2);
    CHECK(files.files()[0].name == "a");
    CHECK(files.files()[0].text == "one");
    CHECK(files.files()[1].text == "twelve");
}

TEST_CASE("a damaged stream, and one of another length, is refused") {
    const auto refused = [](const std::string& stream, const Packed& files) {
        CHECK_THROWS_AS(embedded::UnpackedFiles(files, stream), std::logic_error);
    };
    const Packed files = {{{"a", 3}, {"b", 6}}};
    for (std::size_t i = 10; i < packed.size(); ++i) {
        std::string damaged = packed;
        damaged[i] = static_cast<char>(damaged[i] ^ 1);
        CAPTURE(i);
        refused(damaged, files);
    }
    refused(packed.substr(0, 20), files);
    refused(packed + "x", files);
    refused(packed, {{{"a", 3}, {"b", 5}}});
    refused(packed, {{{"a", 3}, {"b", 7}}});
}
