// Headers of .safetensors files: those that are right, and every way in which one may lie.

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/core/random/random.hpp>

#include "formats/safetensors.hpp"
#include "tests/support/checkpoint_samples.hpp"
#include "tests/support/share.hpp"

using namespace sigprop;
using namespace sigprop::testing;
using npy_samples::bytes_of;

namespace {

std::string file(const std::string& header, std::size_t data = 0) {
    return safetensors_file(header, std::string(data, '\x01'));
}

TensorListing read(const std::string& text) { return read_safetensors(bytes_of(text), "a.safetensors"); }

std::string error(const std::string& text) {
    try {
        static_cast<void>(read(text));
    } catch (const InputError& caught) {
        return caught.what();
    }
    return "";
}

void check_error(const std::string& text, const std::string& part) {
    const std::string message = error(text);
    CHECK_MESSAGE(message.find(part) != message.npos, message);
    CHECK(message.starts_with("a.safetensors"));
}

std::string tensor(const std::string& name, const std::string& dtype, const std::string& shape,
                   const std::string& offsets) {
    return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape +
           ",\"data_offsets\":" + offsets + "}";
}

}  // namespace

TEST_CASE("tensors in the order of their bytes, with types and metadata") {
    const std::string text =
        file("{" + tensor("b", "BF16", "[2,3]", "[16,28]") + ",\"__metadata__\":{\"format\":\"pt\"}," +
                 tensor("a", "F64", "[2]", "[0,16]") + "," + tensor("n", "I64", "[]", "[28,36]") + "}   ",
             36);
    const TensorListing header = read(text);
    REQUIRE(header.tensors.size() == 3);
    CHECK(header.tensors[0].name == "a");
    CHECK(header.tensors[0].type == ElementType::float64);
    CHECK(header.tensors[1].name == "b");
    CHECK(header.tensors[1].dtype == "BF16");
    CHECK(header.tensors[1].shape == std::vector<std::size_t>{2, 3});
    CHECK(header.tensors[1].last - header.tensors[1].first == 12);
    CHECK(header.tensors[1].last + 8 == text.size());
    CHECK(header.tensors[2].size() == 1);
    CHECK_FALSE(header.tensors[2].type);  // an integer: there, but not read
    REQUIRE(header.metadata.size() == 1);
    CHECK(header.metadata[0] == std::pair<std::string, std::string>("format", "pt"));
    CHECK(read(file("{}")).tensors.empty());
}

TEST_CASE("a tensor without elements may share the offset of its neighbour, in either order of the header") {
    const std::string full = tensor("full", "F32", "[2]", "[0,8]");
    for (const std::string& header : {full + "," + tensor("empty", "F32", "[0,7]", "[8,8]"),
                                      tensor("empty", "F32", "[0,7]", "[0,0]") + "," + full,
                                      full + "," + tensor("empty", "F32", "[0,7]", "[0,0]")}) {
        CHECK(read(file("{" + header + "}", 8)).tensors.size() == 2);
    }
    check_error(file("{" + full + "," + tensor("empty", "F32", "[0]", "[4,4]") + "}", 8),
                "'empty': its bytes overlap");
}

TEST_CASE("lengths that lie") {
    check_error("", "it is empty");
    check_error("1234567", "fewer than 8 bytes");
    check_error(little(3, 8) + "{}", "claim a header of 3 bytes, but only 2 follow");
    check_error(little(~std::uint64_t{0}, 8) + "{}", "18446744073709551615 bytes");
    check_error(little(std::uint64_t{1} << 63U, 8) + "{}", "claim a header");
    check_error(little(0, 8), "does not begin with '{'");
    check_error(file(std::string(100'000'001, ' ')), "at most 100000000");
    check_error(file("[]"), "does not begin with '{'");
    check_error(file("{}", 5), "5 bytes at its end belong to no tensor");
}

TEST_CASE("ranges that lie") {
    const auto one = [](const std::string& offsets, std::size_t data) {
        return file("{" + tensor("w", "F32", "[2]", offsets) + "}", data);
    };
    REQUIRE(error(one("[0,8]", 8)).empty());
    check_error(one("[8,0]", 8), "end before they begin");
    check_error(one("[-8,0]", 8), "-8, which is not a number");
    check_error(one("[0,9223372036854775808]", 8), "9223372036854775808, which is not a number");
    check_error(one("[0,8.0]", 8), "8.0, which is not a number");
    check_error(one("[0,\"8\"]", 8), "which is not a number");
    check_error(one("[0]", 8), "two numbers");
    check_error(one("[0,4,8]", 8), "more than 2 numbers");
    check_error(one("{}", 8), "not a list of numbers");
    check_error(one("[0,7]", 8), "need 8 bytes, but its data_offsets have 7");
    check_error(one("[0,8]", 7), "only 7 follow the header");
    check_error(one("[4,12]", 12), "4 bytes before it belong to no tensor");
    const std::string first = tensor("a", "U8", "[8]", "[0,8]");
    check_error(file("{" + first + "," + tensor("b", "U8", "[8]", "[4,12]") + "}", 12),
                "'b': its bytes overlap those of 'a'");
    check_error(file("{" + first + "," + tensor("b", "U8", "[8]", "[0,8]") + "}", 8), "overlap");
    check_error(file("{" + first + "," + tensor("b", "U8", "[2]", "[9,11]") + "}", 11), "1 bytes before it");
}

