// Reading .npy: every type, byte order and memory order, and files that are damaged or lie. The bytes are
// those that numpy.save writes; half-precision patterns are from IEEE 754.

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <sigprop/core/errors.hpp>
#include <sigprop/core/random.hpp>
#include <sigprop/formats/files.hpp>
#include <sigprop/formats/npy.hpp>
#include <stdexcept>

#include "unit/npy_samples.hpp"

using namespace sigprop;
using namespace npy_samples;
using Doubles = std::vector<double>;

namespace {

Doubles read(const std::string& bytes, bool stored = false, NpyOptions options = {}) {
    const TensorView view = parse_npy(bytes_of(bytes), "a.npy", options);
    Doubles out(view.numbers());
    stored ? view.read_stored(0, out) : view.read(0, out);
    return out;
}

std::string error(const std::string& bytes, NpyOptions options = {}) {
    try {
        static_cast<void>(parse_npy(bytes_of(bytes), "a.npy", options));
    } catch (const InputError& caught) {
        return caught.what();
    }
    return "";
}

void check_error(const std::string& bytes, const std::string& part) {
    const std::string message = error(bytes);
    CHECK_MESSAGE(message.find(part) != message.npos, message);
    CHECK(message.starts_with("a.npy: "));
}

const Doubles eight = {1, -2.5, 0, 3e-5, 4, 1e30, -6, 7};
const std::string one = data<double>({1});

}  // namespace

TEST_CASE("every type in both byte orders") {
    const std::vector<float> singles(eight.begin(), eight.end());
    for (const bool big : {false, true}) {
        const std::string order = big ? ">" : "<";
        CHECK(read(file(dictionary(order + "f8", "(8,)"), data(eight, big))) == eight);
        CHECK(read(file(dictionary(order + "f4", "(2, 4)"), data(singles, big))) ==
              Doubles(singles.begin(), singles.end()));
        CHECK(read(file(dictionary(order + "c16", "(4,)"), data(eight, big))) == eight);
        CHECK(read(file(dictionary(order + "c8", "(2, 2)"), data(singles, big))) ==
              Doubles(singles.begin(), singles.end()));
        const std::vector<std::uint16_t> halves = {0x3c00, 0xc000, 0x0001, 0x03ff, 0x7bff, 0x8000, 0x7c00};
        CHECK(read(file(dictionary(order + "f2", "(7,)"), data(halves, big))) ==
              Doubles{1, -2, 0x1p-24, 0x1.ff8p-15, 65504, 0, std::numeric_limits<double>::infinity()});
        const std::vector<std::uint16_t> brains = {0x3f80, 0xc000, 0x3d24, 0x0001, 0xff80};
        for (const char* descr : {"u2", "i2", "V2"}) {
            CHECK(read(file(dictionary(order + descr, "(5,)"), data(brains, big)), false, {true}) ==
                  Doubles{1, -2, 0.0400390625, 0x1p-133, -std::numeric_limits<double>::infinity()});
        }
    }
    CHECK(std::isnan(read(file(dictionary("<f2", "(1,)"), data<std::uint16_t>({0x7e00})))[0]));
    CHECK(std::signbit(read(file(dictionary("<f2", "()"), data<std::uint16_t>({0x8000})))[0]));
}

TEST_CASE("versions, scalars, empty arrays") {
    for (const int version : {1, 2, 3}) {
        CHECK(read(file(dictionary("<f8", "()"), one, version)) == Doubles{1});
    }
    CHECK(read(file(dictionary("<f8", "(0, 3)"), "")).empty());
    CHECK(read(file(dictionary("<f8", "(1000000000000, 0)"), "")).empty());
    CHECK(read(file("{\"shape\": (1L,), \"descr\":\"<f8\",\"fortran_order\":False}", one)) == Doubles{1});
}

