// What is started first.

#include "engine/binding/cost_hint.hpp"

#include <doctest/doctest.h>

using namespace sigprop;

namespace {

std::uint64_t cost(const char* expression, const Context& context = {}) {
    return cost_hint(bind_expression(expression), context);
}

const char* const many_networks =
    "residual.simulated_second_moment(pre_norm, sublayers=24, width=256, networks=256)";

}  // namespace

TEST_CASE("networks before methods of their own before means and closed forms") {
    CHECK(cost(many_networks) > cost("attention.max_weight(512, std=2)"));
    CHECK(cost("attention.max_weight(512, std=2)") > cost("activation.gain(gelu)"));
    CHECK(cost("1 + 1") == 0);
    CHECK(cost("1 + attention.entropy(8, std=1)") == cost("attention.entropy(8, std=1)"));
    CHECK(simulates_networks(bind_expression(many_networks), {}));
    CHECK_FALSE(simulates_networks(bind_expression(many_networks), {.methods = "closed_form"}));
    CHECK_FALSE(simulates_networks(bind_expression("attention.max_weight(512, std=2)"), {}));
}

TEST_CASE("larger ones first") {
    CHECK(cost("attention.entropy(512, std=1)") > cost("attention.entropy(64, std=1)"));
    CHECK(cost(many_networks) >
          cost("residual.simulated_second_moment(pre_norm, sublayers=24, width=64, networks=256)"));
    CHECK(cost("attention.sphere_entropy(64, dim=64, scale=1)") >
          cost("attention.preserving_scale(8192, std=1)"));
    // digits after the point make nothing larger, and nothing overflows
    CHECK(cost("attention.entropy(64, std=1.999999)") == cost("attention.entropy(64, std=1.5)"));
    CHECK(cost("residual.simulated_second_moment(pre_norm, sublayers=99, width=4096, networks=4096)") <
          3 * (std::uint64_t{1} << 56));
}

TEST_CASE("the order: equal costs in theirs") {
    CHECK(costliest_first(std::vector<std::uint64_t>{0, 5, 0, 7, 5}) ==
          std::vector<std::size_t>{3, 1, 4, 0, 2});
    CHECK(costliest_first({}).empty());
}
