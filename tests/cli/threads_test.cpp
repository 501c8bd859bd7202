// One report for any number of threads.

#include <doctest/doctest.h>

#include "tests/cli/simulations.hpp"

using cli::digest_in;
using cli::simulation;
using cli::tool;

TEST_CASE("one report over threads") {
    const std::string one = tool(simulation("3e6", {"--threads", "1"})).out;
    CHECK(digest_in(one).size() == 64);
    for (const char* const threads : {"2", "3", "8"}) {
        CHECK(tool(simulation("3e6", {"--threads", threads})).out == one);
    }
    CHECK(digest_in(tool(simulation("3000001")).out) != digest_in(one));
}