TEST_CASE("Fortran order reads as the same array, from anywhere") {
    // a[i, j, k] = 100 i + 10 j + k of shape (2, 3, 4)
    Doubles rows;
    for (int i = 0; i < 24; ++i) rows.push_back(100 * (i / 12) + 10 * (i / 4 % 3) + i % 4);
    Doubles columns;
    for (int i = 0; i < 24; ++i) columns.push_back(100 * (i % 2) + 10 * (i / 2 % 3) + i / 6);
    const std::string bytes = file(dictionary("<f8", "(2, 3, 4)", true), data(columns));
    CHECK(read(bytes) == rows);
    CHECK(read(bytes, true) == columns);
    const TensorView view = parse_npy(bytes_of(bytes), "a.npy");
    for (std::size_t first = 0; first < 24; ++first) {
        for (std::size_t count = 0; first + count <= 24; ++count) {
            Doubles out(count);
            view.read(first, out);
            REQUIRE(std::equal(out.begin(), out.end(), rows.begin() + static_cast<std::ptrdiff_t>(first)));
        }
        const std::vector<std::size_t> at = view.indices_of_stored(first);
        CHECK(static_cast<double>(100 * at[0] + 10 * at[1] + at[2]) == columns[first]);
    }
    CHECK(parse_npy(bytes_of(file(dictionary("<f8", "(4, 6)"), data(rows))), "a").indices_of_stored(7) ==
          std::vector<std::size_t>{1, 1});
    // complex, Fortran: numbers 2k and 2k + 1 are one element
    CHECK(read(file(dictionary("<c16", "(2, 2)", true), data(eight))) ==
          Doubles{1, -2.5, 4, 1e30, 0, 3e-5, -6, 7});
    Doubles out(2);
    CHECK_THROWS_AS(view.read(23, out), std::logic_error);
    CHECK_THROWS_AS(view.read_stored(25, std::span(out).first(0)), std::logic_error);
}

TEST_CASE("what is no array of floating-point numbers") {
    check_error("", "it is empty");
    check_error("hello, world", "it is no .npy file");
    check_error("PK\x03\x04....", "zip archive");
    check_error("\x80\x04\x95", "pickle");
    check_error(file(dictionary("|O", "(1,)"), one), "pickled Python objects");
    check_error(file(dictionary("<i8", "(1,)"), one), "it holds integers (dtype '<i8'), not");
    check_error(file(dictionary("<u2", "(4,)"), one), "--bfloat16");
    check_error(file(dictionary("|V2", "(4,)"), one), "--bfloat16");
    check_error(file(dictionary("|b1", "(8,)"), one), "booleans");
    check_error(file(dictionary("<f16", "(1,)"), one + one), "is not read");
    check_error(file(dictionary("<U2", "(1,)"), one), "is not read");
    check_error(file(dictionary("", "(1,)"), one), "not understood");
    check_error(file("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", one), "records");
}

