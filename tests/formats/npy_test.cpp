// Reading .npy: every type, byte order and memory order, and files. The bytes are those that numpy.save
// writes; half-precision patterns are from IEEE 754.

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/formats/npy.hpp>
#include <stdexcept>

#include "formats/files.hpp"

#include "tests/support/npy_samples.hpp"

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

const Doubles eight = {1, -2.5, 0, 3e-5, 4, 1e30, -6, 7};
const std::string one = raw<double>({1});

}  // namespace

TEST_CASE("every type in both byte orders") {
    const std::vector<float> singles(eight.begin(), eight.end());
    for (const bool big : {false, true}) {
        const std::string order = big ? ">" : "<";
        CHECK(read(file(dictionary(order + "f8", "(8,)"), raw(eight, big))) == eight);
        CHECK(read(file(dictionary(order + "f4", "(2, 4)"), raw(singles, big))) ==
              Doubles(singles.begin(), singles.end()));
        CHECK(read(file(dictionary(order + "c16", "(4,)"), raw(eight, big))) == eight);
        CHECK(read(file(dictionary(order + "c8", "(2, 2)"), raw(singles, big))) ==
              Doubles(singles.begin(), singles.end()));
        const std::vector<std::uint16_t> halves = {0x3c00, 0xc000, 0x0001, 0x03ff, 0x7bff, 0x8000, 0x7c00};
        CHECK(read(file(dictionary(order + "f2", "(7,)"), raw(halves, big))) ==
              Doubles{1, -2, 0x1p-24, 0x1.ff8p-15, 65504, 0, std::numeric_limits<double>::infinity()});
        const std::vector<std::uint16_t> brains = {0x3f80, 0xc000, 0x3d24, 0x0001, 0xff80};
        for (const char* descr : {"u2", "i2", "V2"}) {
            CHECK(read(file(dictionary(order + descr, "(5,)"), raw(brains, big)), false, {true}) ==
                  Doubles{1, -2, 0.0400390625, 0x1p-133, -std::numeric_limits<double>::infinity()});
        }
    }
    CHECK(std::isnan(read(file(dictionary("<f2", "(1,)"), raw<std::uint16_t>({0x7e00})))[0]));
    CHECK(std::signbit(read(file(dictionary("<f2", "()"), raw<std::uint16_t>({0x8000})))[0]));
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
    const std::string bytes = file(dictionary("<f8", "(2, 3, 4)", true), raw(columns));
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
    CHECK(parse_npy(bytes_of(file(dictionary("<f8", "(4, 6)"), raw(rows))), "a").indices_of_stored(7) ==
          std::vector<std::size_t>{1, 1});
    // complex, Fortran: numbers 2k and 2k + 1 are one element
    CHECK(read(file(dictionary("<c16", "(2, 2)", true), raw(eight))) ==
          Doubles{1, -2.5, 4, 1e30, 0, 3e-5, -6, 7});
    Doubles out(2);
    CHECK_THROWS_AS(view.read(23, out), std::logic_error);
    CHECK_THROWS_AS(view.read_stored(25, std::span(out).first(0)), std::logic_error);
}

TEST_CASE("files") {
    const std::string folder = std::filesystem::temp_directory_path() / ("npy-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    const std::string path = folder + "/w.npy";
    Doubles many(10000);
    for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<double>(i);
    write_file_atomically(path, file(dictionary("<f8", "(10000,)"), raw(many)));
    {
        const NpyFile mapped(path);
        Doubles out(10000);
        mapped.view().read(0, std::span(out).first(5000));
        mapped.done_with(5000);
        mapped.view().read(0, out);  // released pages are read again
        CHECK(out == many);
        mapped.done_with(10000);
    }
    CHECK_THROWS_AS(NpyFile("-"), IoError);
    CHECK_THROWS_AS(NpyFile(""), IoError);
    CHECK_THROWS_WITH_AS(NpyFile{folder}, doctest::Contains("it is a folder"), IoError);
    CHECK_THROWS_WITH_AS(NpyFile(folder + "/none.npy"), doctest::Contains("none.npy: No such file"), IoError);
    REQUIRE(mkfifo((folder + "/pipe").c_str(), 0600) == 0);
    CHECK_THROWS_WITH_AS(NpyFile(folder + "/pipe"), doctest::Contains("pipe"), IoError);  // and does not wait
    write_file_atomically(path, "");
    CHECK_THROWS_WITH_AS(NpyFile{path}, doctest::Contains("w.npy: it is empty"), InputError);
    std::filesystem::remove_all(folder);
}
