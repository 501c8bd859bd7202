// .npy files that are damaged, inconsistent or something else: refused with a message, whatever is in them.

#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>
#include <sigprop/core/random/random.hpp>
#include <sigprop/formats/npy.hpp>

#include "tests/support/npy_damage.hpp"

using namespace sigprop;
using namespace npy_samples;

namespace {

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

void read(const std::string& bytes) {
    const TensorView view = parse_npy(bytes_of(bytes), "a.npy");
    std::vector<double> out(view.numbers());
    view.read(0, out);
}

const std::string one = raw<double>({1});

}  // namespace

TEST_CASE("what is no array of floating-point numbers") {
    check_error("", "it is empty");
    check_error("hello, world", "it is not a .npy file");
    check_error("PK\x03\x04....", "zip archive");
    check_error("\x80\x04\x95", "pickle");
    check_error(file(dictionary("|O", "(1,)"), one), "pickled Python objects");
    check_error(file(dictionary("<i8", "(1,)"), one), "it has integers (dtype '<i8'), not");
    check_error(file(dictionary("<u2", "(4,)"), one), "--bfloat16");
    check_error(file(dictionary("|V2", "(4,)"), one), "--bfloat16");
    check_error(file(dictionary("|b1", "(8,)"), one), "booleans");
    check_error(file(dictionary("?", "(8,)"), one), "booleans");
    check_error(file(dictionary("<f16", "(1,)"), one + one), "is not supported");
    check_error(file(dictionary("<U2", "(1,)"), one), "is not supported");
    check_error(file(dictionary("", "(1,)"), one), "its element type is unknown");
    check_error(file("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", one), "records");
}

TEST_CASE("headers that are damaged, and sizes that lie") {
    const std::string good = file(dictionary("<f8", "(1,)"), one);
    REQUIRE(error(good).empty());
    for (std::size_t length = 6; length + 1 < good.size(); ++length) {  // cut at every length
        CHECK_FALSE(error(good.substr(0, length)).empty());
    }
    check_error(good.substr(0, 100), "header");
    check_error(good.substr(0, good.size() - 1), "takes 8 bytes, but 7 follow: the file was cut short");
    check_error(good + "x", "takes 8 bytes, but 9 follow");
    check_error(file(dictionary("<f8", "(2,)"), one), "takes 16 bytes, but 8");
    check_error(file(dictionary("<f8", "(4294967296, 4294967296)"), one),
                "which is more than fits into any memory");
    check_error(file(dictionary("<f8", "(2305843009213693952,)"), ""),
                "which is more than fits into any memory");
    check_error(file(dictionary("<f8", "(0, 9223372036854775808)"), ""),
                "which is more than fits into any memory");
    check_error(file(dictionary("<f8", "(18446744073709551616,)"), one), "2^64");
    check_error(file(dictionary("<f8", "(-1,)"), one), "negative");
    check_error(file(dictionary("<f8", "(1)"), one), "not a tuple");
    check_error(file(dictionary("<f8", "(" + std::string(200, '1') + ",)"), one), "2^64");
    std::string many;
    for (int i = 0; i < 65; ++i) many += "1,";
    check_error(file(dictionary("<f8", "(" + many + ")"), one), "more than 64 axes");
    check_error(file("{'descr': '<f8', 'fortran_order': False}", one),
                "one of descr, fortran_order and shape is missing");
    check_error(file("{'descr': '<f8', 'descr': '<f8', 'shape': (1,)}", one), "twice");
    check_error(file("{'descr': '<f8', 'fortran_order': 1, 'shape': (1,)}", one), "True or False");
    check_error(file("{'descr': '<f8', 'shape': (1,)}", one),
                "one of descr, fortran_order and shape is missing");
    check_error(file("{'fortran_order': False, 'shape': (1,)}", one),
                "one of descr, fortran_order and shape is missing");
    for (const char* twice : {"'descr': '<f8'", "'fortran_order': False", "'shape': (1,)"}) {
        const std::string key = std::string(twice).substr(0, std::string(twice).find(':'));
        check_error(
            file("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), " + std::string(twice) + "}", one),
            "the key " + key + " is unknown, or occurs twice");
    }
    check_error(file("{'" + std::string(40, 'k') + "\xe9'" + ": 1}", one),
                "'" + std::string(40, 'k') + "...' is unknown");
    check_error(file("{'\xe9': 1}", one), "'?' is unknown");
    check_error(file(dictionary("<f8", "(1,)") + "; import os", one), "follows the dictionary");
    std::string version = good;
    version[6] = 4;
    check_error(version, "version 4.0");
    std::string length = file(dictionary("<f8", "(1,)"), one, 2);
    length[11] = '\x7f';
    check_error(length, "its header claims");
}

TEST_CASE("no mutation of a header does more than be refused") {
    const RandomStream random(1, "npy");
    const std::string good = file(dictionary("<f4", "(3, 2)", true), raw<float>({1, 2, 3, 4, 5, 6}));
    std::size_t accepted = 0;
    for (std::uint64_t i = 0; i < 20000; ++i) {
        const std::string copy = mutated(good, random, i);
        accepted += error(copy, {true}).empty() ? 1U : 0U;
        if (error(copy).empty()) read(copy);
    }
    CHECK(accepted > 20);  // some damage changes nothing that matters
    CHECK(accepted < 19000);
}