TEST_CASE("headers that are damaged, and sizes that lie") {
    const std::string good = file(dictionary("<f8", "(1,)"), one);
    REQUIRE(error(good).empty());
    for (std::size_t length = 6; length + 1 < good.size(); ++length) {  // cut anywhere
        CHECK_FALSE(error(good.substr(0, length)).empty());
    }
    check_error(good.substr(0, 100), "header");
    check_error(good.substr(0, good.size() - 1), "takes 8 bytes, but 7 are there: the file was cut short");
    check_error(good + "x", "takes 8 bytes, but 9 are there");
    check_error(file(dictionary("<f8", "(2,)"), one), "takes 16 bytes, but 8");
    check_error(file(dictionary("<f8", "(4294967296, 4294967296)"), one), "more than any memory holds");
    check_error(file(dictionary("<f8", "(2305843009213693952,)"), ""), "more than any memory holds");
    check_error(file(dictionary("<f8", "(0, 9223372036854775808)"), ""), "more than any memory holds");
    check_error(file(dictionary("<f8", "(18446744073709551616,)"), one), "2^64");
    check_error(file(dictionary("<f8", "(-1,)"), one), "negative");
    check_error(file(dictionary("<f8", "(1)"), one), "no tuple");
    check_error(file(dictionary("<f8", "(" + std::string(200, '1') + ",)"), one), "2^64");
    std::string many;
    for (int i = 0; i < 65; ++i) many += "1,";
    check_error(file(dictionary("<f8", "(" + many + ")"), one), "more than 64 axes");
    check_error(file("{'descr': '<f8', 'fortran_order': False}", one), "not all there");
    check_error(file("{'descr': '<f8', 'descr': '<f8', 'shape': (1,)}", one), "twice");
    check_error(file("{'descr': '<f8', 'fortran_order': 1, 'shape': (1,)}", one), "True or False");
    check_error(file(dictionary("<f8", "(1,)") + "; import os", one), "behind the dictionary");
    std::string version = good;
    version[6] = 4;
    check_error(version, "version 4.0");
    std::string length = file(dictionary("<f8", "(1,)"), one, 2);
    length[11] = '\x7f';
    check_error(length, "its header claims");
}

TEST_CASE("no mutation of a header does more than be refused") {
    const RandomStream random(1, "npy");
    const std::string good = file(dictionary("<f4", "(3, 2)", true), data<float>({1, 2, 3, 4, 5, 6}));
    std::size_t accepted = 0;
    for (std::uint64_t i = 0; i < 20000; ++i) {
        std::string bytes = good;
        for (std::uint64_t k = 0; k <= random.bits(i) % 4; ++k) {
            const std::uint64_t bits = random.bits(i, static_cast<std::uint16_t>(k + 1));
            const std::size_t at = bits % 72;
            const std::string likely = "(),'0123456789<>{}:fOL -\xff";
            const char c = likely[(bits >> 8U) % likely.size()];
            switch ((bits >> 32U) % 3) {
                case 0: bytes[at] = c; break;
                case 1: bytes.erase(at, 1 + (bits >> 40U) % 3); break;
                default: bytes.insert(at, (bits >> 40U) % 4, c);
            }
        }
        const std::string copy(bytes);  // a fresh allocation: a read beyond its end is seen by ASan
        accepted += error(copy, {true}).empty() ? 1U : 0U;
        if (error(copy).empty()) static_cast<void>(read(copy));
    }
    CHECK(accepted > 20);  // some change nothing that matters
    CHECK(accepted < 19000);
}

TEST_CASE("files") {
    const std::string folder = std::filesystem::temp_directory_path() / ("npy-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    const std::string path = folder + "/w.npy";
    Doubles many(10000);
    for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<double>(i);
    write_file_atomically(path, file(dictionary("<f8", "(10000,)"), data(many)));
    {
        const NpyFile mapped(path);
        Doubles out(10000);
        mapped.view().read(0, std::span(out).first(5000));
        mapped.done_with(5000);
        mapped.view().read(0, out);  // what was given back is read again
        CHECK(out == many);
        mapped.done_with(10000);
    }
    CHECK_THROWS_AS(NpyFile("-"), IoError);
    CHECK_THROWS_AS(NpyFile(""), IoError);
    CHECK_THROWS_WITH_AS(NpyFile(folder), doctest::Contains("it is a folder"), IoError);
    CHECK_THROWS_WITH_AS(NpyFile(folder + "/none.npy"), doctest::Contains("none.npy: No such file"), IoError);
    REQUIRE(mkfifo((folder + "/pipe").c_str(), 0600) == 0);
    CHECK_THROWS_WITH_AS(NpyFile(folder + "/pipe"), doctest::Contains("pipe"), IoError);  // and does not wait
    write_file_atomically(path, "");
    CHECK_THROWS_WITH_AS(NpyFile{path}, doctest::Contains("w.npy: it is empty"), InputError);
    std::filesystem::remove_all(folder);
}
