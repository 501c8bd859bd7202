// Quantised types of ggml: to the last bit what ggml's own code makes of a block, and how far weights may
// lie.

#include <doctest/doctest.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "formats/files.hpp"
#include "formats/ggml_blocks.hpp"
#include "formats/tensor_files.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/checkpoint_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

struct Vector {
    std::string type, origin, block;
    unsigned long crc = 0;
    double rms = 0, largest = 0;
};

/// Made by tests/vectors/ggml_blocks.py.
const std::vector<Vector>& vectors() {
    static const std::vector<Vector> all = [] {
        std::vector<Vector> made;
        std::istringstream lines(read_file(SIGPROP_SOURCE_DIR "/tests/vectors/ggml_blocks.txt"));
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with('#')) continue;
            std::istringstream words(line);
            Vector one;
            std::string hex, crc;
            words >> one.type >> one.origin >> hex >> crc >> one.rms >> one.largest;
            for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
                one.block.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
            one.crc = std::stoul(crc, nullptr, 16);
            made.push_back(one);
        }
        return made;
    }();
    return all;
}

struct Decoded {
    std::vector<float> values, reaches;
    [[nodiscard]] unsigned long crc() const {
        return ::crc32(0, reinterpret_cast<const Bytef*>(values.data()),
                       static_cast<uInt>(values.size() * sizeof(float)));
    }
};

Decoded decoded(const GgmlType& type, const std::string& block) {
    REQUIRE(block.size() == type.bytes);
    Decoded made{std::vector<float>(type.elements), std::vector<float>(type.elements)};
    type.decode(reinterpret_cast<const std::uint8_t*>(block.data()), made.values.data(), made.reaches.data());
    return made;
}

double rms_of(const std::vector<float>& values) {
    double sum = 0;
    for (const float one : values) sum += static_cast<double>(one) * one;
    return std::sqrt(sum / static_cast<double>(values.size()));
}

}  // namespace

TEST_CASE("blocks are read as ggml reads them, bit for bit; changed bits are seen") {
    std::map<std::string, std::size_t> seen;
    for (const Vector& one : vectors()) {
        CAPTURE(one.type);
        const GgmlType* const type = ggml_type(std::string_view(one.type));
        REQUIRE(type != nullptr);
        REQUIRE(static_cast<bool>(type->decode));
        CHECK(decoded(*type, one.block).crc() == one.crc);
        std::string changed = one.block;
        for (char& byte : changed) byte ^= 1;
        CHECK(decoded(*type, changed).crc() != one.crc);
        ++seen[one.type];
    }
    for (const GgmlType& type : ggml_types())
        if (type.decode != nullptr) CHECK_MESSAGE(seen[std::string(type.name)] == 5, type.name);
}

TEST_CASE("another type's layout of the same size gives other numbers") {
    for (const auto& [one, other] : {std::pair{"Q4_0", "IQ4_NL"}, {"TQ2_0", "IQ2_XXS"}}) {
        const GgmlType* const a = ggml_type(std::string_view(one));
        const GgmlType* const b = ggml_type(std::string_view(other));
        REQUIRE(a->bytes == b->bytes);
        if (b->decode == nullptr) continue;
        for (const Vector& vector : vectors())
            if (vector.type == one) CHECK(decoded(*b, vector.block).crc() != vector.crc);
    }
}

TEST_CASE("weights lie within reach of the numbers that ggml's quantisers made of them") {
    for (const Vector& one : vectors()) {
        if (one.origin != "normal") continue;
        CAPTURE(one.type);
        const GgmlType& type = *ggml_type(std::string_view(one.type));
        const Decoded made = decoded(type, one.block);
        CHECK(rms_of(made.reaches) > one.rms);
        CHECK(*std::ranges::max_element(made.reaches) * (type.is_searched ? 2 : 1) >= one.largest);
        // and are not given more than they need by an order of magnitude, but for the least weights, where
        // float16 ends
        if (one.rms > 1e-4 && !one.type.starts_with("TQ")) CHECK(rms_of(made.reaches) < 8 * one.rms);
    }
}

TEST_CASE("a GGUF file with quantised tensors: what is read, what is named and left out") {
    const cli::Folder folder;
    std::string blocks;
    for (const Vector& one : vectors())
        if (one.type == "Q4_K") blocks += one.block;
    const TensorFiles files(folder.write("m.gguf", gguf_of({{"a", {5, 256}, 12, blocks},
                                                            {"b", {2}, 0, floats_of({1, 2})},
                                                            {"c", {256}, 16, std::string(66, '\0')},
                                                            {"d", {256}, 18, std::string(98, '\0')},
                                                            {"e", {7}, 99, ""}})));
    REQUIRE(files.tensors().size() == 5);
    const StoredTensor& a = files.tensors()[0];
    CHECK(a.is_coded);
    CHECK(a.dtype == "Q4_K");
    const OpenTensor open = files.open(0);
    std::vector<double> values(5 * 256);
    open.view().read(0, values);
    const GgmlType& type = *ggml_type(std::string_view("Q4_K"));
    for (std::size_t block = 0; block < 5; ++block) {
        const Decoded made = decoded(type, blocks.substr(block * type.bytes, type.bytes));
        CHECK(std::equal(made.values.begin(), made.values.end(),
                         values.begin() + static_cast<long>(block) * 256));
    }
    CHECK(open.grid().rms > 0);
    CHECK(open.grid().max >= open.grid().rms);
    CHECK(files.open(1).grid().rms == 0);
    std::vector<double> two(2);
    const OpenTensor plain = files.open(1);
    plain.view().read(0, two);
    CHECK(two == std::vector<double>{1, 2});
    for (const std::size_t i : {2U, 3U, 4U}) CHECK_FALSE(files.tensors()[i].type);
    REQUIRE(files.notes().size() == 1);
    CHECK(files.notes()[0].second ==
          "IQ2_XXS: 1 tensor, IQ3_XXS: 1 tensor, type 99 of ggml: 1 tensor, whose quantised type is not "
          "supported");
}

TEST_CASE("scales that are NaN or infinite give such numbers, and no bound") {
    const cli::Folder folder;
    const std::string nan("\0\x7e", 2), infinite("\0\x7c", 2);
    for (const std::string& scale : {nan, infinite}) {
        const TensorFiles files(
            folder.write("m.gguf", gguf_of({{"a", {32}, 2, scale + std::string(16, '\1')}})));
        const OpenTensor open = files.open(0);
        std::vector<double> values(32);
        open.view().read(0, values);
        CHECK_FALSE(std::isfinite(values[0]));
        CHECK(std::isfinite(open.grid().rms));
        CHECK(std::isfinite(open.grid().max));
    }
}