TEST_CASE("shapes that overflow") {
    for (const std::string shape :
         {"[4294967296,4294967296]", "[9223372036854775807,2]", "[65536,65536,65536,65536]",
          "[3,6148914691236517206]", "[4294967296,4294967296,0]"}) {
        check_error(file("{" + tensor("w", "F32", shape, "[0,0]") + "}"),
                    "more elements than fit into any memory");
    }
    check_error(file("{" + tensor("w", "F4", "[3]", "[0,1]") + "}", 1), "do not fill whole bytes");
    CHECK(read(file("{" + tensor("w", "F4", "[4]", "[0,2]") + "}", 2)).tensors.size() == 1);
    std::string axes = "[1";
    for (int i = 0; i < 64; ++i) axes += ",1";
    check_error(file("{" + tensor("w", "F32", axes + "]", "[0,4]") + "}", 4), "more than 64 numbers");
}

TEST_CASE("JSON that lies") {
    const std::string w = tensor("w", "F32", "[0]", "[0,0]");
    check_error(file("{" + w + "," + w + "}"), "duplicate key \"w\"");
    check_error(file("{" + w), "ends too early");
    check_error(file("{" + w + "}x"), "text follows");
    check_error(file("{\"w\":[]}"), "its description is not an object");
    check_error(file("{\"w\":{\"dtype\":\"F32\",\"shape\":[0]}}"), "no data_offsets");
    check_error(file("{\"w\":{\"dtype\":\"F32\",\"data_offsets\":[0,0]}}"), "no shape");
    check_error(file("{\"w\":{\"shape\":[0],\"data_offsets\":[0,0]}}"), "no dtype");
    check_error(file("{\"w\":{\"dtype\":3,\"shape\":[0],\"data_offsets\":[0,0]}}"), "dtype is not a string");
    check_error(file("{" + tensor("w", "F33", "[0]", "[0,0]") + "}"), "'F33' is unknown");
    check_error(file("{\"w\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0],\"more\":1}}"),
                "'more' is not dtype");
    check_error(file("{\"__metadata__\":[]}"), "not an object");
    check_error(file("{\"__metadata__\":{\"a\":1}}"), "a value that is not a string at 'a'");
    check_error(file("{\"w\xff\":{}}"), "not valid UTF-8");
    std::string deep = "{\"w\":";
    for (int i = 0; i < 100'000; ++i) deep += '[';
    check_error(file(deep), "nested deeper than 4");
    check_error(file("{\"a\\u001b[31m\":[]}"), "\\x1b");
}

TEST_CASE("headers of any size are read or refused in bounded time and memory") {
    const std::size_t count = 100'000 / test::parts_of_work();
    std::string many = "{";
    for (std::size_t i = 0; i < count; ++i)
        many += (i > 0 ? "," : "") + tensor("layers." + std::to_string(i) + ".weight", "U8", "[1]",
                                            "[" + std::to_string(i) + "," + std::to_string(i + 1) + "]");
    CHECK(read(file(many + "}", count)).tensors.size() == count);
    std::string zeros = "{\"w\":{\"shape\":[0";
    const std::size_t length = 90'000'000 / test::parts_of_work();
    zeros.reserve(length);
    while (zeros.size() < length) zeros += ",0";
    check_error(file(zeros + "]}}"), "more than 2000000 values");
}

TEST_CASE("types of eight bits mean what their definitions say") {
    const auto value = [](ElementType type, unsigned bits) {
        const std::string text(1, static_cast<char>(bits));
        double out = 0;
        TensorView({.shape = {1}, .type = type}, bytes_of(text)).read(0, std::span(&out, 1));
        return out;
    };
    const ElementType e4m3 = ElementType::float8_e4m3;
    CHECK(value(e4m3, 0x00) == 0);
    CHECK(std::signbit(value(e4m3, 0x80)));
    CHECK(value(e4m3, 0x01) == 0x1p-9);
    CHECK(value(e4m3, 0x07) == 7 * 0x1p-9);
    CHECK(value(e4m3, 0x08) == 0x1p-6);
    CHECK(value(e4m3, 0x38) == 1);
    CHECK(value(e4m3, 0xb9) == -1.125);
    CHECK(value(e4m3, 0x7e) == 448);
    CHECK(std::isnan(value(e4m3, 0x7f)));
    CHECK(std::isnan(value(e4m3, 0xff)));
    const ElementType e5m2 = ElementType::float8_e5m2;
    CHECK(value(e5m2, 0x01) == 0x1p-16);
    CHECK(value(e5m2, 0x3c) == 1);
    CHECK(value(e5m2, 0xbe) == -1.5);
    CHECK(value(e5m2, 0x7b) == 57344);
    CHECK(std::isinf(value(e5m2, 0x7c)));
    CHECK(std::isnan(value(e5m2, 0x7d)));
}

TEST_CASE("damaged files are refused or read, and never more") {
    const std::string good =
        file("{" + tensor("w", "F32", "[2,2]", "[0,16]") + "," + tensor("b", "F16", "[4]", "[16,24]") +
                 ",\"__metadata__\":{\"format\":\"pt\"}}",
             24);
    REQUIRE(error(good).empty());
    for (std::size_t length = 0; length < good.size(); ++length)
        CHECK_FALSE(error(good.substr(0, length)).empty());
    RandomStream random(20261123, "safetensors");
    std::size_t refused = 0;
    const std::size_t rounds = 20'000 / test::parts_of_work();
    for (std::size_t round = 0; round < rounds; ++round) {
        std::string bad = good;
        const std::uint64_t changes = 1 + random.bits(round * 8) % 4;
        for (std::uint64_t k = 0; k < changes; ++k) {
            const std::uint64_t bits = random.bits(round * 8 + k + 1);
            bad[bits % bad.size()] = static_cast<char>(bits >> 32U);
        }
        try {
            for (const StoredTensor& one : read(bad).tensors) CHECK(one.last <= bad.size());
        } catch (const InputError&) {
            ++refused;
        }
    }
    CHECK(refused > rounds / 2);
    CHECK(refused < rounds);
}
