// Hashes from elsewhere: that of the empty text, and the example of W3C's Content Security Policy Level 3.

#include "report/page/policy.hpp"

#include <doctest/doctest.h>

using sigprop::hash_source, sigprop::page_policy;

TEST_CASE("hashes are those that browsers compute") {
    CHECK(hash_source("") == "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    CHECK(hash_source("alert('Hello, world.');") == "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=");
    CHECK(hash_source("alert('Hello, world!');") != hash_source("alert('Hello, world.');"));
}

TEST_CASE("nothing is allowed but the page's own parts") {
    const std::string policy = page_policy({"a"}, {"b", "c"});
    CHECK(policy.starts_with("default-src 'none'; "));
    CHECK(policy.find("style-src '" + hash_source("a") + "'") != policy.npos);
    CHECK(policy.find("script-src '" + hash_source("b") + "' '" + hash_source("c") + "'") != policy.npos);
    CHECK(policy.find("unsafe") == policy.npos);
    CHECK(policy.find("http") == policy.npos);
    CHECK(page_policy({}, {}).find("script-src 'none'") != std::string::npos);
}
