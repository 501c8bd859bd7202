#include <doctest/doctest.h>

#include <string>

#include "formats/sha256.hpp"

// Known answers: FIPS 180-2, appendix B, and NIST's example values for the empty message.
TEST_CASE("sha256 gives NIST's known answers") {
    CHECK(sigprop::sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sigprop::sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sigprop::sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(sigprop::sha256_hex(std::string(1'000'000, 'a')) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("sha256 takes every byte, NUL and those above 127 too") {
    CHECK(sigprop::sha256_hex(std::string("a\0b", 3)) != sigprop::sha256_hex(std::string("a\0c", 3)));
    CHECK(sigprop::sha256_hex("\xFF") != sigprop::sha256_hex("\x7F"));
}
