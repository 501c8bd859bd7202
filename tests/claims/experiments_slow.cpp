// Experiments depend on their bounds: turned around, they fall. Each is judged as it stands by the CTest
// claim.shipped.ID; here three that train in seconds, one of a bound from above.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "tests/claims/verified.hpp"

using namespace sigprop;

TEST_SUITE("slow") {
    TEST_CASE("an experiment falls with its bound turned around") {
        constexpr std::array<std::string_view, 3> cheap = {
            "batch_norm.small_batch", "batch_norm.momentum.slow.trained", "bert.std.zero"};
        std::size_t upper_bounds = 0;
        std::size_t seen = 0;
        for (Claim claim : builtin_claims()) {
            if (std::ranges::find(cheap, claim.id) == cheap.end()) continue;
            CAPTURE(claim.id);
            REQUIRE(claim.is_experiment());
            CHECK(verified(claim).verdict == Verdict::confirmed);
            const bool upper = claim.stated->convention() == Convention::upper_bound;
            claim.stated = Stated({.text = claim.stated->text(), .bound = upper ? "lower" : "upper"});
            const Record turned = verified(claim);
            CHECK(turned.verdict == Verdict::refuted);
            CHECK(turned.strength == Strength::sample);
            upper_bounds += upper ? 1 : 0;
            ++seen;
        }
        CHECK(seen == cheap.size());
        CHECK(upper_bounds == 1);
    }
}
